internal import Glibc

/// The variables that the process was started with.
package enum Environment {
    /// The value of a variable; nil where it is not set, empty where it is set to nothing.
    ///
    /// The program never sets a variable, so looking one up is safe from every thread.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// All variables as `NAME=value`, for a program to be started, with these in place of those of
    /// the same names.
    package static func all(with own: [String: String]) -> [String] {
        var all: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let text = unsafe String(cString: variable)
            if own[String(text.prefix { $0 != "=" })] == nil { all.append(text) }
            unsafe next += 1
        }
        return all + own.map { "\($0.key)=\($0.value)" }.sorted()
    }
}
