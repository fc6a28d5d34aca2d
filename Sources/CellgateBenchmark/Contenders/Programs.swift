internal import Posix

/// The programs that are measured: the daemon, and those beside it, which are built here.
struct Programs {
    /// The path of `cellgated`.
    let daemon: String
    /// Where what is built goes.
    let folder: String

    /// The programs of one C file each, and the libraries that they are linked with.
    private static let built: [(name: String, libraries: [String])] = [
        ("floor", []), ("ready", []), ("monitor-relay", []), ("burst", []),
        ("bus-relay", ["-lsystemd"]),
    ]

    /// Builds everything with cc(1).
    ///
    /// - Throws: where that fails; the relay for the bus may fail, and is not there then.
    func build() throws {
        try Directory.make(path: folder)
        for program in Self.built {
            do {
                try Command.run(
                    [
                        "cc", "-O2", "-Wall", "-o", path(of: program.name),
                        source(of: "\(program.name).c"),
                    ] + program.libraries)
            } catch  where !program.libraries.isEmpty {
                Progress.say("\(error)")
            }
        }
    }

    /// Where a built program is.
    func path(of program: String) -> String { "\(folder)/\(program)" }

    /// Where a source is: in the checkout that this program was built from.
    func source(of name: String) -> String {
        // This file is Sources/CellgateBenchmark/Contenders/Programs.swift in it.
        let folders = #filePath.split(separator: "/").dropLast(2)
        return "/\(folders.joined(separator: "/"))/Programs/\(name)"
    }
}
