import Glibc
import TestSupport
import Testing

extension KernelTests {
    @Suite("System: service manager, signals, sandbox and resolver")
    struct SystemCases {
        @Test("OS-06: a file name that is no app's forges nothing and breaks no line")
        func forgedApp() throws {
            let namespace = try NamedNetworkNamespace()
            let policy = try PolicyFolder()
            try policy.write("[App]\nChoice=off\n", to: "apps.d/x\nPRIORITY=0\nMESSAGE=forged.conf")
            let daemon = try RunningDaemon(in: namespace, policy: policy)
            #expect(Set(try daemon.settle().apps.keys) == ["A", "B", "C", "D"])
            #expect(daemon.entries(of: "config-error").count == 1)
            #expect(
                !daemon.entries.contains {
                    $0.fields["PRIORITY"] == "0" || $0.fields["MESSAGE"] == "forged"
                })
            #expect(try daemon.stop() == .exit(0))
            // One readable line for each entry, which begins with its event.
            let lines = daemon.errorOutput.split(separator: "\n")
            #expect(
                lines.map { String($0.prefix { $0 != " " }) } == daemon.entries.map(\.event))
        }

        @Test("OS-07: the service manager is told once that the daemon is ready, by the daemon")
        func notifications() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            let directory = try TemporaryDirectory()
            for address in [directory.path(of: "notify"), "@cellgate-notify"] {
                let manager = try ServiceManager(at: address, in: namespace)
                let daemon = try RunningDaemon(
                    in: namespace, environment: ["NOTIFY_SOCKET": address])
                let status = "STATUS=wifi via wlan0; 4 apps: 3 available, 1 without any network"
                // In some order, but before anything else.
                #expect(Set([try manager.next(), try manager.next()]) == [status, "READY=1"])

                daemon.send(signal: SIGHUP)
                let reloading = try manager.next().split(separator: " ")
                #expect(reloading.first == "RELOADING=1")
                #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
                #expect(try manager.next() == "READY=1")

                #expect(try daemon.stop() == .exit(0))
                #expect(try manager.next() == "STOPPING=1")
                #expect(manager.senders == [daemon.processID])
            }
        }

        @Test(
            "OS-09: signals that come while the daemon starts are kept",
            arguments: [
                SIGHUP, SIGUSR1, SIGUSR2,
            ])
        func earlySignal(signal: Int32) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace, awaitsStart: false)
            // Before main nothing can help; the first thing there is to block the signals.
            let deadline = ContinuousClock.now + RunningDaemon.hangGuard
            while try !daemon.blocks([SIGHUP, SIGUSR1, SIGUSR2]) {
                try #require(ContinuousClock.now < deadline)
            }
            daemon.send(signal: signal)
            try daemon.awaitEntry { $0.event == "started" }
            try daemon.awaitEntry {
                switch signal {
                case SIGHUP: $0.event == "config-loaded" && $0.cause == "reload"
                case SIGUSR1: $0.event == "refresh"
                default: $0.opensSnapshot && $0.cause == "request"
                }
            }
            try daemon.reach(.via("wlan0:wifi"))
        }

        @Test("OS-10: a burst of signals leads to an evaluation after the last of them")
        func burst() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.addDefault("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            for _ in 0..<50 { daemon.send(signal: SIGUSR1) }
            try daemon.policy.set("A", "off")
            for _ in 0..<50 { daemon.send(signal: SIGUSR1) }
            try daemon.awaitEntry { $0.event == "restriction-changed" && $0["CHOICE"] == "off" }
            try daemon.settle()
            let refreshes = daemon.entries(of: "refresh").count
            #expect((1...100).contains(refreshes))
            #expect(daemon.entries(of: "path-changed") == [])

            let published = try daemon.refresh()
            #expect(published.filter { $0.event == "refresh" }.map { $0["CHANGED"] } == ["0"])
        }

        @Test("OS-16: where netlink is forbidden the daemon ends at once and says so")
        func withoutNetlink() throws {
            let namespace = try NamedNetworkNamespace()
            let manager = try ServiceManager(at: "@cellgate-notify", in: namespace)
            let daemon = try RunningDaemon(
                in: namespace, environment: ["NOTIFY_SOCKET": "@cellgate-notify"],
                launcher: ["/usr/bin/python3", "-c", Self.forbidNetlink], awaitsStart: false)
            #expect(try daemon.finish() == .exit(1))
            #expect(daemon.entries == [])
            #expect(daemon.errorOutput.lowercased().contains("netlink"))
            #expect(manager.senders == [])

            let unit = try ProjectFolder.text(of: "systemd/cellgated.service")
            let families = unit.split(separator: "\n")
                .first { $0.hasPrefix("RestrictAddressFamilies=") }
            #expect(families?.contains("AF_NETLINK") == true)
            #expect(families?.contains("AF_UNIX") == true)
        }

        @Test(
            "OS-20: without any network the daemon is ready, and a modem that never connects is none"
        )
        func noNetwork() throws {
            let namespace = try NamedNetworkNamespace()
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.settle().path == .unsatisfied)
            let changes = try daemon.changes {
                try namespace.ip("link set lo down")
                try namespace.ip(
                    "link add wwan0 type veth peer name p2 netns \(namespace.peerName)")
            }
            #expect(changes == [])
            let second = try RunningDaemon(in: namespace)
            #expect(try second.settle().apps == AppSnapshot.table(on: .offline))
            #expect(
                Set(second.entries.map(\.event)) == ["started", "snapshot", "bus-changed"])

            let unit = try ProjectFolder.text(of: "systemd/cellgated.service")
            let waiting = unit.split(separator: "\n").filter { line in
                line.contains("network-online.target")
                    && ["After=", "Wants=", "Requires="].contains { line.hasPrefix($0) }
            }
            #expect(waiting == [])
        }

        /// A seccomp filter that has socket(2) say `EAFNOSUPPORT` of AF_NETLINK, as
        /// `RestrictAddressFamilies=` without it does; x86-64's numbers of the call and of the
        /// offsets in its data (seccomp(2)).
        private static let forbidNetlink = """
            import ctypes, os, struct, sys
            def load(offset): return struct.pack("=HBBI", 0x20, 0, 0, offset)
            def unless(value, skipped): return struct.pack("=HBBI", 0x15, 0, skipped, value)
            def answer(value): return struct.pack("=HBBI", 0x06, 0, 0, value)
            program = (load(0) + unless(41, 3) + load(16) + unless(16, 1) + answer(0x50000 | 97)
                       + answer(0x7FFF0000))
            memory = ctypes.create_string_buffer(program)
            filter = struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(memory))
            libc = ctypes.CDLL(None, use_errno=True)
            assert libc.prctl(38, 1, 0, 0, 0) == 0, ctypes.get_errno()
            assert libc.prctl(22, 2, ctypes.c_char_p(filter), 0, 0) == 0, ctypes.get_errno()
            os.execvp(sys.argv[1], sys.argv[1:])
            """
    }
}
