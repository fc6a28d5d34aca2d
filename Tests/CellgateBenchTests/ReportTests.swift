import Testing

@testable import CellgateBenchmark

@Suite("The report")
struct ReportTests {
    @Test(
        "a target is met up to its bound, and not measured without a number",
        arguments: [
            (Target.Bound.atMost(1.25), 1.25, Target.Verdict.met), (.atMost(1.25), 1.26, .missed),
            (.atMost(0), 0, .met), (.atLeast(3), 3, .met), (.atLeast(3), 2.9, .missed),
            (.below(1), 0.99, .met), (.below(1), 1, .missed), (.below(1), nil, .notMeasured),
        ] as [(Target.Bound, Double?, Target.Verdict)])
    func verdict(_ bound: Target.Bound, _ measured: Double?, _ verdict: Target.Verdict) {
        #expect(Target("it", bound, unit: "×", measured: measured).verdict == verdict)
    }

    @Test("a table lines up as plain text, and a cell cannot end its row")
    func table() {
        var table = Table(["name", "n"])
        table.add(["a|b", "1,000"])
        table.add(["c"])
        table.add(["d\ne", "2", "too much"])
        #expect(
            table.markdown == """
                | name |     n |
                |------|------:|
                | a\\|b | 1,000 |
                | c    |       |
                | d e  |     2 |

                """)
    }

    @Test("tells circumstances, targets, and of each part what was found and what was not")
    func markdown() {
        var section = Section("Replay")
        section.method = "From a file."
        section.tables = [Table(["inputs"])]
        section.targets = [Target("inputs a second", .atLeast(10_000), unit: "", measured: 20_500)]
        section.omissions = ["pyroute2 (package python3-pyroute2)"]
        section.failures = ["it hung"]
        section.plots = [.init("replay", "<svg/>")]
        var report = Report()
        report.circumstances = ["kernel: 6.1"]
        report.sections = [section]
        #expect(
            report.markdown == """
                # cellgate-bench

                - kernel: 6.1

                ## Targets

                | target          |    bound | measured | verdict |
                |-----------------|---------:|---------:|--------:|
                | inputs a second | ≥ 10,000 |   20,500 |     met |

                ## Replay

                From a file.

                | inputs |
                |--------|

                - Not measured: pyroute2 (package python3-pyroute2)
                - **Failed**: it hung
                - Drawn in `replay.svg`.

                """)
    }

    @Test("is perfect only where all was measured and all targets are met")
    func perfect() {
        func report(_ change: (inout Section) -> Void) -> Report {
            var section = Section("s")
            section.targets = [Target("t", .atMost(1), unit: "", measured: 1)]
            change(&section)
            var report = Report()
            report.sections = [section]
            return report
        }
        #expect(report { _ in }.isPerfect)
        #expect(!report { $0.failures = ["f"] }.isPerfect)
        #expect(!report { $0.omissions = ["o"] }.isPerfect)
        #expect(
            !report { $0.targets.append(Target("u", .atMost(1), unit: "", measured: 2)) }
                .isPerfect)
        #expect(
            !report { $0.targets.append(Target("u", .atMost(1), unit: "", measured: nil)) }
                .isPerfect)
    }
}
