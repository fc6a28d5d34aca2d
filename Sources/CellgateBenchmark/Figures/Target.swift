/// What a measurement is to come to, and what it came to.
package struct Target: Equatable, Sendable {
    /// What is promised, in words that end where the number follows: `latency against the C program`.
    package let claim: String
    package let bound: Bound
    /// Behind the numbers: `×`, `ms`; empty for counts.
    package let unit: String
    /// Nil where it was not measured.
    package let measured: Double?

    package init(_ claim: String, _ bound: Bound, unit: String, measured: Double?) {
        self.claim = claim
        self.bound = bound
        self.unit = unit
        self.measured = measured
    }

    /// Where the number may be.
    package enum Bound: Equatable, Sendable {
        case atMost(Double)
        case atLeast(Double)
        case below(Double)
    }

    package enum Verdict: String, Equatable, Sendable {
        case met
        case missed
        case notMeasured = "not measured"
    }

    package var verdict: Verdict {
        guard let measured else { return .notMeasured }
        let holds =
            switch bound {
            case .atMost(let limit): measured <= limit
            case .atLeast(let limit): measured >= limit
            case .below(let limit): measured < limit
            }
        return holds ? .met : .missed
    }

    /// The bound for people: `≤ 1.25×`.
    package var boundText: String {
        let (sign, limit) =
            switch bound {
            case .atMost(let limit): ("≤", limit)
            case .atLeast(let limit): ("≥", limit)
            case .below(let limit): ("<", limit)
            }
        return "\(sign) \(text(DecimalText.round(limit)))"
    }

    /// The measurement for people; `–` where there is none.
    package var measuredText: String { measured.map { text(DecimalText.brief($0)) } ?? "–" }

    private func text(_ number: String) -> String {
        switch unit {
        case "": return number
        case "×", "%": return number + unit
        default: return "\(number) \(unit)"
        }
    }
}
