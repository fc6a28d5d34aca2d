internal import CellgateCore
internal import Posix

/// The program `cellgate-agent`, from its arguments to its exit code.
package enum Program {
    private static let help = """
        Usage: cellgate-agent [--help | --version]

        Shows prompts and advice about mobile data as notifications on the desktop,
        and brings the answers to cellgated. SIGUSR1 shows again what was put away.

        Exit status: 0 fine, 1 failure, 2 usage.
        More: cellgate-agent(1).

        """

    /// Runs it.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: 0 fine, 1 failure, 2 usage.
    package static func run(_ arguments: [String]) -> Int32 {
        Signals.block(AgentProcess.signals)
        Signals.ignoreBrokenPipe()
        StandardStreams.fill()
        switch arguments {
        case []: break
        case ["--help"], ["-h"]: return write(help, to: 1) ? 0 : 1
        case ["--version"]: return write("cellgate-agent \(version)\n", to: 1) ? 0 : 1
        default:
            complain("There are no such arguments.\nTry 'cellgate-agent --help'.")
            return 2
        }
        do throws(SystemError) {
            return try AgentProcess(log: complain).run()
        } catch {
            complain(error.description)
            return 1
        }
    }

    private static func complain(_ text: String) {
        write("cellgate-agent: \(text)\n", to: 2)
    }

    /// False where it cannot be written.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        (try? StreamWriter(descriptor: descriptor).write(Array(text.utf8))) != nil
    }
}
