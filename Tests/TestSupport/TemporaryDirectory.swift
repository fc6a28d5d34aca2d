internal import FoundationEssentials

/// A new, empty directory that goes away with its owner.
package final class TemporaryDirectory: Sendable {
    /// Its absolute path, without a slash at the end.
    package let path: String

    /// Makes it in the system's directory for temporary files.
    ///
    /// - Throws: where that directory is not writable.
    package init() throws {
        let parent = FileManager.default.temporaryDirectory.path
        path = "\(parent)/cellgate-\(UInt64.random(in: .min ... .max).hexadecimal)"
        // Fails where it exists already.
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        // A test has no use for an error that comes after its end.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The absolute path of a name within it.
    package func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a file whole, in place of an older one, and makes the folders that lead to it.
    ///
    /// - Parameter name: the path within the directory, such as `apps.d/org.example.Maps.conf`.
    package func write(_ text: String, to name: String) throws {
        let file = path(of: name)
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: "/" + folder, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// The text of one of its files.
    package func text(of name: String) throws -> String {
        try String(contentsOfFile: path(of: name), encoding: .utf8)
    }

    /// Removes a file, or a folder with what is in it.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(of: name))
    }
}
