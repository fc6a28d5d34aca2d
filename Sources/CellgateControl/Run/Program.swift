internal import CellgateCore
internal import Posix
internal import Systemd

/// The program `cellgatectl`, from its arguments to its exit code.
package enum Program {
    /// Runs it.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: 0 fine, 1 failure, 2 usage; `check` ends with the code of `cellgated --check`.
    package static func run(_ arguments: [String]) -> Int32 {
        let closed = StandardStreams.fill()
        let output = Output(hasStandardOutput: !closed.contains(1))
        let invocation: Invocation
        switch CommandLineReader.read(arguments) {
        case .success(let read): invocation = read
        case .failure(let error):
            output.complain([
                "cellgatectl: " + ShownText.safe(error.message), "Try 'cellgatectl --help'.",
            ])
            return 2
        }
        switch job(for: invocation) {
        case .text(let text): return output.say(text) ? 0 : 1
        case .check:
            let error = ConfigurationCheck.run()
            return fail(.system(error), invocation, output)
        case .timeline(let app): return TimelineRun(invocation.options, app, output).run()
        case .daemon(let job):
            do throws(BusError) {
                return try session(invocation, output).run(job)
            } catch {
                return fail(error, invocation, output)
            }
        }
    }

    /// What an invocation comes to.
    private enum Work {
        case text(String)
        case check
        case timeline(AppReference?)
        case daemon(any Job)
    }

    private static func job(for invocation: Invocation) -> Work {
        let options = invocation.options
        switch invocation.command {
        case .help(let verb): return .text(HelpText.text(verb: verb))
        case .version: return .text("cellgatectl \(version)\n")
        case .check: return .check
        case .timeline(let app): return .timeline(app)
        case .status:
            return .daemon(
                Question.device(json: { JSONView.text($0) }) { StatusView.lines($0, on: $1) })
        case .statistics:
            return .daemon(
                Question.device(json: JSONView.statistics) {
                    options.isPrometheus
                        ? StatisticsView.prometheus($0) : StatisticsView.lines($0, on: $1)
                })
        case .list: return .daemon(Question.list(hasLegend: options.hasLegend))
        case .show(let app): return .daemon(Question.show(app))
        case .why(let app): return .daemon(Question.why(app))
        case .set(let app, let choice):
            return .daemon(Question.set(app, choice, allowsNewApp: options.allowsNewApp))
        case .clear(let app): return .daemon(Question.clear(app))
        case .refresh: return .daemon(Question.refresh())
        case .classify(let app, let code): return .daemon(Question.classify(app, code))
        case .simulate(let step): return .daemon(Question.simulate(step))
        case .probe: return .daemon(Question.probe(isDecision: options.waitsForDecision))
        case .agent: return .daemon(TerminalAgent(answer: options.answer))
        case .wait(let app): return .daemon(Wait(app, timeout: options.timeout))
        case .watch(let app): return .daemon(Watch(app))
        }
    }

    private static func session(
        _ invocation: Invocation, _ output: Output
    ) throws(BusError) -> Session {
        do throws(SystemError) {
            return try Session(invocation, output)
        } catch {
            throw .system(error)
        }
    }

    private static func fail(_ error: BusError, _ invocation: Invocation, _ output: Output) -> Int32
    {
        if invocation.options.isJSON { _ = output.say(JSONView.error(error) + "\n") }
        output.complain(
            Complaint.lines(
                error, of: invocation.command, isUserBus: invocation.options.isUserBus))
        return 1
    }
}
