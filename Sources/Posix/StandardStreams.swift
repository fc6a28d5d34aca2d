internal import Glibc

/// The descriptors that every program has.
package enum StandardStreams {
    /// What standard input has, at most 4 KiB; nil where it has ended or cannot be read. Waits where
    /// it has nothing.
    package static func readAvailable() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(0, $0.baseAddress, $0.count)
            }
            if count > 0 { return Array(buffer[..<count]) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// Opens `/dev/null` for each of 0, 1 and 2 that is closed, so that no file or socket that is
    /// opened later gets such a number and is taken for a stream.
    ///
    /// Called before anything else is opened. Where `/dev/null` cannot be opened it changes nothing.
    ///
    /// - Returns: Those that were closed.
    @discardableResult
    package static func fill() -> Set<Int32> {
        var closed: Set<Int32> = []
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            closed.insert(descriptor)
            // The lowest free number is given out, which is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
        return closed
    }
}
