internal import CellgateCore
internal import Posix
internal import Systemd

/// What the machine, ModemManager and NetworkManager say of the mobile radio and its links; each may
/// be missing, come and go.
final class RadioSource {
    private let feed: (Input) -> Void
    private var switches: DeviceMonitor?
    private var radio = CellularRadio()
    /// The links that ModemManager names, and those that NetworkManager does.
    private var links: (modemManager: Set<InterfaceName>, networkManager: Set<InterfaceName>) =
        ([], [])

    /// - Parameter feed: Called with ``Input/radio(_:)`` and ``Input/modemLinks(_:)``, at each change.
    init(_ loop: EventLoop, _ services: SystemServices, feed: @escaping (Input) -> Void) {
        self.feed = feed
        // Without udev the switches are what they are at the start.
        switches = try? DeviceMonitor(loop, subsystem: "rfkill") { [weak self] in
            self?.readSwitches()
        }
        ModemSource.listen(on: services) { [weak self] in self?.take($0) }
        readSwitches()
    }

    private func readSwitches() {
        let next = Self.isAirplaneMode(RadioSwitch.all())
        guard next != radio.isAirplaneMode else { return }
        radio.isAirplaneMode = next
        feed(.radio(radio))
    }

    private func take(_ modems: ModemSource.Modems) {
        if modems.modem != radio.modem || modems.registration != radio.registration {
            radio.modem = modems.modem
            radio.registration = modems.registration
            feed(.radio(radio))
        }
        take(links: (modems.links, links.networkManager))
    }

    /// Takes over which links NetworkManager has for modems.
    func take(linksOfNetworkManager names: Set<InterfaceName>) {
        take(links: (links.modemManager, names))
    }

    private func take(
        links next: (modemManager: Set<InterfaceName>, networkManager: Set<InterfaceName>)
    ) {
        let known = links.modemManager.union(links.networkManager)
        links = next
        let names = next.modemManager.union(next.networkManager)
        if names != known { feed(.modemLinks(names)) }
    }

    /// Whether every switch of a mobile radio is off; nil where there is none.
    static func isAirplaneMode(_ switches: [RadioSwitch]) -> Bool? {
        let mobile = switches.filter { $0.type == "wwan" }
        return mobile.isEmpty ? nil : mobile.allSatisfy(\.isBlocked)
    }
}
