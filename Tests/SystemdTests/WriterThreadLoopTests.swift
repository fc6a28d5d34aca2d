import Posix
import Systemd
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WriterThreadLoopTests {
    @Test("the loop turns while the reader of what it writes is stalled")
    func stalledReader() throws {
        let output = try TestPipe()
        let writer = try WriterThread<[UInt8]>(capacity: 8) {
            Array("lost \($0)".utf8)
        } write: {
            // A reader that is gone is no matter here.
            try? StreamWriter(descriptor: output.writing).write($0)
        }
        // More than a pipe holds, so the thread hangs in the first one.
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let loop = try EventLoop()
        var turns = 0
        var tick: TimerSource?
        tick = try TimerSource(loop) {
            writer.enqueue(line)
            turns += 1
            if turns < 100 { tick?.arm(at: .zero) } else { loop.exit(code: 0) }
        }
        tick?.arm(at: .zero)
        #expect(try runLoop(loop) == 0)
        tick = nil
        #expect(turns == 100)
        #expect(!writer.drain(timeout: .zero))

        // The reader comes back: what was not lost arrives, and how much was lost.
        var count = 0
        var report = ""
        while Int(report.dropFirst("lost ".count)).map({ (100 - $0) * line.count }) != count {
            let text = output.read(1 << 16)
            let told = text.drop { $0 == "x" }.prefix { $0 != "x" }
            count += text.utf8.count - told.utf8.count
            report += told
        }
        #expect(report.hasPrefix("lost "))
        #expect(writer.drain(timeout: .seconds(30)))
    }
}
