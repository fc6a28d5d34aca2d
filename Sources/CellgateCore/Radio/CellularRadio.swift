/// What is known of the device's mobile radio beside its interfaces.
package struct CellularRadio: Codable, Equatable, Sendable {
    /// Whether the mobile radios are switched off, by the user or by a switch of the machine; nil
    /// where nothing tells. Source: rfkill, `Documentation/driver-api/rfkill.rst` of the kernel.
    package var isAirplaneMode: Bool?
    package var modem: Modem

    package init(isAirplaneMode: Bool? = nil, modem: Modem = .unknown) {
        self.isAirplaneMode = isAirplaneMode
        self.modem = modem
    }

    /// What ModemManager says of the modems.
    package enum Modem: String, Codable, Equatable, Sendable {
        /// Nothing tells: no ModemManager is there.
        case unknown
        /// It is there and has no modem.
        case absent
        /// No modem has a SIM.
        case withoutSIM
        /// A modem has a SIM.
        case present
        /// It was there and gives no answer.
        case failed
    }

    /// Why mobile data cannot work whatever is decided; nil where nothing speaks against it.
    var obstacle: UnknownReason? {
        if isAirplaneMode == true { return .airplaneMode }
        switch modem {
        case .absent: return .noModem
        case .withoutSIM: return .noSIM
        case .failed: return .indeterminate
        case .unknown, .present: return nil
        }
    }
}
