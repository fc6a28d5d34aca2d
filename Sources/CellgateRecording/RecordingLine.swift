package import CellgateCore
internal import JSON

/// One line of a recording.
///
/// ```json
/// {"cellgate-recording":1,"clock":5000000,"program":"0.5.0","recorded":1764520000000000}
/// {"at":0,"input":"start"}
/// {"at":1250,"input":{"resolver":{"supportsDNS":true}}}
/// {"at":2000,"lost":3}
/// ```
package enum RecordingLine: Equatable, Sendable {
    case header(RecordingHeader)
    /// What happened, and how long after the begin.
    case input(Input, at: Duration)
    /// How many inputs before this line are missing.
    case lost(Int, at: Duration)

    /// The line's bytes, with the newline.
    ///
    /// - Throws: `EncodingError` or ``JSONWritingError`` where JSON cannot say it.
    package func bytes() throws -> [UInt8] {
        try JSONWriter.writeLine(.object(members()))
    }

    private func members() throws -> [JSONName: JSONValue] {
        switch self {
        case .header(let header):
            var members = [
                RecordingHeader.mark: JSONValue.integer(RecordingHeader.version),
                "clock": try ValueEncoder.encode(header.clock),
            ]
            members["program"] = header.program.map { .string($0) }
            members["recorded"] = header.recorded.map { .integer($0) }
            return members
        case .input(let input, let instant):
            return [
                "at": try ValueEncoder.encode(instant), "input": try ValueEncoder.encode(input),
            ]
        case .lost(let count, let instant):
            return ["at": try ValueEncoder.encode(instant), "lost": .integer(Int64(count))]
        }
    }

    /// Reads a line.
    ///
    /// - Throws: ``DecodingFault`` where it is none.
    init(_ bytes: [UInt8]) throws(DecodingFault) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            throw DecodingFault(message: "it is no JSON: \(error.message)")
        }
        do {
            self = try Self.line(value)
        } catch {
            throw DecodingFault(error)
        }
    }

    private static func line(_ value: JSONValue) throws -> RecordingLine {
        guard case .object(let members) = value else {
            throw DecodingFault(message: "it is \(value.kind), but has to be an object")
        }
        if let version = members[RecordingHeader.mark] {
            return .header(try header(members, version))
        }
        guard let time = members["at"] else { throw DecodingFault(message: unknown) }
        let microseconds = try member("at") { try time.read(Int64.self) }
        guard microseconds >= 0 else {
            throw DecodingFault(message: "it may not be negative", path: ".at")
        }
        let instant = Duration.microseconds(microseconds)
        if let input = members["input"] {
            return .input(try member("input") { try self.input(input) }, at: instant)
        }
        if let count = members["lost"] {
            return .lost(try member("lost") { try count.read(Int.self) }, at: instant)
        }
        throw DecodingFault(message: unknown)
    }

    private static func header(
        _ members: [JSONName: JSONValue], _ version: JSONValue
    ) throws -> RecordingHeader {
        let version = try member(RecordingHeader.mark.text) { try version.read(Int64.self) }
        guard version == RecordingHeader.version else {
            throw DecodingFault(
                message: "it is of the form \(version), but this program knows form "
                    + "\(RecordingHeader.version) only: use the cellgated that wrote it, or a later one",
                path: ".\(RecordingHeader.mark.text)"
            )
        }
        var header = RecordingHeader()
        header.program = try members["program"].map { program in
            try member("program") { try program.read(String.self) }
        }
        header.recorded = try members["recorded"].map { moment in
            try member("recorded") { try moment.read(Int64.self) }
        }
        if let clock = members["clock"] {
            let microseconds = try member("clock") { try clock.read(Int64.self) }
            guard microseconds >= 0 else {
                throw DecodingFault(message: "it may not be negative", path: ".clock")
            }
            header.clock = .microseconds(microseconds)
        }
        return header
    }

    /// Reads the member "input".
    static func input(_ value: JSONValue) throws -> Input {
        let name =
            switch value {
            case .string(let name): name
            case .object(let members): members.count == 1 ? members.first?.key.text ?? "" : ""
            default: ""
            }
        guard Input.codedNames.contains(name) else {
            throw DecodingFault(
                message: "it may be one of: " + Input.codedNames.joined(separator: ", "))
        }
        return try ValueDecoder.decode(Input.self, from: value)
    }

    private static func member<Value>(_ name: String, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw DecodingFault(error).within(name)
        }
    }

    private static let unknown =
        "it has to have \"at\", and \"input\" or \"lost\" beside it, or be a header with "
        + "\"\(RecordingHeader.mark.text)\""
}
