extension NetworkPermission {
    /// Runs a check at once and then again after each pause, until it holds; then runs `operation`,
    /// once, whatever becomes of the check meanwhile.
    ///
    /// For what nobody tells of, such as whether a server of the app's own answers. Whether the
    /// network can be reached is told: see ``whenAvailable(timeout:_:)``. It asks no daemon.
    ///
    /// - Parameters:
    ///   - pause: From the end of a check to the next; negative counts as none.
    ///   - timeout: How long the checks may go on; the one under way at its end still counts, and at
    ///     least one is made. Nil for ever.
    ///   - check: Whether what is waited for is there.
    /// - Returns: What `operation` returns.
    /// - Throws: ``CellgateError/timedOut`` where the check did not hold in time, and
    ///   `CancellationError` where the task was cancelled before it held: then `operation` was not
    ///   run; or what `check` or `operation` throws, which ends it.
    public static func poll<Result: Sendable>(
        every pause: Duration = .seconds(1), timeout: Duration? = nil,
        until check: @Sendable () async throws -> Bool,
        then operation: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await poll(
            every: pause, timeout: timeout, on: ContinuousClock(), until: check, then: operation)
    }

    /// As ``poll(every:timeout:until:then:)``, on any clock.
    static func poll<Result: Sendable>(
        every pause: Duration, timeout: Duration?, on clock: some Clock<Duration>,
        until check: @Sendable () async throws -> Bool,
        then operation: @Sendable () async throws -> Result
    ) async throws -> Result {
        let start = clock.now
        while true {
            try Task.checkCancellation()
            if try await check() { return try await operation() }
            let left = timeout.map { $0 - start.duration(to: clock.now) }
            if let left, left <= .zero { throw CellgateError.timedOut }
            try await clock.sleep(for: max(.zero, min(pause, left ?? pause)))
        }
    }
}
