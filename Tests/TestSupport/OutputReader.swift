internal import Glibc

/// The reading end of a pipe and what has come through it; the end is closed with it.
struct OutputReader: ~Copyable {
    /// The descriptor, for poll(2).
    let descriptor: CInt
    /// Whether all writers have closed their ends and all is read.
    private(set) var isAtEnd = false
    private var buffer: [UInt8] = []

    /// Takes over a descriptor.
    init(descriptor: CInt) {
        self.descriptor = descriptor
        let set = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        precondition(set == 0, "fcntl: \(errorText(errno))")
    }

    deinit {
        close(descriptor)
    }

    /// Takes in all that can be read without waiting.
    mutating func readAvailable() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while !isAtEnd {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count > 0 {
                buffer += chunk[..<count]
            } else if count == 0 {
                isAtEnd = true
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Takes the first line out, without its end; the last one may lack an end. Nil where there
    /// is no whole line yet.
    mutating func takeLine() -> String? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
            return isAtEnd && !buffer.isEmpty ? takeAll() : nil
        }
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
    }

    /// Takes everything out.
    mutating func takeAll() -> String {
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }
}

/// Those of the descriptors that can be read or have ended, as soon as there is one; none where
/// the deadline comes first.
func descriptorsWithInput(
    _ descriptors: [CInt], until deadline: ContinuousClock.Instant
) -> [CInt] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
        let left = max(deadline - .now, .zero)
        let milliseconds = left.components.seconds * 1000 + 1
        let count = unsafe poll(&entries, nfds_t(entries.count), CInt(clamping: milliseconds))
        if count > 0 { return entries.filter { $0.revents != 0 }.map(\.fd) }
        if count == 0 && deadline <= .now { return [] }
        precondition(count >= 0 || errno == EINTR, "poll: \(errorText(errno))")
    }
}
