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
    /// Be there for requests from now on: there is something to tell (R46).
    case serve
    /// Ask whether the caller of a request has a right, and answer with
    /// ``Input/authorization(_:_:)``.
    case authorize(RequestID, Right)
    /// Answer a request; once for each.
    case reply(RequestID, Reply)
    /// Tell these subscribers, and nobody else.
    case signal([ClientID], Signal)
    /// Have an agent ask the user, and answer with ``Input/promptAnswered(_:_:by:_:at:)`` and this
    /// number.
    case prompt(ClientID, PromptQuestion, AskID)
    /// The agent need not ask about the app any more.
    case cancelPrompt(ClientID, AppID)
    /// Have an agent show advice; what comes of it comes as a request. Where the agent cannot show it,
    /// and it is no note of success, answer with ``Input/guidanceFailed(_:by:)``.
    case guide(ClientID, GuidanceNote)
    /// The agent is to take away the advice about the app.
    case withdrawGuidance(ClientID, AppID)
    /// Store the records where no power cut loses them, those of the named apps whatever is on disk
    /// by now, and answer with
    /// ``Input/recordsStored(_:)``; never while another table is being stored.
    case storeRecords(RecordTable, changing: Set<AppID>)
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
