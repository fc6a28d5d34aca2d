import FoundationEssentials
import TestSupport

/// What a script of Tests/Container wrote: parts with a heading each, as its `note` makes them.
struct Transcript: Sendable {
    /// What one command did.
    struct Part: Sendable {
        /// What it wrote on both outputs.
        let lines: [String]
        let exitStatus: Int

        /// What it wrote, whole.
        var text: String { lines.joined(separator: "\n") }

        /// The journal entries among it, as `journalctl -o json` writes them.
        var entries: [[String: String]] {
            lines.filter { $0.hasPrefix("{") }.compactMap { line in
                let values = try? JSONDecoder().decode(
                    [String: Value].self, from: Data(line.utf8))
                return values?.compactMapValues(\.text)
            }
        }

        /// The lines of the form NAME=VALUE, which systemctl writes.
        var properties: [String: String] {
            let pairs = lines.map { $0.split(separator: "=", maxSplits: 1) }
            return Dictionary(
                pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
                uniquingKeysWith: { first, _ in first })
        }

        /// The messages of the entries.
        var messages: [String] { entries.compactMap { $0["MESSAGE"] } }

        /// The events of the entries.
        var events: [String] { entries.compactMap { $0["CELLGATE_EVENT"] } }
    }

    /// A script that failed, or a part that it did not write.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let parts: [String: Part]

    /// Reads what a script wrote.
    ///
    /// - Throws: ``Failure`` where it did not end with exit status 0.
    init(_ result: Subprocess.Result) throws(Failure) {
        guard result.ending == .exit(0) else {
            throw Failure(
                description: "\(result.ending): \(result.output.suffix(2_000))\n"
                    + result.errorOutput.suffix(2_000))
        }
        var parts: [String: Part] = [:]
        var name: String?
        var lines: [String] = []
        for line in result.output.split(separator: "\n", omittingEmptySubsequences: false) {
            if let status = line.dropping(prefix: "=== exit "), let heading = name {
                // `note` puts an empty line before it where the last one had its end.
                if lines.last?.isEmpty == true { lines.removeLast() }
                parts[heading] = Part(lines: lines, exitStatus: Int(status) ?? -1)
                name = nil
            } else if let heading = line.dropping(prefix: "=== ") {
                name = heading
                lines = []
            } else {
                lines.append(String(line))
            }
        }
        self.parts = parts
    }

    /// A part by its heading.
    ///
    /// - Throws: ``Failure`` where the script wrote none.
    func part(_ name: String) throws(Failure) -> Part {
        guard let part = parts[name] else { throw Failure(description: "no part '\(name)'") }
        return part
    }

    /// A value in the journal's JSON; what is neither text nor absent plays no role here.
    private struct Value: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }
}

extension Substring {
    /// What follows a prefix; nil where it has not got it.
    fileprivate func dropping(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
