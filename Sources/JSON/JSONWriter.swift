internal import CJansson
internal import Glibc

/// Writes JSON with jansson.
package enum JSONWriter {
    /// A document as text: the members of objects in the order of their names' bytes, indented by
    /// two, with a newline at the end. ``JSONParser`` reads the same value from it.
    ///
    /// - Parameter value: an array or an object.
    /// - Throws: ``JSONWritingError`` where the parser would not read the value again: neither
    ///   array nor object, nested deeper than 2,048 levels, a number that is infinite or none,
    ///   U+0000 in a name or a string.
    package static func write(_ value: JSONValue) throws(JSONWritingError) -> [UInt8] {
        unsafe try text(of: value, made: cjansson_text)
    }

    /// The same on one line, without white space but the newline at its end.
    ///
    /// - Throws: As ``write(_:)``.
    package static func writeLine(_ value: JSONValue) throws(JSONWritingError) -> [UInt8] {
        unsafe try text(of: value, made: cjansson_line)
    }

    /// The same with nothing but ASCII, so that no character can mislead who edits it.
    ///
    /// - Throws: As ``write(_:)``.
    package static func writeASCIILine(_ value: JSONValue) throws(JSONWritingError) -> [UInt8] {
        unsafe try text(of: value, made: cjansson_ascii_line)
    }

    private static func text(
        of value: JSONValue, made: (UnsafePointer<json_t>?) -> UnsafeMutablePointer<CChar>?
    ) throws(JSONWritingError) -> [UInt8] {
        switch value {
        case .array, .object: break
        default: throw JSONWritingError("a document cannot be \(value.kind)")
        }
        let document = unsafe try tree(of: value, depth: 1)
        defer { unsafe json_decref(document) }
        guard let text = unsafe made(document) else {
            throw JSONWritingError("there is no memory for the text")
        }
        defer { unsafe free(text) }
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
        return unsafe Array(bytes) + [UInt8(ascii: "\n")]
    }

    /// The value as jansson has it, with one reference, which is the caller's.
    private static func tree(
        of value: JSONValue, depth: Int
    ) throws(JSONWritingError) -> UnsafeMutablePointer<json_t> {
        guard depth <= greatestDepth else {
            throw JSONWritingError("it is nested deeper than \(greatestDepth) levels")
        }
        let made =
            switch value {
            case .null: unsafe json_null()
            case .bool(let isTrue): unsafe isTrue ? json_true() : json_false()
            case .integer(let number): unsafe json_integer(json_int_t(number))
            case .real(let number): unsafe json_real(try finite(number))
            case .string(let text): unsafe json_string(try withoutNUL(text))
            case .array(let elements): unsafe try array(elements, depth: depth)
            case .object(let members): unsafe try object(members, depth: depth)
            }
        guard let made = unsafe made else {
            throw JSONWritingError("there is no memory for \(value.kind)")
        }
        return unsafe made
    }

    private static func array(
        _ elements: [JSONValue], depth: Int
    ) throws(JSONWritingError) -> UnsafeMutablePointer<json_t>? {
        let array = unsafe json_array()
        do throws(JSONWritingError) {
            for element in elements {
                // It takes over the reference to the element, whether it succeeds or not.
                let result = unsafe json_array_append_new(
                    array, try tree(of: element, depth: depth + 1))
                guard result == 0 else { throw JSONWritingError("there is no memory for an array") }
            }
        } catch {
            unsafe json_decref(array)
            throw error
        }
        return unsafe array
    }

    private static func object(
        _ members: [JSONName: JSONValue], depth: Int
    ) throws(JSONWritingError) -> UnsafeMutablePointer<json_t>? {
        let object = unsafe json_object()
        do throws(JSONWritingError) {
            for (name, member) in members {
                let name = try withoutNUL(name.text)
                // As with arrays.
                let result = unsafe json_object_set_new(
                    object, name, try tree(of: member, depth: depth + 1))
                guard result == 0 else {
                    throw JSONWritingError("there is no memory for an object")
                }
            }
        } catch {
            unsafe json_decref(object)
            throw error
        }
        return unsafe object
    }

    private static func finite(_ number: Double) throws(JSONWritingError) -> Double {
        guard number.isFinite else { throw JSONWritingError("a number cannot be \(number)") }
        return number
    }

    /// jansson's strings end at the first U+0000 for C.
    private static func withoutNUL(_ text: String) throws(JSONWritingError) -> String {
        guard !text.utf8.contains(0) else {
            throw JSONWritingError("a name or string cannot hold U+0000")
        }
        return text
    }

    /// As deep as jansson reads (`JSON_PARSER_MAX_DEPTH`, which is no part of its header).
    private static let greatestDepth = 2048
}

/// A value that cannot be written as a JSON document.
package struct JSONWritingError: Error, Equatable, Sendable {
    /// What is wrong with it.
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}
