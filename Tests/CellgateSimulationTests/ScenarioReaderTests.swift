import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The reader of scenarios")
struct ScenarioReaderTests {
    /// A text that is no scenario, and what is said of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let told: String
        var testDescription: String { text }

        init(_ text: String, _ told: String) {
            self.text = text
            self.told = told
        }
    }

    private static let setUp = "app org.example.Maps\nwifi on\nstart\n"

    private static func told(_ contents: [UInt8]) -> [String] {
        do {
            _ = try Scenario(contents, file: "x") { text in
                text == "start" ? .success(.start) : .failure(.init("'\(text)' is no input"))
            }
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test(
        "names the line, what is wrong and what would be accepted",
        arguments: [
            Row("", "x: error: the file says nothing; cellgate.scenario(5) has an example"),
            Row("wifi on\n", "x: error: the daemon never runs; write 'start' where it is to"),
            Row("wifi\n", "x:1: error: something is missing; write wifi on, or wifi off"),
            Row(
                "wifi onn\n", "x:1: error: 'onn' is not understood here; did you mean 'on'?"),
            Row(
                "wifi on now\n", "x:1: error: 'now' is too much; write wifi on, or wifi off"),
            Row("\n# c\nwify on\n", "x:3: error: 'wify' is not understood; did you mean 'wifi'?"),
            Row(
                "wifi on\nexpect nothing\n",
                "x:2: error: nothing can be expected before the daemon starts; write 'start' above"),
            Row(
                "at 1s wifi on\n",
                "x:1: error: nothing has a time before the daemon starts, at 0s; write 'start' on a "
                    + "line above"),
            Row(
                "refresh\n",
                "x:1: error: the daemon does not run here; write 'start' on a line above"),
            Row(
                "start\nstart\n",
                "x:2: error: the daemon runs here already; write 'stop' above"),
            Row(
                "start\nat 5s wifi on\nat 4s wifi off\n",
                "x:3: error: at 4s is before the line above; times only grow"),
            Row(
                "start\nat soon wifi on\n",
                "x:2: error: 'soon' is no time; write a time span in one word, such as 1.5s or "
                    + "2min30s, of 366 days at most"),
            Row(
                "start\n+1s\n",
                "x:2: error: a time stands before what happens, as in at 5s wifi off"),
            Row(
                setUp + "use org.example.Map\n",
                "x:4: error: there is no app 'org.example.Map'; did you mean 'org.example.Maps'?"),
            Row(
                setUp + "use Radio\n",
                "x:4: error: there is no app 'Radio'; write app Radio on a line above"),
            Row(
                "app ../x\n",
                "x:1: error: '../x' is no app's id; write one such as org.example.Maps"),
            Row(
                "app A Choice=sometimes\n",
                "x:1: error: Choice=: 'sometimes' is not accepted; write ask, wifi-and-cellular, "
                    + "wifi-only or off"),
            Row(
                "app A Choise=off\n", "x:1: error: there is no key 'Choise'; did you mean Choice=?"),
            Row(
                "app A Choice=off Locked=yes\n",
                "x:1: error: only the administrator locks; write app A by administrator Locked=yes"),
            Row(
                "app A by administrator Locked=yes\n",
                "x:1: error: Locked=: there is nothing to lock with Choice=ask; write Locked=no, or "
                    + "for Choice= wifi-and-cellular, wifi-only or off"),
            Row(
                "config Profil=allow\n",
                "x:1: error: there is no key 'Profil'; did you mean Profile=?"),
            Row(
                "config Profile=always\n",
                "x:1: error: Profile=: 'always' is not accepted; write cellular, any-network or allow"
            ),
            Row(
                setUp + "set org.example.Maps wifiOnly\n",
                "x:4: error: 'wifiOnly' is not understood here; did you mean 'wifi-only'?"),
            Row(
                setUp + "fail org.example.Maps often\n",
                "x:4: error: the code is missing or no number; write fail ID CODE, where the code is "
                    + "one of NSURLError or errno, as in -1009"),
            Row(
                "ip route ad default\n",
                "x:1: error: ip: 'route ad' is not understood; write link add, set or del, tuntap "
                    + "add, addr add, del or flush, route add, append, replace or del, rule add or "
                    + "del, nexthop add, replace or del"),
            Row(
                setUp + "expect app org.example.Maps REASN=available\n",
                "x:4: error: there is no field 'REASN' here; did you mean REASON=?"),
            Row(
                setUp + "expect app org.example.Maps REASON=availabel\n",
                "x:4: error: REASON= is never 'availabel'; did you mean 'available'?"),
            Row(
                setUp + "expect path IPV4=true\n",
                "x:4: error: IPV4= is never 'true'; it is one of yes, no"),
            Row(
                setUp + "expect path\n",
                "x:4: error: a field is missing; write expect path FIELD=VALUE..., as in "
                    + "INTERFACE_TYPE=wifi"),
            Row(
                setUp + "expect entry path-change\n",
                "x:4: error: 'path-change' is not understood here; did you mean 'path-changed'?"),
            Row(
                setUp + "expect probe org.example.Maps allowed\n",
                "x:4: error: 'allowed' is not understood here; write expect probe ID RESULT, where "
                    + "the result is waiting, granted, denied, undetermined, refused"),
            Row(
                setUp + "input start\n",
                "x:4: error: inputs of a recording and lines of other kinds do not go together"),
            Row(
                "input start\nwifi on\nexpect nothing\n",
                "x:2: error: beside inputs of a recording only 'expect' can stand, not 'wifi'"),
            Row(
                "input start\nat 1s input {\"a\": 1}\n",
                "x:2: error: input: '{\"a\": 1}' is no input"),
            Row(
                "{\"cellgate-recording\":1}\n{\"at\":0,\"input\":\"start\"}\n",
                "x:1: error: this is a recording, as it seems; cellgated --replay reads it"),
            Row(
                "start\nat 1h wifi on\nat 5s wifi off\nat 6s wifi on\n",
                "x:3: error: at 5s is before the line above; times only grow"),
            Row(
                "wifi on\u{1B}\n", "x:1: error: the line holds control characters; write plain text"
            ),
        ])
    func faults(_ row: Row) {
        #expect(Self.told(Array(row.text.utf8)) == [row.told])
    }

    @Test("tells every line that is wrong, and 50 at most")
    func many() {
        let told = Self.told(Array(String(repeating: "wify on\n", count: 60).utf8))
        #expect(told.count == 50)
        #expect(told.last?.hasPrefix("x:50: ") == true)
        #expect(Self.told([0xFF, 0x0A]) == ["x:1: error: the line is not valid UTF-8"])
        let long = [UInt8](repeating: 0x23, count: 64 << 20 + 1)
        #expect(
            Self.told(long) == ["x: error: the file has 67108865 bytes; at most 64 MiB are read"])
    }

    @Test(
        "takes comments, tabs and line ends of other systems for what they are",
        arguments: [
            "wifi on\nstart\n", "\twifi  on # it is there\r\nstart\r\n",
            "# first\n\nwifi on\nstart",
        ])
    func layout(text: String) throws {
        let steps = try Scenario(Array(text.utf8), file: "x").steps
        #expect(steps.map(\.text) == ["wifi on", "start"])
    }

    @Test("never traps on any bytes, names a line of each error, and runs whatever it takes")
    func randomBytes() throws {
        var generator = SeededGenerator()
        let texts = try ShippedScenario.names.map { Array(try ShippedScenario.text($0).utf8) }
        let pieces = [
            "\n", " ", "#", "=", "at ", "+1s ", "+999999999y ", "start\n", "stop\n",
            "ip link del wlan0\n",
            "ip link set wlan0 down\n", "ip rule add pref 0\n", "ip nexthop add id 1 group 1\n",
            "ip rule add uidrange 9-1\n", "airplane on\n", "vpn on\n", "handover to wifi\n",
            "app A Choice=\n", "config Profile=\n", "\u{301}", "\u{0}", "overrun\n", "agent off\n",
            "expect nothing\n", "remove org.example.Maps\n", "poll org.example.Maps\n",
        ].map { Array($0.utf8) }
        var ran = 0
        for _ in 0..<Thoroughness.cases(400) {
            var bytes = texts.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 0..<4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0..<12, using: &generator))
                switch UInt8.random(in: 0..<4, using: &generator) {
                case 0: bytes.removeSubrange(place..<end)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default:
                    bytes.insert(
                        contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
                }
            }
            let lines = bytes.count { $0 == 0x0A } + 1
            do {
                let scenario = try Scenario(bytes, file: "x")
                let end = scenario.steps.last?.moment ?? .zero
                guard end < .zero + .seconds(200_000) else { continue }
                var run = ScenarioRun(scenario)
                while let publications = run.step() {
                    #expect(publications.allSatisfy { $0.moment <= end })
                }
                ran += 1
            } catch {
                #expect(!error.diagnostics.isEmpty)
                #expect(
                    error.diagnostics.allSatisfy {
                        $0.line.map { (1...lines).contains($0) } ?? false && !$0.message.isEmpty
                    })
            }
        }
        #expect(ran > 0)
    }
}
