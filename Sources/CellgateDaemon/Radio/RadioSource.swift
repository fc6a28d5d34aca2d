internal import CellgateCore
internal import Posix
internal import Systemd

/// What the machine and ModemManager say of the mobile radio; each may be missing, come and go.
final class RadioSource {
    private let feed: (CellularRadio) -> Void
    private var switches: DeviceMonitor?
    private var radio = CellularRadio()

    /// - Parameter feed: Called with what is known, at each change and at the beginning.
    init(_ loop: EventLoop, _ services: SystemServices, feed: @escaping (CellularRadio) -> Void) {
        self.feed = feed
        // Without udev the switches are what they are at the start.
        switches = try? DeviceMonitor(loop, subsystem: "rfkill") { [weak self] in
            self?.readSwitches()
        }
        ModemSource.listen(on: services) { [weak self] in self?.take($0, $1) }
        readSwitches()
    }

    private func readSwitches() {
        let next = Self.isAirplaneMode(RadioSwitch.all())
        guard next != radio.isAirplaneMode else { return }
        radio.isAirplaneMode = next
        feed(radio)
    }

    private func take(
        _ modem: CellularRadio.Modem, _ registration: CellularRadio.Registration?
    ) {
        guard modem != radio.modem || registration != radio.registration else { return }
        radio.modem = modem
        radio.registration = registration
        feed(radio)
    }

    /// Whether every switch of a mobile radio is off; nil where there is none.
    static func isAirplaneMode(_ switches: [RadioSwitch]) -> Bool? {
        let mobile = switches.filter { $0.type == "wwan" }
        return mobile.isEmpty ? nil : mobile.allSatisfy(\.isBlocked)
    }
}
