internal import Glibc

/// How a cost grows with a size: `cost = factor * size ^ exponent`.
package struct PowerLaw: Equatable, Sendable {
    /// 0 for a cost that does not grow, 1 for one in proportion.
    package let exponent: Double
    /// The cost at size 1.
    package let factor: Double

    /// Fits the law to points by least squares of the logarithms, so that each point counts alike
    /// whatever its size.
    ///
    /// Nil where fewer than two sizes are told apart, or a number is not positive.
    package init?(_ points: [Point]) {
        guard points.allSatisfy({ $0.size > 0 && $0.cost > 0 && ($0.size * $0.cost).isFinite })
        else { return nil }
        let logarithms = points.map { (x: log($0.size), y: log($0.cost)) }
        let count = Double(points.count)
        let meanX = logarithms.reduce(0) { $0 + $1.x } / count
        let meanY = logarithms.reduce(0) { $0 + $1.y } / count
        let spread = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard spread > 0 else { return nil }
        exponent = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
        factor = exp(meanY - exponent * meanX)
    }

    /// What the law says of a size.
    package func cost(of size: Double) -> Double {
        factor * pow(size, exponent)
    }

    /// One measurement.
    package struct Point: Equatable, Sendable {
        package let size: Double
        package let cost: Double

        package init(size: Double, cost: Double) {
            self.size = size
            self.cost = cost
        }
    }
}
