import Testing

@testable import CellgateBenchmark

@Suite("A number for people")
struct DecimalTextTests {
    @Test(
        "has three digits that count",
        arguments: [
            (0.0, "0"), (0.00001, "0"), (0.0123, "0.0123"), (0.1234, "0.123"), (0.9994, "0.999"),
            (0.9996, "1.00"), (1.254, "1.25"), (9.996, "10.0"), (78.94, "78.9"), (99.96, "100"),
            (1234.6, "1,235"), (1_000_000, "1,000,000"), (-2.5, "−2.50"), (-0.00001, "0"),
        ] as [(Double, String)])
    func brief(_ value: Double, _ text: String) {
        #expect(DecimalText.brief(value) == text)
    }

    @Test(
        "has as many places as are wanted, and a dash where it is none",
        arguments: [
            (1.0, 2, "1.00"), (-0.054, 2, "−0.05"), (0.5, 0, "1"), (12345.678, 1, "12,345.7"),
            (.nan, 2, "–"), (.infinity, 0, "–"), (1e300, 1, "–"),
        ] as [(Double, Int, String)])
    func fixed(_ value: Double, _ places: Int, _ text: String) {
        #expect(DecimalText.fixed(value, places: places) == text)
    }

    @Test(
        "is whole with its thousands parted",
        arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "−1,234,567")])
    func whole(_ value: Int, _ text: String) {
        #expect(DecimalText.whole(value) == text)
    }

    @Test(
        "of those that are chosen and not measured has no digits that tell nothing",
        arguments: [
            (1.0, "1"), (1.25, "1.25"), (12, "12"), (0.5, "0.5"), (10_000, "10,000"),
            (0.01, "0.01"), (100, "100"), (0, "0"),
        ] as [(Double, String)])
    func round(_ value: Double, _ text: String) {
        #expect(DecimalText.round(value) == text)
    }

    @Test("a duration is told in seconds, thousandths and millionths")
    func durations() {
        let duration = Duration.microseconds(1_500)
        #expect(duration.inMicroseconds == 1_500)
        #expect(duration.inMilliseconds == 1.5)
        #expect(duration.inSeconds == 0.0015)
    }
}
