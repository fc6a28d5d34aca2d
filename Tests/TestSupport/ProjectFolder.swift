internal import FoundationEssentials

/// The checkout that the tests were built from.
package enum ProjectFolder {
    /// Its absolute path, without a slash at the end.
    package static let path: String = {
        // This file is Tests/TestSupport/ProjectFolder.swift in it.
        let folders = #filePath.split(separator: "/").dropLast(3)
        return "/" + folders.joined(separator: "/")
    }()

    /// The text of one of its files.
    ///
    /// - Parameter name: the path within the checkout, such as `systemd/cellgate.catalog`.
    /// - Throws: where the file cannot be read or is not UTF-8.
    package static func text(of name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
