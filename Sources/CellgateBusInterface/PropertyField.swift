package import Systemd

/// One property: its name and type on the bus, what it means, and where a value of `Record` keeps it.
///
/// One list of these is the description, the coder and the decoder of an interface's properties.
package struct PropertyField<Record>: Sendable {
    package let name: String
    /// Its D-Bus signature.
    package let signature: String
    package let change: ChangeSignal
    /// What it is, in one or two sentences.
    package let summary: String
    /// Its value.
    package let read: @Sendable (Record) -> BusValue
    /// Takes a value over; false where it is of another type.
    package let write: @Sendable (inout Record, BusValue) -> Bool

    /// What of it is told when it changes.
    ///
    /// Source: D-Bus specification, `org.freedesktop.DBus.Property.EmitsChangedSignal`.
    package enum ChangeSignal: String, Sendable {
        /// The new value is sent, to subscribers.
        case value = "true"
        /// Nothing: it is to be read when it is wanted.
        case nothing = "false"
        /// It never changes.
        case constant = "const"
    }

    private init(
        _ name: String, _ signature: String, _ change: ChangeSignal, _ summary: String,
        read: @escaping @Sendable (Record) -> BusValue,
        write: @escaping @Sendable (inout Record, BusValue) -> Bool
    ) {
        self.name = name
        self.signature = signature
        self.change = change
        self.summary = summary
        self.read = read
        self.write = write
    }

    static func string(
        _ name: String, _ path: any WritableKeyPath<Record, String> & Sendable,
        change: ChangeSignal = .value, summary: String
    ) -> Self {
        Self(name, "s", change, summary) {
            .string($0[keyPath: path])
        } write: { record, value in
            guard case .string(let text) = value else { return false }
            record[keyPath: path] = text
            return true
        }
    }

    static func boolean(
        _ name: String, _ path: any WritableKeyPath<Record, Bool> & Sendable,
        change: ChangeSignal = .value, summary: String
    ) -> Self {
        Self(name, "b", change, summary) {
            .boolean($0[keyPath: path])
        } write: { record, value in
            guard case .boolean(let isSo) = value else { return false }
            record[keyPath: path] = isSo
            return true
        }
    }

    static func number(
        _ name: String, _ path: any WritableKeyPath<Record, UInt64> & Sendable,
        change: ChangeSignal = .value, summary: String
    ) -> Self {
        Self(name, "t", change, summary) {
            .uint64($0[keyPath: path])
        } write: { record, value in
            guard case .uint64(let number) = value else { return false }
            record[keyPath: path] = number
            return true
        }
    }

    static func strings(
        _ name: String, _ path: any WritableKeyPath<Record, [String]> & Sendable,
        change: ChangeSignal = .value, summary: String
    ) -> Self {
        Self(name, "as", change, summary) {
            .array(of: "s", $0[keyPath: path].map(BusValue.string))
        } write: { record, value in
            guard case .array("s", let elements) = value else { return false }
            record[keyPath: path] = elements.compactMap(\.string)
            return true
        }
    }

    static func interfaces(
        _ name: String, _ path: any WritableKeyPath<Record, [InterfaceProperties]> & Sendable,
        change: ChangeSignal = .value, summary: String
    ) -> Self {
        Self(name, "a" + InterfaceProperties.signature, change, summary) {
            .array(of: InterfaceProperties.signature, $0[keyPath: path].map(\.value))
        } write: { record, value in
            guard case .array(InterfaceProperties.signature, let elements) = value else {
                return false
            }
            record[keyPath: path] = elements.compactMap(InterfaceProperties.init)
            return true
        }
    }

    /// Names and numbers.
    static func counts(
        _ name: String, _ path: any WritableKeyPath<Record, [String: UInt64]> & Sendable,
        change: ChangeSignal = .value, summary: String
    ) -> Self {
        Self(name, "a{st}", change, summary) { record in
            .array(
                of: "{st}",
                record[keyPath: path].sorted { $0.key < $1.key }
                    .map { .entry(.string($0.key), .uint64($0.value)) })
        } write: { record, value in
            guard case .array("{st}", let entries) = value else { return false }
            var counts: [String: UInt64] = [:]
            for case .entry(.string(let name), .uint64(let count)) in entries {
                counts[name] = count
            }
            record[keyPath: path] = counts
            return true
        }
    }
}

/// A value that has the properties of an interface.
package protocol PropertyRecord: Equatable, Sendable {
    /// All properties, in the order of the documentation.
    static var fields: [PropertyField<Self>] { get }
    /// One without anything, to be filled.
    init()
}

extension PropertyRecord {
    /// All properties with their values.
    package var values: [(name: String, value: BusValue)] {
        Self.fields.map { ($0.name, $0.read(self)) }
    }

    /// All properties as `a{sv}`.
    package var dictionary: BusValue { .dictionary(values.map { ($0.name, $0.value) }) }

    /// One property; nil where there is none of that name.
    package func value(of name: String) -> BusValue? {
        Self.fields.first { $0.name == name }?.read(self)
    }

    /// What of this differs from `old` and is told when it changes.
    ///
    /// Nothing, where only properties differ that follow each evaluation.
    package func changes(
        from old: Self, following: Set<String>
    ) -> [(name: String, value: BusValue)] {
        let changed = Self.fields.filter { field in
            field.change == .value && field.read(self) != field.read(old)
        }
        guard changed.contains(where: { !following.contains($0.name) }) else { return [] }
        // What follows each evaluation tells which one this was.
        return Self.fields.filter { field in
            following.contains(field.name) || changed.contains { $0.name == field.name }
        }.map { ($0.name, $0.read(self)) }
    }

    /// Reads `a{sv}`. Properties that are not known are left out of account, and those that are
    /// missing keep what they were: a daemon of another version may have more or fewer.
    ///
    /// - Throws: ``BusError`` where the value is no `a{sv}`, or a property is of another type.
    package mutating func take(_ dictionary: BusValue) throws(BusError) {
        guard case .array("{sv}", let entries) = dictionary else {
            throw BusError.invalidArguments(
                "properties are of type \(dictionary.signature), not a{sv}")
        }
        for case .entry(.string(let name), .variant(let value)) in entries {
            guard let field = Self.fields.first(where: { $0.name == name }) else { continue }
            guard field.write(&self, value) else {
                throw BusError.invalidArguments(
                    "property \(name) is of type \(value.signature), not \(field.signature)")
            }
        }
    }
}
