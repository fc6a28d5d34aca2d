internal import CellgateCore
internal import CellgatePolicyFile

/// Something that happens in a scenario.
enum ScenarioAction: Equatable, Sendable {
    /// A line of `cellgated.conf`, with its section's header.
    case config(String)
    /// An app's file is there from now on, with this text.
    case app(AppID, ConfigurationRoot, String)
    /// An app's file goes.
    case remove(AppID, ConfigurationRoot)

    case uplink(Uplink, isOn: Bool)
    /// This one comes and the other goes, in one moment.
    case handover(to: Uplink)
    case vpn(isOn: Bool)
    /// A command of ip(8).
    case ip(String)
    case dns(isOn: Bool)
    case airplane(isOn: Bool)
    case modem(CellularRadio.Modem)

    case start
    case stop
    case refresh
    case publish
    case reload
    /// Messages of the kernel are lost.
    case overrun

    /// A program asks for something, on behalf of an app or of the user.
    case ask(AskedVerb, AppID, Request)
    /// The app runs something once it can reach the network.
    case gate(AppID)
    /// The app looks each second whether it can reach the network, and runs something once.
    case poll(AppID)

    case agent(isOn: Bool)
    case answer(AppID, Choice)
    /// What the user does with the advice that is on the screen.
    case touch(AppID, GuidanceEvent)

    /// Whether there has to be a daemon for it.
    var needsDaemon: Bool {
        switch self {
        case .config, .app, .remove, .uplink, .handover, .vpn, .ip, .dns, .airplane, .modem, .agent,
            .start:
            false
        case .stop, .refresh, .publish, .reload, .overrun, .ask, .gate, .poll, .answer, .touch:
            true
        }
    }
}

/// A way out of the device.
enum Uplink: String, CaseIterable, Sendable {
    case wifi
    case cellular
    /// A second modem.
    case cellular2
    case wired

    var link: String {
        switch self {
        case .wifi: "wlan0"
        case .cellular: "wwan0"
        case .cellular2: "wwan1"
        case .wired: "eth0"
        }
    }

    /// K of its network 10.K.0.0/24.
    private var subnet: Int {
        switch self {
        case .wifi: 1
        case .cellular: 2
        case .wired: 3
        case .cellular2: 4
        }
    }

    /// The lower one is preferred, as network managers set it.
    private var metric: Int {
        switch self {
        case .wired: 100
        case .wifi: 600
        case .cellular: 700
        case .cellular2: 701
        }
    }

    /// Whether it is one of the radios that airplane mode switches off.
    var isRadio: Bool { self != .wired }

    /// The commands that make its link.
    var creation: [String] {
        [
            "link add \(link) type veth peer name p\(subnet)", "link set p\(subnet) up",
            "addr add 10.\(subnet).0.2/24 dev \(link)",
        ]
    }

    /// The commands that take its link, which is there, into use.
    var activation: [String] {
        [
            "link set \(link) up",
            "route add default via 10.\(subnet).0.1 dev \(link) metric \(metric)",
        ]
    }
}

/// The verbs that are answered: `expect` asks what the latest of each came to, by app.
enum AskedVerb: String, CaseIterable, Sendable {
    /// The app uses the network for the first time and waits for a decision (R35).
    case use
    /// The app's probe of its permission (R30).
    case probe
    /// A request of the app failed (R73).
    case fail
    /// The app asks for advice.
    case advise
    /// The user chooses in the settings.
    case set
    /// The user's choice is forgotten.
    case clear
}
