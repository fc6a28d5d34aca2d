import CellgateCore
import Testing

/// Why an app is offline, and what would change that.
@Suite("An explanation")
struct ExplanationTests {
    /// An app and what is said of it.
    struct Row: Sendable {
        let choice: Choice?
        let profiles: [Profile]
        let types: [InterfaceType?]
        let reason: String
        let remedies: [Remedy]

        init(
            _ choice: Choice?, _ types: [InterfaceType?], _ reason: String, _ remedies: [Remedy],
            under profiles: [Profile] = Profile.allCases
        ) {
            self.choice = choice
            self.profiles = profiles
            self.types = types
            self.reason = reason
            self.remedies = remedies
        }
    }

    private static let none = "There is no network: no interface has a usable route."
    private static let wifi = "The path is wifi via wifi0, "
    private static let mobile = "The path is cellular via cellular0, "
    private static let undecided = "and nobody has decided yet whether this app may use it."
    private static let noData = "and mobile data is off for this app."

    @Test(
        "is right in every cell of R43–R45 and R8",
        arguments: [
            Row(.wifiAndCellular, [nil], none, [.connect]),
            Row(.wifiAndCellular, [.wifi], wifi + "which this app may use.", []),
            Row(.wifiAndCellular, [.cellular], mobile + "which this app may use.", []),
            // A mobile network would not help it.
            Row(.wifiOnly, [nil], none, [.joinWifi]),
            Row(.wifiOnly, [.wifi], wifi + "which this app may use.", []),
            Row(.wifiOnly, [.cellular], mobile + noData, [.allowMobileData, .joinWifi]),
            Row(
                .wifiOnly, [.wifi, .cellular], wifi + "and this app may use its IPv4 only.", []),
            Row(
                .wifiOnly, [.cellular, .wifi], mobile + "and this app may use its IPv6 only.", []),
            // A network alone would not help it.
            Row(.off, [nil], none, [.connect, .allowNetwork]),
            Row(.off, [.wifi], wifi + "and all network use is off for this app.", [.allowNetwork]),
            Row(
                .off, [.wiredEthernet],
                "The path is wiredEthernet via wiredEthernet0, and all network use is off for "
                    + "this app.", [.allowNetwork]),
            Row(.off, [.cellular], mobile + noData, [.allowMobileData]),
            Row(.undecided, [nil], none, [.connect], under: [.cellular, .allow]),
            Row(.undecided, [nil], none, [.connect, .decide], under: [.anyNetwork]),
            Row(
                .undecided, [.wifi], wifi + "which this app may use.", [],
                under: [.cellular, .allow]),
            Row(.undecided, [.wifi], wifi + undecided, [.decide], under: [.anyNetwork]),
            Row(
                .undecided, [.cellular], mobile + undecided, [.decide, .joinWifi],
                under: [.cellular]),
            Row(.undecided, [.cellular], mobile + undecided, [.decide], under: [.anyNetwork]),
            Row(.undecided, [.cellular], mobile + "which this app may use.", [], under: [.allow]),
        ])
    func cells(_ row: Row) {
        for profile in row.profiles {
            let path = NetworkPath.by(row.types[0], row.types.count > 1 ? row.types[1] : nil)
            let report = AppReport.of(row.choice, on: path, under: profile)
            let explanation = Explanation(report, profile: profile, radio: CellularRadio())
            #expect(explanation.reason == row.reason, "\(profile)")
            #expect(explanation.remedies == row.remedies, "\(profile)")
        }
    }

    @Test("names what keeps the radio from working, where mobile data would help")
    func radio() {
        let radios: [(CellularRadio, [Remedy])] = [
            (CellularRadio(), []),
            (CellularRadio(isAirplaneMode: false, modem: .present), []),
            (CellularRadio(isAirplaneMode: true), [.leaveAirplaneMode]),
            (CellularRadio(isAirplaneMode: true, modem: .absent), [.leaveAirplaneMode]),
            (CellularRadio(modem: .absent), [.attachModem]),
            (CellularRadio(modem: .withoutSIM), [.insertSIM]),
            (CellularRadio(modem: .failed), []),
        ]
        for (radio, remedies) in radios {
            func explain(_ choice: Choice?, _ path: NetworkPath) -> [Remedy] {
                let report = AppReport.of(choice, on: path, radio: radio)
                return Explanation(report, profile: .cellular, radio: radio).remedies
            }
            #expect(explain(.wifiAndCellular, .by(nil)) == [.connect] + remedies)
            #expect(explain(.undecided, .by(nil)) == [.connect] + remedies)
            #expect(explain(.wifiOnly, .by(nil)) == [.joinWifi])
            #expect(explain(.off, .by(nil)) == [.connect, .allowNetwork])
            #expect(explain(.wifiAndCellular, .by(.wifi)) == [])
            #expect(explain(.off, .by(.wifi)) == [.allowNetwork])
        }
    }

    @Test("says that the administrator has settled it, where a file is locked")
    func locked() {
        let rows: [(Choice, InterfaceType?, [Remedy])] = [
            (.wifiOnly, .cellular, [.askAdministrator, .joinWifi]),
            (.off, .cellular, [.askAdministrator]),
            (.off, .wifi, [.askAdministrator]),
            (.off, nil, [.connect, .askAdministrator]),
            (.wifiOnly, .wifi, []),
        ]
        for (choice, type, remedies) in rows {
            let report = AppReport.of(
                choice, source: .administrator, isLocked: true, on: .by(type))
            let explanation = Explanation(report, profile: .cellular, radio: CellularRadio())
            #expect(explanation.remedies == remedies, "\(choice)")
        }
    }

    @Test("R13: tells an error in the file from a record that is none that is known")
    func invalid() {
        for type in [nil] + InterfaceType.allCases.map({ $0 as InterfaceType? }) {
            let file = Explanation(
                .of(nil, source: .default, on: .by(type)), profile: .cellular,
                radio: CellularRadio())
            #expect(file.reason == "The file of this app has an error.")
            #expect(file.remedies == [.mendFile])
            let record = Explanation(
                .of(nil, source: .user, on: .by(type)), profile: .cellular, radio: CellularRadio())
            #expect(record.reason == "The stored choice of this app is none that is known.")
            #expect(record.remedies == [.chooseAgain])
        }
    }

    @Test("R48: there is a remedy in every state but that of an available app")
    func always() {
        let types = [nil] + InterfaceType.allCases.map { $0 as InterfaceType? }
        for profile in Profile.allCases {
            for choice in Choice.allCases.map({ $0 as Choice? }) + [nil] {
                for path in types.flatMap({ one in types.map { NetworkPath.by(one, $0) } }) {
                    let report = AppReport.of(choice, on: path, under: profile)
                    let explanation = Explanation(report, profile: profile, radio: .init())
                    #expect(explanation.remedies.isEmpty == report.state.isAvailable)
                    #expect(Set(explanation.remedies).count == explanation.remedies.count)
                    #expect(explanation.reason.hasSuffix("."))
                }
            }
        }
    }

    @Test("R69: no remedy has a command or blame in it", arguments: Remedy.allCases)
    func wording(_ remedy: Remedy) {
        let sentence = remedy.sentence
        #expect(sentence.hasSuffix("."))
        #expect(sentence.first?.isUppercase == true)
        for word in [
            "cellgatectl", "systemctl", "sudo", "`", "$", "--", "you ", "your", "fault", "wrong",
            "denied", "forbidden", "refused", "restricted", "must",
        ] {
            #expect(!sentence.lowercased().contains(word), "\(word)")
        }
    }
}
