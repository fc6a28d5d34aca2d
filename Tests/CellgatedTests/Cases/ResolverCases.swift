import TestSupport
import Testing

extension KernelTests {
    @Suite("System: the resolver's file")
    struct ResolverCases {
        @Test("OS-22: a name server is what the C library's resolver takes for one")
        func variants() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let folder = try TemporaryDirectory()
            try folder.write("", to: "resolv.conf")
            // In this mount namespace /etc holds that file only.
            let daemon = try RunningDaemon(
                in: namespace,
                launcher: [
                    "bash", "-c", "mount --bind \"$0\" /etc && exec \"$@\"", folder.path,
                ])
            let path = try daemon.reach(.via("wlan0:wifi")).path
            var expected = false
            #expect(try daemon.settle().dns == expected)
            let variants: [(name: String, text: String, hasServer: Bool)] = [
                ("one", "nameserver 192.0.2.53\n", true),
                ("empty", "", false),
                ("v6zone", "nameserver fe80::1%wlan0\n", true),
                ("comment", "# nameserver 192.0.2.53\n; nameserver 192.0.2.54\n", false),
                ("nonl", "nameserver 192.0.2.53", true),
                ("noarg", "nameserver\nnameserver \n", false),
                (
                    "four",
                    "nameserver not\nnameserver bad\nnameserver worse\nnameserver 192.0.2.53\n",
                    true
                ),
                ("glued", "nameservers 192.0.2.53\nnameserver192.0.2.53\n", false),
                ("bad", "nameserver not-an-address\n", false),
                ("tabs", "\tnameserver\t192.0.2.53\n", false),
                ("crlf", "nameserver 192.0.2.53\r\n", false),
                ("stub", "nameserver 127.0.0.53\noptions edns0\n", true),
            ]
            for (name, text, hasServer) in variants {
                let mark = daemon.entries.count
                // It is replaced by renaming, and noticed by itself.
                try folder.write(text, to: "resolv.conf")
                if hasServer != expected {
                    expected = hasServer
                    let entry = try daemon.awaitEntry { $0.event == "path-changed" }
                    #expect(entry["DNS"] == (hasServer ? "yes" : "no"), "\(name)")
                }
                let state = try daemon.settle()
                #expect(state.dns == hasServer, "\(name)")
                #expect(state.path == path, "the status never depends on it")
                #expect(daemon.changes(since: mark).count <= 1)
            }
        }
    }
}
