import TestSupport

/// The commands that the README tells its reader to run.
struct Readme {
    /// The parts of its code blocks for the shell that empty lines divide, without comments.
    let blocks: [String]
    /// The lines of its first block without a language: what the daemon writes.
    let sample: [String]
    /// What it says in code spans that is a command.
    let spans: Set<String>

    /// - Throws: where it cannot be read.
    init() throws {
        var blocks: [[String]] = []
        var prose = ""
        var language: Substring?
        var sample: [String] = []
        for line in try ProjectFolder.text(of: "README.md")
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                language = language == nil ? line.dropFirst(3) : nil
                blocks.append([])
            } else if language == nil {
                prose += line + " "
            } else if language == "" {
                sample.append(String(line))
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
        let programs = ["make ", "sudo ", "systemctl ", "journalctl ", "swift ", "Tests/", ".ci/"]
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
