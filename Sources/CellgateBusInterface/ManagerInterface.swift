package import CellgateCore
internal import Systemd

/// The interface of the daemon's object.
package enum ManagerInterface {
    private typealias Method = InterfaceDescription.Method
    private typealias Argument = InterfaceDescription.Argument

    private static let id = Argument("id", "s")
    private static let properties = Argument("properties", "a{sv}")

    package static let description = InterfaceDescription(
        name: ServiceName.managerInterface,
        summary:
            "Which apps may use mobile data, and whether they can reach the network. Whoever calls "
            + "sees the device and the app that its process belongs to; other apps need the polkit "
            + "action org.cellgate.cellgate1.inspect, and changes org.cellgate.cellgate1.set-choice. "
            + "Changes are told as PropertiesChanged of org.freedesktop.DBus.Properties, to "
            + "subscribers only.",
        methods: [
            Method(
                "ListApps", returns: [Argument("apps", "a" + AppSummary.signature)],
                does:
                    "All apps: id, name, choice, who made it, restricted state, reason, and whether it "
                    + "is available. Needs inspect."),
            Method(
                "GetApp", [id], returns: [properties],
                does: "The properties of an app's object. Needs inspect, but for the caller's own."),
            Method(
                "GetAppByPID", [Argument("pid", "u")], returns: [properties],
                does:
                    "The same of the app that a process belongs to. Needs inspect, but for the caller's own."
            ),
            Method(
                "GetAppByUnit", [Argument("unit", "s")], returns: [properties],
                does:
                    "The same of the app that a unit of the service manager runs. Needs inspect, but "
                    + "for the caller's own."),
            Method("GetSelf", returns: [properties], does: "The same of the caller's own app."),
            Method(
                "Explain", [id],
                returns: [
                    properties, Argument("reason", "s"), Argument("remedies", "a(ss)"),
                ],
                does:
                    "Why an app can or cannot reach the network, in a sentence, and what would change "
                    + "that: each remedy's name and a sentence. Needs inspect, but for the caller's "
                    + "own."),
            Method(
                "ClassifyFailure", [id, Argument("code", "i")], returns: [Argument("class", "s")],
                does:
                    "What a failed request of an app means: permission, undecided, offline or other. "
                    + "The code is an errno (positive) or one of NSURLErrorDomain (negative). "
                    + "Needs inspect, but for the caller's own."),
            Method(
                "ReportFailure", [Argument("code", "i")], returns: [Argument("class", "s")],
                does:
                    "The same of a request of the caller's own app, which has failed. Where the app "
                    + "lacks the permission, the journal tells it."),
            Method(
                "Probe",
                returns: [
                    Argument("result", "s"), Argument("cost_usec", "t"), Argument("network", "s"),
                ],
                does: "Whether the caller's own app has the permission: granted, denied or "
                    + "undetermined. Where nobody has decided yet, the user is asked if that is "
                    + "due, and this waits for an answer for 1.5 s at most."),
            Method(
                "RequestDecision",
                returns: [
                    Argument("result", "s"), Argument("cost_usec", "t"), Argument("network", "s"),
                ],
                does: "The same for a step that cannot go on without: it waits for 5 s at most."),
            Method(
                "NetworkProbeFinished", [Argument("outcome", "s")],
                does: "A probe of the network that the caller's own app made has ended: success, "
                    + "captivePortal, failure or timeout. Whatever it came to, the network is looked "
                    + "at again half a second later (ReevaluateDelaySec=)."),
            Method(
                "RegisterAgent",
                does: "The caller offers org.cellgate.Cellgate1.Agent and shows prompts and advice "
                    + "from now on, as the only one of its session. Needs agent."),
            Method("UnregisterAgent", does: "It does not any more."),
            Method(
                "GuidanceEvent", [id, Argument("event", "s")],
                does:
                    "What happened to advice about an app: shown, clicked, dismissed; or ask, where "
                    + "it is wanted. For agents, and for the caller's own app."),
            Method(
                "Refresh",
                does:
                    "Read files and network again, evaluate every app and publish the whole state. "
                    + "Needs inspect."),
            Method(
                "SetChoice", [id, Argument("choice", "s")],
                does:
                    "The user's choice for an app: wifiAndCellular, wifiOnly or off. It is stored when "
                    + "this returns, and in force. Needs set-choice."),
            Method(
                "ClearRecord", [id],
                does: "Forget the user's choice for an app, and that the user was asked. Needs "
                    + "set-choice."),
            Method(
                "Simulate", [Argument("step", "as")],
                does: "Simulate something from now on, as cellgatectl(1) says: path, handover, "
                    + "airplane-mode, sim, modem, choice, launch, answer, ignore, reinstall, "
                    + "foreground or failure, and what follows that word; or end it with stop. "
                    + "Needs set-choice."),
            Method("Subscribe", does: "Tell of changes of the device and of the caller's own app."),
            Method(
                "SubscribeAll",
                does: "Tell of changes of the device and of all apps. Needs inspect."),
            Method("Unsubscribe", does: "Tell of no more changes."),
        ],
        properties: ManagerProperties.fields.map { InterfaceDescription.Property($0) })
}

/// The interface of an app's object.
package enum AppInterface {
    package static let description = InterfaceDescription(
        name: ServiceName.appInterface,
        summary:
            "What an app may do and whether it can reach the network. Without the polkit action "
            + "org.cellgate.cellgate1.inspect a process sees the object of its own app only.",
        methods: [], properties: AppProperties.fields.map { InterfaceDescription.Property($0) })
}

extension String {
    /// The text with U+FFFD for each noncharacter, which libsystemd refuses to send.
    var withoutNoncharacters: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.isNoncharacter ? Unicode.Scalar(0xFFFD) ?? $0 : $0 }))
    }
}

/// An app in a list.
package struct AppSummary: Equatable, Sendable {
    package let id: String
    package let name: String
    package let choice: String
    package let choiceSource: String
    package let restrictedState: String
    package let reason: String
    package let isAvailable: Bool

    static let signature = "(ssssssb)"

    package init(_ report: AppReport) {
        id = report.app.rawValue
        name = (report.name ?? report.app.rawValue).withoutNoncharacters
        choice = report.state.choice.rawValue
        choiceSource = report.state.choiceSource.rawValue
        restrictedState = report.state.restrictedState.name
        reason = report.state.availability.rawValue
        isAvailable = report.state.isAvailable
    }

    /// Nil where the value is none.
    init?(_ value: BusValue) {
        guard case .structure(let fields) = value, fields.count == 7,
            case .boolean(let isAvailable) = fields[6]
        else { return nil }
        let texts = fields.prefix(6).compactMap(\.string)
        guard texts.count == 6 else { return nil }
        id = texts[0]
        name = texts[1]
        choice = texts[2]
        choiceSource = texts[3]
        restrictedState = texts[4]
        reason = texts[5]
        self.isAvailable = isAvailable
    }

    var value: BusValue {
        .structure(
            [id, name, choice, choiceSource, restrictedState, reason].map(BusValue.string)
                + [.boolean(isAvailable)])
    }
}
