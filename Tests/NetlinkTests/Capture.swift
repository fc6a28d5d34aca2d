import CNetlink
import CellgateCore
import Foundation
import Testing

@testable import Netlink

/// A recording of what a kernel told; `Tests/Captures/recording.py` says how its files are made.
struct Capture {
    let name: String
    /// What it shows, for people.
    let title: String
    /// The answers to dumps before the first step; empty in a recording that begins without.
    let start: Dump
    let steps: [Step]
    /// The answers to dumps behind the last step.
    let end: Dump
    /// What nl80211 and sysfs say of each link, at whatever time.
    let devices: [LinkIndex: DeviceHints]

    /// The messages with which dumps of links, addresses, routes and rules were answered.
    struct Dump {
        var messages: [[UInt8]] = []
        /// The answers of nl80211.
        var wireless: [[UInt8]] = []
    }

    /// Something that was done, and what the kernel told then.
    struct Step {
        /// What was done, for people.
        let text: String
        let moment: Duration
        var messages: [Message] = []
        /// What nl80211 told.
        var wireless: [[UInt8]] = []
    }

    /// A message, with its header, and when it came.
    struct Message {
        let moment: Duration
        let bytes: [UInt8]
    }

    /// A file that does not say what is in the others, and where.
    struct Fault: Error {
        let place: String
        let reason: String
    }

    /// All messages of rtnetlink between the dumps.
    var messages: [Message] { steps.flatMap(\.messages) }

    /// The same without their times.
    var events: [[UInt8]] { messages.map(\.bytes) }

    /// The names of all recordings, in order.
    static let names: [String] = files(".steps")

    /// The names of the files that end in `suffix`, without it, in order.
    static func files(_ suffix: String) -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: Bundle.module.bundlePath + "/Fixtures")
        return (files ?? []).filter { $0.hasSuffix(suffix) }
            .map { String($0.dropLast(suffix.count)) }.sorted()
    }

    /// The bytes of one of the files.
    static func bytes(_ file: String) throws -> [UInt8] {
        let url = try #require(
            Bundle.module.url(forResource: "Fixtures/\(file)", withExtension: nil))
        return Array(try Data(contentsOf: url))
    }

    /// What the event socket makes of the messages between the dumps.
    var decoded: EventDecoder.Decoded {
        var decoded = EventDecoder.Decoded()
        let bytes = events.flatMap(\.self)
        EventDecoder.decode(bytes.span, into: &decoded)
        return decoded
    }

    /// The index of a link that the last dump has, or else the latest message of one.
    func index(of name: String) throws -> UInt32 {
        let links = try Self.read(events + end.messages, type: RTM_NEWLINK) {
            message throws(Undecodable) in try LinkDecoder.update(message)
        }
        return try #require(links.last { $0.name == InterfaceName(name) }).index.rawValue
    }

    /// Each message of a type, as `read` decodes it; those that `read` passes over are left out.
    static func read<Value>(
        _ messages: [[UInt8]], type: Int,
        _ read: (Span<UInt8>) throws(Undecodable) -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        let bytes = messages.flatMap(\.self)
        try bytes.span.forEachMessage { header, message throws(Undecodable) in
            guard header.type == type, let value = try read(message) else { return }
            values.append(value)
        }
        return values
    }
}
