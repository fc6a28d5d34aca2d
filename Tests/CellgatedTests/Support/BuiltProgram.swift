import FoundationEssentials
import TestSupport

/// The program under test, as it was built with the tests.
enum BuiltProgram {
    /// Where `cellgated` is: beside the test bundle, else in the folder of debug builds.
    ///
    /// - Throws: `Missing` where it is in neither.
    static func cellgated() throws -> String {
        var folders = [ProjectFolder.path + "/.build/debug"]
        let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        if let folder = running?.split(separator: "/").dropLast().joined(separator: "/") {
            folders.insert("/" + folder, at: 0)
        }
        let candidates = folders.map { $0 + "/cellgated" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
            throw Missing(candidates: candidates)
        }
        return found
    }

    /// Where another of the programs is: beside `cellgated`.
    ///
    /// - Throws: `Missing` where that is not built.
    static func named(_ name: String) throws -> String {
        try String(cellgated().dropLast("cellgated".count)) + name
    }

    struct Missing: Error, CustomStringConvertible {
        let candidates: [String]

        var description: String {
            "cellgated is not built (swift build --product cellgated): none of "
                + candidates.joined(separator: ", ")
        }
    }
}
