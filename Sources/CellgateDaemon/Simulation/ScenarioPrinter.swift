internal import CellgateCore
internal import CellgateRecording
internal import CellgateSimulation
internal import Posix

/// `cellgated --simulate`: runs scenarios in virtual time and tells what the daemon would.
struct ScenarioPrinter {
    private let writesJSON: Bool
    private let text = ReadableText(isColoured: false)
    private var held = 0
    private var failed = 0
    /// What goes to standard output, until it is worth a write.
    private var buffer: [UInt8] = []

    /// - Parameter writesJSON: Whether entries are JSON lines.
    init(writesJSON: Bool) {
        self.writesJSON = writesJSON
    }

    /// Runs the files one after the other, each on a new device. Entries go to standard output;
    /// what failed, and how many expectations held, to standard error.
    ///
    /// - Returns: 0 where all expectations held, 1 where one did not or the output is gone, 65
    ///   (`EX_DATAERR`) where a file is no scenario, 66 (`EX_NOINPUT`) where one cannot be read.
    mutating func run(_ files: [String]) -> Int32 {
        var scenarios: [Scenario] = []
        var code: Int32 = 0
        for file in files {
            do throws(SystemError) {
                let contents = try TextFile.read(
                    argument: file, limit: Scenario.greatestSize)
                do throws(ScenarioFault) {
                    scenarios.append(
                        try Scenario(contents, file: file, readInput: Self.readInput))
                } catch {
                    for diagnostic in error.diagnostics { complain("\(diagnostic)") }
                    code = max(code, 65)
                }
            } catch {
                complain("cellgated: \(error)".asLine)
                code = 66
            }
        }
        guard code == 0 else { return code }
        for scenario in scenarios {
            if scenarios.count > 1, !writesJSON {
                buffer += Array("# \(scenario.file.asLine)\n".utf8)
            }
            guard run(scenario) else { return 1 }
        }
        let expectations = held == 1 ? "1 expectation held" : "\(held) expectations held"
        complain("\(expectations), \(failed) failed")
        return failed == 0 ? 0 : 1
    }

    /// Runs one; false where nobody takes the entries any more.
    private mutating func run(_ scenario: Scenario) -> Bool {
        var run = ScenarioRun(scenario)
        var told = 0
        while let publications = run.step() {
            for publication in publications { write(publication) }
            guard run.failures.count > told || buffer.count > Self.bufferSize else { continue }
            guard flush() else { return false }
            for failure in run.failures[told...] { complain("\(failure)") }
            told = run.failures.count
        }
        held += run.held
        failed += run.failures.count
        return flush()
    }

    private mutating func write(_ publication: ScenarioRun.Publication) {
        let line =
            if writesJSON {
                publication.entry.json
            } else {
                publication.moment.clock.paddedLeft(to: 9) + "  "
                    + text.line(for: publication.entry)
            }
        buffer += Array((line + "\n").utf8)
    }

    private mutating func flush() -> Bool {
        defer { buffer = [] }
        return (try? StreamWriter(descriptor: 1).write(buffer)) != nil
    }

    /// Reads an input of a recording that was made a scenario.
    static func readInput(_ text: String) -> Result<Input, Scenario.InputFault> {
        do throws(DecodingFault) {
            return .success(try InputText.read(text))
        } catch {
            return .failure(Scenario.InputFault(error.description))
        }
    }

    private func complain(_ text: String) {
        try? StreamWriter(descriptor: 2).write(Array((text + "\n").utf8))
    }

    private static let bufferSize = 1 << 16
}

extension String {
    fileprivate func paddedLeft(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - utf8.count)) + self
    }
}
