import Testing

@testable import CellgateBenchmark

@Suite("A sample")
struct SampleTests {
    @Test(
        "of nothing, or with what is no number, is none", arguments: [[], [1, .nan]] as [[Double]])
    func none(_ values: [Double]) {
        #expect(Sample(values) == nil)
    }

    @Test(
        "has the middle value as its median, or the mean of the two in the middle",
        arguments: [([3.0], 3.0), ([5, 1, 3], 3), ([4, 1, 2, 10], 3), ([2, 2, 2, 2], 2)]
            as [([Double], Double)])
    func median(_ values: [Double], _ median: Double) throws {
        #expect(try #require(Sample(values)).median == median)
    }

    @Test(
        "has quantiles by the nearest rank",
        arguments: [
            (0.0, 1.0), (0.01, 1), (0.011, 2), (0.5, 50), (0.99, 99), (0.991, 100), (1, 100),
            (-1, 1), (2, 100),
        ] as [(Double, Double)])
    func quantile(_ share: Double, _ value: Double) throws {
        let sample = try #require(Sample((1...100).reversed().map(Double.init)))
        #expect(sample.quantile(share) == value)
    }

    @Test("of few values has the greatest of them as p99")
    func fewValues() throws {
        let sample = try #require(Sample([7, 9, 8]))
        #expect(sample.percentile99 == 9)
        #expect(sample.least == 7)
        #expect(sample.greatest == 9)
        #expect(sample.count == 3)
    }
}
