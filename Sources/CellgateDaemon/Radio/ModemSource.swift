internal import CellgateCore
internal import Posix
internal import Systemd

/// What ModemManager says of the modems, where it is on the system's bus.
///
/// Each signal of it has everything read anew, so that a missed one does no harm. Source: the D-Bus
/// interfaces org.freedesktop.ModemManager1 and org.freedesktop.DBus.ObjectManager.
final class ModemSource {
    private static let service = "org.freedesktop.ModemManager1"
    private static let path = "/org/freedesktop/ModemManager1"
    private static let modemInterface = "org.freedesktop.ModemManager1.Modem"
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// `MM_MODEM_STATE_FAILED` and `MM_MODEM_STATE_FAILED_REASON_SIM_MISSING` of ModemManager-enums.
    private static let stateFailed: Int32 = -1
    private static let simMissing: UInt32 = 2

    private let handler: (CellularRadio.Modem) -> Void
    private var bus: ReconnectingBus?
    private var matches: [BusMatch] = []
    /// The unique name of ModemManager; nil while it is not there.
    private var owner: String?
    /// Whether a reading is under way, and whether something has changed since it was asked for.
    private var isReading = false
    private var isStale = false

    /// - Parameter handler: Called with what is known, whenever that was read or is lost.
    init(_ loop: EventLoop, handler: @escaping (CellularRadio.Modem) -> Void) {
        self.handler = handler
        bus = try? ReconnectingBus(loop, to: .system) { [weak self] in self?.handle($0) }
    }

    private func handle(_ event: ReconnectingBus.Event) {
        switch event {
        case .connected(let connection, uniqueName: _): watch(connection)
        case .lost: forget()
        case .unavailable, .nameLost: break
        }
    }

    private func watch(_ connection: BusConnection) {
        let changes = BusMatchRule(sender: Self.service, pathNamespace: Self.path)
        let match = try? connection.match(changes) { [weak self] signal in
            guard let self, signal.sender == owner else { return }
            read()
        }
        let ownerMatch = try? connection.match(.nameOwnerChanged(Self.service)) {
            [weak self] signal in self?.ownerChanged(to: signal.body.last?.string ?? "")
        }
        matches = [match, ownerMatch].compactMap(\.self)
        // Answered after the matches are in force; that nobody has the name is no failure.
        connection.owner(of: Self.service) { [weak self] result in
            if case .success(let owner) = result { self?.ownerChanged(to: owner) }
        }
    }

    private func ownerChanged(to owner: String) {
        guard !owner.isEmpty else {
            forget()
            return
        }
        self.owner = owner
        read()
    }

    /// Nothing is known of modems where ModemManager is not there.
    private func forget() {
        owner = nil
        handler(.unknown)
    }

    private func read() {
        isStale = isReading
        guard !isReading, let connection = bus?.connection, let owner else { return }
        isReading = true
        connection.call(
            destination: owner, path: Self.path, interface: Self.objectManager,
            member: "GetManagedObjects", startsService: false
        ) { [weak self] result in
            guard let self else { return }
            isReading = false
            // What was asked of one that has gone since says nothing of the one that is there now.
            if owner == self.owner { handler(Self.modem(result)) }
            if isStale || owner != self.owner { read() }
        }
    }

    /// Reads `a{oa{sa{sv}}}`: objects, their interfaces, and the properties of these.
    static func modem(_ result: Result<BusMessage, BusError>) -> CellularRadio.Modem {
        guard case .success(let message) = result, let objects = message.body.first?.elements
        else { return .failed }
        var modems: [BusValue] = []
        for case .entry(_, .array(_, let interfaces)) in objects {
            for case .entry(.string(modemInterface), let properties) in interfaces {
                modems.append(properties)
            }
        }
        if modems.isEmpty { return .absent }
        return modems.allSatisfy(lacksSIM) ? .withoutSIM : .present
    }

    private static func lacksSIM(_ properties: BusValue) -> Bool {
        guard case .int32(stateFailed)? = properties["State"] else { return false }
        return properties["StateFailedReason"]?.uint32 == simMissing
    }
}
