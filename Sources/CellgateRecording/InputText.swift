package import CellgateCore
internal import JSON

/// An input as people see and change it: as a recording has it behind `"input":`, but for the quotes
/// of a name alone.
///
/// ```
/// endOfTurn
/// {"resolver":{"supportsDNS":true}}
/// ```
package enum InputText {
    /// Printable ASCII on one line, without its end.
    ///
    /// - Throws: `EncodingError` or ``JSONWritingError`` where JSON cannot say it.
    package static func write(_ input: Input) throws -> String {
        let value = try ValueEncoder.encode(input)
        if case .string(let name) = value { return name }
        let line = try JSONWriter.writeASCIILine(value).dropLast()
        // jansson leaves DEL as it is; it stands in strings only.
        return String(decoding: line, as: UTF8.self)
            .split(separator: "\u{7F}", omittingEmptySubsequences: false).joined(
                separator: "\\u007f")
    }

    /// Reads what ``write(_:)`` wrote, or what somebody made of it.
    ///
    /// - Throws: ``DecodingFault`` where it is no input.
    package static func read(_ text: String) throws(DecodingFault) -> Input {
        var value = JSONValue.string(text)
        if text.utf8.first == UInt8(ascii: "{") {
            do throws(JSONError) {
                value = try JSONParser.parse(Array(text.utf8))
            } catch {
                throw DecodingFault(message: "it is no JSON: \(error.message)")
            }
        }
        do {
            return try RecordingLine.input(value)
        } catch {
            throw DecodingFault(error)
        }
    }
}
