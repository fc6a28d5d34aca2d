import TestSupport
import Testing
import WebProbe

@Suite(
    "A HEAD request in a network of its own",
    .enabled(
        if: NetworkNamespace.isAvailable && WebServer.isAvailable, "needs root and python3"),
    .timeLimit(.minutes(10)))
struct HeadRequestNetworkTests {
    private static let limit = Duration.milliseconds(3300)

    @Test("does not wait longer for a name server that never answers (R25)")
    func silentNameServer() async throws {
        // 10.9.0.1 is nobody's: what is sent there goes out and is lost.
        let mounts = """
            mount -t tmpfs none /mnt
            echo nameserver 10.9.0.1 > /mnt/resolv.conf
            echo hosts: files dns > /mnt/nsswitch.conf
            mount --bind /mnt/resolv.conf /etc/resolv.conf
            mount --bind /mnt/nsswitch.conf /etc/nsswitch.conf
            """
        let answer = try await NetworkNamespace.run(mounting: mounts) {
            try NetworkNamespace.shell(
                """
                ip link add name p9 type veth peer name wwan9
                ip addr add 10.9.0.2/24 dev wwan9
                ip link set p9 up
                ip link set wwan9 up
                ip neigh add 10.9.0.1 lladdr 02:00:00:00:00:01 dev wwan9
                ip route add default via 10.9.0.1
                """)
            return HeadRequest(url: "http://www.example.org/", timeout: .seconds(3)).perform()
        }
        #expect(answer.result == .timedOut)
        #expect(answer.cost <= Self.limit && answer.cost >= .milliseconds(2900))
    }

    @Test("fails at once where there is no route")
    func noRoute() async throws {
        let answer = try await NetworkNamespace.run {
            HeadRequest(url: "http://203.0.113.1/", timeout: .seconds(3)).perform()
        }
        guard case .failed(.connection, _) = answer.result else {
            Issue.record("\(answer)")
            return
        }
        #expect(answer.cost <= Self.limit)
    }

    @Test("comes to its end where the interface vanishes meanwhile (R25)")
    func vanishingInterface() async throws {
        let answer = try await NetworkNamespace.run {
            let far = try NamedNetworkNamespace()
            try NetworkNamespace.shell(
                """
                ip link add wwan0 type veth peer name p1 netns \(far.name)
                ip addr add 10.1.0.2/24 dev wwan0
                ip link set wwan0 up
                """)
            try far.ip("addr add 10.1.0.1/24 dev p1")
            try far.ip("link set p1 up")
            let server = try WebServer(by: far.command([]), at: "10.1.0.1")
            let answer = HeadRequest(
                url: "http://10.1.0.1:\(server.port)/unplug/p1", interface: "wwan0",
                timeout: .seconds(3)
            ).perform()
            let wasAsked = try server.awaitRequest("/unplug/p1")
            return (answer, wasAsked)
        }
        #expect(answer.1)
        switch answer.0.result {
        case .timedOut, .failed(.lost, _), .failed(.connection, _): break
        default: Issue.record("\(answer.0)")
        }
        #expect(answer.0.cost <= Self.limit)
    }
}
