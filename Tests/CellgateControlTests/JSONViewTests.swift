import CellgateCore
import JSON
import Systemd
import Testing

@testable import CellgateBusInterface
@testable import CellgateControl

@Suite("The views as JSON")
struct JSONViewTests {
    private func parsed(_ text: String) throws -> JSONValue {
        try JSONParser.parse(Array(text.utf8))
    }

    @Test("the device has each property under its name")
    func device() throws {
        let value = try parsed(JSONView.text(Samples.device))
        guard case .object(let members) = value else {
            Issue.record("no object")
            return
        }
        #expect(members.count == ManagerProperties.fields.count)
        #expect(value["interfaceType"] == .string("cellular"))
        #expect(value["ipv4"] == .bool(true))
        #expect(value["dns"] == .bool(true))
        #expect(value["gateways"] == .array([.string("10.0.0.1"), .string("fe80::1")]))
        #expect(value["since"] == .integer(Int64(Samples.moment)))
        #expect(value["apps"]?["cellularDenied"] == .integer(3))
        #expect(
            value["interfaces"]
                == .array([
                    .object([
                        "name": .string("wwan0"), "index": .integer(4), "type": .string("cellular"),
                    ]),
                    .object([
                        "name": .string("eth1"), "index": .integer(2),
                        "type": .string("wiredEthernet"),
                    ]),
                ]))
    }

    @Test("an app has each property under its name, in an explanation, too")
    func app() throws {
        let value = try parsed(JSONView.text(Samples.app))
        guard case .object(let members) = value else {
            Issue.record("no object")
            return
        }
        #expect(members.count == AppProperties.fields.count)
        #expect(value["choice"] == .string("wifiOnly"))
        #expect(value["locked"] == .bool(false))
        let explanation = try parsed(JSONView.text(Samples.explanation))
        #expect(explanation["app"] == value)
        #expect(explanation["reason"] == .string(Samples.explanation.reason))
        #expect(
            explanation["remedies"]
                == .array(
                    Samples.explanation.remedies.map {
                        .object(["name": .string($0.name), "sentence": .string($0.sentence)])
                    }))
    }

    @Test("the list is an array, also where it is empty")
    func list() throws {
        #expect(try parsed(JSONView.text([AppSummary]())) == .array([]))
        guard case .array(let apps) = try parsed(JSONView.text(Samples.apps)) else {
            Issue.record("no array")
            return
        }
        #expect(apps.map { $0["id"] } == Samples.apps.map { .string($0.id) })
        #expect(
            apps[0]
                == .object([
                    "id": .string("org.example.Maps"), "name": .string("org.example.Maps"),
                    "choice": .string("wifiOnly"), "choiceSource": .string("user"),
                    "restrictedState": .string("restricted"), "reason": .string("cellularDenied"),
                    "available": .bool(false),
                ]))
    }

    @Test("small answers and errors are objects")
    func small() throws {
        let app = AppID("a\"b")
        #expect(try parsed(JSONView.object([])) == .object([:]))
        #expect(
            try parsed(JSONView.choice(.wifiOnly, of: app))
                == .object(["id": .string("a\"b"), "choice": .string("wifiOnly")]))
        #expect(try parsed(JSONView.cleared(app)) == .object(["id": .string("a\"b")]))
        #expect(
            try parsed(JSONView.available(app))
                == .object(["id": .string("a\"b"), "available": .bool(true)]))
        #expect(
            try parsed(JSONView.failureClass(.permission, FailureCode(-1009), of: app))
                == .object([
                    "id": .string("a\"b"), "code": .integer(-1009), "class": .string("permission"),
                ]))
        #expect(
            try parsed(JSONView.error(.named(name: "org.example.Error", message: "a\nb")))
                == .object([
                    "error": .object([
                        "name": .string("org.example.Error"), "message": .string("a\nb"),
                    ])
                ]))
        #expect(
            try parsed(JSONView.statistics(Samples.device))["statistics"]?["newCounter"]
                == .integer(7))
    }

    @Test("an event has the changes as the bus tells them")
    func events() throws {
        let changes = BusValue.dictionary([
            ("IPv6", .boolean(true)), ("Gateways", .strings([])), ("Since", .uint64(5)),
        ])
        let text = JSONView.event("manager", [("properties", JSONView.text(changes))])
        #expect(
            try parsed(text)
                == .object([
                    "event": .string("manager"),
                    "properties": .object([
                        "ipv6": .bool(true), "gateways": .array([]), "since": .integer(5),
                    ]),
                ]))
        #expect(!text.contains("\n"))
    }

    @Test(
        "every value of the bus is JSON",
        arguments: [
            (.byte(1), .integer(1)), (.int16(-1), .integer(-1)), (.uint16(1), .integer(1)),
            (.int64(.min), .integer(.min)), (.double(1.5), .real(1.5)), (.double(.nan), .null),
            (.double(.infinity), .null), (.objectPath("/a"), .string("/a")),
            (.signature("as"), .string("as")), (.variant(.boolean(true)), .bool(true)),
            (.structure([.byte(1), .string("x")]), .array([.integer(1), .string("x")])),
            (
                .array(of: "{us}", [.entry(.uint32(1), .string("x"))]),
                .array([.array([.integer(1), .string("x")])])
            ),
            (.string("\u{1B}\u{7F}\u{2028}\"\\"), .string("\u{1B}\u{7F}\u{2028}\"\\")),
        ] as [(BusValue, JSONValue)])
    func values(value: BusValue, wanted: JSONValue) throws {
        // A document is an object or an array.
        #expect(try parsed("[" + JSONView.text(value) + "]") == .array([wanted]))
    }
}
