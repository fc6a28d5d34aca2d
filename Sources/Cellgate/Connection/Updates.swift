/// The values of something that changes: each loop over it gets the present value first, as soon
/// as the daemon has answered, then each change.
///
/// A loop that is slower than the changes gets the latest one; equal values never follow each
/// other. It ends when its task is cancelled.
public struct Updates<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    private let makeStream: @Sendable () -> AsyncStream<Element>

    init(_ makeStream: @escaping @Sendable () -> AsyncStream<Element>) {
        self.makeStream = makeStream
    }

    /// The values that `value` takes from what is known.
    init(
        of connection: DaemonConnection, value: @escaping @Sendable (Snapshot) -> Element?
    ) {
        makeStream = {
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let subscription = Subscription(to: connection, on: nil, value: value) {
                    continuation.yield($0)
                }
                continuation.onTermination = { _ in subscription.cancel() }
            }
        }
    }

    /// Begins a loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: makeStream().makeAsyncIterator())
    }

    /// One loop over the values.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<Element>.Iterator
        private var last: Element?

        init(base: AsyncStream<Element>.Iterator) {
            self.base = base
        }

        /// The next value that differs from the one before; nil at the end.
        public mutating func next() async -> Element? {
            await next(isolation: nil)
        }

        /// The next value that differs from the one before; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            // What was skipped between two values may leave them equal.
            while let element = await base.next(isolation: actor) {
                guard element != last else { continue }
                last = element
                return element
            }
            return nil
        }
    }
}
