import CellgateBusInterface
import CellgateCore

/// Somebody who asks in Tests/Container/bus, and what that script's machine lets them do.
struct BusCaller: Sendable, CustomStringConvertible {
    /// As the script calls them.
    let description: String
    /// The id of the app that they belong to; nil for none.
    var app: String?
    var mayInspect = false
    var mayChoose = false
    /// Whether they may show prompts and tell of any app's advice.
    var isRoot: Bool { description == "root" }
    /// What a probe of their app says, where they belong to one: nobody has decided about an app
    /// that is in no file.
    var probe = "undetermined"
    /// What they are told where they may not: polkit would ask a user for a password.
    var denial = "InteractiveAuthorizationRequired"

    /// Everybody, with what the files and polkit's rules there say of them.
    static let all = [
        BusCaller(description: "root", mayInspect: true, mayChoose: true),
        BusCaller(description: "nobody"),
        BusCaller(description: "refused", denial: "AccessDenied"),
        BusCaller(description: "inspector", mayInspect: true),
        BusCaller(description: "chooser", mayChoose: true),
        BusCaller(description: "system unit", app: "maps.service"),
        BusCaller(description: "matched unit", app: "org.example.ByUnit", probe: "denied"),
        BusCaller(description: "matched user", app: "org.example.ByUser", probe: "denied"),
        BusCaller(description: "matched cgroup", app: "org.example.ByCGroup", probe: "denied"),
        BusCaller(description: "app scope", app: "org.example.Maps", probe: "denied"),
        BusCaller(description: "app service", app: "org.example.Maps", probe: "denied"),
        BusCaller(description: "flatpak", app: "org.example.Maps", probe: "denied"),
        BusCaller(description: "snap", app: "maps_maps"),
    ]

    /// The last element of the path of their app's object; empty without one.
    private var element: String { app.map { AppObject.element(of: AppID($0)) } ?? "" }

    /// What comes of each call.
    var outcomes: [String: String] {
        var outcomes = forEverybody
        outcomes.merge(mayInspect ? ofInspectors : ofInspectors.mapValues { _ in denial }) { $1 }
        outcomes.merge(mayChoose ? ofChoosers : ofChoosers.mapValues { _ in denial }) { $1 }
        if let app {
            outcomes.merge(ofOwn(app)) { $1 }
            // The unit that is asked about is its own.
            if app == "maps.service" { outcomes["GetAppByUnit"] = "app maps.service" }
            let choosing = ["SetChoice own": "done", "ClearRecord own": "done"]
            outcomes.merge(mayChoose ? choosing : choosing.mapValues { _ in denial }) { $1 }
        }
        return outcomes
    }

    private var forEverybody: [String: String] {
        [
            "GetSelf": app.map { "app \($0)" } ?? "NoApp",
            // The path is Wi-Fi, and all of them may use it.
            "ReportFailure": app == nil ? "NoApp" : "other",
            "Probe": app == nil ? "NoApp" : probe,
            "RequestDecision": app == nil ? "NoApp" : probe,
            "RegisterAgent": isRoot ? "done" : denial, "UnregisterAgent": "done",
            "GuidanceEvent other": isRoot ? "done" : "AccessDenied",
            "GuidanceEvent of nonsense": "InvalidArgs",
            "Get of the device": "satisfied", "GetAll of the device": "device",
            "Introspect of the device": "object Manager with app",
            "Introspect of all apps": "object  with "
                + (isRoot ? Self.elements.joined(separator: ",") : element),
            "Set of the device": "PropertyReadOnly", "Set other": "PropertyReadOnly",
            "SetChoice of nonsense": "InvalidArgs", "Simulate of nonsense": "InvalidArgs",
            "GetApp of no id": "InvalidArgs",
            "GetApp of a number": "InvalidArgs", "an unknown method": "UnknownMethod",
            // The bus lets nobody call that.
            "an unknown interface": "AccessDenied",
            "an unknown property": "UnknownProperty", "an unknown object": "UnknownObject",
            "Ping": "done", "Subscribe": "done", "Unsubscribe": "done",
        ]
    }

    private var ofInspectors: [String: String] {
        [
            "ListApps": "apps \(Self.apps.joined(separator: " "))",
            "GetAppByPID": "app init.scope", "GetAppByUnit": "app maps.service",
            "Refresh": "done", "GetApp other": "app org.example.Other",
            "Explain other": "app org.example.Other", "ClassifyFailure other": "other",
            "Get other": "org.example.Other", "GetAll other": "app org.example.Other",
            "Introspect other": "object App with ", "GetApp unknown": "UnknownApp",
            "SubscribeAll": "done",
        ]
    }

    private var ofChoosers: [String: String] {
        [
            "SetChoice other": "done", "ClearRecord other": "done", "SetChoice locked": "Locked",
            "Simulate": "done",
        ]
    }

    private func ofOwn(_ app: String) -> [String: String] {
        [
            "GetApp own": "app \(app)", "Explain own": "app \(app)",
            "ClassifyFailure own": "other", "Get own": app, "GetAll own": "app \(app)",
            "Set own": "PropertyReadOnly", "GuidanceEvent own": "done",
            "Introspect own": "object App with ",
        ]
    }

    /// The apps that the files name.
    static let apps = ["ByCGroup", "ByUnit", "ByUser", "Locked", "Maps", "OfAlice", "Other"]
        .map { "org.example.\($0)" }

    private static let elements = apps.map { AppObject.element(of: AppID($0)) }
}
