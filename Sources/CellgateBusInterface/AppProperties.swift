package import CellgateCore
internal import Systemd

/// An app's state, as it is on the bus: the properties of its object.
package struct AppProperties: PropertyRecord {
    package var id = ""
    package var name = ""
    package var restrictedState = RestrictedState.unknown.name
    package var unknownReason = ""
    package var choice = Choice.undecided.rawValue
    package var choiceSource = ChoiceSource.default.rawValue
    package var isLocked = false
    package var decided: UInt64 = 0
    package var isAvailable = false
    package var reason = Availability.notAvailable.rawValue
    package var pathStatus = PathStatus.unsatisfied.rawValue
    package var pathReason = ""
    package var interfaces: [InterfaceProperties] = []
    package var interfaceType = ""
    package var isExpensive = false
    package var isConstrained = false
    package var supportsIPv4 = false
    package var supportsIPv6 = false
    package var supportsDNS = false
    package var gateways: [String] = []
    package var guidance = GuidanceState.none.rawValue
    package var since: UInt64 = 0
    package var cause = ""
    package var generation: UInt64 = 0

    package init() {}

    /// - Parameter wallTime: The time of day of a moment of the daemon's.
    package init(_ report: AppReport, wallTime: (Instant) -> WallTime) {
        let state = report.state
        id = report.app.rawValue
        name = (report.name ?? report.app.rawValue).withoutNoncharacters
        restrictedState = state.restrictedState.name
        unknownReason = state.unknownReason?.rawValue ?? ""
        choice = state.choice.rawValue
        choiceSource = state.choiceSource.rawValue
        isLocked = report.isLocked
        decided = report.decided.map { UInt64(clamping: $0.microseconds) } ?? 0
        isAvailable = state.isAvailable
        reason = state.availability.rawValue
        pathStatus = report.pathStatus.rawValue
        pathReason = report.unsatisfiedReason?.rawValue ?? ""
        interfaces = report.availableInterfaces.map(InterfaceProperties.init)
        interfaceType = report.interfaceType?.rawValue ?? ""
        isExpensive = report.isExpensive
        isConstrained = report.isConstrained
        supportsIPv4 = report.supportsIPv4
        supportsIPv6 = report.supportsIPv6
        supportsDNS = report.supportsDNS
        gateways = report.gateways.map(\.description)
        guidance = report.guidance.rawValue
        since = UInt64(clamping: wallTime(report.standing.since).microseconds)
        cause = report.standing.cause.rawValue
        generation = report.generation
    }

    /// What tells of the evaluation and not of the app.
    package static let following: Set<String> = ["Generation"]

    package static let fields: [PropertyField<AppProperties>] = [
        .string(
            "Id", \.id, change: .constant, summary: "The app's id: the name of its policy file."),
        .string("Name", \.name, summary: "Its name for people; the id where its file has none."),
        .string(
            "RestrictedState", \.restrictedState,
            summary:
                "Whether it may use mobile data: unknown, restricted or notRestricted. It never "
                + "depends on the path."),
        .string(
            "UnknownReason", \.unknownReason,
            summary: "Why the state is unknown: pending, airplaneMode, noModem, noSIM, notAsked or "
                + "indeterminate; empty unless it is."),
        .string(
            "Choice", \.choice,
            summary: "The choice in force: undecided, wifiAndCellular, wifiOnly or off."),
        .string(
            "ChoiceSource", \.choiceSource,
            summary: "Who made it: user, administrator, package or default."),
        .boolean("Locked", \.isLocked, summary: "Whether the administrator has settled it."),
        .number(
            "Decided", \.decided,
            summary:
                "When the user's choice was last changed, in microseconds since 1970 UTC; 0 where "
                + "that is not known."),
        .boolean("Available", \.isAvailable, summary: "Whether it can reach the network now."),
        .string(
            "Reason", \.reason,
            summary:
                "available, or why not: notAvailable, cellularDenied, wifiDenied, undecided or "
                + "invalid."),
        .string(
            "PathStatus", \.pathStatus,
            summary:
                "The app's own path: satisfied, unsatisfied, or requiresConnection where an attempt "
                + "may bring it up."),
        .string(
            "PathReason", \.pathReason,
            summary:
                "Why it is unsatisfied: notAvailable, cellularDenied or wifiDenied; empty unless it "
                + "is."),
        .interfaces(
            "Interfaces", \.interfaces,
            summary:
                "The interfaces that it may use, the preferred first: name, index, and type (wifi, "
                + "cellular, wiredEthernet, loopback or other)."),
        .string(
            "InterfaceType", \.interfaceType,
            summary: "The type of what its traffic uses; empty unless the path is satisfied."),
        .boolean("Expensive", \.isExpensive, summary: "Whether that is metered."),
        .boolean("Constrained", \.isConstrained, summary: "Whether that is to be spared."),
        .boolean("IPv4", \.supportsIPv4, summary: "Whether it may use IPv4 now."),
        .boolean("IPv6", \.supportsIPv6, summary: "Whether it may use IPv6 now."),
        .boolean("DNS", \.supportsDNS, summary: "Whether it has a name server."),
        .strings("Gateways", \.gateways, summary: "The next hops, IPv4's first."),
        .string(
            "Guidance", \.guidance,
            summary:
                "Where the advice to allow it mobile data stands: none, recorded (not to be shown "
                + "now), eligible (to be shown), shown, clicked, specific (to be shown once more, "
                + "in detail) or resolved."),
        .number(
            "Since", \.since,
            summary: "Since when Reason is what it is, in microseconds since 1970 UTC."),
        .string(
            "Cause", \.cause,
            summary: "What made it so: start, network, policy, decision, refresh, reload, timer or "
                + "request."),
        .number(
            "Generation", \.generation, summary: "The evaluation that these properties are of."),
    ]
}
