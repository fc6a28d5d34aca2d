import Foundation
import TestSupport
import Testing

/// What is stated to come of a recording, in a file beside it.
enum Listing {
    /// Holds what came of it against the file, line by line; with `CELLGATE_WRITE_LISTINGS` in the
    /// environment it is written instead, to be read by whoever made a new recording.
    static func check(
        _ found: String, _ file: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["CELLGATE_WRITE_LISTINGS"] != nil {
            let path = "\(ProjectFolder.path)/Tests/NetlinkTests/Fixtures/\(file)"
            try found.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        let stated = String(decoding: try Capture.bytes(file), as: UTF8.self)
        #expect(lines(found) == lines(stated), sourceLocation: location)
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
