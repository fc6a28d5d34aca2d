/// What the lines of a scenario begin with, their time apart.
enum ScenarioVerb: String, CaseIterable, Sendable {
    // What is set up, and may change later.
    case config
    case app
    case remove
    case wifi
    case cellular
    case cellular2
    case wired
    case vpn
    case handover
    case ip
    case dns
    case airplane
    case modem
    case agent
    // The daemon.
    case start
    case stop
    case refresh
    case publish
    case reload
    case overrun
    // The apps.
    case use
    case probe
    case fail
    case gate
    case poll
    case advise
    // The user.
    case answer
    case set
    case clear
    case click
    case dismiss
    // What a recorded daemon was told, and what it knew from before.
    case input
    case known
    // What is to come of it.
    case expect

    /// How a line with it is written.
    var usage: String {
        switch self {
        case .config: "config KEY=VALUE"
        case .app: "app ID [by administrator] [KEY=VALUE]..."
        case .remove: "remove ID [by administrator]"
        case .wifi, .cellular, .cellular2, .wired, .vpn, .dns, .airplane, .agent:
            "\(rawValue) on, or \(rawValue) off"
        case .handover: "handover to wifi, or handover to cellular"
        case .ip: "ip COMMAND, as in ip link set wlan0 down"
        case .modem: "modem present, absent, withoutSIM, failed or unknown"
        case .start, .stop, .refresh, .publish, .reload, .overrun: rawValue
        case .use, .probe, .gate, .poll, .advise, .clear, .click, .dismiss: "\(rawValue) ID"
        case .fail: "fail ID CODE, where the code is one of NSURLError or errno, as in -1009"
        case .answer: "answer ID CHOICE, where the choice is wifi-and-cellular, wifi-only or off"
        case .set: "set ID CHOICE, where the choice is wifi-and-cellular, wifi-only, off or ask"
        case .input, .known:
            "\(rawValue) NAME, or \(rawValue) {\"NAME\":...}, as a recording has it behind \"input\":"
        case .expect:
            "expect app, path, entry, nothing, prompt, advice, gate, poll, use, probe, fail, advise, "
                + "set or clear, and what of it"
        }
    }
}
