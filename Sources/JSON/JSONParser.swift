internal import CJansson

/// Reads JSON with jansson.
package enum JSONParser {
    /// The value of a document.
    ///
    /// - Throws: ``JSONError`` where it is none: not UTF-8, nested deeper than 2,048 levels, with
    ///   a name twice in one object, or with anything behind its end. A document is an array or an
    ///   object.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var error = json_error_t()
        let document = unsafe bytes.withUnsafeBytes { buffer in
            // An empty array has no address, but jansson wants one.
            let start = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            return unsafe json_loadb(
                start?.assumingMemoryBound(to: CChar.self), buffer.count,
                Int(JSON_REJECT_DUPLICATES), &error)
        }
        guard let document = unsafe document else {
            let text = unsafe String(cString: cjansson_error_text(&error))
            throw JSONError(line: max(1, Int(error.line)), message: text)
        }
        defer { unsafe json_decref(document) }
        return unsafe value(document)
    }

    /// Copies the tree; it is no deeper than jansson reads.
    private static func value(_ value: UnsafeMutablePointer<json_t>) -> JSONValue {
        switch unsafe cjansson_type(value) {
        case JSON_OBJECT: unsafe .object(members(of: value))
        case JSON_ARRAY: unsafe .array(elements(of: value))
        case JSON_STRING: unsafe .string(string(value))
        case JSON_INTEGER: unsafe .integer(Int64(json_integer_value(value)))
        case JSON_REAL: unsafe .real(json_real_value(value))
        case JSON_TRUE: .bool(true)
        case JSON_FALSE: .bool(false)
        default: .null
        }
    }

    private static func members(of object: UnsafeMutablePointer<json_t>) -> [JSONName: JSONValue] {
        var members: [JSONName: JSONValue] = [:]
        var iterator = unsafe json_object_iter(object)
        while let member = unsafe iterator {
            if let name = unsafe json_object_iter_key(member),
                let held = unsafe json_object_iter_value(member)
            {
                unsafe members[JSONName(String(cString: name))] = value(held)
            }
            unsafe iterator = json_object_iter_next(object, member)
        }
        return members
    }

    private static func elements(of array: UnsafeMutablePointer<json_t>) -> [JSONValue] {
        (0..<(unsafe json_array_size(array))).compactMap { index in
            guard let element = unsafe json_array_get(array, index) else { return nil }
            return unsafe value(element)
        }
    }

    private static func string(_ string: UnsafeMutablePointer<json_t>) -> String {
        // jansson has checked that it is UTF-8.
        guard let text = unsafe json_string_value(string) else { return "" }
        return unsafe String(cString: text)
    }
}
