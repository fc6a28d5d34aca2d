internal import CellgateCore

/// Reads what stands behind `expect`.
struct ExpectationReader {
    typealias Fault = ScenarioLine.Fault

    /// The apps that had a file so far; nil where that is not known, and any is taken.
    let apps: Set<AppID>?

    /// What can be expected, by its first word.
    enum Subject: String, CaseIterable {
        case app
        case path
        case entry
        case nothing
        case prompt
        case advice
        case gate
        case poll
        case use
        case probe
        case fail
        case advise
        case set
        case clear

        var usage: String {
            switch self {
            case .app: "expect app ID FIELD=VALUE..., as in REASON=available"
            case .path: "expect path FIELD=VALUE..., as in INTERFACE_TYPE=wifi"
            case .entry: "expect entry EVENT [FIELD=VALUE]..., as in path-changed IPV4=yes"
            case .nothing: "expect nothing"
            case .prompt: "expect prompt ID on, or off"
            case .advice: "expect advice ID off, advice, specific or success"
            case .gate, .poll: "expect \(rawValue) ID waiting, or ran"
            case .use, .probe, .fail, .advise, .set, .clear:
                "expect \(rawValue) ID RESULT, where the result is "
                    + (AskedVerb(rawValue: rawValue)?.results.joined(separator: ", ") ?? "")
            }
        }
    }

    func read(_ line: inout ScenarioLine) throws(Fault) -> Expectation {
        let word = try line.one(
            of: Subject.allCases.map(\.rawValue), usage: ScenarioVerb.expect.usage)
        let subject = Subject(rawValue: word) ?? .nothing
        let expectation = try read(subject, &line)
        try line.end(usage: subject.usage)
        return expectation
    }

    private func read(
        _ subject: Subject, _ line: inout ScenarioLine
    ) throws(Fault) -> Expectation {
        let usage = subject.usage
        switch subject {
        case .app:
            let app = try line.app(among: apps, usage: usage)
            return .app(app, try fields(&line, among: Self.appFields, usage: usage))
        case .path:
            return .path(try fields(&line, among: Self.pathFields, usage: usage))
        case .entry:
            let word = try line.one(of: EntryEvent.allCases.map(\.rawValue), usage: usage)
            guard let event = EntryEvent(rawValue: word) else { throw Fault("write \(usage)") }
            guard !line.isEmpty else { return .entry(event, []) }
            return .entry(event, try fields(&line, among: EntryField.allCases, usage: usage))
        case .nothing: return .nothing
        case .prompt:
            let app = try line.app(among: apps, usage: usage)
            return .prompt(app, isOn: try line.one(of: ["on", "off"], usage: usage) == "on")
        case .advice:
            let app = try line.app(among: apps, usage: usage)
            let words = ["off"] + GuidanceNote.Kind.allCases.map(\.rawValue)
            let word = try line.one(of: words, usage: usage)
            return .advice(app, GuidanceNote.Kind(rawValue: word))
        case .gate, .poll:
            let app = try line.app(among: apps, usage: usage)
            let hasRun = try line.one(of: ["waiting", "ran"], usage: usage) == "ran"
            return subject == .gate ? .gate(app, hasRun: hasRun) : .poll(app, hasRun: hasRun)
        case .use, .probe, .fail, .advise, .set, .clear:
            let app = try line.app(among: apps, usage: usage)
            let verb = AskedVerb(rawValue: subject.rawValue) ?? .use
            return .answer(verb, app, try line.one(of: verb.results, usage: usage))
        }
    }

    /// `CELLGATE_REASON=available` or `REASON=available`, at least one.
    private func fields(
        _ line: inout ScenarioLine, among fields: [EntryField], usage: String
    ) throws(Fault) -> [Entry.Field] {
        let pairs = try line.assignments(usage: usage) { name in
            !name.isEmpty
                && name.utf8.allSatisfy {
                    $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                }
        }
        guard !pairs.isEmpty else { throw Fault("a field is missing; write \(usage)") }
        var found: [Entry.Field] = []
        for pair in pairs {
            let field = try field(pair.name, among: fields)
            if let words = field.words, !words.contains(pair.value) {
                let advice =
                    Spelling.nearest(to: pair.value, among: words).map { "did you mean '\($0)'?" }
                    ?? "it is one of "
                    + words.map { $0.isEmpty ? "nothing" : $0 }
                    .joined(separator: ", ")
                throw Fault("\(field.shortName)= is never '\(pair.value.shown)'; \(advice)")
            }
            found.append(Entry.Field(field, pair.value))
        }
        return found
    }

    private func field(
        _ name: String, among fields: [EntryField]
    ) throws(Fault) -> EntryField {
        let found = fields.first { $0.rawValue == name || $0.shortName == name }
        if let found { return found }
        let names = fields.map(\.shortName)
        let advice =
            Spelling.nearest(to: name, among: names).map { "did you mean \($0)=?" }
            ?? "known is " + names.joined(separator: ", ")
        throw Fault("there is no field '\(name.shown)' here; \(advice)")
    }

    private static let appFields: [EntryField] = [
        .restrictedState, .unknownReason, .choice, .choiceSource, .available, .reason, .guidance,
    ]
    private static let pathFields: [EntryField] = [
        .pathStatus, .pathReason, .interface, .interfaceType, .typeSource, .interfaces, .expensive,
        .constrained, .ipv4, .ipv6, .dns,
    ]
}

extension EntryField {
    /// The name without `CELLGATE_`.
    var shortName: String {
        let prefix = "CELLGATE_"
        return rawValue.hasPrefix(prefix) ? String(rawValue.dropFirst(prefix.count)) : rawValue
    }

    /// The values that it has; nil where they are not counted. A field that an entry may lack has the
    /// empty one, too.
    fileprivate var words: [String]? {
        switch self {
        case .event: EntryEvent.allCases.map(\.rawValue)
        case .cause: Cause.allCases.map(\.rawValue)
        case .pathStatus: PathStatus.allCases.map(\.rawValue)
        case .pathReason: [""] + UnsatisfiedReason.allCases.map(\.rawValue)
        case .interfaceType: [""] + InterfaceType.allCases.map(\.rawValue)
        case .typeSource: [""] + TypeSource.allCases.map(\.rawValue)
        case .expensiveSource: [""] + ExpensiveSource.allCases.map(\.rawValue)
        case .expensive, .constrained, .ipv4, .ipv6, .dns, .available: ["yes", "no"]
        case .restrictedState: RestrictedState.allCases.map(\.name)
        case .unknownReason: [""] + UnknownReason.allCases.map(\.rawValue)
        case .choice: Choice.allCases.map(\.rawValue)
        case .choiceSource: ChoiceSource.allCases.map(\.rawValue)
        case .reason: Availability.allCases.map(\.rawValue)
        case .guidance: GuidanceState.allCases.map(\.rawValue)
        default: nil
        }
    }
}
