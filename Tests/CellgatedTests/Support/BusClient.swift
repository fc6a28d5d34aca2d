import CSystemd
import CellgateBusInterface
import CellgateCore
import Posix
import TestSupport
import Testing

@testable import Systemd

/// A program that asks the daemon on a bus, in the test's own thread: it does nothing but while it
/// is turned. It is of the test's user, root, who may ask for everything.
final class BusClient {
    let loop: EventLoop
    let connection: BusConnection
    /// What it was told of changes, in order.
    private(set) var changes: [ToldChange] = []
    private let lost = Flag()
    private var match: BusMatch?

    /// Connects, and waits until the bus has said hello.
    ///
    /// - Parameter loop: one that several clients are turned by; nil for one of its own.
    init(_ bus: PrivateBus, loop: EventLoop? = nil) throws {
        let loop = try loop ?? EventLoop()
        self.loop = loop
        connection = try BusConnection(loop, to: .address(bus.address)) { [lost] event in
            if event == .disconnected { lost.isSet = true }
        }
        try loop.turn { [connection, lost] in connection.uniqueName != nil || lost.isSet }
    }

    /// Whether the bus has ended the connection.
    var isDisconnected: Bool { lost.isSet }

    /// The answer to a call of any method of the daemon's, or the reason that there is none.
    func answer(
        _ interface: String?, _ member: String, _ arguments: [BusValue] = [],
        path: String = ServiceName.managerPath
    ) throws -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        begin(interface, member, arguments, path: path) { answer = $0 }
        try loop.turn { answer != nil }
        return try #require(answer)
    }

    /// Calls, and does not wait for the answer.
    func begin(
        _ interface: String?, _ member: String, _ arguments: [BusValue] = [],
        path: String = ServiceName.managerPath,
        completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        connection.call(
            destination: ServiceName.wellKnown, path: path, interface: interface, member: member,
            arguments: arguments, timeout: .seconds(60), startsService: false
        ) { completion($0.map(\.body)) }
    }

    /// What a method of the daemon's object returns.
    ///
    /// - Throws: the error that was the answer.
    @discardableResult
    func call(_ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        try answer(ServiceName.managerInterface, member, arguments).get()
    }

    /// The error that a method of the daemon's object answers with; nil where it answers.
    func refusal(_ member: String, _ arguments: [BusValue] = []) throws -> BusError? {
        switch try answer(ServiceName.managerInterface, member, arguments) {
        case .success: nil
        case .failure(let error): error
        }
    }

    /// An app's properties, by `GetApp`.
    func app(_ id: String) throws -> AppProperties {
        var app = AppProperties()
        try app.take(try call("GetApp", [.string(id)])[0])
        return app
    }

    /// The properties of the daemon's object.
    func device() throws -> ManagerProperties {
        var device = ManagerProperties()
        try device.take(
            try answer(
                ServiceName.propertiesInterface, "GetAll", [.string(ServiceName.managerInterface)]
            ).get()[0])
        return device
    }

    /// Sets the user's choice for an app.
    func setChoice(_ app: String, _ choice: String) throws {
        try call("SetChoice", [.string(app), .string(choice)])
    }

    /// Has changes told from now on.
    ///
    /// - Parameter member: `SubscribeAll` for those of all apps, `Subscribe` for its own.
    func subscribe(_ member: String = "SubscribeAll") throws {
        match = try connection.match(
            BusMatchRule(
                pathNamespace: ServiceName.managerPath,
                interface: ServiceName.propertiesInterface, member: "PropertiesChanged")
        ) { [weak self] message in
            if let change = ToldChange(message) { self?.changes.append(change) }
        }
        try call(member)
    }

    /// Returns once all that the daemon has told before the call was taken.
    func settle() throws {
        _ = try device()
    }
}

/// What a handler sets.
private final class Flag {
    var isSet = false
}

/// One signal: what changed of one object.
struct ToldChange: Equatable {
    /// Nil for the device.
    let app: AppID?
    let properties: [String: BusValue]
    /// The dictionary as it came.
    let dictionary: BusValue

    /// Nil where it is about no object of the daemon's.
    init?(_ message: BusMessage) {
        guard message.signature == "sa{sv}as", let path = message.path,
            let elements = message.body[1].elements
        else { return nil }
        app = AppObject.app(of: path)
        dictionary = message.body[1]
        var properties: [String: BusValue] = [:]
        for case .entry(.string(let name), .variant(let value)) in elements {
            properties[name] = value
        }
        self.properties = properties
    }

    /// The new value of a property; nil where that has not changed.
    subscript(_ name: String) -> BusValue? { properties[name] }

    var generation: UInt64 { properties["Generation"]?.uint64 ?? 0 }
}

extension EventLoop {
    /// Turns it until a condition holds, and fails the test where it does not come to that.
    func turn(
        until isDone: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !isDone() {
            try #require(
                ContinuousClock.now < deadline, "it never came", sourceLocation: sourceLocation)
            try turn(atMost: .milliseconds(100))
        }
    }

    /// Turns it once, and waits at most that long for something to do.
    func turn(atMost wait: Duration) throws {
        try check("sd_event_run", "", unsafe sd_event_run(event, wait.microsecondsSinceZero))
    }
}
