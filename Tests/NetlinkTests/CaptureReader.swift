import CellgateCore
import Foundation

@testable import Netlink

extension Capture {
    /// Reads a recording.
    ///
    /// - Throws: ``Fault`` where the steps and the messages do not fit.
    init(_ name: String) throws {
        var reader = try CaptureReader(name)
        for line in try String(decoding: Capture.bytes(name + ".steps"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        {
            try reader.read(line)
        }
        self = try reader.capture()
    }
}

/// Reads the lines of a NAME.steps and, as they ask for it, the messages beside it.
private struct CaptureReader {
    private let name: String
    private var line = 0
    private var title: String?
    private var dumps: [Capture.Dump] = []
    private var steps: [Capture.Step] = []
    private var devices: [LinkIndex: DeviceHints] = [:]
    /// What is left of either file.
    private var messages: ArraySlice<[UInt8]>
    private var wireless: ArraySlice<[UInt8]>

    init(_ name: String) throws {
        self.name = name
        messages = try Self.messages(Capture.bytes(name + ".nl"))[...]
        let hasWireless = Capture.files(".nl80211").contains(name)
        wireless = hasWireless ? try Self.messages(Capture.bytes(name + ".nl80211"))[...] : []
    }

    /// The messages with their headers and what pads them.
    private static func messages(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var offset = 0
        try bytes.span.forEachMessage { _, message throws(Undecodable) in
            let end = min(offset + aligned(16 + message.count), bytes.count)
            messages.append(Array(bytes[offset..<end]))
            offset = end
        }
        return messages
    }

    mutating func read(_ text: Substring) throws {
        line += 1
        let words = text.split(separator: " ", maxSplits: 2).map { String($0) }
        switch (words.first, words.count) {
        case ("#", _):
            title = title ?? String(text.dropFirst(2))
        case ("dump", 3):
            var dump = Capture.Dump()
            for _ in 0..<(try number(words[1])) { dump.messages.append(try next(&messages)) }
            for _ in 0..<(try number(words[2])) { dump.wireless.append(try next(&wireless)) }
            try learnModes(dump.wireless)
            dumps.append(dump)
        case ("step", 3):
            steps.append(Capture.Step(text: words[2], moment: try moment(words[1])))
        case ("device", 3):
            let hints = words[2].split(separator: " ")
            let index = LinkIndex(UInt32(try number(words[1])))
            devices[index, default: DeviceHints()].deviceType =
                hints[0] == "-" ? nil : String(hints[0])
            devices[index]?.hasWirelessFolder = hints.dropFirst() == ["wireless"]
        case ("event", 3) where !steps.isEmpty:
            let message = Capture.Message(
                moment: try moment(words[1]), bytes: try next(&messages))
            steps[steps.count - 1].messages.append(message)
        case ("wireless", 3) where !steps.isEmpty:
            let message = try next(&wireless)
            try learnModes([message])
            steps[steps.count - 1].wireless.append(message)
        default:
            throw fault("'\(text)' is not understood")
        }
    }

    func capture() throws -> Capture {
        guard let title, let first = dumps.first, let last = dumps.last, dumps.count == 2 else {
            throw fault("no title, or not one dump before and one behind")
        }
        guard messages.isEmpty, wireless.isEmpty else {
            throw fault("\(messages.count) messages and \(wireless.count) of nl80211 are left")
        }
        return Capture(
            name: name, title: title, start: first, steps: steps, end: last, devices: devices)
    }

    /// The daemon asks for a link's mode later than the kernel tells of the link, so that it does
    /// not matter when nl80211 told it.
    private mutating func learnModes(_ messages: [[UInt8]]) throws {
        for message in messages {
            guard
                let interface = try WirelessDecoder.interface(message.span.extracting(16...))
            else { continue }
            devices[interface.link, default: DeviceHints()].wirelessMode = interface.mode
        }
    }

    private func next(_ messages: inout ArraySlice<[UInt8]>) throws -> [UInt8] {
        guard let message = messages.popFirst() else { throw fault("there are fewer messages") }
        return message
    }

    private func number(_ word: String) throws -> Int {
        guard let number = Int(word) else { throw fault("'\(word)' is no number") }
        return number
    }

    /// Seconds with a decimal.
    private func moment(_ word: String) throws -> Duration {
        guard let seconds = Double(word) else { throw fault("'\(word)' are no seconds") }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }

    private func fault(_ reason: String) -> Capture.Fault {
        Capture.Fault(place: "\(name).steps:\(line)", reason: reason)
    }
}
