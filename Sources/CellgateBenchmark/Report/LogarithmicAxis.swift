internal import Glibc

/// An axis on which equal distances are equal ratios.
package struct LogarithmicAxis: Equatable, Sendable {
    /// The powers of ten that it begins and ends with.
    package let decades: ClosedRange<Int>
    /// Where the axis begins and ends in the drawing.
    private let start: Double
    private let end: Double

    /// An axis from the power of ten at or below all values to the one at or above them; those that
    /// are not positive are left out.
    ///
    /// - Parameters:
    ///   - start: Where it begins in the drawing, in its units.
    ///   - end: Where it ends; less than `start` for one that goes up.
    package init(_ values: [Double], from start: Double, to end: Double) {
        let exponents = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
        // Powers of ten have logarithms that may lie a last bit beside.
        let low = Int(((exponents.min() ?? 0) + 1e-9).rounded(.down))
        let high = Int(((exponents.max() ?? 0) - 1e-9).rounded(.up))
        decades = low...max(high, low + 1)
        self.start = start
        self.end = end
    }

    /// Where a value is in the drawing; one beyond the axis is at its end.
    package func place(_ value: Double) -> Double {
        let exponent = value > 0 ? log10(value) : -.infinity
        let share =
            (exponent - Double(decades.lowerBound))
            / Double(decades.upperBound - decades.lowerBound)
        return start + min(max(share, 0), 1) * (end - start)
    }

    /// The powers of ten.
    package var marks: [Double] { decades.map { pow(10, Double($0)) } }
}
