import Glibc
import Posix
import Systemd
import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct BusConnectionTests {
    let bus: PrivateBus
    let stage: BusStage

    init() throws {
        bus = try PrivateBus()
        stage = try BusStage(bus)
    }

    @Test("random values of every type come back from an echo as they were sent")
    func roundTrip() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        try server.serve(path: "/x") { call in
            #expect(throws: Never.self) { try call.reply(call.message.body) }
        }
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let values = RandomValues.body(&generator)
            let answer = try stage.call(client, server.name, "Echo", values)
            #expect(answer == .success(values))
        }
    }

    @Test("a served call carries who called what, and how")
    func message() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var messages: [BusMessage] = []
        try server.serve(path: "/x") { call in
            messages.append(call.message)
            try? call.reply()
        }
        var done = false
        client.call(
            destination: server.name, path: "/x/y", interface: nil, member: "M",
            arguments: [.byte(1)], allowsInteractiveAuthorization: true
        ) { _ in done = true }
        try stage.run { done }
        let message = try #require(messages.first)
        #expect(messages.count == 1)
        #expect(message.kind == .methodCall)
        #expect(message.sender == client.uniqueName)
        #expect(message.destination == server.uniqueName)
        #expect(message.path == "/x/y")
        #expect(message.interface == nil)
        #expect(message.member == "M")
        #expect(message.signature == "y")
        #expect(message.body == [.byte(1)])
        #expect(message.allowsInteractiveAuthorization)
        #expect(throws: BusError.self) { try message.arguments("s") }
    }

    @Test("properties and introspection below the prefix come to its handler, Peer does not")
    func standardInterfaces() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        try server.serve(path: "/x") { call in
            try? call.reply([
                .string("\(call.message.interface ?? "").\(call.message.member ?? "")")
            ])
        }
        for (interface, member) in [
            ("org.freedesktop.DBus.Properties", "Get"),
            ("org.freedesktop.DBus.Properties", "GetAll"),
            ("org.freedesktop.DBus.Introspectable", "Introspect"),
            ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects"),
        ] {
            for path in ["/x", "/x/y/z"] {
                let answer = try stage.call(
                    client, server.name, member, path: path, interface: interface)
                #expect(answer == .success([.string("\(interface).\(member)")]))
            }
        }
        let ping = try stage.call(
            client, server.name, "Ping", interface: "org.freedesktop.DBus.Peer")
        #expect(ping == .success([]))
        let other = try stage.call(client, server.name, path: "/xy")
        #expect(throws: BusError.self) { try other.get() }
    }

    @Test("an error keeps its name and message, and a name that is none becomes Failed")
    func errors() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        try server.serve(path: "/x") { call in
            let name = call.message.body.first?.string ?? ""
            call.fail(name: name, message: "no\0, é %s")
            call.fail(name: "test.Second", message: "is ignored")
            #expect(throws: Never.self) { try call.reply() }
        }
        let expected = "no\u{FFFD}, é %s"
        #expect(
            try stage.call(client, server.name, "M", [.string("test.Error.No")])
                == .failure(.named(name: "test.Error.No", message: expected)))
        for name in ["", "no dots", "a.b\n", "test..x"] {
            #expect(
                try stage.call(client, server.name, "M", [.string(name)])
                    == .failure(.named(name: BusErrorName.failed, message: expected)))
        }
    }

    @Test("calls without an answer come through, and take no place of those with one")
    func withoutAnswer() throws {
        let bus = try PrivateBus(limits: ["max_replies_per_connection": 2])
        let stage = try BusStage(bus)
        let (server, client) = (try stage.connect(), try stage.connect())
        var calls: [BusCall] = []
        try server.serve(path: "/x") { calls.append($0) }
        for number in 0..<10 {
            try client.callWithoutAnswer(
                destination: server.name, path: "/x", interface: "test.I", member: "M",
                arguments: [.uint32(UInt32(number))])
        }
        try stage.settle(client, server)
        #expect(calls.map(\.message.body) == (0..<10).map { [.uint32(UInt32($0))] })
        for call in calls { try call.reply([.string("nobody hears it")]) }
        let answer = try stage.call(
            client, BusName.driver, "GetId", path: BusName.driverPath, interface: BusName.driver)
        #expect(throws: Never.self) { try answer.get() }
        #expect(throws: BusError.self) {
            try client.callWithoutAnswer(
                destination: "no name", path: "/x", interface: nil, member: "M")
        }
    }

    @Test("a call that is dropped without an answer is answered with Failed")
    func droppedCall() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        try server.serve(path: "/x") { _ in }
        let answer = try stage.call(client, server.name)
        #expect(
            answer
                == .failure(
                    .named(name: BusErrorName.failed, message: "The call was not answered")))
    }

    @Test("an answer may come later, and an invalid one leaves the call to be answered")
    func lateAnswer() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var calls: [BusCall] = []
        try server.serve(path: "/x") { calls.append($0) }
        var answers: [Result<[BusValue], BusError>] = []
        client.call(destination: server.name, path: "/x", interface: "test.I", member: "M") {
            answers.append($0.map(\.body))
        }
        try stage.run { !calls.isEmpty }
        let call = calls.removeLast()
        #expect(throws: BusError.self) { try call.reply([.string("\0")]) }
        #expect(!call.isAnswered)
        try call.reply([.uint32(7)])
        #expect(call.isAnswered)
        try stage.run { !answers.isEmpty }
        #expect(answers == [.success([.uint32(7)])])
    }

    @Test("a callee that never answers leads to NoReply, and its late answer is ignored")
    func timeout() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var calls: [BusCall] = []
        try server.serve(path: "/x") { calls.append($0) }
        var answers: [Result<[BusValue], BusError>] = []
        client.call(
            destination: server.name, path: "/x", interface: "test.I", member: "M",
            timeout: .milliseconds(1)
        ) { answers.append($0.map(\.body)) }
        try stage.run { !calls.isEmpty && !answers.isEmpty }
        try calls.removeLast().reply()
        try stage.settle(server, client)
        #expect(answers.count == 1)
        #expect(
            throws: BusError.named(name: BusErrorName.noReply, message: "Method call timed out")
        ) {
            try answers[0].get()
        }
    }

    @Test(
        "what cannot be sent is refused with a reason, and the connection goes on",
        arguments: [
            [.string("a\0b")], [.string("\u{FFFF}")],
            [.string("\u{10FFFE}")],
            [.objectPath("no")], [.objectPath("/a\0")], [.objectPath("")],
            [.signature("z")], [.signature("h")], [.signature("(")],
            [.array(of: "s", [.uint32(1)])], [.array(of: "", [])], [.array(of: "si", [])],
            [.array(of: "{vs}", [])], [.structure([])], [.entry(.string(""), .string(""))],
            [.array(of: "{sv}", [.entry(.string(""), .string(""))])],
            [.variant(.entry(.string(""), .string("")))],
            [nested(65) { .variant($0) }], [nested(33) { .structure([$0]) }],
            Array(repeating: .structure([.byte(0)]), count: 86),
        ] as [[BusValue]])
    func unsendable(_ values: [BusValue]) throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        try server.serve(path: "/x") { try? $0.reply([.boolean(true)]) }
        let refusal = try stage.call(client, server.name, "M", values)
        guard case .failure(.named(BusErrorName.invalidArguments, _)) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(throws: BusError.self) {
            try client.emit(path: "/x", interface: "test.I", member: "S", arguments: values)
        }
        #expect(try stage.call(client, server.name) == .success([.boolean(true)]))
    }

    @Test(
        "names that are none are refused, and the connection goes on",
        arguments: [
            ("", "/x", "test.I", "M"), ("no name", "/x", "test.I", "M"),
            ("a.b\0", "/x", "test.I", "M"), ("a.b", "x", "test.I", "M"),
            ("a.b", "/x/", "test.I", "M"), ("a.b", "/x\0", "test.I", "M"),
            ("a.b", "/x", "I", "M"), ("a.b", "/x", "test.I\0", "M"), ("a.b", "/x", "test.I", ""),
            ("a.b", "/x", "test.I", "a.b"), ("a.b", "/x", "test.I", "M\0"),
        ])
    func badNames(destination: String, path: String, interface: String, member: String) throws {
        let client = try stage.connect()
        let refusal = try stage.call(
            client, destination, member, path: path, interface: interface)
        guard case .failure(.named(BusErrorName.invalidArguments, _)) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        try stage.settle(client)
    }

    @Test("a body of 64 KiB is served, one byte more is LimitsExceeded and not handed on")
    func largeBody() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var served = 0
        try server.serve(path: "/x") {
            served += 1
            try? $0.reply()
        }
        // Four bytes of length and a NUL are on the wire too.
        let text = String(repeating: "x", count: BusMessage.unaskedLimit - 5)
        #expect(try stage.call(client, server.name, "M", [.string(text)]) == .success([]))
        for values in [
            [.string(text + "x")], [.array(of: "y", Array(repeating: .byte(0), count: 1 << 17))],
            Array(repeating: .string(text), count: 20),
        ] as [[BusValue]] {
            guard
                case .failure(.named(BusErrorName.limitsExceeded, _)) = try stage.call(
                    client, server.name, "M", values)
            else {
                Issue.record("it was taken")
                return
            }
        }
        #expect(served == 1)
    }

    @Test("values nested as deep as D-Bus allows come back")
    func deepBody() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        try server.serve(path: "/x") { try? $0.reply($0.message.body) }
        let deep = [nested(64) { .variant($0) }, nested(32) { .structure([$0]) }]
        #expect(try stage.call(client, server.name, "M", deep) == .success(deep))
    }

    @Test("a unicast signal reaches only the connection that it is sent to")
    func unicast() throws {
        let (server, one, other) = (try stage.connect(), try stage.connect(), try stage.connect())
        var seen: [String] = []
        var installed = 0
        let rule = BusMatchRule(sender: server.name, interface: "test.I")
        let matches = try [("one", one), ("other", other)].map { name, connection in
            try connection.match(rule) {
                seen.append("\(name) \($0.member ?? "")")
            } installed: {
                #expect(throws: Never.self, performing: $0.get)
                installed += 1
            }
        }
        try stage.run { installed == 2 }
        try server.emit(path: "/x", interface: "test.I", member: "OnlyOne", to: one.name)
        try server.emit(path: "/x", interface: "test.I", member: "All", arguments: [.byte(1)])
        try stage.settle(server, one, other)
        #expect(seen.sorted() == ["one All", "one OnlyOne", "other All"])
        #expect(matches.count == 2)
    }

    @Test("a released match is removed from the bus, also in its own handler")
    func releasedMatch() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var seen = 0
        var match: BusMatch?
        match = try client.match(BusMatchRule(interface: "test.I")) { _ in
            seen += 1
            match = nil
        }
        try stage.settle(client)
        #expect(match != nil)
        for _ in 0..<3 { try server.emit(path: "/x", interface: "test.I", member: "S") }
        try stage.settle(server, client)
        #expect(seen == 1)
    }

    @Test("the bus's own signals are not taken from anybody else")
    func forgedSignals() throws {
        let (victim, liar) = (try stage.connect(), try stage.connect())
        var taken: [String] = []
        let match = try victim.match(.nameOwnerChanged("test.Name")) {
            taken.append("\($0.sender ?? "") \($0.body)")
        }
        try stage.settle(victim)
        for member in ["NameOwnerChanged", "NameLost"] {
            try liar.emit(
                path: BusName.driverPath, interface: BusName.driver, member: member,
                arguments: [.string("test.Name"), .string(""), .string("")], to: victim.name)
        }
        try stage.settle(liar, victim)
        #expect(taken == [])
        #expect(!stage.events.contains(.nameLost("test.Name")))
        withExtendedLifetime(match) {}
    }

    @Test("a name is ours, or another's, and comes back when its owner goes")
    func names() throws {
        let (first, second) = (try stage.connect(), try stage.connect())
        func request(_ connection: BusConnection) throws -> Result<String, BusError> {
            var result: Result<String, BusError>?
            connection.requestName("test.Name") { result = $0.map { "ours" } }
            try stage.run { result != nil }
            return try #require(result)
        }
        #expect(try request(first) == .success("ours"))
        #expect(try request(first) == .success("ours"))
        guard case .failure(.named(BusErrorName.nameExists, _)) = try request(second) else {
            Issue.record("two have it")
            return
        }
        var owner: Result<String, BusError>?
        second.owner(of: "test.Name") { owner = $0 }
        try stage.run { owner != nil }
        #expect(owner == .success(first.name))
        first.close()
        var isFree = false
        while !isFree { isFree = try request(second) == .success("ours") }
        #expect(!stage.events.contains(.nameLost("test.Name")))
        second.call(
            destination: BusName.driver, path: BusName.driverPath, interface: BusName.driver,
            member: "ReleaseName", arguments: [.string("test.Name")]
        ) { _ in }
        try stage.run { stage.events.contains(.nameLost("test.Name")) }
    }

    @Test("credentials are the process and user of a connection, and of one that is gone none")
    func credentials() throws {
        let (one, other) = (try stage.connect(), try stage.connect())
        var results: [Result<BusCredentials, BusError>] = []
        one.credentials(of: other.name) { results.append($0) }
        one.credentials(of: ":1.99999") { results.append($0) }
        try stage.run { results.count == 2 }
        #expect(results[0] == .success(BusCredentials(processID: getpid(), userID: geteuid())))
        guard case .failure(.named(BusErrorName.nameHasNoOwner, _)) = results[1] else {
            Issue.record("\(results[1])")
            return
        }
    }
}

/// A byte within that many containers.
private func nested(_ depth: Int, _ container: (BusValue) -> BusValue) -> BusValue {
    (0..<depth).reduce(.byte(0)) { value, _ in container(value) }
}
