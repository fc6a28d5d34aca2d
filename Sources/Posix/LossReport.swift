internal import Synchronization

/// Tells a loop how much others lost: any thread adds, the loop takes.
package final class LossReport<Reader: Hashable & Sendable>: Sendable {
    private let counts = Mutex<[Reader: Int]>([:])
    private let pipe: WakePipe

    /// - Throws: the error of pipe(2): `EMFILE`, `ENFILE`.
    package init() throws(SystemError) {
        pipe = try WakePipe()
    }

    /// Readable when ``take()`` has something to return.
    package var descriptor: Int32 { pipe.descriptor }

    /// Counts a loss; may be called from any thread.
    ///
    /// - Parameters:
    ///   - count: how much was lost, at least 1.
    ///   - reader: who did not get it.
    package func add(_ count: Int, of reader: Reader) {
        counts.withLock { $0[reader, default: 0] += count }
        pipe.wake()
    }

    /// What was lost since the last call, each reader once.
    package func take() -> [(reader: Reader, count: Int)] {
        _ = pipe.wait(timeout: .zero)
        let taken = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        return taken.map { ($0.key, $0.value) }
    }
}
