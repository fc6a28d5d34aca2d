import CellgateBusInterface
import Systemd
import Testing

@testable import Cellgate

@Suite("The permission")
struct PermissionTests {
    @Test(
        "reads as the daemon says, and never unknown as restricted (R1, R2, R10)",
        arguments: [
            ("unknown", .restrictedStateUnknown, 0, .undetermined),
            ("restricted", .restricted, 1, .denied),
            ("notRestricted", .notRestricted, 2, .granted),
            ("a later one", .restrictedStateUnknown, 0, .undetermined),
        ] as [(String, CellularDataRestrictedState, UInt, CellularDataPermission)])
    func states(
        word: String, state: CellularDataRestrictedState, rawValue: UInt,
        permission: CellularDataPermission
    ) {
        let reading = Reading.app(app { $0.restrictedState = word })
        #expect(reading.restrictedState == state)
        #expect(state.rawValue == rawValue)
        #expect(state.permission == permission)
    }

    @Test("has a reason exactly where the state is unknown (R3)")
    func unknownReason() {
        #expect(Reading.app(app { $0.unknownReason = "pending" }).unknownReason == .pending)
        #expect(Reading.app(app { $0.unknownReason = "later" }).unknownReason == .indeterminate)
        #expect(Reading.app(app { $0.restrictedState = "restricted" }).unknownReason == nil)
        #expect(Reading.device(device()).unknownReason == .noApp)
    }

    @Test("tells wifiOnly from off beside the state (R8)", arguments: CellularDataChoice.allCases)
    func choice(choice: CellularDataChoice) {
        #expect(Reading.app(app { $0.choice = choice.rawValue }).choice == choice)
    }

    @Test(
        "says why the network cannot be reached (R48)",
        arguments: [
            ("available", .available), ("notAvailable", .notAvailable),
            ("cellularDenied", .cellularDenied), ("wifiDenied", .wifiDenied),
            ("undecided", .undecided), ("invalid", .invalid), ("a later one", .notAvailable),
        ] as [(String, NetworkAvailability)])
    func availability(word: String, availability: NetworkAvailability) {
        #expect(Reading.app(app { $0.reason = word }).availability == availability)
    }

    @Test("a process of no app has the device's network")
    func processOfNoApp() {
        let reading = Reading.device(device { $0.pathStatus = "satisfied" })
        #expect(reading.availability == .available)
        #expect(reading.restrictedState == .restrictedStateUnknown)
        #expect(Reading.device(device()).availability == .notAvailable)
    }

    @Test(
        "errors say what to do",
        arguments: [
            (BusErrorName.serviceUnknown, .notRunning),
            (BusErrorName.accessDenied, .accessDenied("m")),
            (BusErrorName.noReply, .timedOut),
            (BusErrorName.limitsExceeded, .tooManyRequests),
            (ServiceName.errorPrefix + "NotReady", .notReady),
            ("org.example.Error", .failed(name: "org.example.Error", message: "m")),
        ] as [(String, CellgateError)])
    func errors(name: String, error: CellgateError) {
        #expect(CellgateError(.named(name: name, message: "m")) == error)
    }

    @Test("an error's code counts where its domain has codes")
    func codes() {
        struct Other: Error {}
        #expect(RequestFailure.code(of: Other()) == 0)
        #expect(RequestFailure.code(of: Coded(_domain: "NSURLErrorDomain", _code: -1009)) == -1009)
        #expect(RequestFailure.code(of: Coded(_domain: "NSPOSIXErrorDomain", _code: 101)) == 101)
        #expect(RequestFailure.code(of: Coded(_domain: "NSCocoaErrorDomain", _code: 4)) == 0)
    }
}

/// An error as Foundation's are to the language.
private struct Coded: Error {
    // swift-format-ignore: NoLeadingUnderscores
    let _domain: String
    // swift-format-ignore: NoLeadingUnderscores
    let _code: Int
}
