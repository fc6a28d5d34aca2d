import CellgateCore
import CellgatePolicyFile
import Testing

@Suite("what is said of a file")
struct DiagnosticTests {
    @Test("what a file or its name holds cannot break a line or steer a terminal")
    func line() {
        let diagnostic = Diagnostic(
            severity: .error, file: "a\u{1B}[2J", line: 2, message: "near 'x\n\u{202E}y'")
        #expect(
            diagnostic.description
                == #"a\u{1B}[2J:2: error: near 'x\n\u{202E}y'"#)
    }

    @Test(
        "cellgated.conf: each fault with file, line, key and what would be accepted",
        arguments: [
            (
                "[Permission]\nProfile=wifi\n",
                ["2: error: Profile=: 'wifi' is not accepted; write cellular, any-network or allow"]
            ),
            (
                "[Journal]\nSnapshotInterval=5s\n",
                [
                    "2: error: SnapshotInterval=: '5s' is too short; write at least 1min, such as "
                        + "12h or 1d, or infinity for never"
                ]
            ),
            (
                "[Journal]\nSnapshotInterval=daily\nSnapshotInterval=300000y",
                [
                    "2: error: SnapshotInterval=: 'daily' is no time span; write at least 1min, such "
                        + "as 12h or 1d, or infinity for never",
                    "3: error: SnapshotInterval=: '300000y' is too long; write at least 1min, such "
                        + "as 12h or 1d, or infinity for never",
                ]
            ),
            (
                "[Path]\n\nProbeAddress=8.8.8.8 1.2.3\n",
                [
                    "3: error: ProbeAddress=: '1.2.3' is no IP address; write IPv4 or IPv6 addresses "
                        + "of other networks, with spaces between"
                ]
            ),
            (
                "[Interfaces]\nWifi=wlan0 eth0:1\n",
                [
                    "2: error: Wifi=: 'eth0:1' is the name of no interface; write names or patterns "
                        + "of interfaces, such as wwan*, with spaces between"
                ]
            ),
            (
                "[Interfaces]\nWired=\"\"\n",
                [
                    "2: error: Wired=: '' is the name of no interface; write names or patterns of "
                        + "interfaces, such as wwan*, with spaces between"
                ]
            ),
            (
                "[Interfaces]\nOther=a \"b",
                [
                    "2: error: Other=: '\"b' has no closing quote; write names or patterns of "
                        + "interfaces, such as wwan*, with spaces between"
                ]
            ),
            (
                "[Interfaces]\nConstrained=a\\*",
                [
                    "2: error: Constrained=: '\\*' is no known escape (\\\\ makes a backslash); write "
                        + "names or patterns of interfaces, such as wwan*, with spaces between"
                ]
            ),
            (
                "Profile=allow\n[Permission]\n",
                [
                    "1: error: 'Profile' stands before the first section; write it below "
                        + "[Interfaces], [Path], [Permission], [Guidance] or [Journal]"
                ]
            ),
            (
                "[Permission]\nallow\n",
                [
                    "2: error: 'allow' is no assignment; write KEY=VALUE, [SECTION], or # before a "
                        + "comment"
                ]
            ),
            ("[Path]\n=1.2.3.4", ["2: error: no key before '='; write KEY=VALUE"]),
            (
                "[Permission\nProfile=nonsense\n[Permission] # allow\nfoo=bar",
                [
                    "1: error: '[Permission' is no section header; write [NAME] and nothing behind it",
                    "3: error: '[Permission] # allow' is no section header; write [NAME] and nothing "
                        + "behind it",
                ]
            ),
            (
                "[Permission]\nProfile=allow\u{0}\n",
                ["2: error: the line holds the control character \\x00; write plain text"]
            ),
            (
                "[Interfaces]\nCelular=wwan0\n",
                [
                    "2: warning: unknown key 'Celular' in [Interfaces], ignored; did you mean Cellular=?"
                ]
            ),
            (
                "[Interfaces]\nProfile=allow\n",
                [
                    "2: warning: unknown key 'Profile' in [Interfaces], ignored; it belongs to [Permission]"
                ]
            ),
            (
                "[Journal]\nFoo=bar\n",
                ["2: warning: unknown key 'Foo' in [Journal], ignored; known is SnapshotInterval="]
            ),
            (
                "[journal]\nFoo=bar\n",
                [
                    "1: warning: unknown section [journal], ignored with its keys; did you mean "
                        + "[Journal]?"
                ]
            ),
            (
                "[App]\nChoice=nonsense\n",
                [
                    "1: warning: unknown section [App], ignored with its keys; known is "
                        + "[Interfaces], [Path], [Permission], [Guidance] or [Journal]"
                ]
            ),
            // A continued line is named by its first.
            (
                "[Permission]\nProfile=\\\n\\\n# x\n  wifi\n\nProfile=wired",
                [
                    "2: error: Profile=: 'wifi' is not accepted; write cellular, any-network or allow",
                    "7: error: Profile=: 'wired' is not accepted; write cellular, any-network or allow",
                ]
            ),
        ])
    func configuration(text: String, expected: [String]) {
        let reading = readConfiguration(text)
        #expect(lines(reading) == expected.map { "/etc/cellgate/cellgated.conf:" + $0 })
        #expect((reading.configuration == nil) == reading.hasErrors)
        #expect(reading.diagnostics.allSatisfy { $0.app == nil })
    }

    @Test(
        "an address that no default route serves is an error that says what it is",
        arguments: [
            ("0.0.0.0", "the unspecified address"), ("::", "the unspecified address"),
            ("0.1.2.3", "an address of this network (0.0.0.0/8)"),
            ("127.0.0.1", "a loopback address"), ("::1", "a loopback address"),
            ("169.254.1.1", "a link-local address"), ("fe80::1", "a link-local address"),
            ("224.0.0.1", "a multicast address"), ("239.255.255.255", "a multicast address"),
            ("ff02::1", "a multicast address"), ("240.0.0.1", "a reserved address (240.0.0.0/4)"),
            ("255.255.255.255", "a reserved address (240.0.0.0/4)"),
            ("::ffff:8.8.8.8", "an IPv4-mapped address"),
        ])
    func probeAddress(address: String, kind: String) {
        #expect(
            lines(readConfiguration("[Path]\nProbeAddress=\(address)")) == [
                "/etc/cellgate/cellgated.conf:2: error: ProbeAddress=: '\(address)' is \(kind); "
                    + "write IPv4 or IPv6 addresses of other networks, with spaces between"
            ])
    }

    @Test(
        "an app's file: each fault with file, line, key and what would be accepted",
        arguments: [
            (
                "[App]\nChoice=\n",
                [
                    "2: error: Choice=: '' is not accepted; write ask, wifi-and-cellular, wifi-only or off"
                ]
            ),
            (
                "[App]\nLocked=maybe\n",
                ["2: error: Locked=: 'maybe' is not accepted; write yes or no"]
            ),
            (
                "[App]\nLocked=yes\nFoo=\n",
                [
                    "2: error: Locked=: there is nothing to lock with Choice=ask; write Locked=no, or "
                        + "for Choice= wifi-and-cellular, wifi-only or off",
                    "3: warning: unknown key 'Foo' in [App], ignored; known is Name=, Choice=, OnReinstall= or Locked=",
                ]
            ),
            // What the choice was to be is not known, so nothing is said of the lock.
            (
                "[App]\nLocked=yes\nChoice=of\n",
                [
                    "3: error: Choice=: 'of' is not accepted; write ask, wifi-and-cellular, wifi-only "
                        + "or off"
                ]
            ),
            (
                "[App]\nName=a\u{85}b\n",
                [
                    "2: error: Name=: 'a\\xc2\\x85b' holds control characters; write a name of one line "
                        + "for people"
                ]
            ),
            (
                "Choice=off",
                [
                    "1: error: 'Choice' stands before the first section; write it below [App] or [Match]"
                ]
            ),
            (
                "[Apps]\nChoice=off",
                ["1: warning: unknown section [Apps], ignored with its keys; did you mean [App]?"]
            ),
            (
                "[App]\nChoise=off\n[Other]\nUnit=a.service\n",
                [
                    "2: warning: unknown key 'Choise' in [App], ignored; did you mean Choice=?",
                    "3: warning: unknown section [Other], ignored with its keys; known is [App] or "
                        + "[Match]",
                ]
            ),
            (
                "[App]\nChoice=\(String(repeating: "x", count: 100_000))\n",
                [
                    "2: error: Choice=: '\(String(repeating: "x", count: 64))…' is not accepted; "
                        + "write ask, wifi-and-cellular, wifi-only or off"
                ]
            ),
        ])
    func app(text: String, expected: [String]) {
        let reading = readApp(text)
        #expect(lines(reading) == expected.map { "/etc/cellgate/apps.d/a.conf:" + $0 })
        #expect(reading.diagnostics.allSatisfy { $0.app == AppID("a") })
    }

    @Test("a file name that is no id is an error, and the file is left out")
    func badNames() {
        let names: [[UInt8]] = [
            Array("apps.d/a\n.conf".utf8), Array("apps.d/".utf8) + [0xFF] + Array(".conf".utf8),
        ]
        let reading = PolicyFile.read(
            names.compactMap {
                SourceFile(
                    root: .package, directory: "/usr/lib/cellgate", relativeName: $0,
                    contents: .bytes(Array("[App]\n".utf8)))
            } + [file(.package, "apps.d/b.conf", "[App]\n")])
        let rest =
            ".conf: error: the file's name is no app's id; write ID.conf, where the ID has 1 to 255 "
            + "bytes of UTF-8 without control characters"
        #expect(
            lines(reading) == [
                "/usr/lib/cellgate/apps.d/a\\x0a" + rest, "/usr/lib/cellgate/apps.d/\\xff" + rest,
            ])
        #expect(Array(reading.table.apps.keys) == [AppID("b")])
        #expect(reading.configuration == Configuration())
    }

    @Test("what cannot be read is an error of the whole file")
    func unreadable() {
        let reading = PolicyFile.read([
            file(.package, "apps.d", .unreadable("Input/output error")),
            file(.administrator, "apps.d/a.conf", .unreadable("Permission denied")),
            file(.administrator, "cellgated.conf", .unreadable("Is a directory")),
            file(.administrator, "cellgated.conf.d", .unreadable("Permission denied")),
            file(.package, "cellgated.conf.d", .unreadable("Permission denied")),
        ])
        #expect(
            lines(reading) == [
                "/usr/lib/cellgate/cellgated.conf.d: error: cannot be read: Permission denied",
                "/etc/cellgate/cellgated.conf.d: error: cannot be read: Permission denied",
                "/etc/cellgate/cellgated.conf: error: cannot be read: Is a directory",
                "/usr/lib/cellgate/apps.d: error: cannot be read: Input/output error",
                "/etc/cellgate/apps.d/a.conf: error: cannot be read: Permission denied",
            ])
        #expect(reading.configuration == nil)
        #expect(reading.standing == .invalid)
    }

    @Test("a drop-in's error leaves no configuration, and the apps as they are")
    func dropIn() {
        let reading = PolicyFile.read([
            file(.package, "cellgated.conf", "[Permission]\nProfile=allow\n"),
            file(.package, "cellgated.conf.d/a.conf", "[Permission]\nProfile=\"\"\n"),
            file(.package, "apps.d/a.conf", "[App]\nChoice=off\n"),
        ])
        #expect(reading.configuration == nil)
        #expect(reading.standing == .choice(.off, source: .package, isLocked: false))
        #expect(
            lines(reading) == [
                "/usr/lib/cellgate/cellgated.conf.d/a.conf:2: error: Profile=: '\"\"' is not accepted; "
                    + "write cellular, any-network or allow"
            ])
    }

    @Test("a file of more than a mebibyte is not read")
    func tooLarge() {
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: PolicyFile.greatestSize)
        #expect(
            PolicyFile.read([file(.package, "cellgated.conf", .bytes(bytes))]).diagnostics == [])
        #expect(
            lines(PolicyFile.read([file(.package, "cellgated.conf", .bytes(bytes + [0x23]))])) == [
                "/usr/lib/cellgate/cellgated.conf: error: has 1048577 bytes; at most 1048576 are read"
            ])
    }

    @Test("a file in error is not read on after fifty faults")
    func manyErrors() {
        let faults = String(repeating: "Foo=\n", count: 40) + String(repeating: "Bar\n", count: 30)
        let reading = readApp("[App]\n" + faults)
        #expect(reading.diagnostics.count == 51)
        #expect(
            reading.diagnostics.suffix(2).map(\.description) == [
                "/etc/cellgate/apps.d/a.conf:51: error: 'Bar' is no assignment; write KEY=VALUE, "
                    + "[SECTION], or # before a comment",
                "/etc/cellgate/apps.d/a.conf: error: too many faults; the rest of the file is not read",
            ])
    }

    @Test("exactly fifty faults are told without more")
    func fiftyErrors() {
        let reading = readApp("[App]\n" + String(repeating: "Bar\n", count: 50))
        #expect(reading.diagnostics.count == 50)
    }

    @Test("warnings past fifty are counted, and the file is read to its end")
    func manyWarnings() {
        let reading = readApp("[App]\n" + String(repeating: "Foo=\n", count: 60) + "Choice=off\n")
        #expect(reading.diagnostics.count == 51)
        #expect(
            reading.diagnostics.last?.description
                == "/etc/cellgate/apps.d/a.conf: warning: 10 more warnings are left out")
        #expect(reading.standing == .choice(.off, source: .administrator, isLocked: false))
    }

    @Test("an error behind many warnings is told")
    func lateError() {
        let reading = readApp(
            "[App]\n" + String(repeating: "Foo=\n", count: 60) + "Choice=x\n\n#\n")
        #expect(reading.standing == .invalid)
        #expect(
            reading.diagnostics.suffix(2).map(\.description) == [
                "/etc/cellgate/apps.d/a.conf:62: error: Choice=: 'x' is not accepted; write ask, "
                    + "wifi-and-cellular, wifi-only or off",
                "/etc/cellgate/apps.d/a.conf: warning: 10 more warnings are left out",
            ])
    }
}
