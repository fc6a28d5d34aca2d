import CellgateCore
import JSON
import TestSupport
import Testing

@testable import CellgateRecording

@Suite("An input as a line")
struct InputCodingTests {
    @Test("every input is read as it was written, and written the same again")
    func roundTrip() throws {
        for input in EveryInput.all {
            let line = RecordingLine.input(input, at: .microseconds(12))
            let bytes = try line.bytes()
            #expect(try RecordingLine(bytes) == line, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(try RecordingLine(bytes).bytes() == bytes)
            #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
        }
    }

    @Test("every input is one line of ASCII in a scenario, and is read again as it was")
    func text() throws {
        for input in EveryInput.all + [.stop(signal: "é \u{202E}\u{7F}\u{1F600}\n")] {
            let text = try InputText.write(input)
            #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(try InputText.read(text) == input, "\(text)")
        }
    }

    @Test(
        "what is no input is told with what would be one",
        arguments: [
            ("begin", "it may be one of: start, "), ("", "it may be one of: start, "),
            ("{", "it is no JSON: "),
            (#"{"timer":"x"}"#, "timer: it may be: "),
            (#"{"start":{},"stop":{}}"#, "it may be one of: start, "),
        ])
    func noText(text: String, message: String) {
        #expect {
            try InputText.read(text)
        } throws: { error in
            "\(error)".hasPrefix(message)
        }
    }

    @Test("every kind of input is tried, and every one has a name")
    func complete() {
        #expect(Set(EveryInput.all.map(EveryInput.name)) == Set(Input.codedNames))
    }

    @Test(
        "what stands in a line can be read and typed by people",
        arguments: [
            (Input.start, #""start""#),
            (.resolver(supportsDNS: true), #"{"resolver":{"supportsDNS":true}}"#),
            (
                .network([.linkRemoved(LinkIndex(3)), .rulesChanged(.ipv6)]),
                #"{"network":[{"linkRemoved":3},{"rulesChanged":"ipv6"}]}"#
            ),
            (.timer(.resync), #"{"timer":"resync"}"#),
            (.installed([AppID("b"), AppID("a")]), #"{"installed":["a","b"]}"#),
            (
                .answers([
                    .source(destination: .v4(0x3200_0001)): .source(nil),
                    .rules(.ipv4): .failed(errno: 5),
                ]),
                #"{"answers":[{"answer":{"failed":{"errno":5}},"question":{"rules":"ipv4"}},"#
                    + #"{"answer":"source","question":{"source":{"destination":"50.0.0.1"}}}]}"#
            ),
            (
                .records(
                    RecordReading(records: RecordTable(apps: [AppID("x"): Record(choice: .off)]))),
                #"{"records":{"diagnostics":[],"records":{"apps":"#
                    + #"{"x":{"choice":"off","isAsked":false}}}}}"#
            ),
            (
                .request(
                    RequestID(1), .setChoice(AppID("x"), .wifiOnly),
                    from: Caller(client: ClientID(":1.2"), process: nil, isPrivileged: true),
                    at: WallTime(microseconds: 5)),
                #"{"request":{"at":5,"from":{"client":":1.2","isPrivileged":true},"id":1,"#
                    + #""request":{"setChoice":{"app":"x","choice":"wifiOnly"}}}}"#
            ),
        ])
    func text(input: Input, text: String) throws {
        let bytes = try RecordingLine.input(input, at: .seconds(1)).bytes()
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"{"at":1000000,"input":"# + text + "}\n")
    }

    @Test("a case without values may also be written as an object")
    func emptyObjects() throws {
        for (text, input) in [
            (#"{"start":{}}"#, Input.start), (#"{"timer":{"_0":"wait"}}"#, .timer(.wait)),
        ] {
            #expect(
                try RecordingLine(Array(#"{"at":0,"input":\#(text)}"#.utf8))
                    == .input(input, at: .zero))
        }
    }

    @Test("the order in which a dictionary gives its members changes nothing")
    func order() throws {
        for input in EveryInput.all {
            guard case .answers(let answers) = input else { continue }
            let lines = try (0..<8).map { _ in
                var other: [KernelQuestion: KernelAnswer] = [:]
                for (question, answer) in answers.shuffled() { other[question] = answer }
                return try RecordingLine.input(.answers(other), at: .zero).bytes()
            }
            #expect(Set(lines).count == 1)
        }
    }

    @Test(
        "what is no input is refused with its place and what would be accepted",
        arguments: [
            (#"{"at":0,"input":"begin"}"#, "input: it may be one of: start, policy"),
            (#"{"at":0,"input":{"start":{},"stop":{}}}"#, "input: it may be one of: start"),
            (
                #"{"at":0,"input":{"network":[{"linkRemoved":-1}]}}"#,
                "input.network[0].linkRemoved: it has to be a whole number from 0 to 4294967295"
            ),
            (#"{"at":0,"input":{"resolver":{}}}"#, "input.resolver.supportsDNS: it is missing"),
            (
                #"{"at":0,"input":{"resolver":{"supportsDNS":1}}}"#,
                "input.resolver.supportsDNS: it is a number, but has to be true or false"
            ),
            (
                #"{"at":0,"input":{"messagesLost":{"overruns":9223372036854775807,"undecodable":0}}}"#,
                "input.messagesLost.overruns: it has to be a whole number from 0 to 2147483647"
            ),
            (#"{"at":0,"input":{"timer":"tea"}}"#, "input.timer: it may be: policy, routeExpiry"),
            (
                #"{"at":0,"input":{"installed":3}}"#,
                "input.installed: it is a number, but has to be an array"
            ),
            (
                #"{"at":0,"input":{"answers":[{"question":{"source":{"destination":"1.2.3"}},"answer":"source"}]}}"#,
                #"destination: "1.2.3" is no IPv4 or IPv6 address"#
            ),
            (
                #"{"at":0,"input":{"answers":[{"question":{"nexthop":1},"answer":{"flag":true}},{"question":{"nexthop":1},"answer":{"flag":true}}]}}"#,
                "input.answers: a question is answered twice"
            ),
            (
                #"{"at":0,"input":{"network":[{"sunshine":1}]}}"#,
                "input.network[0]: it is nothing that can stand here"
            ),
            (#"{"at":-1,"input":"start"}"#, "at: it may not be negative"),
            (#"{"at":1.5,"input":"start"}"#, "at: it has to be a whole number"),
            (#"{"at":0}"#, #"it has to have "at", and "input" or "lost""#),
            ("[1]", "it is an array, but has to be an object"),
            ("{", "it is no JSON"),
        ])
    func faults(line: String, message: String) {
        #expect {
            try RecordingLine(Array(line.utf8))
        } throws: { error in
            let description = String(describing: error)
            return (error as? DecodingFault) != nil && description.contains(message)
        }
    }

    @Test("regions without an address are refused, which the initialiser would not survive")
    func regions() throws {
        let policy = try #require(EveryInput.all.first { EveryInput.name($0) == "policy" })
        let text = String(
            decoding: try RecordingLine.input(policy, at: .zero).bytes(), as: UTF8.self)
        let marker = #""probes":{"ipv4":[["#
        let parts = text.split(separator: marker, maxSplits: 1)
        let emptied = parts[0] + marker + parts[1].drop { $0 != "]" }
        #expect(throws: DecodingFault.self) { try RecordingLine(Array(emptied.utf8)) }
    }

    @Test("a duration that is no whole number of microseconds is not written as another one")
    func finerDurations() {
        var reading = PolicyReading(
            configuration: Configuration(), table: PolicyTable(), diagnostics: [])
        reading.configuration?.firstUse.probeTimeout = .nanoseconds(1500)
        #expect(throws: EncodingError.self) {
            try RecordingLine.input(.policy(reading), at: .zero).bytes()
        }
    }
}
