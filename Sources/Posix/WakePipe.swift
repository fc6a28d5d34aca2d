internal import Glibc

/// Wakes one thread from another, by a pipe: a wake-up that comes before the wait is not missed,
/// and several are one.
package struct WakePipe: ~Copyable, Sendable {
    private let reading: OwnedDescriptor
    private let writing: OwnedDescriptor

    /// - Throws: the error of pipe(2): `EMFILE`, `ENFILE`.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try checkErrno("pipe") { unsafe pipe(&ends) }
        let reading = OwnedDescriptor(adopting: ends[0])
        let writing = OwnedDescriptor(adopting: ends[1])
        for end in ends {
            _ = try checkErrno("fcntl") { fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = try checkErrno("fcntl") { fcntl(end, F_SETFL, O_NONBLOCK) }
        }
        self.reading = reading
        self.writing = writing
    }

    /// Readable while a wake-up waits to be taken.
    package var descriptor: Int32 { reading.number }

    /// Wakes who waits, or the next to wait.
    package func wake() {
        let byte: [UInt8] = [0]
        // The one failure left is a full pipe (EAGAIN), in which enough wake-ups wait already.
        _ = unsafe Glibc.write(writing.number, byte, byte.count)
    }

    /// Waits for a wake-up and takes it; false where the time is over first.
    ///
    /// - Parameter timeout: how long to wait, by a clock that nobody sets; nil for ever.
    package func wait(timeout: Duration? = nil) -> Bool {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var question = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
        let count = try? checkErrno("poll") {
            unsafe poll(&question, 1, Self.milliseconds(to: deadline))
        }
        guard count == 1 else { return false }
        var bytes = [UInt8](repeating: 0, count: 64)
        return unsafe Glibc.read(reading.number, &bytes, bytes.count) > 0
    }

    /// The time to the deadline as poll(2) takes it: rounded up, at most what it can say.
    private static func milliseconds(to deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let rest = (deadline - .now) / .milliseconds(1)
        return Int32(max(0, min(rest.rounded(.up), 1e9)))
    }
}
