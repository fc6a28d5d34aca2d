import Testing

@testable import CellgateBenchmark

@Suite("A power law")
struct PowerLawTests {
    private static func points(_ cost: (Double) -> Double) -> [PowerLaw.Point] {
        [10, 1_000, 100_000].map { PowerLaw.Point(size: $0, cost: cost($0)) }
    }

    @Test(
        "finds the exponent and the factor that points were made with",
        arguments: [(0.0, 12.0), (1, 0.5), (2, 3), (0.5, 100), (-1, 7)] as [(Double, Double)])
    func exact(_ exponent: Double, _ factor: Double) throws {
        let points = Self.points { size in
            (0..<Int(abs(exponent) * 2)).reduce(factor) { cost, _ in
                exponent < 0 ? cost / size.squareRoot() : cost * size.squareRoot()
            }
        }
        let law = try #require(PowerLaw(points))
        #expect(abs(law.exponent - exponent) < 1e-9)
        #expect(abs(law.factor / factor - 1) < 1e-9)
        #expect(abs(law.cost(of: 1_000) / points[1].cost - 1) < 1e-9)
    }

    @Test("weighs points by ratios: one twice too high and one twice too low leave it as it is")
    func balanced() throws {
        let law = try #require(
            PowerLaw([
                .init(size: 10, cost: 20), .init(size: 10, cost: 5),
                .init(size: 1_000, cost: 1_000),
            ]))
        #expect(abs(law.exponent - 1) < 1e-9)
    }

    @Test(
        "is none where sizes are not told apart or a number has no logarithm",
        arguments: [
            [], [(1.0, 1.0)], [(5, 1), (5, 2)], [(1, 1), (2, 0)], [(0, 1), (2, 1)],
            [(-1, 1), (2, 1)], [(1, 1), (2, .infinity)], [(1, 1), (2, .nan)],
        ] as [[(Double, Double)]])
    func none(_ points: [(Double, Double)]) {
        #expect(PowerLaw(points.map { PowerLaw.Point(size: $0.0, cost: $0.1) }) == nil)
    }

    @Test("is told in a curve's legend, where there is one")
    func legend() {
        #expect(GrowthCurve("a", Self.points { $0 * 2 }).legend == "a: n^1.00")
        #expect(GrowthCurve("b", []).legend == "b")
    }
}
