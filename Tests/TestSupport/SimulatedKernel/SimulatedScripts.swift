package import CellgateCore
package import CellgateSimulation

/// Scripts of `ip` commands; a word that is not understood is a fault of the test and traps.
extension SimulatedKernel {
    /// Runs the lines of a script, each an `ip` command without the `ip`; an empty line does
    /// nothing.
    @discardableResult
    package mutating func run(_ script: String) -> [NetworkEvent] {
        script.split(separator: "\n").flatMap { ip(String($0)) }
    }

    /// Runs one `ip` command: `route add default dev wwan0`. One that the kernel would refuse does
    /// nothing.
    @discardableResult
    package mutating func ip(_ line: String) -> [NetworkEvent] {
        do throws(CommandFault) {
            return try perform(line)
        } catch {
            preconditionFailure("ip \(line): \(error.message)")
        }
    }
}

extension EngineRun {
    /// Runs `ip` commands on the kernel, and hands on what it announces, in one turn.
    @discardableResult
    package mutating func ip(_ script: String) -> [Entry] {
        turn { $0.announce($0.kernel.run(script)) }
    }
}
