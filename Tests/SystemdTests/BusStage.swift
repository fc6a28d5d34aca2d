import CSystemd
import Glibc
import TestSupport
import Testing

@testable import Systemd

/// A loop with connections to one bus, turned by the test until what it waits for has come.
final class BusStage {
    let loop: EventLoop
    let address: BusAddress
    /// What became of the connections, in order.
    private(set) var events: [BusEvent] = []

    init(_ bus: PrivateBus) throws {
        loop = try EventLoop()
        address = .address(bus.address)
    }

    /// A connection on which the bus has said hello.
    func connect() throws -> BusConnection {
        let connection = try begin()
        try run { connection.uniqueName != nil }
        return connection
    }

    /// A connection on which the bus need not have said hello yet.
    func begin() throws -> BusConnection {
        try BusConnection(loop, to: address) { [weak self] in self?.events.append($0) }
    }

    /// Turns the loop until a condition holds, and fails the test where it does not come to that.
    func run(
        until isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !isDone() {
            try #require(
                ContinuousClock.now < deadline, "it never came", sourceLocation: sourceLocation)
            try turn(atMost: .milliseconds(100))
        }
    }

    /// One turn of the loop, which waits at most that long for something to do.
    func turn(atMost wait: Duration) throws {
        try check("sd_event_run", "", unsafe sd_event_run(loop.event, wait.microsecondsSinceZero))
    }

    /// The answer to a call of `member` at `/x` of a connection.
    func call(
        _ caller: BusConnection, _ destination: String, _ member: String = "M",
        _ arguments: [BusValue] = [], path: String = "/x", interface: String? = "test.I",
        timeout: Duration = .seconds(20)
    ) throws -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        caller.call(
            destination: destination, path: path, interface: interface, member: member,
            arguments: arguments, timeout: timeout
        ) { answer = $0.map(\.body) }
        #expect(answer == nil, "the completion came before the call returned")
        try run { answer != nil }
        return try #require(answer)
    }

    /// Waits until all that these connections have sent was read by the bus, and all that the bus
    /// sent them before was handled.
    func settle(_ connections: BusConnection...) throws {
        for connection in connections {
            _ = try call(
                connection, BusName.driver, "GetId", path: BusName.driverPath,
                interface: BusName.driver
            ).get()
        }
    }
}

extension BusConnection {
    /// Its unique name, once the bus has said hello.
    var name: String { uniqueName ?? "" }
}
