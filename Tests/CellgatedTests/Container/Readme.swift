import TestSupport

/// The commands that the README tells its reader to run.
struct Readme {
    /// The parts of its code blocks for the shell that empty lines divide, without comments.
    let blocks: [String]
    /// The lines of its first block without a language: what the daemon writes.
    let sample: [String]
    /// Its commands with a prompt (`$ `, continued by `> `), and what it shows of their output.
    let dialogues: [Dialogue]
    /// Its blocks in other languages, by language.
    let snippets: [String: [String]]
    /// What it says in code spans that is a command.
    let spans: Set<String>

    /// A command and what the README shows of its output.
    struct Dialogue {
        var command: String
        var shown: [String] = []
    }

    /// - Throws: where it cannot be read.
    init() throws {
        var blocks: [[String]] = []
        var prose = ""
        var language: Substring?
        var sample: [String] = []
        var dialogues: [Dialogue] = []
        var snippets: [String: [String]] = [:]
        for line in try ProjectFolder.text(of: "README.md")
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            if let language, !line.hasPrefix("```") {
                let last = snippets[String(language)]?.indices.last ?? 0
                snippets[String(language)]?[last] += line + "\n"
            }
            if line.hasPrefix("```") {
                language = language == nil ? line.dropFirst(3) : nil
                blocks.append([])
                if let language { snippets[String(language), default: []].append("") }
            } else if language == nil {
                prose += line + " "
            } else if language == "" {
                sample.append(String(line))
            } else if language == "console" {
                if line.hasPrefix("$ ") {
                    dialogues.append(Dialogue(command: String(line.dropFirst(2))))
                } else if line.hasPrefix("> "), let last = dialogues.indices.last {
                    dialogues[last].command += "\n" + line.dropFirst(2)
                } else if let last = dialogues.indices.last {
                    dialogues[last].shown.append(String(line))
                }
            } else if language == "sh" {
                let command = line.prefix { $0 != "#" }.trimmed
                if line.isEmpty {
                    blocks.append([])
                } else if !command.isEmpty {
                    blocks[blocks.count - 1].append(command)
                }
            }
        }
        self.sample = sample
        self.dialogues = dialogues
        self.snippets = snippets
        self.blocks = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
        spans = Set(
            prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }
                .map { $0.element.split(separator: " ").joined(separator: " ") }
                .filter(Self.isCommand))
    }

    /// The commands of the blocks, each on one line.
    var commands: [String] {
        blocks.flatMap {
            $0.split(separator: "\\\n").map(\.trimmed).joined(separator: " ")
                .split(separator: "\n").map(String.init)
        }
    }

    /// The blocks that ask the journal.
    var journalRecipes: [String] { blocks.filter { $0.contains("journalctl") } }

    private static func isCommand(_ span: String) -> Bool {
        let programs =
            ["make ", "sudo ", "systemctl ", "journalctl ", "swift ", "Tests/", ".ci/"]
            + ["cellgatectl ", "busctl ", ".build/", "dbus-run-session "]
        return programs.contains { span.hasPrefix($0) } || span == "ip route"
            || span.hasPrefix("cellgated -")
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
