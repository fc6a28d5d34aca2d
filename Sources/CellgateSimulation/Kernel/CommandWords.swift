internal import CellgateCore

/// The words of a command, read from the front.
struct CommandWords {
    private var rest: ArraySlice<Substring>

    init(_ line: String) {
        rest = line.split(separator: " ")[...]
    }

    /// The next word, which stays; nil at the end.
    var peek: String? { rest.first.map(String.init) }

    /// Takes the next word; nil at the end.
    mutating func next() -> String? { rest.popFirst().map(String.init) }

    /// Takes the next word where it is `word`.
    mutating func take(_ word: String) -> Bool {
        guard rest.first.map(String.init) == word else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes a number, or the name of a table.
    mutating func number() throws(CommandFault) -> UInt32 {
        let word = next() ?? ""
        let names: [String: UInt32] = ["main": 254, "local": 255, "default": 253]
        guard let number = names[word] ?? UInt32(word) else {
            throw CommandFault("'\(word)' is no number")
        }
        return number
    }

    /// Takes an address.
    mutating func address() throws(CommandFault) -> IPAddress {
        let word = next() ?? ""
        guard let address = IPAddress(word) else { throw CommandFault("'\(word)' is no address") }
        return address
    }

    /// `10.0.0.0/8`; without a length that of a single address.
    mutating func prefix() throws(CommandFault) -> Prefix {
        let word = next() ?? ""
        let parts = word.split(separator: "/").map(String.init)
        guard let address = parts.first.flatMap({ IPAddress($0) }) else {
            throw CommandFault("'\(word)' is no address with a length, as in 10.1.0.2/24")
        }
        let length = parts.count > 1 ? UInt8(parts[1]) : address.family.addressBits
        guard let length, length <= address.family.addressBits else {
            throw CommandFault("'\(word)' is no address with a length, as in 10.1.0.2/24")
        }
        return Prefix(address: address, length: length)
    }

    /// Takes a router's preference; what is none is the medium one.
    mutating func preference() -> RouterPreference {
        switch next() {
        case "high": .high
        case "low": .low
        default: .medium
        }
    }
}

/// Why a command is not understood.
package struct CommandFault: Error, Equatable, Sendable {
    /// What is wrong, and what would be accepted where that can be said.
    package let message: String

    init(_ message: String) {
        self.message = message
    }

    /// - Parameter word: Nil where the command ends too early.
    init(unknown word: String?) {
        self.init(word.map { "'\($0)' is not understood here" } ?? "the command ends too early")
    }
}
