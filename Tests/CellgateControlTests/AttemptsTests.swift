import Testing

@testable import CellgateControl

@Suite("Attempts to learn the state")
struct AttemptsTests {
    @Test("the pauses grow from 1 s to 5 s")
    func pauses() {
        var pauses = Pauses()
        #expect((0..<5).map { _ in pauses.next() } == [1, 2, 4, 5, 5].map(Duration.seconds))
    }

    @Test("answers to an attempt count until another begins or it is given up")
    func numbers() {
        let attempts = Attempts()
        let first = attempts.begin()
        #expect(attempts.isCurrent(first))
        let second = attempts.begin()
        #expect(!attempts.isCurrent(first))
        #expect(attempts.isCurrent(second))
        attempts.cancel()
        #expect(!attempts.isCurrent(second))
    }
}
