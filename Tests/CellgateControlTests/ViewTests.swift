import CellgateBusInterface
import Testing

@testable import CellgateControl

/// The views as people see them; in colours, `^` stands for the escape character.
@Suite("What people see")
struct ViewTests {
    private func text(
        _ width: Int?, isColoured: Bool = false, _ lines: (Screen) -> [String]
    ) -> String {
        lines(Samples.screen(width: width, isColoured: isColoured)).joined(separator: "\n")
            .replacing("\u{1B}", with: "^")
    }

    @Test("the device's status")
    func status() {
        func shown(_ width: Int?, isColoured: Bool = false) -> String {
            text(width, isColoured: isColoured) { StatusView.lines(Samples.device, on: $0) }
        }
        #expect(
            shown(40)
                == #"""
                ● cellular via wwan0
                         Path: satisfied
                    Interface: wwan0 (cellular, known by
                               DEVTYPE)
                   Interfaces: wwan0 (cellular), eth1
                               (wiredEthernet)
                     Families: IPv4, DNS
                     Gateways: 10.0.0.1, fe80::1
                    Expensive: yes (by NetworkManager)
                  Constrained: no
                        Since: day 20787 UTC; 5min ago
                        Cause: network
                        Radio: airplane mode off, modem
                               present
                      Profile: cellular
                         Apps: 12 (9 available, 3
                               cellularDenied)
                  Enforcement: off
                Configuration: valid
                      Version: 0.1.0
                """#)
        #expect(
            shown(80)
                == #"""
                ● cellular via wwan0
                         Path: satisfied
                    Interface: wwan0 (cellular, known by DEVTYPE)
                   Interfaces: wwan0 (cellular), eth1 (wiredEthernet)
                     Families: IPv4, DNS
                     Gateways: 10.0.0.1, fe80::1
                    Expensive: yes (by NetworkManager)
                  Constrained: no
                        Since: day 20787 UTC; 5min ago
                        Cause: network
                        Radio: airplane mode off, modem present
                      Profile: cellular
                         Apps: 12 (9 available, 3 cellularDenied)
                  Enforcement: off
                Configuration: valid
                      Version: 0.1.0
                """#)
        #expect(shown(200) == shown(80))
        #expect(shown(nil) == shown(80))
        #expect(
            shown(80, isColoured: true)
                == #"""
                ^[32m●^[0m cellular via wwan0
                         ^[2mPath:^[0m ^[32msatisfied^[0m
                    ^[2mInterface:^[0m wwan0 (cellular, known by DEVTYPE)
                   ^[2mInterfaces:^[0m wwan0 (cellular), eth1 (wiredEthernet)
                     ^[2mFamilies:^[0m IPv4, DNS
                     ^[2mGateways:^[0m 10.0.0.1, fe80::1
                    ^[2mExpensive:^[0m yes (by NetworkManager)
                  ^[2mConstrained:^[0m no
                        ^[2mSince:^[0m day 20787 UTC; 5min ago
                        ^[2mCause:^[0m network
                        ^[2mRadio:^[0m airplane mode off, modem present
                      ^[2mProfile:^[0m cellular
                         ^[2mApps:^[0m 12 (9 available, 3 cellularDenied)
                  ^[2mEnforcement:^[0m off
                ^[2mConfiguration:^[0m valid
                      ^[2mVersion:^[0m 0.1.0
                """#)
    }

    @Test(
        "the status says who tells what a path costs",
        arguments: [
            (true, "configured", "yes (by the configuration)"),
            (false, "networkManager", "no (by NetworkManager)"),
            (true, "networkManagerGuess", "yes (by a guess of NetworkManager's)"),
            (false, "type", "no (by its type)"), (true, "oracle", "yes (by oracle)"),
            (false, "", "no"),
        ])
    func cost(_ isExpensive: Bool, _ source: String, _ expected: String) {
        var device = Samples.device
        device.isExpensive = isExpensive
        device.expensiveSource = source
        let lines = StatusView.lines(device, on: Samples.screen())
        #expect(lines.contains("    Expensive: \(expected)"))
    }

    @Test("the status of a device without a network")
    func offline() {
        func shown(_ width: Int?, isColoured: Bool = false) -> String {
            text(width, isColoured: isColoured) { StatusView.lines(Samples.noDevice, on: $0) }
        }
        #expect(
            shown(40)
                == #"""
                ● no network
                         Path: unsatisfied
                               (notAvailable)
                    Expensive: no
                  Constrained: no
                        Radio: airplane mode unknown,
                               modem unknown
                      Profile: any-network
                         Apps: 0
                  Enforcement: off
                Configuration: has errors; 'cellgatectl
                               check' names them
                      Version: 0.1.0
                """#)
        #expect(
            shown(80)
                == #"""
                ● no network
                         Path: unsatisfied (notAvailable)
                    Expensive: no
                  Constrained: no
                        Radio: airplane mode unknown, modem unknown
                      Profile: any-network
                         Apps: 0
                  Enforcement: off
                Configuration: has errors; 'cellgatectl check' names them
                      Version: 0.1.0
                """#)
        #expect(shown(200) == shown(80))
        #expect(shown(nil) == shown(80))
        #expect(
            shown(80, isColoured: true)
                == #"""
                ^[31m●^[0m no network
                         ^[2mPath:^[0m ^[31munsatisfied (notAvailable)^[0m
                    ^[2mExpensive:^[0m no
                  ^[2mConstrained:^[0m no
                        ^[2mRadio:^[0m airplane mode unknown, modem unknown
                      ^[2mProfile:^[0m any-network
                         ^[2mApps:^[0m 0
                  ^[2mEnforcement:^[0m off
                ^[2mConfiguration:^[0m ^[31mhas errors; 'cellgatectl check' names them^[0m
                      ^[2mVersion:^[0m 0.1.0
                """#)
    }

    @Test("the list of apps")
    func list() {
        func shown(_ width: Int?, isColoured: Bool = false) -> String {
            text(width, isColoured: isColoured) {
                ListView.lines(Samples.apps, on: $0, hasLegend: true)
            }
        }
        #expect(
            shown(40)
                == #"""
                ID                CHO…  BY    MAY   NOW
                org.example.Maps  wif…  user  res…  cel…
                org.example.a-v…  wif…  adm…  not…  ava…
                地図              und…  def…  unk…  und…

                3 apps, 1 available.
                """#)
        #expect(
            shown(80)
                == #"""
                ID                                      CHOICE    BY        MAY        NOW
                org.example.Maps                        wifi-on…  user      restrict…  cellular…
                org.example.a-very-long-name-of-an-app  wifi-an…  adminis…  notRestr…  available
                地図                                    undecid…  default   unknown    undecided

                3 apps, 1 available.
                """#)
        #expect(
            shown(200)
                == #"""
                ID                                      CHOICE             BY             MAY            NOW
                org.example.Maps                        wifi-only          user           restricted     cellularDenied
                org.example.a-very-long-name-of-an-app  wifi-and-cellular  administrator  notRestricted  available
                地図                                    undecided          default        unknown        undecided

                3 apps, 1 available.
                """#)
        #expect(shown(nil) == shown(200))
        #expect(
            shown(80, isColoured: true)
                == #"""
                ^[1mID^[0m                                      ^[1mCHOICE^[0m    ^[1mBY^[0m        ^[1mMAY^[0m        ^[1mNOW^[0m
                org.example.Maps                        wifi-on…  user      restrict…  ^[31mcellular…^[0m
                org.example.a-very-long-name-of-an-app  wifi-an…  adminis…  notRestr…  ^[32mavailable^[0m
                地図                                    undecid…  default   unknown    ^[33mundecided^[0m

                3 apps, 1 available.
                """#)
    }

    @Test("everything of an app")
    func show() {
        func shown(_ width: Int?, isColoured: Bool = false) -> String {
            text(width, isColoured: isColoured) { AppView.lines(Samples.app, on: $0) }
        }
        #expect(
            shown(40)
                == #"""
                             Id: org.example.Maps
                           Name: Maps
                RestrictedState: restricted
                  UnknownReason: -
                         Choice: wifi-only
                   ChoiceSource: user
                         Locked: no
                        Decided: day 20787 UTC; 5min ago
                      Available: no
                         Reason: cellularDenied
                     PathStatus: unsatisfied
                     PathReason: cellularDenied
                     Interfaces: -
                  InterfaceType: -
                      Expensive: no
                    Constrained: no
                           IPv4: no
                           IPv6: no
                            DNS: no
                       Gateways: -
                       Guidance: none
                          Since: day 20787 UTC; 5min ago
                          Cause: decision
                     Generation: 42
                """#)
        #expect(shown(80) == shown(40))
        #expect(shown(200) == shown(40))
        #expect(shown(nil) == shown(40))
        #expect(
            shown(80, isColoured: true)
                == #"""
                             ^[2mId:^[0m org.example.Maps
                           ^[2mName:^[0m Maps
                ^[2mRestrictedState:^[0m restricted
                  ^[2mUnknownReason:^[0m -
                         ^[2mChoice:^[0m wifi-only
                   ^[2mChoiceSource:^[0m user
                         ^[2mLocked:^[0m no
                        ^[2mDecided:^[0m day 20787 UTC; 5min ago
                      ^[2mAvailable:^[0m no
                         ^[2mReason:^[0m ^[31mcellularDenied^[0m
                     ^[2mPathStatus:^[0m unsatisfied
                     ^[2mPathReason:^[0m cellularDenied
                     ^[2mInterfaces:^[0m -
                  ^[2mInterfaceType:^[0m -
                      ^[2mExpensive:^[0m no
                    ^[2mConstrained:^[0m no
                           ^[2mIPv4:^[0m no
                           ^[2mIPv6:^[0m no
                            ^[2mDNS:^[0m no
                       ^[2mGateways:^[0m -
                       ^[2mGuidance:^[0m none
                          ^[2mSince:^[0m day 20787 UTC; 5min ago
                          ^[2mCause:^[0m decision
                     ^[2mGeneration:^[0m 42
                """#)
    }

    @Test("why an app cannot reach the network")
    func why() {
        func shown(_ width: Int?, isColoured: Bool = false) -> String {
            text(width, isColoured: isColoured) { WhyView.lines(Samples.explanation, on: $0) }
        }
        #expect(
            shown(40)
                == #"""
                org.example.Maps (Maps)
                    Now: cellularDenied
                    Why: The path is cellular via wwan0,
                         and mobile data is off for this
                         app.
                  Since: day 20787 UTC; 5min ago
                  Cause: decision
                   Path: unsatisfied (cellularDenied)
                May use: restricted
                 Choice: wifi-only by user
                Decided: day 20787 UTC; 5min ago

                What would change it:
                  - Allow Wi-Fi and mobile data for this
                    app.
                      cellgatectl set org.example.Maps wifi-and-cellular
                  - Join a Wi-Fi network, or plug in a
                    cable.
                """#)
        #expect(
            shown(80)
                == #"""
                org.example.Maps (Maps)
                    Now: cellularDenied
                    Why: The path is cellular via wwan0, and mobile data is off for this app.
                  Since: day 20787 UTC; 5min ago
                  Cause: decision
                   Path: unsatisfied (cellularDenied)
                May use: restricted
                 Choice: wifi-only by user
                Decided: day 20787 UTC; 5min ago

                What would change it:
                  - Allow Wi-Fi and mobile data for this app.
                      cellgatectl set org.example.Maps wifi-and-cellular
                  - Join a Wi-Fi network, or plug in a cable.
                """#)
        #expect(shown(200) == shown(80))
        #expect(shown(nil) == shown(80))
        #expect(
            shown(80, isColoured: true)
                == #"""
                ^[1morg.example.Maps (Maps)^[0m
                    ^[2mNow:^[0m ^[31mcellularDenied^[0m
                    ^[2mWhy:^[0m The path is cellular via wwan0, and mobile data is off for this app.
                  ^[2mSince:^[0m day 20787 UTC; 5min ago
                  ^[2mCause:^[0m decision
                   ^[2mPath:^[0m unsatisfied (cellularDenied)
                ^[2mMay use:^[0m restricted
                 ^[2mChoice:^[0m wifi-only by user
                ^[2mDecided:^[0m day 20787 UTC; 5min ago

                What would change it:
                  - Allow Wi-Fi and mobile data for this app.
                      ^[2mcellgatectl set org.example.Maps wifi-and-cellular^[0m
                  - Join a Wi-Fi network, or plug in a cable.
                """#)
    }

    @Test("the counters")
    func statistics() {
        func shown(_ width: Int?, isColoured: Bool = false) -> String {
            text(width, isColoured: isColoured) { StatisticsView.lines(Samples.device, on: $0) }
        }
        #expect(
            shown(40)
                == #"""
                evaluations: 12
                entriesLost: 0
                 newCounter: 7
                       apps: 12 (9 available, 3
                             cellularDenied)
                """#)
        #expect(
            shown(80)
                == #"""
                evaluations: 12
                entriesLost: 0
                 newCounter: 7
                       apps: 12 (9 available, 3 cellularDenied)
                """#)
        #expect(shown(200) == shown(80))
        #expect(shown(nil) == shown(80))
        #expect(
            shown(80, isColoured: true)
                == #"""
                ^[2mevaluations:^[0m 12
                ^[2mentriesLost:^[0m 0
                 ^[2mnewCounter:^[0m 7
                       ^[2mapps:^[0m 12 (9 available, 3 cellularDenied)
                """#)
    }

    @Test("the counters for Prometheus")
    func prometheus() {
        #expect(
            StatisticsView.prometheus(Samples.device).joined(separator: "\n")
                == #"""
                # HELP cellgate_evaluations_total Evaluations of the path and all apps.
                # TYPE cellgate_evaluations_total counter
                cellgate_evaluations_total 12
                # HELP cellgate_entries_lost_total Entries that a reader did not take.
                # TYPE cellgate_entries_lost_total counter
                cellgate_entries_lost_total 0
                # HELP cellgate_new_counter_total Counted by cellgated.
                # TYPE cellgate_new_counter_total counter
                cellgate_new_counter_total 7
                # HELP cellgate_apps Apps by what they can reach now, and why not.
                # TYPE cellgate_apps gauge
                cellgate_apps{reason="available"} 9
                cellgate_apps{reason="cellularDenied"} 3
                cellgate_apps{reason="undecided"} 0
                """#)
    }
}
