package import CellgateCore

/// A scenario on its way: one line after the other, in virtual time.
package struct ScenarioRun: Sendable {
    /// An entry, and when it was published, since the first start of the daemon.
    package struct Publication: Equatable, Sendable {
        package let moment: Instant
        /// Marked as simulated (R83).
        package let entry: Entry
    }

    private let scenario: Scenario
    private var next = 0
    private var device = SimulatedDevice()
    /// The first entry of those since the last line that did something or let time pass.
    private var first = 0
    /// The line that these entries follow.
    private var firstLine = 0
    /// The entries behind ``first`` that were expected.
    private var expected: Set<Int> = []
    private var told = 0

    /// How many expectations held.
    package private(set) var held = 0
    /// Those that did not, and lines that could not be done, in order.
    package private(set) var failures: [ScenarioFailure] = []

    package init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    /// Does the next line.
    ///
    /// - Returns: What was published meanwhile; nil at the end.
    package mutating func step() -> [Publication]? {
        guard next < scenario.steps.count else { return nil }
        let step = scenario.steps[next]
        next += 1
        if step.hasTime || step.isAction {
            first = device.run.entries.count
            firstLine = step.line
            expected = []
        }
        device.advance(to: step.moment)
        switch step.deed {
        case .act(let action):
            do throws(SimulatedDevice.Obstacle) {
                try device.perform(action)
            } catch {
                fail(step, expected: "that this happens", got: error.message)
            }
        case .input(let input, let isKnown):
            device.replay(input, at: step.moment, isKnown: isKnown)
        case .expect(let expectation):
            if let miss = check(expectation) {
                fail(step, expected: miss.expected, got: miss.got)
            } else {
                held += 1
            }
        }
        defer { told = device.run.entries.count }
        return (told..<device.run.entries.count).map(publication)
    }

    private func publication(_ index: Int) -> Publication {
        Publication(
            moment: device.run.entryMoments[index], entry: device.run.entries[index].asSimulated)
    }

    private mutating func fail(_ step: Scenario.Step, expected: String, got: String) {
        failures.append(
            ScenarioFailure(
                file: scenario.file, line: step.line, text: step.text, expected: expected, got: got,
                entries: (first..<device.run.entries.count).map(publication), since: firstLine))
    }

    // MARK: Expectations

    /// What was expected and what was found, where that differs.
    private typealias Miss = (expected: String, got: String)

    private mutating func check(_ expectation: Expectation) -> Miss? {
        let engine = device.run.engine
        switch expectation {
        case .app(let app, let fields):
            guard let state = engine.apps[app] else {
                return (Self.text(fields), "there is no such app: its file is gone")
            }
            let guidance = Entry.Field(.guidance, engine.guidanceState(of: app).rawValue)
            return compare(fields, with: state.fields(of: app) + [guidance])
        case .path(let fields): return compare(fields, with: engine.path?.fields ?? [])
        case .prompt(let app, let isOn):
            return compare(isOn ? "on" : "off", with: device.isAsking(app) ? "on" : "off")
        case .advice(let app, let kind):
            return compare(
                kind?.rawValue ?? "off", with: device.shownNote(of: app)?.rawValue ?? "off")
        case .answer(let verb, let app, let result):
            let got = device.result(of: verb, by: app)
            return compare(result, with: got ?? "there was no '\(verb.rawValue) \(app)' before")
        case .gate(let app, let hasRun): return compare("gate \(app)", hasRun, device.gates[app])
        case .poll(let app, let hasRun): return compare("poll \(app)", hasRun, device.polls[app])
        case .entry(let event, let fields): return find(event, fields)
        case .nothing:
            let rest = (first..<device.run.entries.count).filter { !expected.contains($0) }
            guard !rest.isEmpty else { return nil }
            return (
                "no entry but those that were expected",
                "\(rest.count) more, first "
                    + device.run.entries[rest[0]].event.rawValue
            )
        }
    }

    private func compare(_ wanted: String, with got: String) -> Miss? {
        wanted == got ? nil : (wanted, got)
    }

    private func compare(_ what: String, _ hasRun: Bool, _ count: Int?) -> Miss? {
        let got =
            switch count {
            case nil: "there was no '\(what)' before"
            case 0?: "waiting"
            case 1?: "ran"
            case let count?: "ran \(count) times"
            }
        return compare(hasRun ? "ran" : "waiting", with: got)
    }

    /// Tells of the fields that differ only.
    private func compare(_ wanted: [Entry.Field], with all: [Entry.Field]) -> Miss? {
        let differing = wanted.filter { !$0.isAmong(all) }
        guard !differing.isEmpty else { return nil }
        return (Self.text(differing), Self.text(differing.map { $0.counterpart(in: all) }))
    }

    /// Looks for an entry behind those that were expected before.
    private mutating func find(_ event: EntryEvent, _ fields: [Entry.Field]) -> Miss? {
        let start = expected.max().map { $0 + 1 } ?? first
        let candidates = (start..<device.run.entries.count).filter {
            device.run.entries[$0].event == event
        }
        let found = candidates.first { index in
            let all = device.run.entries[index].asSimulated.fields
            return fields.allSatisfy { $0.isAmong(all) }
        }
        if let found {
            expected.insert(found)
            return nil
        }
        let wanted = ([event.rawValue] + (fields.isEmpty ? [] : [Self.text(fields)]))
            .joined(separator: " ")
        // The likeliest: the one that differs least.
        let nearest = candidates.min { left, right in
            differences(left, fields) < differences(right, fields)
        }
        guard let nearest else { return (wanted, "no such entry") }
        let all = device.run.entries[nearest].asSimulated.fields
        let got = fields.map { $0.counterpart(in: all) }
        return (wanted, "\(event.rawValue) \(Self.text(got))")
    }

    private func differences(_ index: Int, _ fields: [Entry.Field]) -> Int {
        let all = device.run.entries[index].asSimulated.fields
        return fields.count { !$0.isAmong(all) }
    }

    private static func text(_ fields: [Entry.Field]) -> String {
        fields.map { "\($0.name.shortName)=\($0.value)" }.joined(separator: " ")
    }
}

extension Scenario.Step {
    var isAction: Bool {
        if case .expect = deed { false } else { true }
    }
}

extension Entry.Field {
    /// The field of the same name; empty where there is none.
    fileprivate func counterpart(in all: [Entry.Field]) -> Entry.Field {
        all.first { $0.name == name } ?? Entry.Field(name, "")
    }

    /// Whether one of the same name has the same value; none counts as empty.
    fileprivate func isAmong(_ all: [Entry.Field]) -> Bool { counterpart(in: all) == self }
}
