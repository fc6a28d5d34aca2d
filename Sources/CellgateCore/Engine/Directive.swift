/// What the engine wants done; whoever drives it interprets these in order.
package enum Directive: Equatable, Sendable {
    /// Read all configuration files and answer with ``Input/policy(_:)``.
    case readPolicy
    /// Read the users' records and answer with ``Input/records(_:)``.
    case readRecords
    /// Read the resolver's file and answer with ``Input/resolver(supportsDNS:)``.
    case readResolver
    /// Dump links and addresses and answer with ``Input/dump(_:)`` or
    /// ``Input/dumpFailed(reason:)``.
    case dumpNetwork
    /// Ask the kernel and answer with ``Input/answers(_:)``, one answer a question.
    case ask([KernelQuestion])
    /// Publish an entry.
    case publish(Entry)
    /// Arm a timer; arming it again moves it.
    case arm(EngineTimer, at: Instant)
    case disarm(EngineTimer)
    /// Tell the service manager.
    case notify(ServiceState)
    /// End the loop with this exit code. No directive follows it.
    case exit(code: Int32)

    /// Whether it is the last one.
    var isExit: Bool {
        if case .exit = self { true } else { false }
    }
}

/// What the service manager is told. Source: sd_notify(3).
package enum ServiceState: Equatable, Sendable {
    /// `READY=1`.
    case ready
    /// `RELOADING=1` with `MONOTONIC_USEC=`.
    case reloading
    /// `STOPPING=1`.
    case stopping
    /// `STATUS=`, one line.
    case status(String)
}
