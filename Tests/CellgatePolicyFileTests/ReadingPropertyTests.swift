import CellgateCore
import CellgatePolicyFile
import TestSupport
import Testing

/// Each test draws one seed and prints it where it fails; put it in to see the failure again.
@Suite("laws of reading", .timeLimit(.minutes(20)))
struct ReadingPropertyTests {
    private static let settings = """
        [Interfaces]
        Cellular=wwan* \\
          "enx0c5b8f*" a\\x20
        Wifi=[!w]lan?
        [Path]
        ProbeAddress=8.8.8.8 2001:db8::1 ::ffff:1.2.3.4
        [Permission]
        Profile=any-network
        # comment
        [Journal]
        SnapshotInterval=1h 30.5min

        """
    private static let app = """
        [App]
        Name=Kärtchen 📶
        Choice=wifi-only
        Locked=yes

        """
    private static let pieces = [
        "[", "]", "=", "\\", "\\\n", "\n", "\r\n", "#", ";", "\"", "'", "\u{0}", "\u{FEFF}", " ",
        "\t", "[App]\n", "[Path]\n", "Choice=", "Locked=yes\n", "ProbeAddress=", "::", ":", ".",
        "99999999999999999999", "y", "\\x", "\\U0011", "*", "SnapshotInterval=", "\u{301}",
        "infinity",
    ].map { Array($0.utf8) }

    /// Bytes that are random, or a text with a few changes.
    private func bytes(_ base: String, _ generator: inout SeededGenerator) -> [UInt8] {
        if UInt8.random(in: 0..<4, using: &generator) == 0 {
            return (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        }
        var bytes = Array(base.utf8)
        for _ in 0..<Int.random(in: 0..<6, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0..<4, using: &generator))
            switch UInt8.random(in: 0..<4, using: &generator) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 2: bytes.removeSubrange(place...)
            default:
                bytes.replaceSubrange(
                    place..<end, with: Self.pieces.randomElement(using: &generator) ?? [])
            }
        }
        return bytes
    }

    private func files(_ generator: inout SeededGenerator) -> [SourceFile] {
        let names = ["cellgated.conf", "cellgated.conf.d/a.conf", "apps.d/a.conf", "apps.d/b.conf"]
        return names.flatMap { name in
            ConfigurationRoot.allCases.filter { _ in Bool.random(using: &generator) }.map { root in
                let base = name.hasPrefix("apps") ? Self.app : Self.settings
                let contents = SourceFile.Contents.bytes(bytes(base, &generator))
                return file(root, name, contents)
            }
        }
    }

    @Test("whatever the bytes, reading ends, does the same again, and does not mind the order")
    func deterministic() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<1_000 {
            let files = files(&generator)
            let reading = PolicyFile.read(files)
            #expect(PolicyFile.read(files) == reading, "seed \(seed), round \(round)")
            #expect(
                PolicyFile.read(files.shuffled(using: &generator)) == reading,
                "seed \(seed), round \(round)")
        }
    }

    @Test("errors and what they cost go together, and every diagnostic is one line")
    func consistent() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<1_000 {
            let reading = PolicyFile.read(files(&generator))
            let errors = reading.diagnostics.filter { $0.severity == .error }
            let invalid = reading.table.apps.filter { $0.value.standing == .invalid }
            #expect(
                (reading.configuration == nil) == errors.contains { $0.app == nil },
                "seed \(seed), round \(round)")
            let blamed = Set(errors.compactMap(\.app))
            #expect(Set(invalid.keys) == blamed, "seed \(seed), round \(round)")
            for diagnostic in reading.diagnostics {
                let breaks = diagnostic.description.unicodeScalars.filter(\.breaksLines)
                #expect(breaks.isEmpty, "seed \(seed), round \(round)")
            }
        }
    }

    @Test("what happens to one app's file changes neither another app nor the settings")
    func isolated() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let others = [
            file(
                .administrator, "cellgated.conf",
                Self.settings.replacing("a\\x20", with: "a")
                    .replacing(" ::ffff:1.2.3.4", with: "")),
            file(.administrator, "apps.d/a.conf", Self.app),
            file(.package, "apps.d/c.conf", "[App]\nChoice=nonsense\n"),
        ]
        var expected = PolicyFile.read(others)
        #expect(expected.configuration != nil)
        for round in 0..<1_000 {
            let odd = file(.administrator, "apps.d/b.conf", .bytes(bytes(Self.app, &generator)))
            var reading = PolicyFile.read(others + [odd])
            reading.table.apps[AppID("b")] = nil
            reading.diagnostics.removeAll { $0.app == AppID("b") }
            #expect(reading == expected, "seed \(seed), round \(round)")
            expected = reading
        }
    }

    @Test(
        "much of anything is read, in bounded words",
        arguments: [
            "\\\n", "\n", "a\n", "=\n", "[App]\n", "[a]\n", "[App\n", "Choice=x\n", "#", "\\", "\"",
            "Cellular=a\n", "Cellular=\\x41 \"b\" \\\n", "*[", "ProbeAddress=1.1.1.1\n", "é",
            "\u{0}",
        ])
    func large(piece: String) {
        let body = String(repeating: piece, count: 50_000 / piece.utf8.count)
        let reading = PolicyFile.read([
            file(.administrator, "cellgated.conf", "[Path]\n" + body),
            file(.administrator, "cellgated.conf.d/a.conf", "[Interfaces]\nCellular=" + body),
            file(.administrator, "apps.d/a.conf", "[App]\n" + body),
        ])
        #expect(reading.diagnostics.count <= 3 * 52)
        #expect(reading.diagnostics.allSatisfy { $0.message.utf8.count < 1_000 })
    }
}
