/// Everything that can happen to the engine.
package enum Input: Codable, Equatable, Sendable {
    /// The daemon starts; comes first and once.
    case start
    /// The files were read: the answer to ``Directive/readPolicy``.
    case policy(PolicyReading)
    /// A configuration file or its folder changed.
    case filesChanged
    /// The records were read: the answer to ``Directive/readRecords``.
    case records(RecordReading)
    /// The kernel told of changes, in this order.
    case network([NetworkEvent])
    /// Messages of the kernel were lost (an overrun) or could not be decoded.
    case messagesLost(overruns: Int, undecodable: Int)
    /// The kernel's links and addresses: the answer to ``Directive/dumpNetwork``.
    case dump(NetworkDump)
    /// The dump failed: the answer to ``Directive/dumpNetwork`` otherwise.
    case dumpFailed(reason: String)
    /// Whether the resolver's file names a server; on each change, and the answer to
    /// ``Directive/readResolver``.
    case resolver(supportsDNS: Bool)
    /// The kernel's answers to ``Directive/ask(_:)``.
    case answers([KernelQuestion: KernelAnswer])
    /// SIGUSR1: the return to the foreground (R70).
    case refresh
    /// SIGUSR2: publish the state without reading anything anew.
    case publishState
    /// SIGHUP: read the files anew.
    case reload
    /// Entries were dropped on their way to a reader that does not keep up.
    case entriesLost(count: Int, reader: EntryReader)
    /// What is known of the mobile radio beside its interfaces; on each change.
    case radio(CellularRadio)
    /// What NetworkManager says of links, by name, whole; on each change, and empty once it is gone.
    case metered([InterfaceName: Metered])
    /// The links that ModemManager names as modems', or NetworkManager, whole; on each change, and
    /// empty once they are gone.
    case modemLinks(Set<InterfaceName>)
    /// Somebody asks for something, at this time of day.
    case request(RequestID, Request, from: Caller, at: WallTime)
    /// Whether a caller has a right: the answer to ``Directive/authorize(_:_:)``.
    case authorization(RequestID, Authorization)
    /// What became of a table: the answer to ``Directive/storeRecords(_:changing:)``.
    case recordsStored(RecordOutcome)
    /// What an agent made of a prompt, at this time of day: the answer to
    /// ``Directive/prompt(_:_:_:)`` of that number.
    case promptAnswered(AppID, AskID, by: ClientID, PromptAnswer, at: WallTime)
    /// An agent could not show the advice about an app: the answer to ``Directive/guide(_:_:)`` where
    /// there is one.
    case guidanceFailed(AppID, by: ClientID)
    /// Where the user of an agent sits; on each change after it has asked to be one.
    case seat(ClientID, AgentSeat)
    /// The apps that desktop files and flatpak name; once they are known, and on each change.
    case installed(Set<AppID>)
    /// Whether the daemon is to be found on the bus; on each change.
    case bus(BusState)
    /// A client has left the bus.
    case clientGone(ClientID)
    /// The connection to the bus is lost, and with it every client.
    case clientsGone
    /// What the engine simulated in whose place this one goes on; nil for nothing. Only in
    /// ``Engine/recap``.
    case simulation(SimulatedState?)
    /// A timer that was armed ran out.
    case timer(EngineTimer)
    /// The turn of the event loop ends: evaluate what it made dirty.
    case endOfTurn
    /// SIGTERM or SIGINT, by name.
    case stop(signal: String)
}

/// Whether the daemon is to be found on the bus.
package enum BusState: Codable, Equatable, Sendable {
    /// It has its name.
    case serving
    /// It has not, for this reason; it is tried again.
    case unavailable(reason: String)
}

/// The engine's timers; each is armed at most once at a time.
package enum EngineTimer: String, Codable, Hashable, CaseIterable, Sendable {
    /// The files that changed are complete by now.
    case policy
    /// A route's lifetime is over.
    case routeExpiry
    /// The next resync may be made.
    case resync
    /// The next set of changes may be published.
    case publication
    /// The next snapshot is due.
    case snapshot
    /// Somebody has waited long enough for a decision.
    case wait
    /// What an app's probe of the network has changed is to be seen by now.
    case reevaluation
    /// An app whose file is gone counts as removed by now, unless it came back.
    case removal
    /// What could not be stored, or did not reach an agent, is to be tried again.
    case retry
}

/// How inputs are written: each by its name.
extension Input {
    /// The names of all inputs.
    package static var codedNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case start, policy, filesChanged, records, network, messagesLost, dump, dumpFailed, resolver
        case answers, refresh, publishState, reload, entriesLost, radio, request, authorization
        case recordsStored, promptAnswered, guidanceFailed, seat, metered, modemLinks, installed
        case bus, clientGone, clientsGone, simulation, timer, endOfTurn, stop
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum RequestCodingKeys: String, CodingKey {
        case _0 = "id"
        case _1 = "request"
        case from, at
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum AuthorizationCodingKeys: String, CodingKey {
        case _0 = "id"
        case _1 = "outcome"
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum PromptAnsweredCodingKeys: String, CodingKey {
        case _0 = "app"
        case _1 = "question"
        case by
        case _3 = "answer"
        case at
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum GuidanceFailedCodingKeys: String, CodingKey {
        case _0 = "app"
        case by
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum MeteredCodingKeys: String, CodingKey {
        case _0 = "links"
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum SimulationCodingKeys: String, CodingKey {
        case _0 = "state"
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum SeatCodingKeys: String, CodingKey {
        case _0 = "client"
        case _1 = "seat"
    }
}
