import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("What the daemon says of itself on the bus, and what it refuses")
    struct IntrospectionTests {
        @Test("the objects are those of the daemon and of the apps, each as it is described")
        func tree() throws {
            let bus = try PrivateBus()
            let daemon = try RunningDaemon(in: NamedNetworkNamespace(), bus: bus)
            let client = try BusClient(bus)
            var documents: [String: String] = [:]
            var paths = ["/"]
            while let path = paths.popLast() {
                let document = try client.introspect(path)
                documents[path] = document
                paths += document.matches(of: /<node name="([^"]+)"\/>/).map {
                    (path == "/" ? "" : path) + "/" + $0.output.1
                }
            }
            let apps = ["A", "B", "C", "D"].map { "\(ServiceName.appsPath)/\($0)" }
            #expect(
                Set(documents.keys)
                    == Set(
                        [
                            "/", "/org", "/org/cellgate", ServiceName.managerPath,
                            ServiceName.appsPath,
                        ]
                            + apps))
            #expect(
                documents[ServiceName.managerPath]
                    == Introspection.document(
                        interfaces: [ManagerInterface.description], children: ["app"]))
            #expect(
                documents[ServiceName.appsPath]
                    == Introspection.document(interfaces: [], children: ["A", "B", "C", "D"]))
            for app in apps {
                #expect(
                    documents[app]
                        == Introspection.document(interfaces: [AppInterface.description]))
            }
            #expect(daemon.hasAllEntries)
        }

        @Test("each property that is described can be read, alone and with all others")
        func properties() throws {
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace, bus: bus)
            try daemon.reach(.via("wlan0:wifi"))
            let client = try BusClient(bus)
            let objects =
                [(ServiceName.managerPath, ManagerInterface.description)]
                + ["A", "B", "C", "D"].map {
                    (AppObject.path(of: AppID($0)), AppInterface.description)
                }
            for (path, interface) in objects {
                for name in [interface.name, ""] {
                    let all =
                        try client.answer(
                            ServiceName.propertiesInterface, "GetAll", [.string(name)], path: path
                        ).get()[0].elements ?? []
                    #expect(all.count == interface.properties.count)
                    for (property, element) in zip(interface.properties, all) {
                        let value = try client.answer(
                            ServiceName.propertiesInterface, "Get",
                            [.string(interface.name), .string(property.name)], path: path
                        ).get()[0]
                        guard case .entry(.string(property.name), let inAll) = element else {
                            Issue.record("\(element) is not \(property.name)")
                            continue
                        }
                        #expect(value.unwrapped.signature == property.signature)
                        // The question itself is counted.
                        if property.name != "Statistics" { #expect(value == inAll) }
                    }
                }
            }
            #expect(
                try client.answer(
                    ServiceName.propertiesInterface, "GetAll", [.string("")],
                    path: ServiceName.appsPath
                ).get() == [.dictionary([])])
        }

        @Test("what does not exist or does not fit is refused by name and in words")
        func refusals() throws {
            let bus = try PrivateBus()
            let daemon = try RunningDaemon(in: NamedNetworkNamespace(), bus: bus)
            let client = try BusClient(bus)
            for call in Refused.all {
                let answer = try client.answer(
                    call.interface, call.member, call.arguments, path: call.path)
                #expect(
                    answer == .failure(.named(name: call.name, message: call.message)),
                    "\(call.member) of \(call.path)")
            }
            // Nothing of it has changed anything, and the connection is still the same.
            #expect(try client.device().statistics["recordWrites"] == 0)
            #expect(try daemon.settle().apps == AppSnapshot.table(on: .offline))
        }
    }
}

/// A call that is refused, and how.
private struct Refused {
    var path = ServiceName.managerPath
    var interface: String? = ServiceName.managerInterface
    let member: String
    var arguments: [BusValue] = []
    let name: String
    let message: String

    static let dbus = "org.freedesktop.DBus.Error."
    private static let manager = ServiceName.managerInterface
    private static let standard = ServiceName.propertiesInterface
    private static let appA = ServiceName.appsPath + "/A"

    static let all = objects + methods + arguments + properties

    private static let objects = [
        Refused(
            path: "/org/cellgate/Cellgate1/nope", member: "ListApps",
            name: dbus + "UnknownObject",
            message: "There is no object /org/cellgate/Cellgate1/nope"),
        // Spelt in another way than the one that stands for the app.
        Refused(
            path: ServiceName.appsPath + "/_41", interface: standard, member: "GetAll",
            arguments: [.string("")], name: dbus + "UnknownObject",
            message: "There is no object \(ServiceName.appsPath)/_41"),
        Refused(
            path: ServiceName.appsPath + "/Nope", interface: standard, member: "GetAll",
            arguments: [.string(ServiceName.appInterface)],
            name: ServiceName.errorPrefix + "UnknownApp",
            message: #"There is no app "Nope""#),
        Refused(
            interface: "org.example.Other", member: "ListApps",
            name: dbus + "UnknownInterface",
            message: "\(ServiceName.managerPath) has no interface org.example.Other"),
        Refused(
            path: appA, member: "ListApps", name: dbus + "UnknownInterface",
            message: "\(appA) has no interface \(manager)"),
    ]

    private static let methods = [
        Refused(
            member: "Nope", name: dbus + "UnknownMethod",
            message: "\(manager) has no method Nope"),
        Refused(
            path: appA, interface: ServiceName.appInterface, member: "Nope",
            name: dbus + "UnknownMethod",
            message: "\(ServiceName.appInterface) has no method Nope"),
        Refused(
            path: appA, interface: nil, member: "Nope", name: dbus + "UnknownMethod",
            message: "\(appA) has no method Nope"),
        Refused(
            interface: nil, member: "Nope", name: dbus + "UnknownMethod",
            message: "\(manager) has no method Nope"),
        Refused(
            interface: standard, member: "Nope", name: dbus + "UnknownMethod",
            message: "\(standard) has no method Nope"),
        Refused(
            interface: ServiceName.introspectableInterface, member: "Nope",
            name: dbus + "UnknownMethod",
            message: "\(ServiceName.introspectableInterface) has no method Nope"),
    ]

    private static let arguments = [
        Refused(
            member: "GetApp", name: dbus + "InvalidArgs",
            message: #"GetApp takes the signature "s", not """#),
        Refused(
            member: "ListApps", arguments: [.int32(1)], name: dbus + "InvalidArgs",
            message: #"ListApps takes the signature "", not "i""#),
        Refused(
            member: "SetChoice", arguments: [.string("A")], name: dbus + "InvalidArgs",
            message: #"SetChoice takes the signature "ss", not "s""#),
        Refused(
            member: "SetChoice", arguments: [.string("A"), .string("maybe")],
            name: dbus + "InvalidArgs",
            message:
                #""maybe" is no choice; accepted are wifiAndCellular, wifiOnly, off"#),
        Refused(
            member: "SetChoice", arguments: [.string("A"), .string("undecided")],
            name: dbus + "InvalidArgs",
            message:
                #""undecided" is no choice; accepted are wifiAndCellular, wifiOnly, off"#),
        Refused(
            member: "GetApp", arguments: [.string("")], name: dbus + "InvalidArgs",
            message: #""" is no app's id: \#(Refused.ids)"#),
        Refused(
            member: "ClearRecord", arguments: [.string("a\nb")],
            name: dbus + "InvalidArgs",
            message: #""a\nb" is no app's id: \#(Refused.ids)"#),
        Refused(
            member: "GetApp", arguments: [.string("Nope")],
            name: ServiceName.errorPrefix + "UnknownApp",
            message: #"There is no app "Nope""#),
    ]

    private static let ids =
        "1 to 255 bytes without control characters and line separators"

    private static let properties = [
        Refused(
            interface: standard, member: "Get",
            arguments: [.string(manager), .string("Nope")],
            name: dbus + "UnknownProperty", message: "\(manager) has no property Nope"),
        Refused(
            path: appA, interface: standard, member: "Get",
            arguments: [.string(ServiceName.appInterface), .string("Version")],
            name: dbus + "UnknownProperty",
            message: "\(ServiceName.appInterface) has no property Version"),
        Refused(
            interface: standard, member: "Get",
            arguments: [.string("org.example.Other"), .string("Version")],
            name: dbus + "UnknownInterface",
            message: "The object has no properties of the interface org.example.Other"),
        Refused(
            interface: standard, member: "GetAll",
            arguments: [.string(ServiceName.appInterface)], name: dbus + "UnknownInterface",
            message: "The object has no properties of the interface \(ServiceName.appInterface)"),
        Refused(
            interface: standard, member: "Get", arguments: [.string(manager)],
            name: dbus + "InvalidArgs",
            message: #"the arguments have the signature "s", not "ss""#),
        Refused(
            interface: standard, member: "Set",
            arguments: [.string(manager), .string("Profile"), .variant(.string("allow"))],
            name: dbus + "PropertyReadOnly",
            message: "Profile can be read only; SetChoice changes an app's choice"),
        Refused(
            path: appA, interface: standard, member: "Set",
            arguments: [
                .string(ServiceName.appInterface), .string("Choice"), .variant(.string("off")),
            ],
            name: dbus + "PropertyReadOnly",
            message: "Choice can be read only; SetChoice changes an app's choice"),
        Refused(
            interface: standard, member: "Set",
            arguments: [.string(manager), .string("Nope"), .variant(.string("allow"))],
            name: dbus + "UnknownProperty", message: "\(manager) has no property Nope"),
    ]
}

extension BusClient {
    /// The introspection document of any object of the daemon's connection.
    fileprivate func introspect(_ path: String) throws -> String {
        try answer(ServiceName.introspectableInterface, "Introspect", path: path)
            .get()[0].string ?? ""
    }
}
