/// How one cost grows, as it was measured.
package struct GrowthCurve: Equatable, Sendable {
    /// What it is of, for a legend.
    package let name: String
    package let points: [PowerLaw.Point]

    package init(_ name: String, _ points: [PowerLaw.Point]) {
        self.name = name
        self.points = points
    }

    /// The law that fits it; nil where none can be fitted.
    package var law: PowerLaw? { PowerLaw(points) }

    /// The name with the exponent, such as `10 links: n^0.98`.
    package var legend: String {
        guard let law else { return name }
        return "\(name): n^\(DecimalText.fixed(law.exponent, places: 2))"
    }
}
