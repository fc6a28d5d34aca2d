package import CellgateCore
package import Systemd

/// The interface that an agent offers on its own connection, for the daemon to call: it shows
/// prompts and advice to the user.
package enum AgentInterface {
    private typealias Method = InterfaceDescription.Method
    private typealias Argument = InterfaceDescription.Argument

    private static let id = Argument("id", "s")
    private static let name = Argument("name", "s")

    package static let description = InterfaceDescription(
        name: ServiceName.agentInterface,
        summary:
            "Shows the user which app asks for mobile data, and brings the answer. A program offers "
            + "this at /org/cellgate/Cellgate1/Agent and calls RegisterAgent of the daemon. Only "
            + "the owner of org.cellgate.Cellgate1 is to be answered.",
        methods: [
            Method(
                "Ask", [id, name, Argument("asks_about_wifi", "b")],
                returns: [Argument("choice", "s")],
                does:
                    "Ask the user, and return the answer when it is there, however long that takes: "
                    + "wifiAndCellular, wifiOnly or off. An error means that it cannot be asked "
                    + "here."),
            Method(
                "CancelAsk", [id],
                does:
                    "The question about the app is settled or asked elsewhere; its answer is not wanted."
            ),
            Method(
                "ShowGuidance", [id, name, Argument("kind", "s"), Argument("text", "s")],
                does:
                    "Show advice, quietly and so that it can be dismissed: advice, specific (after a "
                    + "visit to the settings that changed nothing) or success. What comes of it is "
                    + "told by GuidanceEvent. An error means that it cannot be shown here."),
            Method(
                "WithdrawGuidance", [id],
                does: "The advice about the app is no longer true; take it away."),
        ])
}

/// What the daemon asks of an agent.
package enum AgentCall: Equatable, Sendable {
    case ask(PromptQuestion)
    case cancelAsk(AppID)
    case showGuidance(app: AppID, name: String, kind: GuidanceNote.Kind, text: String)
    case withdrawGuidance(AppID)

    /// Reads a call.
    ///
    /// - Throws: `UnknownMethod`, or `InvalidArgs` with what would be accepted.
    package init(_ message: BusMessage) throws(BusError) {
        let member = message.member ?? ""
        guard let method = AgentInterface.description.method(member) else {
            throw .named(
                name: BusErrorName.unknownMethod,
                message: "\(ServiceName.agentInterface) has no method \(member)")
        }
        let arguments = try message.arguments(method.inputSignature)
        let text = arguments.first?.string ?? ""
        guard let app = AppID(fileName: Array((text + ".conf").utf8)) else {
            throw .invalidArguments("\(JSONText.quote(text)) is no app's id")
        }
        switch member {
        case "Ask":
            self = .ask(
                PromptQuestion(
                    app: app, name: arguments[1].string ?? "",
                    asksAboutWifi: arguments[2].boolean ?? false))
        case "CancelAsk": self = .cancelAsk(app)
        case "ShowGuidance":
            guard let kind = arguments[2].string.flatMap(GuidanceNote.Kind.init) else {
                throw .invalidArguments("the kind of advice is advice, specific or success")
            }
            self = .showGuidance(
                app: app, name: arguments[1].string ?? "", kind: kind,
                text: arguments[3].string ?? "")
        default: self = .withdrawGuidance(app)
        }
    }

    /// The method and its arguments.
    package var message: (member: String, arguments: [BusValue]) {
        switch self {
        case .ask(let question):
            (
                "Ask",
                [
                    .string(question.app.rawValue), .string(question.name.withoutNoncharacters),
                    .boolean(question.asksAboutWifi),
                ]
            )
        case .cancelAsk(let app): ("CancelAsk", [.string(app.rawValue)])
        case .showGuidance(let app, let name, let kind, let text):
            (
                "ShowGuidance",
                [
                    .string(app.rawValue), .string(name.withoutNoncharacters),
                    .string(kind.rawValue), .string(text.withoutNoncharacters),
                ]
            )
        case .withdrawGuidance(let app): ("WithdrawGuidance", [.string(app.rawValue)])
        }
    }

    package init(_ note: GuidanceNote) {
        self = .showGuidance(app: note.app, name: note.name, kind: note.kind, text: note.text)
    }
}
