package import CellgateCore
internal import CellgatePolicyFile

extension Scenario {
    /// Reads a `.scenario` file.
    ///
    /// - Parameters:
    ///   - contents: Any bytes.
    ///   - file: Its name, as messages are to show it.
    ///   - readInput: Reads what stands behind `input`; nil where no recorded inputs are taken.
    /// - Throws: what is wrong, line by line, and what would be accepted.
    package init(
        _ contents: [UInt8], file: String, readInput: InputReader? = nil
    ) throws(ScenarioFault) {
        var reader = ScenarioReader(file: file, readInput: readInput)
        guard contents.count <= Self.greatestSize else {
            reader.complain(
                "the file has \(contents.count) bytes; at most \(Self.greatestSize >> 20) MiB are read"
            )
            throw ScenarioFault(diagnostics: reader.diagnostics)
        }
        guard !contents.starts(with: "{".utf8) else {
            reader.complain(
                "this is a recording, as it seems; cellgated --replay reads it", line: 1)
            throw ScenarioFault(diagnostics: reader.diagnostics)
        }
        for line in contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            reader.read(line)
        }
        if reader.steps.isEmpty, reader.diagnostics.isEmpty {
            reader.complain("the file says nothing; cellgate.scenario(5) has an example")
        }
        if !reader.isStarted, reader.diagnostics.isEmpty {
            reader.complain("the daemon never runs; write 'start' where it is to")
        }
        guard reader.diagnostics.isEmpty else {
            throw ScenarioFault(diagnostics: reader.diagnostics)
        }
        self.init(file: file, steps: reader.steps)
    }

    /// Reads an input as `input` lines have it, or tells what is wrong with it.
    package typealias InputReader = (String) -> Result<Input, InputFault>

    /// Why a text is no input, and what would be one.
    package struct InputFault: Error, Equatable, Sendable {
        package let message: String

        package init(_ message: String) {
            self.message = message
        }
    }

    /// The longest time that may pass in a scenario: a leap year.
    package static let greatestTime = Duration.seconds(366 * 86_400)
    /// The most bytes that a file may have: room for a recording's inputs.
    package static let greatestSize = 64 << 20
}

/// Reads a scenario line by line, and notes what is wrong with it.
struct ScenarioReader {
    typealias Fault = ScenarioLine.Fault

    private let file: String
    private let readInput: Scenario.InputReader?
    private(set) var steps: [Scenario.Step] = []
    private(set) var diagnostics: [Diagnostic] = []
    private var number = 0
    private var now = Duration.zero
    private(set) var isStarted = false
    private var isRunning = false
    /// The apps that had a file so far.
    private var apps: Set<AppID> = []
    /// Whether it is made of a recording's inputs.
    private var isRecorded = false

    /// More than this many errors, and the rest is not told.
    private static let greatestCount = 50

    init(file: String, readInput: Scenario.InputReader?) {
        self.file = file
        self.readInput = readInput
    }

    /// Notes an error; without a line it is about the whole file.
    mutating func complain(_ message: String, line: Int? = nil) {
        guard diagnostics.count < Self.greatestCount else { return }
        diagnostics.append(
            Diagnostic(
                severity: .error, file: file, line: line, message: message))
    }

    mutating func read(_ bytes: ArraySlice<UInt8>) {
        number += 1
        do throws(Fault) {
            guard var line = try ScenarioLine(bytes) else { return }
            let text = line.text
            let hasTime = try readTime(&line)
            let deed = try readDeed(&line)
            steps.append(
                Scenario.Step(
                    line: number, text: text, moment: Instant(sinceZero: now), hasTime: hasTime,
                    deed: deed))
        } catch {
            complain(error.message, line: number)
        }
    }

    /// `at 5s`, `+1s`, or nothing.
    private mutating func readTime(_ line: inout ScenarioLine) throws(Fault) -> Bool {
        let word = line.peek ?? ""
        let moment: Duration
        if line.take("at") {
            guard let word = line.next() else { throw Fault("a time is missing; write at 5s") }
            moment = try ScenarioLine.span(word)
            guard moment >= now else {
                // What follows is not to be wrong, too.
                now = moment
                throw Fault("at \(word) is before the line above; times only grow")
            }
        } else if word.unicodeScalars.first == "+" {
            _ = line.next()
            let span = try ScenarioLine.span(String(word.unicodeScalars.dropFirst()))
            moment = now + span
            _ = try ScenarioLine.span("\(moment.components.seconds)s")
        } else {
            return false
        }
        guard isStarted else {
            throw Fault(
                "nothing has a time before the daemon starts, at 0s; write 'start' on a line above")
        }
        guard !line.isEmpty else {
            throw Fault("a time stands before what happens, as in at 5s wifi off")
        }
        now = moment
        return true
    }

    private mutating func readDeed(_ line: inout ScenarioLine) throws(Fault) -> Scenario.Deed {
        let word = line.next() ?? ""
        guard let verb = ScenarioVerb(rawValue: word) else {
            let verbs = ScenarioVerb.allCases.map(\.rawValue)
            let advice =
                Spelling.nearest(to: word, among: verbs).map { "did you mean '\($0)'?" }
                ?? "known is " + verbs.joined(separator: ", ")
            throw Fault("'\(word.shown)' is not understood; \(advice)")
        }
        if verb == .expect {
            guard isStarted else {
                throw Fault("nothing can be expected before the daemon starts; write 'start' above")
            }
            let expectation = try ExpectationReader(apps: isRecorded ? nil : apps).read(&line)
            return .expect(expectation)
        }
        if verb == .input || verb == .known {
            return .input(try readInput(&line, verb), isKnown: verb == .known)
        }
        guard !isRecorded else {
            throw Fault("beside inputs of a recording only 'expect' can stand, not '\(word)'")
        }
        let action = try read(verb, &line)
        try line.end(usage: verb.usage)
        guard isRunning || !action.needsDaemon else {
            throw Fault("the daemon does not run here; write 'start' on a line above")
        }
        switch action {
        case .start:
            guard !isRunning else {
                throw Fault("the daemon runs here already; write 'stop' above")
            }
            isStarted = true
            isRunning = true
        case .stop: isRunning = false
        case .app(let app, _, _): apps.insert(app)
        default: break
        }
        return .act(action)
    }

    private func read(
        _ verb: ScenarioVerb, _ line: inout ScenarioLine
    ) throws(Fault) -> ScenarioAction {
        switch verb {
        case .config: return try readConfig(&line)
        case .app: return try readApp(&line)
        case .remove:
            let app = try app(&line, verb)
            return .remove(app, try root(&line, verb))
        case .wifi: return .uplink(.wifi, isOn: try isOn(&line, verb))
        case .cellular: return .uplink(.cellular, isOn: try isOn(&line, verb))
        case .cellular2: return .uplink(.cellular2, isOn: try isOn(&line, verb))
        case .wired: return .uplink(.wired, isOn: try isOn(&line, verb))
        case .vpn: return .vpn(isOn: try isOn(&line, verb))
        case .handover:
            _ = try line.one(of: ["to"], usage: verb.usage)
            let uplink = try line.one(of: ["wifi", "cellular"], usage: verb.usage)
            return .handover(to: uplink == "wifi" ? .wifi : .cellular)
        case .ip: return try readCommand(&line)
        case .dns: return .dns(isOn: try isOn(&line, verb))
        case .airplane: return .airplane(isOn: try isOn(&line, verb))
        case .modem:
            let words = ["present", "absent", "withoutSIM", "failed", "unknown"]
            let word = try line.one(of: words, usage: verb.usage)
            return .modem(CellularRadio.Modem(rawValue: word) ?? .unknown)
        case .agent: return .agent(isOn: try isOn(&line, verb))
        case .start: return .start
        case .stop: return .stop
        case .refresh: return .refresh
        case .publish: return .publish
        case .reload: return .reload
        case .overrun: return .overrun
        case .use: return .ask(.use, try app(&line, verb), .requestDecision)
        case .probe: return .ask(.probe, try app(&line, verb), .probe)
        case .fail:
            let app = try app(&line, verb)
            guard let word = line.next(), let code = Int32(word) else {
                throw Fault("the code is missing or no number; write \(verb.usage)")
            }
            return .ask(.fail, app, .reportFailure(FailureCode(code)))
        case .gate: return .gate(try app(&line, verb))
        case .poll: return .poll(try app(&line, verb))
        case .advise:
            let app = try app(&line, verb)
            return .ask(.advise, app, .guidanceEvent(app, .ask))
        case .answer:
            let app = try app(&line, verb)
            return .answer(
                app, try choice(&line, verb, Choice.allCases.filter { $0 != .undecided }))
        case .set:
            let app = try app(&line, verb)
            return .ask(.set, app, .setChoice(app, try choice(&line, verb, Choice.allCases)))
        case .clear:
            let app = try app(&line, verb)
            return .ask(.clear, app, .clearRecord(app))
        case .click: return .touch(try app(&line, verb), .clicked)
        case .dismiss: return .touch(try app(&line, verb), .dismissed)
        case .input, .known, .expect: throw Fault("'\(verb.rawValue)' is read elsewhere")
        }
    }

    /// What stands behind `input` or `known`.
    private mutating func readInput(
        _ line: inout ScenarioLine, _ verb: ScenarioVerb
    ) throws(Fault) -> Input {
        guard isRecorded || steps.isEmpty else {
            throw Fault("inputs of a recording and lines of other kinds do not go together")
        }
        isRecorded = true
        isStarted = true
        let text = line.verbatim()
        guard let readInput else { throw Fault("inputs of a recording are not taken here") }
        do throws(Scenario.InputFault) {
            return try readInput(text).get()
        } catch {
            throw Fault("\(verb.rawValue): \(error.message)")
        }
    }

    private func isOn(_ line: inout ScenarioLine, _ verb: ScenarioVerb) throws(Fault) -> Bool {
        try line.one(of: ["on", "off"], usage: verb.usage) == "on"
    }

    private func app(_ line: inout ScenarioLine, _ verb: ScenarioVerb) throws(Fault) -> AppID {
        try line.app(among: apps, usage: verb.usage)
    }

    private func choice(
        _ line: inout ScenarioLine, _ verb: ScenarioVerb, _ choices: [Choice]
    ) throws(Fault) -> Choice {
        let word = try line.one(of: choices.map(\.fileValue), usage: verb.usage)
        return choices.first { $0.fileValue == word } ?? .undecided
    }

    private func root(
        _ line: inout ScenarioLine, _ verb: ScenarioVerb
    ) throws(Fault) -> ConfigurationRoot {
        guard line.take("by") else { return .package }
        _ = try line.one(of: ["administrator"], usage: verb.usage)
        return .administrator
    }

    // MARK: Files

    private func readConfig(_ line: inout ScenarioLine) throws(Fault) -> ScenarioAction {
        let known = PolicyFile.settingsKeys
        let pairs = try line.assignments(usage: ScenarioVerb.config.usage) { _ in true }
        guard let pair = pairs.first, pairs.count == 1 else {
            throw Fault("one KEY=VALUE stands on a line; write \(ScenarioVerb.config.usage)")
        }
        let key = try key(pair.name, among: known)
        let text = "[\(key.section)]\n\(pair.name)=\(pair.value)\n"
        if let fault = ScenarioFiles.fault(ofSettings: text) { throw Fault(fault) }
        return .config(text)
    }

    private func readApp(_ line: inout ScenarioLine) throws(Fault) -> ScenarioAction {
        let usage = ScenarioVerb.app.usage
        let app = try line.newApp(usage: usage)
        let root = try root(&line, .app)
        let pairs = try line.assignments(usage: usage) { name in
            name.unicodeScalars.first.map { ("A"..."Z").contains($0) } ?? false
        }
        var text = "[App]\n"
        for pair in pairs {
            let key = try key(pair.name, among: PolicyFile.appKeys)
            text += "[\(key.section)]\n\(pair.name)=\(pair.value)\n"
        }
        if root == .package, pairs.contains(where: { $0.name == "Locked" }) {
            throw Fault(
                "only the administrator locks; write app \(app) by administrator Locked=yes")
        }
        if let fault = ScenarioFiles.fault(of: app, root, text) { throw Fault(fault) }
        return .app(app, root, text)
    }

    private func key(
        _ name: String, among keys: [PolicyFile.Key]
    ) throws(Fault) -> PolicyFile.Key {
        if let key = keys.first(where: { $0.name == name }) { return key }
        let names = keys.map(\.name)
        let advice =
            Spelling.nearest(to: name, among: names).map { "did you mean \($0)=?" }
            ?? "known is " + names.map { $0 + "=" }.joined(separator: ", ")
        throw Fault("there is no key '\(name.shown)'; \(advice)")
    }

    /// A command is tried on an empty network: whether it is understood does not depend on it.
    private func readCommand(_ line: inout ScenarioLine) throws(Fault) -> ScenarioAction {
        let command = line.remainder()
        guard !command.isEmpty else {
            throw Fault("a command is missing; write \(ScenarioVerb.ip.usage)")
        }
        var kernel = SimulatedKernel()
        do throws(CommandFault) {
            try kernel.perform(command)
        } catch {
            throw Fault("ip: \(error.message)")
        }
        return .ip(command)
    }
}

extension ScenarioLine {
    /// Takes the id of an app that had a file before.
    ///
    /// - Parameter apps: Those that had; nil where any is taken.
    mutating func app(among apps: Set<AppID>?, usage: String) throws(Fault) -> AppID {
        let app = try newApp(usage: usage)
        guard let apps, !apps.contains(app) else { return app }
        let near = Spelling.nearest(to: app.rawValue, among: apps.map(\.rawValue))
        throw Fault(
            "there is no app '\(app.rawValue.shown)'; "
                + (near.map { "did you mean '\($0)'?" }
                    ?? "write app \(app.rawValue.shown) on a line above"))
    }

    /// Takes the id of an app.
    mutating func newApp(usage: String) throws(Fault) -> AppID {
        guard let word = next() else { throw Fault("an app's id is missing; write \(usage)") }
        let isFileName =
            !word.utf8.contains(UInt8(ascii: "/")) && word.utf8.first != UInt8(ascii: ".")
        guard isFileName, let app = AppID(fileName: Array((word + ".conf").utf8)) else {
            throw Fault("'\(word.shown)' is no app's id; write one such as org.example.Maps")
        }
        return app
    }
}
