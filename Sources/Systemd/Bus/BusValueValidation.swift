internal import CSystemd

extension [BusValue] {
    /// Checks that they can be the body of a message: a peer or the bus ends a connection that
    /// sends what is not valid.
    ///
    /// - Throws: `invalidArguments`, which says what is wrong.
    func validate() throws(BusError) {
        for value in self { try value.validate(depth: 0) }
        guard BusSignature.isValid(signature) else {
            throw .invalidArguments("the signature of the arguments is not valid")
        }
    }
}

extension BusValue {
    /// The most containers within each other. Source: D-Bus specification, "Valid Messages": 32
    /// arrays, 32 structures, and 64 in all where variants are among them.
    static let maximumDepth = 64

    fileprivate func validate(depth: Int) throws(BusError) {
        guard depth <= Self.maximumDepth else {
            throw .invalidArguments("more than \(Self.maximumDepth) containers in each other")
        }
        switch self {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double:
            return
        case .string(let text):
            guard !text.unicodeScalars.contains(where: Self.isRefused) else {
                throw .invalidArguments("a string with a NUL or a noncharacter")
            }
        case .objectPath(let path):
            guard BusName.isObjectPath(path) else {
                throw .invalidArguments("\(path.debugDescription) is no object path")
            }
        case .signature(let signature):
            guard BusSignature.isValid(signature) else {
                throw .invalidArguments("\(signature.debugDescription) is no signature")
            }
        case .array(let element, let elements):
            guard BusSignature.isElement(element) else {
                throw .invalidArguments("\(element.debugDescription) is no type of an element")
            }
            for value in elements {
                try value.validate(asElement: element, depth: depth + 1)
            }
        case .structure(let fields):
            guard !fields.isEmpty else {
                throw .invalidArguments("a structure without a field")
            }
            for field in fields { try field.validate(depth: depth + 1) }
        case .entry:
            throw .invalidArguments("an entry outside of a dictionary")
        case .variant(let value):
            try value.validate(depth: depth + 1)
            guard BusSignature.isSingle(value.signature) else {
                throw .invalidArguments("the signature in a variant is not valid")
            }
        }
    }

    private func validate(asElement element: String, depth: Int) throws(BusError) {
        if case .entry(let key, let value) = self {
            guard BusSignature.isBasic(key.signature) else {
                throw .invalidArguments("a key of type \(key.signature)")
            }
            try key.validate(depth: depth + 1)
            try value.validate(depth: depth + 1)
        } else {
            try validate(depth: depth)
        }
        guard signature == element else {
            throw .invalidArguments("an element of type \(signature) in an array of \(element)")
        }
    }

    /// Whether it is a NUL, at which C would take the text to end, or a noncharacter, which
    /// libsystemd takes for invalid UTF-8. Source: Unicode, "Noncharacters".
    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0 || scalar.value & 0xFFFE == 0xFFFE
            || (0xFDD0...0xFDEF).contains(scalar.value)
    }
}
