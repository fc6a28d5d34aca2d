import Glibc
import Posix
import Systemd
import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct BusFailureTests {
    let bus: PrivateBus
    let stage: BusStage

    init() throws {
        bus = try PrivateBus()
        stage = try BusStage(bus)
    }

    @Test("where the bus is killed, each call is completed once, and then the end is told")
    func killedBus() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var calls: [BusCall] = []
        try server.serve(path: "/x") { calls.append($0) }
        let match = try client.match(.nameOwnerChanged()) { _ in }
        var answers: [Int: [BusError?]] = [:]
        for number in 0..<50 {
            client.call(destination: server.name, path: "/x", interface: "test.I", member: "M") {
                answers[number, default: []].append($0.error)
            }
        }
        try stage.run { calls.count == 50 }
        try bus.kill()
        try stage.run { stage.events.filter { $0 == .disconnected }.count == 2 }
        let broken = BusError.named(name: BusErrorName.noReply, message: "Connection terminated")
        #expect(answers.count == 50)
        #expect(answers.values.allSatisfy { $0 == [broken] })
        #expect(server.isClosed && client.isClosed)

        for call in calls { try call.reply() }
        calls = []
        #expect(throws: BusError.disconnected) {
            try client.emit(path: "/x", interface: "test.I", member: "S")
        }
        #expect(throws: BusError.disconnected) {
            _ = try client.match(.nameOwnerChanged()) { _ in }
        }
        #expect(throws: BusError.disconnected) { try client.serve(path: "/x") { _ in } }
        #expect(try stage.call(client, server.name) == .failure(.disconnected))
        withExtendedLifetime(match) {}
    }

    @Test("where this side closes, each call is completed once, and no event comes")
    func closed() throws {
        let (server, client) = (try stage.connect(), try stage.connect())
        var calls: [BusCall] = []
        try server.serve(path: "/x") { calls.append($0) }
        var answers: [BusError?] = []
        for _ in 0..<3 {
            client.call(destination: server.name, path: "/x", interface: "test.I", member: "M") {
                answers.append($0.error)
            }
        }
        try stage.run { calls.count == 3 }
        client.call(destination: "", path: "", interface: nil, member: "") {
            answers.append($0.error)
        }
        #expect(answers == [])
        client.close()
        client.close()
        #expect(answers.count == 4)
        #expect(answers.prefix(3) == [.disconnected, .disconnected, .disconnected])
        calls = []
        try stage.settle(server)
        #expect(!stage.events.contains(.disconnected))
    }

    @Test("a released connection completes its calls, also those made in a completion")
    func released() throws {
        var client: BusConnection? = try stage.connect()
        let name = try #require(client?.uniqueName)
        var answers: [BusError?] = []
        weak let sameClient = client
        client?.call(destination: name, path: "/x", interface: nil, member: "M") {
            answers.append($0.error)
            sameClient?.call(destination: name, path: "/x", interface: nil, member: "M") {
                answers.append($0.error)
            }
        }
        client?.close()
        client = nil
        #expect(answers == [.disconnected, .disconnected])
    }

    /// Where a handler lets go of its connection.
    enum Moment: CaseIterable {
        case connected, disconnected, served, completed, refused, matched, installed
    }

    @Test(
        "a handler may release its connection and all that belongs to it",
        arguments: Moment.allCases)
    func releaseInHandler(_ moment: Moment) throws {
        let peer = try stage.connect()
        try peer.serve(path: "/x") { try? $0.reply() }
        var connection: BusConnection?
        var match: BusMatch?
        var isReleased = false
        func release() {
            connection = nil
            match = nil
            isReleased = true
        }
        connection = try BusConnection(stage.loop, to: stage.address) { event in
            switch event {
            case .connected: if moment == .connected { release() }
            case .disconnected: if moment == .disconnected { release() }
            case .nameLost: break
            }
        }
        try connection?.serve(path: "/x") { _ in if moment == .served { release() } }
        try stage.run { isReleased || connection?.uniqueName != nil }
        let name = connection?.uniqueName
        match = try connection?.match(BusMatchRule(interface: "test.I")) { _ in
            if moment == .matched { release() }
        } installed: { _ in
            if moment == .installed { release() }
        }
        switch moment {
        case .connected, .installed, .disconnected: break
        case .served:
            peer.call(
                destination: try #require(name), path: "/x", interface: nil, member: "M"
            ) { _ in }
        case .completed:
            connection?.call(destination: peer.name, path: "/x", interface: nil, member: "M") { _ in
                release()
            }
        case .refused:
            connection?.call(destination: "", path: "/x", interface: nil, member: "M") { _ in
                release()
            }
        case .matched:
            try stage.settle(try #require(connection))
            try peer.emit(path: "/x", interface: "test.I", member: "S")
        }
        if moment == .disconnected { try bus.kill() }
        try stage.run { isReleased }
        #expect(connection == nil && match == nil)
        if moment != .disconnected { try stage.settle(peer) }
    }

    @Test("signals that a bus does not read are refused once 4096 wait, and it goes on later")
    func frozenBus() throws {
        let (sender, receiver) = (try stage.connect(), try stage.connect())
        var received = 0
        let match = try receiver.match(BusMatchRule(interface: "test.I")) { _ in received += 1 }
        try stage.settle(receiver)
        bus.setFrozen(true)
        let text = [BusValue.string(String(repeating: "x", count: 1000))]
        var sent = 0
        var errors: Set<BusError> = []
        for _ in 0..<100_000 {
            do throws(BusError) {
                try sender.emit(path: "/x", interface: "test.I", member: "S", arguments: text)
                sent += 1
            } catch {
                errors.insert(error)
            }
        }
        let full = BusError.system(
            SystemError(operation: "send to the bus", subject: "S", code: ENOBUFS))
        #expect(errors == [full])
        #expect(sender.queuedWrites == BusConnection.maximumQueuedWrites)
        guard case .failure(.system(let refusal)) = try stage.call(sender, "test.Name") else {
            Issue.record("the call was sent")
            return
        }
        #expect(refusal.code == ENOBUFS)
        bus.setFrozen(false)
        try stage.run { received == sent }
        #expect(sender.queuedWrites == 0)
        withExtendedLifetime(match) {}
    }

    @Test("closing writes what is queued to a bus that reads, and gives up on one that does not")
    func flush() throws {
        let (sender, receiver) = (try stage.connect(), try stage.connect())
        let stuck = try stage.connect()
        var received = 0
        let match = try receiver.match(BusMatchRule(sender: sender.name)) { _ in received += 1 }
        try stage.settle(receiver)
        bus.setFrozen(true)
        let text = [BusValue.string(String(repeating: "x", count: 1000))]
        func fill(_ connection: BusConnection) throws -> Int {
            var sent = 0
            while connection.queuedWrites < 1000 {
                try connection.emit(path: "/x", interface: "test.I", member: "S", arguments: text)
                sent += 1
            }
            return sent
        }
        let sent = try fill(sender)
        _ = try fill(stuck)
        stuck.close(flushingAtMost: .milliseconds(20))
        #expect(stuck.isClosed)
        bus.setFrozen(false)
        sender.close(flushingAtMost: .seconds(30))
        try stage.run { received == sent }
        withExtendedLifetime(match) {}
    }

    @Test("a connection that ends before the bus has said hello completes what was called on it")
    func neverConnected() throws {
        bus.setFrozen(true)
        let connection = try stage.begin()
        var answers: [BusError?] = []
        connection.call(destination: "test.Name", path: "/x", interface: nil, member: "M") {
            answers.append($0.error)
        }
        try stage.turn(atMost: .milliseconds(10))
        try bus.kill()
        try stage.run { stage.events.contains(.disconnected) }
        #expect(answers.count == 1)
        #expect(stage.events == [.disconnected])
    }

    @Test(
        "where there is no bus, connecting fails at once",
        arguments: [
            ("unix:path=/nonexistent/bus", ENOENT), ("unix:path=/dev/null", ECONNREFUSED),
            ("nonsense", ECONNREFUSED), ("", ECONNREFUSED), ("unix:path=/a\0b", EINVAL),
        ])
    func noBus(address: String, code: Int32) throws {
        let error = #expect(throws: SystemError.self) {
            _ = try BusConnection(stage.loop, to: .address(address)) { _ in }
        }
        #expect(error?.code == code)
    }

    @Test("connections that come and go leave no descriptor behind, nor do failed ones")
    func descriptors() throws {
        let witness = try stage.connect()
        // Other tests open descriptors at the same time, though not that many.
        let before = try openDescriptors()
        for _ in 0..<200 {
            let connection = try stage.connect()
            let match = try connection.match(.nameOwnerChanged()) { _ in }
            connection.requestName("test.Name") { _ in }
            try stage.settle(connection)
            withExtendedLifetime(match) {}
            #expect(throws: SystemError.self) {
                _ = try BusConnection(stage.loop, to: .address("unix:path=/nonexistent")) { _ in }
            }
        }
        #expect(try openDescriptors() < before + 150)
        var names: [String] = []
        while names.count != 2 {
            let answer = try stage.call(
                witness, BusName.driver, "ListNames", path: BusName.driverPath,
                interface: BusName.driver)
            names = try #require(try answer.get().first?.strings)
        }
        #expect(names.sorted() == [witness.name, BusName.driver].sorted())
    }

    private func openDescriptors() throws -> Int {
        try Directory.names(path: "/proc/self/fd").count
    }
}

extension Result {
    /// The error; nil for a success.
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
