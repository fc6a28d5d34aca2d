import Glibc
import Posix
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct StreamWriterTests {
    @Test("everything arrives through a pipe that is non-blocking and smaller")
    func nonBlocking() throws {
        let pipe = try TestPipe()
        #expect(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
        let thread = try WriterThread<[UInt8]>(capacity: 1) { _ in
            nil
        } write: {
            // A failure shows as bytes that are missing.
            try? StreamWriter(descriptor: pipe.writing).write($0)
        }
        thread.enqueue(Array((String(repeating: "x", count: 1_000_000) + "y").utf8))
        var count = 0
        var last: Character?
        while last != "y" {
            let text = pipe.read(1 << 16)
            count += text.utf8.count
            last = text.last
        }
        #expect(count == 1_000_001)
        #expect(thread.drain(timeout: .seconds(30)))
    }

    @Test("nothing to write is written at once")
    func nothing() throws {
        try StreamWriter(descriptor: -1).write([])
    }

    @Test("a reader that is gone is an error and not the end of the process")
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            Signals.ignoreBrokenPipe()
            var ends: [Int32] = [-1, -1]
            _ = try checkErrno("pipe") { unsafe pipe(&ends) }
            close(ends[0])
            let subject = String(ends[1])
            #expect(
                throws: SystemError(
                    operation: "write to descriptor", subject: subject, code: EPIPE)
            ) {
                try StreamWriter(descriptor: ends[1]).write([1])
            }
        }
    }
}
