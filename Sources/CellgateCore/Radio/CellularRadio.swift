/// What is known of the device's mobile radio beside its interfaces.
package struct CellularRadio: Codable, Equatable, Sendable {
    /// Whether the mobile radios are switched off, by the user or by a switch of the machine; nil
    /// where nothing tells. Source: rfkill, `Documentation/driver-api/rfkill.rst` of the kernel.
    package var isAirplaneMode: Bool?
    package var modem: Modem
    /// With which network the modem is registered; nil where nothing tells.
    package var registration: Registration?

    package init(
        isAirplaneMode: Bool? = nil, modem: Modem = .unknown, registration: Registration? = nil
    ) {
        self.isAirplaneMode = isAirplaneMode
        self.modem = modem
        self.registration = registration
    }

    /// Where the modem stands with the mobile networks; of several modems, the one that comes
    /// furthest. It decides no permission.
    ///
    /// Source: `MMModem3gppRegistrationState` of ModemManager's reference.
    package enum Registration: String, Codable, CaseIterable, Equatable, Sendable {
        /// With the subscriber's own network.
        case home
        /// With another one, as abroad.
        case roaming
        /// For text messages or emergency calls only.
        case limited
        case searching
        /// The network refuses it.
        case denied
        /// It does not look for one.
        case idle
    }

    /// Whether mobile data leaves by another network than the subscriber's own.
    package var isRoaming: Bool { registration == .roaming }

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
