/// Lets a burst through at once and then one more in each interval.
struct TokenBucket: Equatable, Sendable {
    let capacity: Int
    let interval: Duration
    private var tokens: Int
    /// When the tokens were last counted; one is added for each whole interval since.
    private var counted: Instant?

    init(capacity: Int, interval: Duration) {
        precondition(capacity > 0 && interval > .zero, "a bucket that lets nothing through")
        self.capacity = capacity
        self.interval = interval
        tokens = capacity
    }

    /// Takes a token where there is one.
    ///
    /// - Returns: nil where it took one, else when the next one will be there.
    mutating func take(at now: Instant) -> Instant? {
        refill(at: now)
        if tokens > 0 {
            tokens -= 1
            return nil
        }
        return (counted ?? now) + interval
    }

    private mutating func refill(at now: Instant) {
        guard let last = counted, tokens < capacity else {
            counted = now
            return
        }
        let elapsed = min(max(now.since(last) / interval, 0), Double(capacity))
        let whole = Int(elapsed)
        tokens = min(capacity, tokens + whole)
        counted = tokens == capacity ? now : last + interval * whole
    }
}
