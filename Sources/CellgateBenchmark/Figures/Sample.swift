/// Values of one kind that were measured one after the other.
package struct Sample: Equatable, Sendable {
    /// In ascending order; never empty.
    package let sorted: [Double]

    /// Nil where nothing was measured, or one value is no number.
    package init?(_ values: [Double]) {
        guard !values.isEmpty, !values.contains(where: \.isNaN) else { return nil }
        sorted = values.sorted()
    }

    package var count: Int { sorted.count }

    /// The middle value; of an even count the mean of the two.
    package var median: Double {
        let middle = sorted.count / 2
        guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
        return (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The least value that at least this share of all is not above (the nearest-rank method).
    ///
    /// - Parameter share: From 0 to 1; beyond that it counts as the nearer of both.
    package func quantile(_ share: Double) -> Double {
        let rank = (min(max(share, 0), 1) * Double(sorted.count)).rounded(.up)
        return sorted[max(1, Int(rank)) - 1]
    }

    /// What 99 of 100 values are not above.
    package var percentile99: Double { quantile(0.99) }

    package var least: Double { sorted[0] }
    package var greatest: Double { sorted[sorted.count - 1] }
}
