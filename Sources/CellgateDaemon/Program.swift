internal import CellgateCore
internal import Posix

/// The program `cellgated`, from its arguments to its exit code.
package enum Program {
    /// Runs it.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: 0 fine, 1 failure, 2 usage, 65 (`EX_DATAERR`) a file that is no scenario, 66
    ///   (`EX_NOINPUT`) one that cannot be read, 78 (`EX_CONFIG`) unusable configuration.
    package static func run(_ arguments: [String]) -> Int32 {
        Signals.ignoreBrokenPipe()
        StandardStreams.fill()
        let invocation: Invocation
        switch Invocation.parse(arguments) {
        case .success(let parsed): invocation = parsed
        case .failure(let error):
            complain("\(error.message.asLine)\nTry 'cellgated --help'.")
            return 2
        }
        switch invocation.action {
        case .help: return say(HelpText.usage)
        case .version: return say("cellgated \(version)\n")
        case .check: return check(invocation)
        case .replay: return replay(invocation)
        case .simulate:
            var printer = ScenarioPrinter(writesJSON: invocation.writesJSON)
            return printer.run(invocation.scenarios)
        case .run: return runDaemon(invocation)
        }
    }

    private static func runDaemon(_ invocation: Invocation) -> Int32 {
        Signals.block(DaemonSignal.allCases.map(\.number))
        do throws(Daemon.Failure) {
            return try Daemon(invocation).run()
        } catch {
            complain(error.description)
            return 1
        }
    }

    private static func replay(_ invocation: Invocation) -> Int32 {
        if invocation.writesScenario {
            return ScenarioWriter().write(invocation.replayFile ?? "")
        }
        let printer = ReplayPrinter(writesJSON: invocation.writesJSON)
        let report = printer.replay(invocation.replayFile ?? "")
        for line in report.messages { write("\(line)\n", to: 2) }
        return report.isComplete ? 0 : 1
    }

    private static func check(_ invocation: Invocation) -> Int32 {
        let reading = PolicyLoader(directory: invocation.configurationDirectory).read()
        for diagnostic in reading.diagnostics {
            write("\(diagnostic)\n", to: 2)
        }
        if reading.hasErrors { return 78 }
        let count = reading.table.apps.count
        return say("The configuration is valid: \(count) \(count == 1 ? "app" : "apps").\n")
    }

    private static func say(_ text: String) -> Int32 {
        write(text, to: 1) ? 0 : 1
    }

    private static func complain(_ message: String) {
        write("cellgated: \(message)\n", to: 2)
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        (try? StreamWriter(descriptor: descriptor).write(Array(text.utf8))) != nil
    }
}
