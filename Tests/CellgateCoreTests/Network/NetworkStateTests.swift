@testable import CellgateCore
import TestSupport
import Testing

@Suite("The network's state")
struct NetworkStateTests {
    private static let index = LinkIndex(7)

    private static func update(
        name: String? = "wlan0", flags: LinkFlags = [.up, .running, .lowerUp],
        isComplete: Bool = true, _ body: (inout LinkUpdate) -> Void = { _ in }
    ) -> LinkUpdate {
        var update = LinkUpdate(
            index: index, hardware: .ethernet, flags: flags, isComplete: isComplete)
        update.name = name.map { InterfaceName($0) }
        update.operationalState = isComplete ? .up : nil
        body(&update)
        return update
    }

    private static func address(_ text: String, flags: AddressFlags = []) -> Address {
        Address(
            link: index, local: IPAddress(text) ?? .v4(0), prefixLength: 24, scope: .universe,
            flags: flags)
    }

    private var known: NetworkState {
        var state = NetworkState()
        state.apply(
            .link(
                Self.update { update in
                    update.alternativeNames = [InterfaceName("enp9s0u1")]
                    update.master = LinkIndex(3)
                    update.portKind = .bond
                    update.lower = LinkIndex(4)
                    update.kind = .vlan
                    update.activePort = LinkIndex(5)
                    update.isTap = true
                    update.tunnel = TunnelEndpoint(remote: .v4(1), mark: 2)
                }))
        return state
    }

    @Test("a wireless driver's fragment changes nothing that it does not tell (NL-16)")
    func fragment() {
        var state = known
        let before = state
        #expect(
            state.apply(.link(Self.update(isComplete: false))) == NetworkChange())
        #expect(state == before)
    }

    @Test("a fragment's flags and name count")
    func fragmentTells() {
        var state = known
        state.apply(.link(Self.update(name: nil, flags: [.up], isComplete: false)))
        #expect(state.links[Self.index]?.flags == [.up])
        #expect(state.links[Self.index]?.name == InterfaceName("wlan0"))
        #expect(state.links[Self.index]?.operationalState == .up)
        #expect(state.links[Self.index]?.kind == .vlan)
    }

    @Test("what a complete message leaves out does not hold any more")
    func complete() {
        var state = known
        #expect(
            state.apply(.link(Self.update()))
                == NetworkChange(isSomething: true, outdatedDevice: Self.index))
        var bare = Link(
            index: Self.index, name: InterfaceName("wlan0"), hardware: .ethernet,
            flags: [.up, .running, .lowerUp])
        bare.operationalState = .up
        #expect(state.links[Self.index] == bare)
    }

    @Test("a fragment of an unknown link without a name is left alone")
    func unknownFragment() {
        var state = NetworkState()
        #expect(
            state.apply(.link(Self.update(name: nil, isComplete: false))) == NetworkChange())
        #expect(state == NetworkState())
    }

    @Test("the same message again changes nothing")
    func again() {
        var state = NetworkState()
        let update = Self.update()
        #expect(
            state.apply(.link(update))
                == NetworkChange(isSomething: true, outdatedDevice: Self.index))
        #expect(state.apply(.link(update)) == NetworkChange())
    }

    @Test(
        "a device is asked for anew where it may be another",
        arguments: [
            (Self.update(name: "wlan1"), true),
            (Self.update(flags: []), true),
            (Self.update { $0.kind = .veth }, true),
            (Self.update(flags: [.up]), false),
            (Self.update { $0.operationalState = .dormant }, false),
            (Self.update { $0.master = LinkIndex(9) }, false),
        ])
    func outdated(_ update: LinkUpdate, _ isOutdated: Bool) {
        var state = NetworkState()
        state.apply(.link(Self.update()))
        #expect(
            state.apply(.link(update))
                == NetworkChange(
                    isSomething: true, outdatedDevice: isOutdated ? Self.index : nil))
    }

    @Test("a rename keeps the link and its addresses (NL-12)")
    func rename() {
        var state = NetworkState()
        state.apply(.link(Self.update()))
        state.apply(.address(Self.address("10.1.0.2")))
        state.apply(.link(Self.update(name: "wlp3s0")))
        #expect(state.links.count == 1)
        #expect(state.links[Self.index]?.name == InterfaceName("wlp3s0"))
        #expect(state.sources(.ipv4, of: Self.index) == [.v4(0x0A01_0002)])
    }

    @Test("an address may come before its link (NL-22)")
    func addressFirst() {
        var state = NetworkState()
        #expect(state.apply(.address(Self.address("10.1.0.2"))).isSomething)
        state.apply(.link(Self.update()))
        #expect(state.sources(.ipv4, of: Self.index) == [.v4(0x0A01_0002)])
    }

    @Test("an address is known by link, prefix and peer; its flags may change (PD-31)")
    func addressIdentity() {
        var state = NetworkState()
        let tentative = Self.address("fd00::2", flags: [.tentative])
        #expect(state.apply(.address(tentative)) == NetworkChange(isSomething: true))
        #expect(state.apply(.address(tentative)) == NetworkChange())
        #expect(state.sources(.ipv6, of: Self.index) == [])
        #expect(state.apply(.address(Self.address("fd00::2"))).isSomething)
        #expect(state.addresses[Self.index]?.count == 1)
        #expect(state.sources(.ipv6, of: Self.index) == [.v6(high: 0xFD00 << 48, low: 2)])
        #expect(state.sources(.ipv4, of: Self.index) == [])
        #expect(state.apply(.addressRemoved(tentative)).isSomething)
        #expect(state.apply(.addressRemoved(tentative)) == NetworkChange())
        #expect(state.addresses == [:])
    }

    @Test("a peer or another length makes another address")
    func otherAddress() {
        let plain = Self.address("10.1.0.2")
        let others = [
            Address(link: Self.index, local: plain.local, prefixLength: 32, scope: .universe),
            Address(
                link: Self.index, local: plain.local, peer: .v4(1), prefixLength: 24,
                scope: .universe),
            Address(link: LinkIndex(8), local: plain.local, prefixLength: 24, scope: .universe),
            Self.address("10.1.0.3"),
        ]
        for other in others { #expect(!plain.hasSameIdentity(as: other)) }
        #expect(plain.hasSameIdentity(as: Self.address("10.1.0.2", flags: [.dadFailed])))
    }

    @Test("a removed link takes its addresses with it, known or not (NL-14)")
    func removed() {
        var state = NetworkState()
        #expect(state.apply(.linkRemoved(Self.index)) == NetworkChange())
        state.apply(.address(Self.address("10.1.0.2")))
        let change = NetworkChange(isSomething: true, outdatedDevice: Self.index)
        #expect(state.apply(.linkRemoved(Self.index)) == change)
        state.apply(.link(Self.update()))
        #expect(state.apply(.linkRemoved(Self.index)) == change)
        #expect(state == NetworkState())
    }

    @Test("routes and rules are a cause to ask and nothing to keep")
    func routes() {
        var state = NetworkState()
        #expect(state.apply(.routesChanged) == NetworkChange(isSomething: true))
        #expect(
            state.apply(.rulesChanged(.ipv6))
                == NetworkChange(isSomething: true, outdatedRules: .ipv6))
        #expect(state == NetworkState())
    }

    @Test("a dump says all: what it does not list is gone")
    func dump() {
        var state = known
        state.apply(.address(Self.address("10.1.0.2")))
        let loopback = LinkUpdate(index: LinkIndex(1), hardware: .loopback, flags: [.up])
        var named = loopback
        named.name = InterfaceName("lo")
        state.replace(with: NetworkDump(links: [named], addresses: []))
        #expect(state.links.keys.sorted() == [LinkIndex(1)])
        #expect(state.addresses == [:])
        state.replace(with: NetworkDump(links: [loopback], addresses: []))
        #expect(state == NetworkState())
    }
}
