import CellgateCore
import Foundation
import Testing

@testable import Netlink

/// Bytes as the kernel sent them; `Fixtures/README.md` says what each holds.
enum Capture {
    static func bytes(_ file: String) throws -> [UInt8] {
        let url = try #require(
            Bundle.module.url(forResource: "Fixtures/\(file)", withExtension: nil))
        return Array(try Data(contentsOf: url))
    }

    /// What the event socket makes of them.
    static func decoded(_ file: String) throws -> EventDecoder.Decoded {
        var decoded = EventDecoder.Decoded()
        let bytes = try bytes(file)
        EventDecoder.decode(bytes.span, into: &decoded)
        return decoded
    }

    /// Each message by its type, as `read` decodes it; messages of other types and those that
    /// `read` passes over are left out.
    static func messages<Value>(
        _ file: String, type: Int, _ read: (Span<UInt8>) throws(Undecodable) -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        let bytes = try bytes(file)
        try bytes.span.forEachMessage {
            header, message throws(Undecodable) in
            guard header.type == type, let value = try read(message) else { return }
            values.append(value)
        }
        return values
    }
}
