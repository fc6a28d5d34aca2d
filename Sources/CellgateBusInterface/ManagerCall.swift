package import CellgateCore
package import Systemd

/// A call of a method of the daemon's object.
package enum ManagerCall: Equatable, Sendable {
    /// What the engine answers by itself.
    case request(Request)
    /// The app that a process belongs to, by the process's id.
    case appByPID(UInt32)
    /// The caller shows prompts, to whoever sits where it runs.
    case registerAgent

    /// Reads a call.
    ///
    /// - Throws: `UnknownMethod`, or `InvalidArgs` with what would be accepted.
    package init(member: String, arguments: [BusValue]) throws(BusError) {
        guard let method = ManagerInterface.description.method(member) else {
            throw .named(
                name: BusErrorName.unknownMethod,
                message: "\(ServiceName.managerInterface) has no method \(member)")
        }
        guard arguments.signature == method.inputSignature else {
            throw .invalidArguments(
                "\(member) takes the signature \(method.inputSignature.debugDescription), not "
                    + arguments.signature.debugDescription)
        }
        var rest = arguments[...]
        func app() throws(BusError) -> AppID {
            let text = rest.popFirst()?.string ?? ""
            guard let app = AppID(fileName: Array((text + ".conf").utf8)) else {
                throw .invalidArguments(
                    "\(JSONText.quote(text)) is no app's id: 1 to 255 bytes without control "
                        + "characters and line separators")
            }
            return app
        }
        func code() -> FailureCode {
            guard case .int32(let code)? = rest.popFirst() else { return FailureCode(0) }
            return FailureCode(code)
        }
        switch member {
        case "ListApps": self = .request(.apps)
        case "GetApp": self = .request(.app(try app()))
        case "GetAppByPID": self = .appByPID(rest.first?.uint32 ?? 0)
        case "GetAppByUnit":
            self = .request(.appOfUnit(UnitName(rest.first?.string ?? "")))
        case "GetSelf": self = .request(.ownApp)
        case "Explain": self = .request(.explain(try app()))
        case "ClassifyFailure":
            let app = try app()
            self = .request(.classify(app, code()))
        case "ReportFailure": self = .request(.reportFailure(code()))
        case "Probe": self = .request(.probe)
        case "RequestDecision": self = .request(.requestDecision)
        case "NetworkProbeFinished":
            self = .request(.networkProbeFinished(try Self.outcome(rest.first?.string ?? "")))
        case "RegisterAgent": self = .registerAgent
        case "UnregisterAgent": self = .request(.unregisterAgent)
        case "GuidanceEvent":
            let app = try app()
            self = .request(.guidanceEvent(app, try Self.event(rest.first?.string ?? "")))
        case "Refresh": self = .request(.refresh)
        case "SetChoice":
            let app = try app()
            self = .request(.setChoice(app, try Self.choice(rest.first?.string ?? "")))
        case "ClearRecord": self = .request(.clearRecord(try app()))
        case "Simulate":
            self = .request(.simulate(try Self.step(rest.first?.elements ?? [])))
        case "Subscribe": self = .request(.subscribe(.own))
        case "SubscribeAll": self = .request(.subscribe(.all))
        default: self = .request(.unsubscribe)
        }
    }

    private static func event(_ text: String) throws(BusError) -> GuidanceEvent {
        guard let event = GuidanceEvent(rawValue: text) else {
            throw .invalidArguments(
                "\(JSONText.quote(text)) is no event; accepted are "
                    + GuidanceEvent.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return event
    }

    private static func outcome(_ text: String) throws(BusError) -> NetworkProbeOutcome {
        guard let outcome = NetworkProbeOutcome(rawValue: text) else {
            throw .invalidArguments(
                "\(JSONText.quote(text)) is no outcome; accepted are "
                    + NetworkProbeOutcome.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return outcome
    }

    private static func step(_ words: [BusValue]) throws(BusError) -> SimulationStep {
        do throws(SimulationWordError) {
            return try SimulationStep(words: words.compactMap(\.string))
        } catch {
            throw .invalidArguments(error.message)
        }
    }

    private static func choice(_ text: String) throws(BusError) -> Choice {
        guard let choice = Choice(rawValue: text), choice != .undecided else {
            let accepted = Choice.allCases.filter { $0 != .undecided }.map(\.rawValue)
            throw .invalidArguments(
                "\(JSONText.quote(text)) is no choice; accepted are "
                    + accepted.joined(separator: ", "))
        }
        return choice
    }

    /// The method and its arguments; nil for requests that are read as properties.
    package var message: (member: String, arguments: [BusValue])? {
        switch self {
        case .appByPID(let pid): ("GetAppByPID", [.uint32(pid)])
        case .registerAgent: ("RegisterAgent", [])
        case .request(let request):
            switch request {
            case .apps: ("ListApps", [])
            case .app(let app): ("GetApp", [.string(app.rawValue)])
            case .appOfUnit(let unit): ("GetAppByUnit", [.string(unit.rawValue)])
            case .ownApp: ("GetSelf", [])
            case .explain(let app): ("Explain", [.string(app.rawValue)])
            case .classify(let app, let code):
                ("ClassifyFailure", [.string(app.rawValue), .int32(code.rawValue)])
            case .reportFailure(let code): ("ReportFailure", [.int32(code.rawValue)])
            case .probe: ("Probe", [])
            case .requestDecision: ("RequestDecision", [])
            case .networkProbeFinished(let outcome):
                ("NetworkProbeFinished", [.string(outcome.rawValue)])
            case .unregisterAgent: ("UnregisterAgent", [])
            case .guidanceEvent(let app, let event):
                ("GuidanceEvent", [.string(app.rawValue), .string(event.rawValue)])
            case .refresh: ("Refresh", [])
            case .setChoice(let app, let choice):
                ("SetChoice", [.string(app.rawValue), .string(choice.rawValue)])
            case .clearRecord(let app): ("ClearRecord", [.string(app.rawValue)])
            case .simulate(let step): ("Simulate", [.strings(step.words)])
            case .subscribe(.own): ("Subscribe", [])
            case .subscribe(.all): ("SubscribeAll", [])
            case .unsubscribe: ("Unsubscribe", [])
            case .device, .visibleApps, .appOf, .registerAgent: nil
            }
        }
    }
}
