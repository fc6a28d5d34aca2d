internal import FoundationEssentials

/// How long properties are looked for a counterexample.
package enum Thoroughness {
    /// How many random cases to try: `CELLGATE_CASES`, else what takes a debug build about half a
    /// minute.
    package static func cases(_ standard: Int) -> Int {
        ProcessInfo.processInfo.environment["CELLGATE_CASES"].flatMap { Int($0) } ?? standard
    }
}
