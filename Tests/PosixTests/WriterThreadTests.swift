import Glibc
import Posix
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WriterThreadTests {
    @Test("items are written in the order of their coming, and a drain waits for them all")
    func order() throws {
        let written = Log()
        let thread = try WriterThread<Int>(capacity: 1000) { _ in
            nil
        } write: {
            written.append("\($0)")
        }
        for number in 0..<1000 { thread.enqueue(number) }
        #expect(thread.drain(timeout: .seconds(30)))
        #expect(written.lines == (0..<1000).map(String.init))
        thread.enqueue(1000)
        #expect(thread.drain(timeout: .seconds(30)))
        #expect(written.lines.last == "1000")
    }

    @Test("what a stalled writer loses is told once half of the queue is free, replaced or dropped")
    func lost() throws {
        let desk = try StalledDesk(capacity: 4) { "lost \($0)" }
        for number in 1...4 { desk.thread.enqueue("\(number)") }
        desk.thread.enqueue("a5", key: "a")
        desk.thread.enqueue("a6", key: "a")
        desk.thread.enqueue("7")
        desk.thread.enqueue("8")
        // Full of 1 2 3 4; 1 went for a5, a5 for a6, a6 for 7, 2 for 8.
        #expect(!desk.thread.drain(timeout: .zero))
        desk.resume()
        #expect(desk.thread.drain(timeout: .seconds(30)))
        #expect(desk.written.lines == ["first", "3", "4", "lost 4", "7", "8"])
    }

    @Test("each loss is told once, and where nothing is to be told nothing is written")
    func lostTwice() throws {
        let desk = try StalledDesk(capacity: 1) { $0 == 2 ? nil : "lost \($0)" }
        for number in 1...3 { desk.thread.enqueue("\(number)") }
        desk.resume()
        #expect(desk.thread.drain(timeout: .seconds(30)))
        #expect(desk.written.lines == ["first", "3"])
        desk.stall()
        for number in 4...7 { desk.thread.enqueue("\(number)") }
        desk.resume()
        #expect(desk.thread.drain(timeout: .seconds(30)))
        #expect(desk.written.lines == ["first", "3", "first", "7", "lost 3"])
    }

    @Test("what waits when the writer goes is still written, then the thread ends")
    func gone() throws {
        let ended = try TestPipe()
        do {
            let mark = LastMark(pipe: ended)
            let thread = try WriterThread<String>(capacity: 2) { _ in
                nil
            } write: {
                mark.pipe.write($0)
            }
            thread.enqueue("x")
            thread.enqueue("y")
        }
        var text = ""
        while !text.hasSuffix(".") { text += ended.read() }
        #expect(text == "xy.")
    }

    @Test("every signal is blocked in the thread, and the caller's mask is as before")
    func signals() throws {
        let isBlocked = Log()
        let before = isSignalBlocked(SIGHUP)
        let thread = try WriterThread<Int32>(capacity: 10) { _ in
            nil
        } write: { signal in
            isBlocked.append("\(isSignalBlocked(signal))")
        }
        for signal in [SIGHUP, SIGUSR1, SIGTERM] { thread.enqueue(signal) }
        #expect(thread.drain(timeout: .seconds(30)))
        #expect(isBlocked.lines == ["true", "true", "true"])
        #expect(isSignalBlocked(SIGHUP) == before)
    }
}

/// Whether the signal is blocked in the calling thread.
private func isSignalBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    return unsafe sigismember(&mask, signal) == 1
}

/// Lines from several threads.
private final class Log: Sendable {
    private let storage = Mutex<[String]>([])

    var lines: [String] { storage.withLock { $0 } }

    func append(_ line: String) {
        storage.withLock { $0.append(line) }
    }
}

/// Says by a dot that the last reference to it is gone.
private final class LastMark: Sendable {
    let pipe: TestPipe

    init(pipe: TestPipe) {
        self.pipe = pipe
    }

    deinit {
        pipe.write(".")
    }
}

/// A writer thread that hangs in an item `first` until it is told to go on.
private final class StalledDesk {
    let written = Log()
    let thread: WriterThread<String>
    private let begun: TestPipe
    private let gate: TestPipe

    init(capacity: Int, lost: @escaping @Sendable (Int) -> String?) throws {
        let (written, begun, gate) = (written, try TestPipe(), try TestPipe())
        (self.begun, self.gate) = (begun, gate)
        thread = try WriterThread(capacity: capacity, lost: lost) { line in
            written.append(line)
            guard line == "first" else { return }
            begun.write("x")
            _ = gate.read(1)
        }
        stall()
    }

    /// Has the thread hang, with an empty queue.
    func stall() {
        thread.enqueue("first")
        _ = begun.read(1)
    }

    /// Lets the thread go on.
    func resume() {
        gate.write("x")
    }
}
