internal import CellgateCore
internal import CellgatePolicyFile

/// The words of a line, read from the front; what they fail to say is an error in words.
struct ScenarioLine {
    /// Why a line is not understood, and what would be.
    struct Fault: Error, Equatable {
        let message: String

        init(_ message: String) {
            self.message = message
        }
    }

    private var rest: ArraySlice<String>
    /// The line as it was written.
    private let written: String
    /// All words, with single spaces between.
    let text: String

    /// Reads a line without its end; nil where it says nothing.
    ///
    /// White space divides the words, and a word that begins with `#` begins a comment.
    ///
    /// - Throws: where it is not text.
    init?(_ bytes: ArraySlice<UInt8>) throws(Fault) {
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Fault("the line is not valid UTF-8")
        }
        let scalars = text.unicodeScalars
        guard !scalars.contains(where: { $0.misleads && $0 != "\t" }) else {
            throw Fault("the line holds control characters; write plain text")
        }
        let words = scalars.split { $0 == " " || $0 == "\t" }.map { String($0) }
        rest = words.prefix { $0.unicodeScalars.first != "#" }[...]
        guard !rest.isEmpty else { return nil }
        written = text
        self.text = rest.joined(separator: " ")
    }

    /// The next word, which stays; nil at the end.
    var peek: String? { rest.first }

    var isEmpty: Bool { rest.isEmpty }

    /// Takes the next word; nil at the end.
    mutating func next() -> String? { rest.popFirst() }

    /// Takes all that is left, with single spaces between.
    mutating func remainder() -> String {
        defer { rest = [] }
        return rest.joined(separator: " ")
    }

    /// Takes all that is written behind the words that were taken, comment signs and all.
    mutating func verbatim() -> String {
        let taken = rest.startIndex
        rest = []
        var scalars = Substring(written).unicodeScalars
        func isWhite(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        for _ in 0..<taken { scalars = scalars.drop(while: isWhite).drop { !isWhite($0) } }
        return String(scalars.drop(while: isWhite))
    }

    /// Takes the next word where it is `word`.
    mutating func take(_ word: String) -> Bool {
        guard rest.first == word else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes the next word, which has to be one of some.
    mutating func one(of words: [String], usage: String) throws(Fault) -> String {
        guard let word = next() else { throw Fault("something is missing; write \(usage)") }
        guard words.contains(word) else {
            let advice =
                Spelling.nearest(to: word, among: words).map { "did you mean '\($0)'?" }
                ?? "write \(usage)"
            throw Fault("'\(word.shown)' is not understood here; \(advice)")
        }
        return word
    }

    /// - Throws: where words are left.
    func end(usage: String) throws(Fault) {
        guard let word = rest.first else { return }
        throw Fault("'\(word.shown)' is too much; write \(usage)")
    }

    /// A length of time as systemd.time(7) writes it, without spaces.
    static func span(_ word: String) throws(Fault) -> Duration {
        guard case .finite(let span)? = try? TimeSpan.parse(word.utf8),
            span <= Scenario.greatestTime
        else {
            throw Fault(
                "'\(word.shown)' is no time; write a time span in one word, such as 1.5s or "
                    + "2min30s, of 366 days at most")
        }
        return span
    }

    /// Takes the rest as `NAME=VALUE` pairs; a word that begins none belongs to the value before it.
    ///
    /// - Parameter accepts: Whether a name may stand before `=`, so that values can hold that sign.
    mutating func assignments(
        usage: String, accepts: (String) -> Bool
    ) throws(Fault) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        while let word = next() {
            let parts = word.unicodeScalars.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map { String($0) }
            if parts.count == 2, accepts(parts[0]) {
                pairs.append((name: parts[0], value: parts[1]))
            } else if let last = pairs.indices.last {
                pairs[last].value += (pairs[last].value.isEmpty ? "" : " ") + word
            } else {
                throw Fault("'\(word.shown)' is no NAME=VALUE; write \(usage)")
            }
        }
        return pairs
    }

}

extension String {
    /// As a message shows it: not more than there is room for.
    var shown: String {
        unicodeScalars.count <= 64 ? self : String(unicodeScalars.prefix(64)) + "…"
    }
}
