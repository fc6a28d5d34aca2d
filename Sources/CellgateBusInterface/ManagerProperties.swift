package import CellgateCore
internal import Systemd

/// The device's state, as it is on the bus: the properties of the daemon's object.
package struct ManagerProperties: PropertyRecord {
    package var version = ""
    package var profile = ""
    package var enforcement = ""
    package var pathStatus = PathStatus.unsatisfied.rawValue
    package var pathReason = ""
    package var interface = ""
    package var interfaceType = ""
    package var typeSource = ""
    package var interfaces: [InterfaceProperties] = []
    package var isExpensive = false
    package var expensiveSource = ""
    package var isConstrained = false
    package var supportsIPv4 = false
    package var supportsIPv6 = false
    package var supportsDNS = false
    package var gateways: [String] = []
    package var airplaneMode = ""
    package var modem = ""
    package var registration = ""
    package var isConfigurationValid = false
    package var networkProbeURL = FirstUseConfiguration().networkProbeURL
    package var settingsCommand: [String] = []
    package var simulation: [String] = []
    package var since: UInt64 = 0
    package var cause = ""
    package var apps: [String: UInt64] = [:]
    package var statistics: [String: UInt64] = [:]
    package var generation: UInt64 = 0

    package init() {}

    /// - Parameter wallTime: The time of day of a moment of the daemon's.
    package init(_ report: DeviceReport, wallTime: (Instant) -> WallTime) {
        let path = report.path
        version = CellgateCore.version
        profile = report.profile.rawValue
        enforcement = "off"
        pathStatus = path.status.rawValue
        pathReason = path.unsatisfiedReason?.rawValue ?? ""
        interface = path.availableInterfaces.first?.name.description ?? ""
        interfaceType = path.preferred?.type.rawValue ?? ""
        typeSource = path.preferred?.typeSource.rawValue ?? ""
        interfaces = path.availableInterfaces.map(InterfaceProperties.init)
        isExpensive = path.isExpensive
        expensiveSource = path.preferred?.expensiveSource.rawValue ?? ""
        isConstrained = path.isConstrained
        supportsIPv4 = path.supportsIPv4
        supportsIPv6 = path.supportsIPv6
        supportsDNS = path.supportsDNS
        gateways = path.gateways.map(\.description)
        airplaneMode = report.radio.isAirplaneMode.map { $0 ? "on" : "off" } ?? "unknown"
        modem = report.radio.modem.rawValue
        registration = report.radio.registration?.rawValue ?? ""
        isConfigurationValid = !report.hasErrorsInFiles
        networkProbeURL = report.networkProbeURL
        settingsCommand = report.settingsCommand
        simulation = report.simulation
        since = UInt64(clamping: wallTime(report.standing.since).microseconds)
        cause = report.standing.cause.rawValue
        apps = Dictionary(
            uniqueKeysWithValues: Availability.allCases.map {
                ($0.rawValue, UInt64(clamping: report.apps[$0] ?? 0))
            })
        statistics = Dictionary(
            uniqueKeysWithValues: Statistics.Counter.allCases.map {
                ($0.rawValue, report.statistics[$0])
            })
        generation = report.generation
    }

    /// What tells of the evaluation and not of the device.
    package static let following: Set<String> = ["Generation"]

    package static let fields: [PropertyField<ManagerProperties>] = [
        .string("Version", \.version, change: .constant, summary: "The daemon's version."),
        .string(
            "Profile", \.profile,
            summary: "Where an undecided app waits for a decision: cellular, any-network or allow."),
        .string(
            "Enforcement", \.enforcement, change: .nothing,
            summary: "Whether refusals are carried out in the kernel: off."),
        .string(
            "PathStatus", \.pathStatus, summary: "The device's path: satisfied or unsatisfied."),
        .string("PathReason", \.pathReason, summary: "Why it is unsatisfied; empty unless it is."),
        .string(
            "Interface", \.interface,
            summary:
                "The preferred interface; empty without one. Bytes that are not printable, and space, "
                + "colon and backslash, are \\xNN."),
        .string(
            "InterfaceType", \.interfaceType,
            summary:
                "The type that counts for apps: wifi, cellular, wiredEthernet, loopback or other; that "
                + "of what carries it where the preferred interface is a tunnel."),
        .string("TypeSource", \.typeSource, summary: "How that type is known."),
        .interfaces(
            "Interfaces", \.interfaces,
            summary: "All usable interfaces, the kernel's preferred first: name, index and type."),
        .boolean("Expensive", \.isExpensive, summary: "Whether the path is metered."),
        .string(
            "ExpensiveSource", \.expensiveSource,
            summary:
                "How that is known: configured, roaming, networkManager, networkManagerGuess or "
                + "type; empty without a path."),
        .boolean("Constrained", \.isConstrained, summary: "Whether the path is to be spared."),
        .boolean("IPv4", \.supportsIPv4, summary: "Whether IPv4 has a usable route."),
        .boolean("IPv6", \.supportsIPv6, summary: "Whether IPv6 has a usable route."),
        .boolean("DNS", \.supportsDNS, summary: "Whether there is a name server."),
        .strings("Gateways", \.gateways, summary: "The next hops, IPv4's first."),
        .string(
            "AirplaneMode", \.airplaneMode,
            summary: "Whether the mobile radios are off: on, off or unknown."),
        .string(
            "Modem", \.modem,
            summary: "What is known of a modem: unknown, absent, withoutSIM, present or failed."),
        .string(
            "Registration", \.registration,
            summary:
                "Where the modem stands with the mobile networks: home, roaming, limited, "
                + "searching, denied or idle; empty where nothing tells."),
        .boolean(
            "ConfigurationValid", \.isConfigurationValid,
            summary: "Whether the files had no error when they were last read."),
        .string(
            "NetworkProbeURL", \.networkProbeURL,
            summary: "What apps that probe the network ask for, with an HTTP HEAD request."),
        .strings(
            "SettingsCommand", \.settingsCommand,
            summary:
                "The program that opens the settings of mobile data, and its arguments, where %i "
                + "stands for an app's id and %% for %; empty for none."),
        .strings(
            "Simulation", \.simulation,
            summary: "What is simulated, as the steps of Simulate; empty where nothing is."),
        .number(
            "Since", \.since,
            summary: "Since when the path is what it is, in microseconds since 1970 UTC."),
        .string("Cause", \.cause, summary: "What made it so."),
        .counts(
            "Apps", \.apps, change: .nothing, summary: "How many apps stand in each way, by Reason."
        ),
        .counts(
            "Statistics", \.statistics, change: .nothing,

            summary:
                "What was counted since the start; agents and openPrompts are how many there are now."
        ),
        .number(
            "Generation", \.generation, summary: "The evaluation that these properties are of."),
    ]
}
