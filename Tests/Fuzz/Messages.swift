import CNetlink
import CellgateCore

@testable import Netlink

/// The first byte chooses a decoder; the others are the message behind the netlink header.
func check(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let message = Array(input.dropFirst())
    switch choice % 7 {
    case 0: checkReading(message, checkLink, LinkDecoder.update)
    case 1: checkReading(message, checkAddress, AddressDecoder.address(message:))
    case 2: checkReading(message, checkRoute, RouteDecoder.route)
    case 3:
        // A selector that is not known makes a rule another one.
        checkReading(message, knowsAllAttributes: true, checkRule, RuleDecoder.rule)
    case 4: checkReading(message, checkNexthop, NexthopDecoder.nexthop)
    case 5: checkReading(message, checkWireless, WirelessDecoder.interface)
    default:
        checkReading(message, { _ in }) { message throws(Undecodable) in
            try WirelessDecoder.familyID(named: "nl80211", message)
        }
    }
}

/// What holds of every decoder.
private func checkReading<Value: Equatable>(
    _ message: [UInt8], knowsAllAttributes: Bool = false, _ checkValue: (Value) -> Void,
    _ read: (Span<UInt8>) throws(Undecodable) -> Value?
) {
    let outcome = Outcome(message, read)
    law("the same bytes mean the same", Outcome(message, read) == outcome)
    guard case .value(let value?) = outcome else { return }
    checkValue(value)
    guard !knowsAllAttributes, message.count.isMultiple(of: 4) else { return }
    // Five bytes of a type that no kernel has.
    let unknown: [UInt8] = [9, 0, 0xFF, 0x3F, 1, 2, 3, 4, 5]
    law(
        "an attribute that is not known changes nothing",
        Outcome(message + unknown, read) == outcome, "\(value)")
}

/// What reading a message came to.
private enum Outcome<Value: Equatable>: Equatable {
    case value(Value?)
    case undecodable

    init(_ message: [UInt8], _ read: (Span<UInt8>) throws(Undecodable) -> Value?) {
        do throws(Undecodable) {
            self = .value(try read(message.span))
        } catch {
            self = .undecodable
        }
    }
}

private func checkLink(_ update: LinkUpdate) {
    law("a link has an index", update.index.rawValue != 0)
    law("no link is below itself", update.lower != update.index)
    law("a tunnel's far end is somewhere", update.tunnel?.remote.isUnspecified != true)
    law("names hold no NUL", update.name?.bytes.contains(0) != true)
    var link = Link(update)
    law("a link has what its first message says", link?.merge(update) != true)
}

private func checkAddress(_ address: Address) {
    law("an address has a link", address.link.rawValue != 0)
    law("a prefix is no longer than an address", address.prefixLength <= bits(address.local))
    law(
        "a peer is of the same family",
        address.peer.map(bits) ?? bits(address.local) == bits(address.local))
    law("a peer is another", address.peer != address.local)
    checkText(address.local)
}

private func checkRoute(_ route: Route) {
    let most = route.family.addressBits
    law(
        "prefixes are no longer than an address",
        max(route.destinationLength, route.sourceLength) <= most)
    law(
        "a default has no destination", (route.destination == nil) == (route.destinationLength == 0)
    )
    law(
        "a destination is of the family",
        route.destination.map { $0.family == route.family } ?? true)
    law("a lifetime is not negative", route.expires.map { $0 >= .zero } ?? true)
    checkHops(route.hops)
}

private func checkRule(_ rule: RoutingRule) {
    law("a rule of all users names none", rule.userIDs?.isEmpty != true)
}

private func checkNexthop(_ nexthop: Nexthop) {
    checkHops(nexthop.hop.map { [$0] } ?? [])
}

private func checkWireless(_ interface: WirelessDecoder.Interface) {
    law("an interface has a link", interface.link.rawValue != 0)
}

private func checkHops(_ hops: [RouteHop]) {
    for hop in hops {
        law("a hop has a link", hop.link.rawValue != 0)
        hop.gateway.map(checkText)
    }
}

private func bits(_ address: IPAddress) -> UInt8 { address.family.addressBits }

private func checkText(_ address: IPAddress) {
    law(
        "an address reads as it is written", IPAddress(address.description) == address, "\(address)"
    )
}
