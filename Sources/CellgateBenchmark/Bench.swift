internal import CellgateCore
internal import Posix

/// One run: makes what the parts need, has each measure, and draws what they found.
struct Bench {
    private let invocation: Invocation
    private let programs: Programs
    private var stage: Stage?

    /// - Throws: ``MeasurementFailure`` where the daemon is not there.
    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let folder = Execution.ownPath.map { path in
            String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        let daemon = invocation.daemon ?? "\(folder ?? ".")/cellgated"
        guard Execution.isProgram(daemon) else {
            throw MeasurementFailure(
                "there is no program \(daemon); 'make release' builds it, --daemon names another")
        }
        programs = Programs(daemon: daemon, folder: "\(invocation.output)/programs")
    }

    /// Measures everything that was asked for.
    mutating func run() -> Report {
        var report = Report()
        report.circumstances = Circumstances.lines(of: programs.daemon)
        for part in invocation.parts {
            var section = measure(part)
            draw(&section)
            report.sections.append(section)
        }
        // On a stage it goes with the namespace.
        if stage == nil { WorkFolder.remove() }
        return report
    }

    /// What a part found; where it fails as a whole, why.
    private mutating func measure(_ part: Part) -> Section {
        do {
            // Also for parts that need none: what they write is nobody else's then.
            if Namespaces.mayBeLeft { _ = try standingStage() }
            switch part {
            case .evaluation:
                return try EvaluationPart(extent: invocation.extent).run()
            case .replay:
                return try ReplayPart(daemon: programs.daemon, extent: invocation.extent).run()
            case .latency, .start, .idle, .throughput, .scale:
                guard Namespaces.mayBeLeft else {
                    throw MeasurementFailure("'\(part.rawValue)' needs root, for namespaces")
                }
                return try measure(part, on: try standingStage())
            }
        } catch {
            var section = Section(part.rawValue)
            section.failures = ["\(error)"]
            return section
        }
    }

    private func measure(_ part: Part, on stage: Stage) throws -> Section {
        let contenders = Contenders(programs: programs)
        let extent = invocation.extent
        switch part {
        case .latency:
            return try LatencyPart(stage: stage, contenders: contenders, extent: extent).run()
        case .start:
            return try StartPart(stage: stage, contenders: contenders, extent: extent).run()
        case .idle:
            return try IdlePart(stage: stage, contenders: contenders, extent: extent).run()
        case .throughput:
            return try ThroughputPart(stage: stage, contenders: contenders, extent: extent).run()
        case .scale:
            return try ScalePart(stage: stage, contenders: contenders, extent: extent).run()
        case .evaluation, .replay:
            throw MeasurementFailure("'\(part.rawValue)' is measured without a stage")
        }
    }

    /// The stage, made where it is wanted first.
    private mutating func standingStage() throws -> Stage {
        if let stage { return stage }
        let made = try Stage()
        stage = made
        try Contenders.configure()
        Progress.say("builds the programs beside cellgated")
        try programs.build()
        return made
    }

    /// Writes the drawings; one that cannot be written is a failure.
    private func draw(_ section: inout Section) {
        for plot in section.plots {
            do throws(SystemError) {
                try Directory.make(path: invocation.output)
                try OutputFile.write(
                    Array(plot.svg.utf8), path: "\(invocation.output)/\(plot.name).svg")
            } catch {
                section.failures.append("\(error)")
            }
        }
    }
}
