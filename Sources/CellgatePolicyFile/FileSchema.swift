/// The sections and keys of a kind of file, and what each does to the draft that is read into.
struct FileSchema<Draft>: Sendable {
    /// One key.
    struct Key: Sendable {
        let name: String
        /// Takes the value into the draft, or says why it is not accepted.
        let assign: @Sendable (Value, inout Draft) throws(BadValue) -> Void
    }

    /// One section.
    struct Section: Sendable {
        let name: String
        let keys: [Key]
    }

    let sections: [Section]

    /// Takes all assignments of a file into the draft, in their order.
    ///
    /// An unknown section or key is a warning, but for those that begin with `X-`, which are others'
    /// and passed over. All else that is wrong is an error; what it is about is not assigned. A file
    /// with many faults is not read to its end once it has an error.
    func read(_ contents: [UInt8], into draft: inout Draft, findings: inout Findings) {
        var place = Place.top
        for line in LogicalLines(contents) {
            if findings.areExhausted {
                findings.cut()
                return
            }
            switch Statement(line.bytes) {
            case .malformed(let message, let isSectionHeader):
                findings.error(line: line.number, message)
                if isSectionHeader { place = .unknownSection }
            case .section(let name):
                place = enter(name, line: line.number, findings: &findings)
            case .assignment(let key, let bytes):
                switch place {
                case .top:
                    findings.error(
                        line: line.number,
                        "'\(key.shown())' stands before the first section; write it below "
                            + sections.map { "[\($0.name)]" }.alternatives)
                case .unknownSection:
                    break
                case .section(let section):
                    let value = Value(bytes: bytes, line: line.number)
                    assign(value, to: key, in: section, draft: &draft, findings: &findings)
                }
            }
        }
    }

    /// Where a line stands.
    private enum Place {
        case top
        case section(Section)
        case unknownSection
    }

    private func enter(
        _ name: ArraySlice<UInt8>, line: Int, findings: inout Findings
    ) -> Place {
        if let section = sections.first(where: { name.elementsEqual($0.name.utf8) }) {
            return .section(section)
        }
        if !name.isForeign {
            findings.warning(
                line: line,
                "unknown section [\(name.shown())], ignored with its keys; \(advice(section: name))"
            )
        }
        return .unknownSection
    }

    private func assign(
        _ value: Value, to name: ArraySlice<UInt8>, in section: Section, draft: inout Draft,
        findings: inout Findings
    ) {
        guard let key = section.keys.first(where: { name.elementsEqual($0.name.utf8) }) else {
            guard !name.isForeign else { return }
            findings.warning(
                line: value.line,
                "unknown key '\(name.shown())' in [\(section.name)], ignored; "
                    + advice(key: name, in: section))
            return
        }
        do throws(BadValue) {
            try key.assign(value, &draft)
        } catch {
            findings.error(
                line: value.line,
                "\(key.name)=: '\(error.shown)' \(error.problem); write \(error.accepted)")
        }
    }

    /// What to do about an unknown section.
    private func advice(section name: ArraySlice<UInt8>) -> String {
        if let near = NearMiss.name(for: name, among: sections.map(\.name)) {
            return "did you mean [\(near)]?"
        }
        return "known is " + sections.map { "[\($0.name)]" }.alternatives
    }

    /// What to do about a key that the section does not have.
    private func advice(key name: ArraySlice<UInt8>, in section: Section) -> String {
        let other = sections.first { other in
            other.keys.contains { name.elementsEqual($0.name.utf8) }
        }
        if let other { return "it belongs to [\(other.name)]" }
        if let near = NearMiss.name(for: name, among: section.keys.map(\.name)) {
            return "did you mean \(near)=?"
        }
        return "known is " + section.keys.map { $0.name + "=" }.alternatives
    }
}

extension ArraySlice<UInt8> {
    /// Whether a section or key is for other programs, by its name.
    fileprivate var isForeign: Bool { starts(with: "X-".utf8) }
}
