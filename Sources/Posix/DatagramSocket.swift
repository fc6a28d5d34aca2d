internal import Glibc

/// A socket in the file system that takes datagrams, as journald and systemd have them.
package final class DatagramSocket {
    /// The greatest datagram that is taken whole, in bytes.
    package static let greatestSize = 256 << 10

    private let descriptor: OwnedDescriptor
    private let path: String
    private var buffer = [UInt8](repeating: 0, count: greatestSize)

    /// Makes it at a path that is free; everybody may send.
    ///
    /// - Throws: the error of socket(2), bind(2) or chmod(2); `ENAMETOOLONG`.
    package init(path: String) throws(SystemError) {
        self.path = path
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = OwnedDescriptor(
            adopting: try checkErrno("socket", path) { socket(AF_UNIX, kind, 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isWhole = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            // The last byte stays the NUL that ends it.
            guard bytes.count < room.count else { return false }
            unsafe room.copyBytes(from: bytes)
            return true
        }
        guard isWhole else {
            throw SystemError(operation: "bind", subject: path, code: ENAMETOOLONG)
        }
        let number = descriptor.number
        _ = try checkErrno("bind", path) {
            // bind(2) reads the address through the type that all families share.
            unsafe withUnsafeBytes(of: address) { bytes in
                unsafe bytes.withMemoryRebound(to: sockaddr.self) { addresses in
                    unsafe bind(number, addresses.baseAddress, socklen_t(bytes.count))
                }
            }
        }
        _ = try checkErrno("chmod", path) { unsafe chmod(path, 0o666) }
    }

    deinit {
        _ = unsafe unlink(path)
    }

    /// The next datagram, and when it was taken; nil where none has come by the deadline. Bytes
    /// beyond ``greatestSize`` are lost.
    ///
    /// - Throws: the error of setsockopt(2) or recv(2).
    package func receive(
        until deadline: SuspendingClock.Instant
    ) throws(SystemError) -> (bytes: [UInt8], at: SuspendingClock.Instant)? {
        while true {
            let left = deadline - .now
            guard left > .zero else { return nil }
            try setTimeout(left)
            if let datagram = try receive(flags: 0) { return datagram }
        }
    }

    /// Takes everything that has come; the number of datagrams.
    ///
    /// - Throws: the error of recv(2).
    @discardableResult
    package func drain() throws(SystemError) -> Int {
        var count = 0
        while try receive(flags: Int32(MSG_DONTWAIT)) != nil { count += 1 }
        return count
    }

    private func receive(
        flags: Int32
    ) throws(SystemError) -> (bytes: [UInt8], at: SuspendingClock.Instant)? {
        let number = descriptor.number
        do throws(SystemError) {
            let count = try checkErrno("receive", path) {
                unsafe buffer.withUnsafeMutableBytes { room in
                    unsafe recv(number, room.baseAddress, room.count, flags)
                }
            }
            // Before anything is copied: the moment is what is measured.
            let moment = SuspendingClock.now
            return (Array(buffer[..<count]), moment)
        } catch {
            if error.code == EAGAIN { return nil }
            throw error
        }
    }

    /// Has recv(2) wait no longer than that, in the way that takes one system call for a datagram.
    private func setTimeout(_ limit: Duration) throws(SystemError) {
        let (seconds, attoseconds) = limit.components
        // Zero would be no limit.
        let microseconds = max(1, attoseconds / 1_000_000_000_000)
        var timeout = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        let number = descriptor.number
        _ = try checkErrno("set the time-out of", path) {
            unsafe setsockopt(
                number, SOL_SOCKET, SO_RCVTIMEO, &timeout,
                socklen_t(MemoryLayout<timeval>.size))
        }
    }
}
