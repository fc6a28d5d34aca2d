internal import Glibc

/// A pipe of the test's own; both ends are closed when the test lets go of it.
package final class TestPipe: Sendable {
    /// The descriptor to read from, which blocks.
    package let reading: Int32
    /// The descriptor to write to, which blocks.
    package let writing: Int32

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw CallFailure(operation: "pipe", code: errno)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Writes a few bytes.
    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(writing, bytes, bytes.count)
    }

    /// The bytes that are there, at least one and at most `count`; waits for the first.
    package func read(_ count: Int = 100) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let count = unsafe Glibc.read(reading, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
