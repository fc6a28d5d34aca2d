internal import Posix

/// The program `cellgate-bench`, from its arguments to its exit code.
package enum Program {
    /// Runs it.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: 0 fine, 1 something could not be measured, 2 usage.
    package static func run(_ arguments: [String]) -> Int32 {
        Signals.ignoreBrokenPipe()
        StandardStreams.fill()
        let invocation: Invocation
        do throws(UsageError) {
            invocation = try Invocation(arguments)
        } catch {
            Progress.say("\(error.message)\nTry 'cellgate-bench --help'.")
            return 2
        }
        if invocation.wantsHelp { return write(HelpText.usage) ? 0 : 1 }
        do {
            var bench = try Bench(invocation)
            let report = bench.run()
            for failure in report.failures { Progress.say("not measured: \(failure)") }
            let isWritten = write(report.markdown)
            let isFine = invocation.isStrict ? report.isPerfect : report.failures.isEmpty
            return isWritten && isFine ? 0 : 1
        } catch {
            Progress.say("\(error)")
            return 1
        }
    }

    private static func write(_ text: String) -> Bool {
        (try? StreamWriter(descriptor: 1).write(Array(text.utf8))) != nil
    }
}
