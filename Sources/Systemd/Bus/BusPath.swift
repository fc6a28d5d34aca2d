internal import CSystemd
internal import Glibc

/// Paths of objects that stand for something with a name of its own.
///
/// Source: sd_bus_path_encode(3).
package enum BusPath {
    /// The path below `prefix` that stands for a name: letters and digits stay as they are, but for
    /// a digit at the beginning; every other byte is `_` and two hexadecimal digits.
    ///
    /// - Returns: Nil where `prefix` is no path, or memory is short.
    package static func encode(_ name: String, below prefix: String) -> String? {
        var path: UnsafeMutablePointer<CChar>?
        let result = unsafe sd_bus_path_encode(prefix, name, &path)
        defer { unsafe free(path) }
        guard result >= 0, let path = unsafe path else { return nil }
        return unsafe String(cString: path)
    }

    /// The name that a path directly below `prefix` stands for; nil where it stands for none, or
    /// for one that is not UTF-8 or has a NUL.
    package static func decode(_ path: String, below prefix: String) -> String? {
        var name: UnsafeMutablePointer<CChar>?
        let result = unsafe sd_bus_path_decode(path, prefix, &name)
        defer { unsafe free(name) }
        guard result > 0, let name = unsafe name else { return nil }
        let bytes = unsafe Array(UnsafeBufferPointer(start: name, count: strlen(name)))
            .map(UInt8.init(bitPattern:))
        guard let text = String(validating: bytes, as: UTF8.self),
            encode(text, below: prefix) == path
        else { return nil }
        return text
    }
}
