import CellgateCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("The program and its command line")
struct ProgramTests {
    private func run(_ arguments: [String]) throws -> Subprocess.Result {
        try Subprocess.run([BuiltProgram.cellgated()] + arguments)
    }

    @Test("--help and --version answer and end", arguments: ["--help", "-h", "--version"])
    func answers(option: String) throws {
        let result = try run([option])
        #expect(result.ending == .exit(0))
        #expect(result.output.hasPrefix(option == "--version" ? "cellgated " : "Usage: cellgated "))
        #expect(result.errorOutput == "")
    }

    @Test(
        "a command line that cannot be followed ends with status 2 and advice",
        arguments: [["--nonsense"], ["--config"], ["--json=yes"], ["start"], ["--"] + ["x"]])
    func usage(arguments: [String]) throws {
        let result = try run(arguments)
        #expect(result.ending == .exit(2))
        #expect(result.output == "")
        #expect(result.errorOutput.hasSuffix("Try 'cellgated --help'.\n"))
    }

    @Test("streams that are closed at the start stay what nobody else's file is taken for")
    func closedStreams() throws {
        let policy = try PolicyFolder()
        let script = #"exec "$0" --config "$1" --state "$1" --json <&- 2>&-"#
        let daemon = try Subprocess(
            ["sh", "-c", script, BuiltProgram.cellgated(), policy.path],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(policy.path)/no-bus"])
        #expect(try daemon.nextLine(from: .standardOutput, within: .seconds(30)) != nil)
        for descriptor in [0, 2] {
            #expect(
                try FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(daemon.processID)/fd/\(descriptor)") == "/dev/null")
        }
        daemon.send(signal: SIGTERM)
        #expect(try daemon.finish(within: .seconds(30)).ending == .exit(0))
    }

    @Test("--check accepts what is valid")
    func checkValid() throws {
        let policy = try PolicyFolder()
        #expect(
            try run(["--check", "--config", policy.path])
                == Subprocess.Result(
                    ending: .exit(0), output: "The configuration is valid: 4 apps.\n"))
    }

    @Test("--check names file, line, key and what would be accepted, and ends with status 78")
    func checkInvalid() throws {
        let policy = try PolicyFolder()
        try policy.write("[App]\nName=X\nChoice=sometimes\n", to: "apps.d/X.conf")
        let result = try run(["--check", "--config", policy.path])
        #expect(result.ending == .exit(78))
        #expect(result.output == "")
        for part in ["\(policy.path)/apps.d/X.conf:3:", "Choice=", "'sometimes'", "wifi-only"] {
            #expect(result.errorOutput.contains(part), "\(part)")
        }
    }

    @Test("an unusable cellgated.conf ends the start with status 78")
    func unusableConfiguration() throws {
        let policy = try PolicyFolder(settings: "[Permission]\nProfile=sometimes\n")
        let result = try run(["--config", policy.path, "--json"])
        #expect(result.ending == .exit(78))
        let entries = try result.output.split(separator: "\n").map {
            try PublishedEntry(json: String($0))
        }
        #expect(entries.map(\.event) == ["config-error"])
        #expect(entries.first?.fields["MESSAGE"]?.contains("Profile=") == true)
    }

    @Test("a configuration folder that is not there ends the start with status 78")
    func missingFolder() throws {
        #expect(try run(["--config", "/nowhere/at/all"]).ending == .exit(78))
    }

    @Test("OS-02: every field's name is one that the journal takes")
    func fieldNames() {
        for field in EntryField.allCases {
            let name = Array(field.rawValue.utf8)
            #expect((1...64).contains(name.count))
            #expect((65...90).contains(name[0]), "\(field)")
            #expect(
                name.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 })
        }
        #expect(Set(EntryField.allCases.map(\.rawValue)).count == EntryField.allCases.count)
    }

    @Test("OS-02: an entry with any values is one line of JSON and reads as it was")
    func anyValues() throws {
        var generator = SeededGenerator()
        let awkward: [Unicode.Scalar] = [
            "\0", "\n", "\r", "\t", "\"", "\\", "=", "{", "\u{7F}", "\u{85}", "\u{2028}",
            "\u{FFFD}", "\u{1F4F6}", "é", "a", "0",
        ]
        for number in 1...10_000 {
            func text() -> String {
                let length = Int.random(in: 0...12, using: &generator)
                var text = String.UnicodeScalarView()
                for _ in 0..<length {
                    let any = Unicode.Scalar(UInt32.random(in: 0...0x10_FFFF, using: &generator))
                    let known = awkward.randomElement(using: &generator) ?? "x"
                    text.append(Bool.random(using: &generator) ? known : any ?? known)
                }
                return String(text)
            }
            let entry = Entry(
                event: .appChanged, sequence: UInt64(number), generation: 1, cause: .network,
                priority: .notice, message: text(),
                details: [.init(.app, text()), .init(.interfaces, text())])
            let json = entry.json
            #expect(!json.utf8.contains(UInt8(ascii: "\n")))
            let read = try PublishedEntry(json: json)
            // By their bytes: strings that look the same are equal.
            #expect(
                entry.fields.allSatisfy { field in
                    read.fields[field.name.rawValue].map { Array($0.utf8) }
                        == Array(field.value.utf8)
                })
            #expect(read.fields.count == entry.fields.count)
        }
    }
}
