import CNetlink
import CellgateCore
import TestSupport
import Testing

@testable import Netlink

@Suite("No bytes bring a decoder down")
struct DecoderRobustnessTests {
    static let captures = [".nl", ".nl80211"].flatMap { suffix in
        Capture.files(suffix).map { $0 + suffix }
    }

    /// Gives the bytes to every decoder (that of events has those of links and addresses behind
    /// it); that it returns is the point.
    private func decode(_ bytes: [UInt8]) {
        var decoded = EventDecoder.Decoded()
        EventDecoder.decode(bytes.span, into: &decoded)
        try? bytes.span.forEachMessage { _, message throws(Undecodable) in
            _ = try? RouteDecoder.route(message)
            _ = try? RuleDecoder.rule(message)
            _ = try? NexthopDecoder.nexthop(message)
            _ = try? WirelessDecoder.interface(message)
        }
    }

    /// Some messages of a capture: of each type those that differ much in length.
    private func messages(_ file: String) throws -> [[UInt8]] {
        let bytes = try Capture.bytes(file)
        var messages: [[UInt8]] = []
        var seen: Set<[Int]> = []
        var offset = 0
        while offset < bytes.count {
            let length = try Int(bytes.span.load(UInt32.self, at: offset))
            let type = try Int(bytes.span.load(UInt16.self, at: offset + 4))
            if seen.insert([type, length / 64]).inserted {
                messages.append(Array(bytes[offset..<(offset + length)]))
            }
            offset += aligned(length)
        }
        return messages
    }

    @Test("every prefix of a message is either read or counted", arguments: captures)
    func prefixes(file: String) throws {
        for message in try messages(file) {
            for length in 0..<message.count {
                decode(Array(message[..<length]))
                var shortened = Array(message[..<length])
                if length >= 16 {
                    // The header tells the truth, so that the body's decoder sees the cut.
                    shortened.replaceSubrange(0..<4, with: WireBytes.of(UInt32(length)))
                    decode(shortened)
                }
            }
        }
    }

    @Test("every byte set to its extremes", arguments: captures)
    func mutations(file: String) throws {
        for message in try messages(file) {
            for position in message.indices {
                for value in [0, 0xFF] as [UInt8] {
                    var changed = message
                    changed[position] = value
                    decode(changed)
                }
            }
        }
    }

    @Test("random changes of random bytes", arguments: captures)
    func randomChanges(file: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed of the changes to \(file): \(seed)")
        var generator = SeededGenerator(seed: seed)
        let messages = try messages(file)
        for _ in 0..<500 {
            var bytes = messages[Int(generator.next() % UInt64(messages.count))]
            for _ in 0...(generator.next() % 6) {
                bytes[Int(generator.next() % UInt64(bytes.count))] =
                    UInt8(truncatingIfNeeded: generator.next())
            }
            decode(bytes)
        }
    }

    @Test("a known attribute that is too short makes the message undecodable")
    func shortAttribute() {
        var header = ifinfomsg()
        header.ifi_index = 3
        let bytes = WireBytes.of(header) + WireBytes.attribute(IFLA_MASTER, [1, 0])
        #expect(throws: Undecodable()) { try LinkDecoder.update(bytes.span) }
    }

    @Test("an unknown attribute is passed over, whatever it holds")
    func unknownAttribute() throws {
        var header = ifinfomsg()
        header.ifi_index = 3
        let bytes = WireBytes.of(header) + WireBytes.attribute(0x3FFF, [1])
        let update = try LinkDecoder.update(bytes.span)
        #expect(
            update
                == LinkUpdate(
                    index: LinkIndex(3), hardware: .other(0), flags: [], isComplete: false))
    }

    @Test("an attribute that reaches beyond its message makes it undecodable")
    func overlongAttribute() {
        var header = ifinfomsg()
        header.ifi_index = 3
        let bytes =
            WireBytes.of(header) + WireBytes.of(UInt16(9)) + WireBytes.of(UInt16(3)) + [0, 0, 0, 0]
        #expect(throws: Undecodable()) { try LinkDecoder.update(bytes.span) }
    }
}
