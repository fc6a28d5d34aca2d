internal import Systemd

/// The objects of one service of a bus and their properties, while it is there.
///
/// They are read whole, anew after each signal that may have changed what is wanted, so that a
/// missed one does no harm; signals that come while they are read lead to one more reading. Source:
/// the D-Bus interface org.freedesktop.DBus.ObjectManager.
final class ServiceObjects {
    /// Which service, and what of it.
    struct Interest {
        /// Its well-known name.
        let name: String
        /// The object that knows all others.
        let objectManager: String
        /// The interface whose properties are wanted.
        let interface: String
        /// Those whose change matters.
        let properties: Set<String>
        /// Another interface that such an object may have, whose properties are added; nil for none.
        var addition: String?
        /// Other objects that such an object names, which the one that knows all others need not
        /// know; nil for none.
        var references: References?
        /// The path that all objects with that interface are below.
        let objects: String
        /// Signals that such an object has come or gone.
        let comings: [BusMatchRule]
    }

    /// Objects that are named by a property.
    struct References {
        /// The property, of type `ao`.
        let property: String
        /// The interface of theirs whose properties are wanted.
        let interface: String
    }

    /// What is known of it.
    enum Reading {
        /// The service is not there.
        case gone
        /// It is there and gives no answer, or none that can be read.
        case failed
        /// The properties of each object that has the interface, and of those that they name, as
        /// dictionaries `a{sv}`.
        case objects([BusValue], named: [BusValue])
    }

    private let interest: Interest
    private let handler: (Reading) -> Void
    private var connection: BusConnection?
    private var matches: [BusMatch] = []
    /// The unique name of the service; nil while it is not there.
    private var owner: String?
    /// Whether a reading is under way, and whether something has changed since it was asked for.
    private var isReading = false
    private var isStale = false

    /// - Parameter handler: Called with what is known, whenever that was read or is lost.
    init(_ interest: Interest, handler: @escaping (Reading) -> Void) {
        self.interest = interest
        self.handler = handler
    }

    /// Follows the service on a connection that was opened, until that is lost.
    func watch(_ connection: BusConnection) {
        self.connection = connection
        let interfaces = [interest.interface, interest.addition, interest.references?.interface]
        let changes = interfaces.compactMap(\.self).map {
            BusMatchRule(
                sender: interest.name, pathNamespace: interest.objects,
                interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                firstArgument: $0)
        }
        matches = (changes + interest.comings).compactMap { rule in
            try? connection.match(rule) { [weak self] in self?.take($0) }
        }
        let ownerMatch = try? connection.match(.nameOwnerChanged(interest.name)) {
            [weak self] signal in self?.ownerChanged(to: signal.body.last?.string ?? "")
        }
        if let ownerMatch { matches.append(ownerMatch) }
        // Answered after the matches are in force; that nobody has the name is no failure.
        connection.owner(of: interest.name) { [weak self] result in
            if case .success(let owner) = result { self?.ownerChanged(to: owner) }
        }
    }

    /// The connection is gone, and with it what the service said.
    func lose() {
        connection = nil
        matches = []
        forget()
    }

    private func take(_ signal: BusMessage) {
        // One that is sent to this connection alone passes a match whoever sends it.
        guard signal.sender == owner, concerns(signal) else { return }
        read()
    }

    /// Whether a signal may have changed what is wanted: anything but a change of other properties.
    private func concerns(_ signal: BusMessage) -> Bool {
        guard signal.member == "PropertiesChanged", signal.signature == "sa{sv}as" else {
            return true
        }
        var names = signal.body[2].strings ?? []
        for case .entry(.string(let name), _) in signal.body[1].elements ?? [] {
            names.append(name)
        }
        return !interest.properties.isDisjoint(with: names)
    }

    private func ownerChanged(to owner: String) {
        guard !owner.isEmpty else {
            forget()
            return
        }
        self.owner = owner
        read()
    }

    private func forget() {
        owner = nil
        handler(.gone)
    }

    private func read() {
        isStale = isReading
        guard !isReading, let connection, let owner else { return }
        isReading = true
        connection.call(
            destination: owner, path: interest.objectManager,
            interface: "org.freedesktop.DBus.ObjectManager", member: "GetManagedObjects",
            startsService: false
        ) { [weak self] result in
            guard let self else { return }
            guard let objects = objects(in: result) else {
                finish(.failed, from: owner)
                return
            }
            readNamed(by: objects, from: owner)
        }
    }

    /// Goes on with the objects that those name; one that gives no answer has gone meanwhile.
    private func readNamed(by objects: [BusValue], from owner: String) {
        let paths = namedPaths(in: objects)
        guard let references = interest.references, let connection, !paths.isEmpty else {
            finish(.objects(objects, named: []), from: owner)
            return
        }
        var outstanding = paths.count
        var named: [BusValue] = []
        for path in paths {
            connection.call(
                destination: owner, path: path, interface: "org.freedesktop.DBus.Properties",
                member: "GetAll", arguments: [.string(references.interface)], startsService: false
            ) { [weak self] result in
                outstanding -= 1
                if case .success(let message) = result, let properties = message.body.first {
                    named.append(properties)
                }
                if outstanding == 0 { self?.finish(.objects(objects, named: named), from: owner) }
            }
        }
    }

    private func namedPaths(in objects: [BusValue]) -> [String] {
        guard let property = interest.references?.property else { return [] }
        let paths = objects.flatMap { $0[property]?.elements ?? [] }.compactMap(\.objectPath)
        return Array(paths.prefix(Self.namedLimit))
    }

    private func finish(_ reading: Reading, from owner: String) {
        isReading = false
        // What was asked of one that has gone since says nothing of the one that is there now.
        if owner == self.owner { handler(reading) }
        if isStale || owner != self.owner { read() }
    }

    /// Reads `a{oa{sa{sv}}}`: objects, their interfaces, and the properties of these. Nil where it is
    /// no such answer.
    private func objects(in result: Result<BusMessage, BusError>) -> [BusValue]? {
        guard case .success(let message) = result, let objects = message.body.first?.elements
        else { return nil }
        var found: [BusValue] = []
        for case .entry(_, .array(_, let interfaces)) in objects {
            var own: BusValue?
            var more: [BusValue] = []
            for case .entry(.string(let name), let properties) in interfaces {
                if name == interest.interface { own = properties }
                if name == interest.addition { more = properties.elements ?? [] }
            }
            guard case .array(let signature, let properties)? = own else { continue }
            found.append(.array(of: signature, properties + more))
        }
        return found
    }

    /// More than these are not asked for: a modem has a few connections at most.
    private static let namedLimit = 64
}
