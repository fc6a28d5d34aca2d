import CellgateCore
import Glibc
import TestSupport
import Testing

@testable import Netlink

@Suite(
    "The event socket against the kernel",
    .enabled(if: NetworkNamespace.isAvailable, "needs root for network namespaces"))
struct NetlinkMonitorTests {
    /// Everything that is queued; the kernel queues an event before the call that causes it returns.
    private static func drainAll(_ monitor: NetlinkMonitor) -> Drained {
        var all = monitor.drain()
        while all.isMore { all = all + monitor.drain() }
        return all
    }

    /// Everything up to the event that is asked for, or what came until none came for ten seconds.
    private static func drain(
        _ monitor: NetlinkMonitor, until isWanted: (NetworkEvent) -> Bool
    ) -> Drained {
        var all = drainAll(monitor)
        while !all.events.contains(where: isWanted) {
            var watched = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&watched, 1, 10_000) == 1 else { break }
            all = all + drainAll(monitor)
        }
        return all
    }

    /// What tells of routes and rules: carrier and addresses of a link that came up are told of
    /// when the kernel's own timers run out.
    private static func causes(_ monitor: NetlinkMonitor) -> Drained {
        var drained = drainAll(monitor)
        drained.events.removeAll { event in
            switch event {
            case .link, .address: true
            case .linkRemoved, .addressRemoved, .routesChanged, .rulesChanged: false
            }
        }
        return drained
    }

    @Test("a pair that appears, comes up, gets an address and goes is told of in order")
    func lifeOfPair() async throws {
        let (quiet, born, configured, gone) = try await NetworkNamespace.run {
            let monitor = try NetlinkMonitor()
            let quiet = monitor.drain()
            try NetworkNamespace.shell("ip link add wlan0 index 10 type veth peer wwan0 index 11")
            let born = Self.drainAll(monitor)
            try NetworkNamespace.shell(
                """
                ip addr add 10.0.0.2/24 dev wlan0
                ip link set wwan0 up
                ip link set wlan0 up
                """)
            let configured = Self.drain(
                monitor,
                until: { event in
                    guard case .link(let update) = event else { return false }
                    return update.index == LinkIndex(10) && update.operationalState == .up
                })
            try NetworkNamespace.shell("ip link del wlan0")
            return (quiet, born, configured, Self.drainAll(monitor))
        }
        #expect(quiet == Drained())
        #expect(born.needsResync == false)
        let wlan = link(10, "wlan0", [], .down) {
            $0.kind = .veth
            $0.lower = LinkIndex(11)
        }
        #expect(born.events.last == wlan)
        #expect(configured.needsResync == false)
        #expect(configured.events.contains(.address(address(10, "10.0.0.2", 24))))
        #expect(
            configured.events.contains(
                link(10, "wlan0", .carrying, .up) {
                    $0.kind = .veth
                    $0.lower = LinkIndex(11)
                }))
        let removals = gone.events.filter { event in
            if case .linkRemoved = event { true } else { false }
        }
        #expect(Set(removals.map { "\($0)" }) == ["linkRemoved(10)", "linkRemoved(11)"])
        #expect(gone.needsResync == false)
    }

    /// A host with wlan0 up and addressed, and a monitor that has nothing queued.
    private static func withUplink() throws -> NetlinkMonitor {
        try NetworkNamespace.shell(
            """
            ip link add wlan0 index 10 type veth peer peer0
            ip addr add 10.0.0.2/24 dev wlan0
            ip addr add 2001:db8::2/64 dev wlan0 nodad
            ip link set peer0 up
            ip link set wlan0 up
            """)
        let monitor = try NetlinkMonitor()
        _ = drainAll(monitor)
        return monitor
    }

    @Test("twenty thousand routes to single networks bring no event at all (NL-19)")
    func manyRoutes() async throws {
        let drained = try await NetworkNamespace.run {
            let monitor = try Self.withUplink()
            try NetworkNamespace.shell(
                """
                seq 0 19999 | awk '{printf "route add 11.%d.%d.0/24 via 10.0.0.1\\n", $1/256, $1%256}' \
                    | ip -batch -
                """)
            return Self.causes(monitor)
        }
        #expect(drained == Drained())
    }

    @Test(
        "a route that may be a way to the Internet is a cause to ask, any other is none",
        arguments: [
            ("add default via 10.0.0.1", true), ("add 0.0.0.0/1 via 10.0.0.1", true),
            ("add 128.0.0.0/1 dev wlan0", true), ("add 11.0.0.0/8 via 10.0.0.1", true),
            ("add 11.0.0.0/9 via 10.0.0.1", false), ("add 10.9.0.1/32 via 10.0.0.1", false),
            ("add blackhole default metric 9", true),
            ("add default via 10.0.0.1 table 100000", true),
            ("add local 12.0.0.0/8 dev lo table local", false),
            ("add default via 2001:db8::1", true), ("add 2000::/3 via 2001:db8::1", true),
            ("add 2001::/16 via 2001:db8::1", true), ("add 2001:4860::/17 via 2001:db8::1", false),
        ])
    func filteredRoutes(command: String, isCause: Bool) async throws {
        let drained = try await NetworkNamespace.run {
            let monitor = try Self.withUplink()
            try NetworkNamespace.shell("ip route \(command)")
            return Self.causes(monitor)
        }
        #expect(drained == Drained(events: isCause ? [.routesChanged] : []))
    }

    @Test("rules and nexthop objects are causes to ask")
    func rulesAndNexthops() async throws {
        let drained = try await NetworkNamespace.run {
            let monitor = try Self.withUplink()
            try NetworkNamespace.shell(
                """
                ip rule add fwmark 7 table 100
                ip -6 rule add fwmark 7 table 100
                ip rule del fwmark 7 table 100
                ip nexthop add id 5 via 10.0.0.1 dev wlan0
                """)
            return Self.causes(monitor)
        }
        #expect(
            drained
                == Drained(events: [
                    .rulesChanged(.ipv4), .rulesChanged(.ipv6), .rulesChanged(.ipv4),
                    .routesChanged,
                ]))
    }

    @Test("an IPv6 router that fails is a cause to ask, and another neighbour's failure is none")
    func neighbours() async throws {
        let (host, router) = try await NetworkNamespace.run {
            let monitor = try Self.withUplink()
            try NetworkNamespace.shell(
                "ip neigh add 2001:db8::9 dev wlan0 lladdr 02:00:00:00:00:09 nud reachable")
            let host = Self.causes(monitor)
            try NetworkNamespace.shell(
                "ip neigh add 2001:db8::1 dev wlan0 lladdr 02:00:00:00:00:01 router nud reachable")
            return (host, Self.causes(monitor))
        }
        #expect(host == Drained())
        #expect(router == Drained(events: [.routesChanged]))
    }

    @Test("what a bridge says under its own family wakes nobody (NL-14)")
    func bridgePort() async throws {
        let drained = try await NetworkNamespace.run {
            let monitor = try Self.withUplink()
            try NetworkNamespace.shell(
                """
                ip link add br0 index 20 type bridge
                ip link set wlan0 master br0
                ip link set wlan0 nomaster
                """)
            return Self.drainAll(monitor)
        }
        #expect(drained.needsResync == false)
        #expect(!drained.events.contains(.linkRemoved(LinkIndex(10))))
        let masters = drained.events.compactMap { event -> LinkIndex?? in
            guard case .link(let update) = event, update.index == LinkIndex(10) else { return nil }
            return update.master
        }
        #expect(masters.contains(LinkIndex(20)))
        #expect(masters.last == .some(nil))
    }

    @Test("an overrun is reported, what is queued still comes, and a dump is right (NL-01)")
    func overrun() async throws {
        let (drained, after, dump) = try await NetworkNamespace.run {
            try NetworkNamespace.shell("ip link add wlan0 index 10 type veth peer wwan0 index 11")
            let monitor = try NetlinkMonitor(receiveBufferBytes: 4_096)
            let inquiry = try NetlinkInquiry()
            try NetworkNamespace.shell(
                """
                for i in $(seq 200); do echo link set wlan0 mtu $((1300 + i)); done | ip -batch -
                ip link set wlan0 name wlan9
                """)
            let drained = Self.drainAll(monitor)
            try NetworkNamespace.shell("ip link set wlan9 mtu 1400")
            return (drained, Self.drainAll(monitor), try inquiry.dump())
        }
        #expect(drained.overruns > 0)
        #expect(drained.needsResync)
        #expect(!drained.events.isEmpty)
        #expect(drained.events.count < 200)
        let wlan = update(10, "wlan9", [], .down) {
            $0.kind = .veth
            $0.lower = LinkIndex(11)
        }
        #expect(after.events.last == .link(wlan))
        #expect(after.overruns == 0)
        #expect(dump.links.contains(wlan))
        #expect(dump.isInterrupted == false)
    }

    @Test("a flood is read in portions")
    func flood() async throws {
        let (first, all) = try await NetworkNamespace.run {
            let monitor = try NetlinkMonitor()
            try NetworkNamespace.shell(
                """
                ip link add wlan0 type veth peer wwan0
                for i in $(seq 1500); do echo link set wlan0 mtu $((1300 + i % 9)); done \
                    | ip -batch -
                """)
            let first = monitor.drain()
            return (first, Self.drainAll(monitor))
        }
        #expect(first.isMore)
        #expect(first.events.count == 1_024)
        #expect(!all.isMore)
        #expect(!all.events.isEmpty)
        #expect(all.overruns == 0)
    }

    @Test("with the capability the receive buffer is as large as wanted, beyond the system's bound")
    func buffer() async throws {
        let (standard, huge) = try await NetworkNamespace.run {
            (
                try NetlinkMonitor().receiveBufferBytes,
                try NetlinkMonitor(receiveBufferBytes: 256 << 20).receiveBufferBytes
            )
        }
        #expect(standard >= NetlinkMonitor.wantedReceiveBufferBytes)
        #expect(huge >= 256 << 20)
    }
}

extension Drained {
    /// Two readings, one after the other, as one.
    fileprivate static func + (first: Drained, second: Drained) -> Drained {
        Drained(
            events: first.events + second.events, overruns: first.overruns + second.overruns,
            undecodable: first.undecodable + second.undecodable, isMore: second.isMore,
            failure: first.failure ?? second.failure)
    }
}
