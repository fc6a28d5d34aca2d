internal import Posix

/// Where files of a run are that nobody wants to keep.
enum WorkFolder {
    /// In RAM, and of this process alone, where `/run` is (see ``Stage``).
    static let path =
        Namespaces.mayBeLeft ? "/run/cellgate-bench" : "/tmp/cellgate-bench-\(ownProcess)"

    private static let ownProcess = ProcessTable.ownProcess

    /// A file's path in it.
    static func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in it, and makes the folders that lead to it.
    ///
    /// - Returns: Its path.
    @discardableResult
    static func write(_ text: String, to name: String) throws(SystemError) -> String {
        let file = path(of: name)
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        try Directory.make(path: "/" + folder)
        try OutputFile.write(Array(text.utf8), path: file)
        return file
    }

    /// Removes it with all that is in it.
    static func remove() {
        _ = try? ChildProcess(["rm", "-rf", "--", path]).wait()
    }
}
