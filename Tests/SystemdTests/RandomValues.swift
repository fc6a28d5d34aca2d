import Systemd

/// Values of random types for the body of a message.
enum RandomValues {
    static func body(_ generator: inout some RandomNumberGenerator) -> [BusValue] {
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            value(of: type(&generator, depth: 0), &generator)
        }
    }

    private static func basicType(_ generator: inout some RandomNumberGenerator) -> String {
        ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"]
            .randomElement(using: &generator) ?? "y"
    }

    private static func type(
        _ generator: inout some RandomNumberGenerator, depth: Int
    ) -> String {
        switch depth < 4 ? Int.random(in: 0..<8, using: &generator) : 0 {
        case 5: return "v"
        case 6: return "a\(elementType(&generator, depth: depth + 1))"
        case 7:
            let count = Int.random(in: 1...3, using: &generator)
            return "(\((0..<count).map { _ in type(&generator, depth: depth + 1) }.joined()))"
        default: return basicType(&generator)
        }
    }

    private static func elementType(
        _ generator: inout some RandomNumberGenerator, depth: Int
    ) -> String {
        guard Bool.random(using: &generator) else { return type(&generator, depth: depth) }
        return "{\(basicType(&generator))\(type(&generator, depth: depth))}"
    }

    private static func value(
        of type: String, _ generator: inout some RandomNumberGenerator
    ) -> BusValue {
        switch type.first {
        case "y": return .byte(.random(in: .min ... .max, using: &generator))
        case "b": return .boolean(.random(using: &generator))
        case "n": return .int16(.random(in: .min ... .max, using: &generator))
        case "q": return .uint16(.random(in: .min ... .max, using: &generator))
        case "i": return .int32(.random(in: .min ... .max, using: &generator))
        case "u": return .uint32(.random(in: .min ... .max, using: &generator))
        case "x": return .int64(.random(in: .min ... .max, using: &generator))
        case "t": return .uint64(.random(in: .min ... .max, using: &generator))
        case "d": return .double(.random(in: -1e300...1e300, using: &generator))
        case "o":
            return .objectPath(["/", "/a", "/a/_9/B"].randomElement(using: &generator) ?? "/")
        case "g": return .signature(["", "s", "a{sv}(ii)"].randomElement(using: &generator) ?? "")
        case "v": return .variant(value(of: self.type(&generator, depth: 3), &generator))
        case "a":
            let element = String(type.dropFirst())
            let count = Int.random(in: 0...4, using: &generator)
            return .array(of: element, (0..<count).map { _ in value(of: element, &generator) })
        case "(", "{":
            let fields = types(in: type.dropFirst().dropLast()).map { value(of: $0, &generator) }
            return type.first == "(" ? .structure(fields) : .entry(fields[0], fields[1])
        default: return .string(text(&generator))
        }
    }

    private static func text(_ generator: inout some RandomNumberGenerator) -> String {
        let samples = [
            "", "plain", "é", "e\u{301}", "日本", "\u{1}\n\t\u{7F}", "😀", "%s%n", "\u{FFFD}",
        ]
        return (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            samples.randomElement(using: &generator) ?? ""
        }.joined()
    }

    /// The complete types of which a signature is made.
    private static func types(in signature: Substring) -> [String] {
        var types: [String] = []
        var type = ""
        var depth = 0
        for character in signature {
            type.append(character)
            if "({".contains(character) { depth += 1 }
            if ")}".contains(character) { depth -= 1 }
            if depth == 0 && character != "a" {
                types.append(type)
                type = ""
            }
        }
        return types
    }
}
