import CellgateCore
import Testing

extension AppReport {
    /// The app's path in a line: status and reason, interfaces, type, and what it supports.
    fileprivate var text: String {
        let words = [
            pathStatus.rawValue, unsatisfiedReason?.rawValue,
            availableInterfaces.isEmpty
                ? nil : availableInterfaces.map(\.text).joined(separator: " "),
            interfaceType.map { "by \($0)" }, isExpensive ? "expensive" : nil,
            isConstrained ? "constrained" : nil, supportsIPv4 ? "v4" : nil,
            supportsIPv6 ? "v6" : nil, supportsDNS ? "dns" : nil,
            gateways.isEmpty ? nil : "via " + gateways.map(\.description).joined(separator: ","),
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }
}

/// An app's path, in the words of `NWPath`.
@Suite("An app's own path")
struct AppReportTests {
    /// A choice under some profiles on a path, and what the app sees.
    struct Row: Sendable {
        let choices: [Choice?]
        let profiles: [Profile]
        let types: [InterfaceType?]
        let expected: String

        init(
            _ choices: [Choice?], _ types: [InterfaceType?], _ expected: String,
            under profiles: [Profile] = Profile.allCases
        ) {
            self.choices = choices
            self.profiles = profiles
            self.types = types
            self.expected = expected
        }
    }

    private static let wifi =
        "satisfied wifi0:wifi by wifi v4 v6 dns via 10.1.0.1,2001:db8::1"
    private static let wired =
        "satisfied wiredEthernet0:wiredEthernet by wiredEthernet v4 v6 dns "
        + "via 10.1.0.1,2001:db8::1"
    private static let mobile =
        "satisfied cellular0:cellular by cellular expensive v4 v6 dns via 10.1.0.1,2001:db8::1"

    @Test(
        "reads in every cell of R43–R45 and R8 as NWPath has it",
        arguments: [
            Row(Choice.allCases, [nil, nil], "unsatisfied notAvailable"),
            Row([.wifiAndCellular], [.wifi, .wifi], wifi),
            Row([.wifiAndCellular], [.wiredEthernet, .wiredEthernet], wired),
            Row([.wifiAndCellular], [.cellular, .cellular], mobile),
            Row([.wifiOnly], [.wifi, .wifi], wifi),
            Row([.wifiOnly], [.wiredEthernet, .wiredEthernet], wired),
            Row([.wifiOnly], [.cellular, .cellular], "unsatisfied cellularDenied"),
            Row([.off], [.wifi, .wifi], "unsatisfied wifiDenied"),
            Row([.off], [.wiredEthernet, .wiredEthernet], "unsatisfied wifiDenied"),
            Row([.off], [.cellular, .cellular], "unsatisfied cellularDenied"),
            Row([.undecided], [.wifi, .wifi], wifi, under: [.cellular, .allow]),
            Row(
                [.undecided], [.wiredEthernet, .wiredEthernet], wired, under: [.cellular, .allow]),
            Row([.undecided], [.cellular, .cellular], "requiresConnection", under: [.cellular]),
            Row([.undecided], [.cellular, .cellular], "requiresConnection", under: [.anyNetwork]),
            Row([.undecided], [.wifi, .wifi], "requiresConnection", under: [.anyNetwork]),
            Row([.undecided], [.cellular, .cellular], mobile, under: [.allow]),
            Row([nil], [nil, nil], "unsatisfied notAvailable"),
            Row([nil], [.wifi, .wifi], "unsatisfied notAvailable"),
            Row([nil], [.cellular, .cellular], "unsatisfied notAvailable"),
            // One family, and two of different types: mobile data is not there for who may not.
            Row([.wifiOnly], [.wifi, nil], "satisfied wifi0:wifi by wifi v4 dns via 10.1.0.1"),
            Row(
                [.wifiOnly], [.wifi, .cellular],
                "satisfied wifi0:wifi by wifi v4 dns via 10.1.0.1"),
            Row(
                [.wifiOnly], [.cellular, .wifi],
                "satisfied wifi0:wifi by wifi v6 dns via 2001:db8::1"),
            Row(
                [.undecided], [.cellular, .wifi],
                "satisfied wifi0:wifi by wifi v6 dns via 2001:db8::1", under: [.cellular]),
            Row(
                [.wifiAndCellular], [.cellular, .wifi],
                "satisfied cellular0:cellular wifi0:wifi by cellular expensive v4 v6 dns "
                    + "via 10.1.0.1,2001:db8::1"),
            Row([.off], [.wifi, .cellular], "unsatisfied wifiDenied"),
        ])
    func cells(_ row: Row) {
        for choice in row.choices {
            for profile in row.profiles {
                let path = NetworkPath.by(row.types[0], row.types[1])
                let report = AppReport.of(choice, on: path, under: profile)
                #expect(report.text == row.expected, "\(String(describing: choice)) \(profile)")
            }
        }
    }

    @Test("is constrained where the family that it uses is")
    func constrained() {
        var path = NetworkPath.by(.wifi, .wifi)
        path.ipv4?.isConstrained = true
        #expect(AppReport.of(.wifiOnly, on: path).isConstrained)
        path = NetworkPath.by(.cellular, .wifi)
        path.ipv4?.isConstrained = true
        #expect(!AppReport.of(.wifiOnly, on: path).isConstrained)
    }

    @Test("tells the same where only the evaluation, or what it may not use, is another")
    func sameFacts() {
        let wifiOnly = AppReport.of(.wifiOnly, on: .by(.cellular))
        #expect(wifiOnly.hasSameFacts(as: .of(.wifiOnly, on: .by(.cellular, .cellular))))
        #expect(!wifiOnly.hasSameFacts(as: .of(.wifiOnly, on: .by(.wifi))))
        #expect(!wifiOnly.hasSameFacts(as: .of(.wifiOnly, isLocked: true, on: .by(.cellular))))
        let allowed = AppReport.of(.wifiAndCellular, on: .by(.cellular))
        #expect(!allowed.hasSameFacts(as: .of(.wifiAndCellular, on: .by(.wifi))))
        #expect(!allowed.hasSameFacts(as: .of(.wifiAndCellular, on: .by(.cellular, .cellular))))
    }
}
