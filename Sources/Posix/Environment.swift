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
}
