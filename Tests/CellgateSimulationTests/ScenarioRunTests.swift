import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("A scenario's run")
struct ScenarioRunTests {
    @Test("tells what the daemon would, with virtual time")
    func entries() throws {
        let run = try RunScenario(
            """
            app Maps Choice=wifi-only
            wifi on
            start
            at 1.5s handover to cellular
            stop
            """)
        #expect(
            run.messages == [
                "0.000 cellgated \(version) started: 1 app, profile cellular",
                "0.000 path: wifi via wlan0, IPv4, gateway 10.1.0.1",
                "0.000 Maps: available (path: wifi via wlan0)",
                "0.000 programs can ask on D-Bus, as org.cellgate.Cellgate1",
                "1.500 path: cellular via wwan0, expensive, IPv4, gateway 10.2.0.1",
                "1.500 Maps: unavailable, mobile data is off for this app "
                    + "(path: cellular via wwan0)", "1.500 cellgated stops (SIGTERM)",
            ])
    }

    @Test("an app whose question comes with the loss of Wi-Fi is pending at once (R3)")
    func pendingAtOnce() throws {
        let run = try RunScenario(
            """
            app Maps
            wifi on
            cellular on
            agent on
            start
            at 1s use Maps
            at 2s wifi off
            expect prompt Maps on
            expect app Maps UNKNOWN_REASON=pending
            expect entry restriction-changed APP=Maps UNKNOWN_REASON=pending
            """)
        #expect(run.misses == [])
    }

    @Test("a failed expectation tells line, expected, got and the entries before")
    func failure() throws {
        let run = try RunScenario(
            """
            app Maps Choice=wifi-only
            cellular on
            start
            at 1s wifi on
            +1s wifi off

            expect app Maps REASON=available CHOICE=wifiOnly
            """)
        #expect(run.held == 0)
        #expect(
            run.failures.map(\.description) == [
                """
                x.scenario:7: failed: expect app Maps REASON=available CHOICE=wifiOnly
                    expected: REASON=available
                         got: REASON=cellularDenied
                    entries since line 5:
                      2.000  path-changed  path: cellular via wwan0, expensive, IPv4, gateway \
                10.2.0.1
                      2.000  app-changed  Maps: unavailable, mobile data is off for this app (path: \
                cellular via wwan0)
                """
            ])
    }

    /// What follows a start on mobile data with an undecided app and an agent, and what fails.
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let misses: [String]
        var testDescription: String { text }

        init(_ text: String, _ misses: String...) {
            self.text = text
            self.misses = misses
        }
    }

    @Test(
        "goes on to the end, and tells each line that did not come out as it says",
        arguments: [
            Row("expect path INTERFACE_TYPE=cellular IPV4=yes PATH_REASON="),
            Row("expect path CELLGATE_INTERFACE_TYPE=cellular"),
            Row(
                "expect path INTERFACE_TYPE=wifi IPV4=yes",
                "6: INTERFACE_TYPE=wifi | INTERFACE_TYPE=cellular"),
            Row(
                "expect entry started\nrefresh\nexpect entry started", "8: started | no such entry"),
            Row(
                "wifi off", "6: that this happens | it changes nothing, or the kernel refuses it"),
            Row(
                "ip link set wwan0 sideways",
                "6: that this happens | ip link set wwan0 sideways: 'sideways' is not understood here"
            ),
            Row(
                "answer Maps off", "6: that this happens | no question about Maps is on the screen"),
            Row(
                "click Maps", "6: that this happens | no advice about Maps is on the screen"),
            Row(
                "expect probe Maps denied",
                "6: denied | there was no 'probe Maps' before"),
            Row("expect gate Maps ran", "6: ran | there was no 'gate Maps' before"),
            Row(
                "probe Maps\nexpect probe Maps denied\n+2s expect probe Maps denied",
                "7: denied | waiting", "8: denied | undetermined"),
            // In order, each entry once; what was not expected is told by 'nothing'.
            Row(
                "wifi on\nexpect entry app-changed\nexpect entry path-changed\nexpect nothing",
                "8: path-changed | no such entry",
                "9: no entry but those that were expected | 1 more, first path-changed"),
            Row("wifi on\nexpect entry path-changed\nexpect entry app-changed\nexpect nothing"),
            Row(
                "wifi on\nexpect entry path-changed INTERFACE_TYPE=cellular IPV4=yes",
                "7: path-changed INTERFACE_TYPE=cellular IPV4=yes | "
                    + "path-changed INTERFACE_TYPE=wifi IPV4=yes"),
            // What is expected is what came since the last line that did something.
            Row("wifi on\n+1s expect nothing"),
            Row("refresh\nexpect entry refresh CHANGED=0 PRIORITY=5 SIMULATED=1 SEQ=5"),
            Row(
                "remove Maps\n+1s expect app Maps REASON=available",
                "7: REASON=available | there is no such app: its file is gone"),
            Row("dns off\nexpect entry path-changed DNS=no"),
            Row("overrun\nexpect entry netlink-resync LOST=1"),
            Row("publish\nexpect entry snapshot CAUSE=request\nexpect entry snapshot APP=Maps"),
            Row("reload\nexpect entry config-loaded CAUSE=reload"),
            Row("vpn on\nexpect path INTERFACE=wg0 INTERFACE_TYPE=cellular\nvpn off"),
        ])
    func lines(_ row: Row) throws {
        let setUp = "app Maps Name=My Maps OnReinstall=keep\ncellular on\nagent on\n\nstart\n"
        #expect(try RunScenario(setUp + row.text).misses == row.misses)
    }

    @Test("the daemon hears nothing while it does not run, and finds all when it starts again")
    func restart() throws {
        let run = try RunScenario(
            """
            app Maps
            cellular on
            agent on
            start
            gate Maps
            at 1s set Maps off
            stop
            +1h wifi on
            modem withoutSIM
            app Mail
            expect nothing
            start
            expect entry started
            expect path INTERFACE_TYPE=wifi
            expect app Maps CHOICE=off REASON=wifiDenied
            expect app Mail UNKNOWN_REASON=noSIM
            expect gate Maps waiting
            +1s set Maps wifi-and-cellular
            expect gate Maps ran
            """)
        #expect(run.misses == [])
    }

    @Test("an app whose id has any characters is itself", arguments: ["a-b", "é", "snap.x_y", "1"])
    func ids(id: String) throws {
        let run = try RunScenario(
            "app \(id)\ncellular on\nagent on\nstart\nuse \(id)\nanswer \(id) off\n"
                + "expect use \(id) denied\nfail \(id) 101\nexpect fail \(id) permission\n")
        #expect(run.misses == [])
    }

    @Test("the profiles and the administrator's file count as the daemon reads them")
    func configuration() throws {
        let run = try RunScenario(
            """
            config Profile=any-network
            config ProbeTimeoutSec=3s
            app Maps
            app Maps by administrator Choice=off
            wifi on
            start
            expect app Maps CHOICE=off CHOICE_SOURCE=administrator REASON=wifiDenied
            at 1s remove Maps by administrator
            +1s expect app Maps REASON=undecided
            probe Maps
            +2.9s expect probe Maps waiting
            +0.1s expect probe Maps undetermined
            config Profile=allow
            +250ms expect app Maps RESTRICTED_STATE=notRestricted REASON=available
            """)
        #expect(run.misses == [])
    }

    @Test("a year of days passes in no time")
    func longTimes() throws {
        let run = try RunScenario("wifi on\nstart\nat 365d expect entry snapshot CAUSE=timer")
        #expect(run.misses == [])
        #expect(run.events.count { $0 == "snapshot" } == 366)
    }
}
