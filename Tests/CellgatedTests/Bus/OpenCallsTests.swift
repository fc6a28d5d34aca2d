import CellgateCore
import CellgateDaemon
import Testing

@Suite("calls that are not answered yet")
struct OpenCallsTests {
    private static let one = ClientID(":1.1")

    /// How many of these calls are taken.
    private static func taken(
        _ numbers: Range<UInt64>, _ calls: inout OpenCalls<UInt64>, of client: ClientID = one,
        userID: UInt32?
    ) -> Int {
        numbers.count { calls.add(RequestID($0), $0, of: client, userID: userID) }
    }

    @Test("a user has so many, whatever the connections, until one is answered")
    func boundOfUser() {
        var calls = OpenCalls<UInt64>()
        #expect(Self.taken(0..<600, &calls, userID: 1000) == 600)
        let other = ClientID(":1.2")
        #expect(Self.taken(600..<2_000, &calls, of: other, userID: 1000) == 400)
        #expect(Self.taken(2_000..<2_001, &calls, userID: 1001) == 1)
        #expect(calls.remove(RequestID(5)) == 5)
        #expect(calls.remove(RequestID(5)) == nil)
        #expect(Self.taken(3_000..<3_010, &calls, userID: 1000) == 1)
        calls.remove(other)
        #expect(calls[RequestID(600)] == nil)
        #expect(Self.taken(4_000..<5_000, &calls, userID: 1000) == 400)
    }

    @Test("whoever may do everything is not kept out by the others, nor bounded")
    func unbounded() {
        var calls = OpenCalls<UInt64>()
        for user in 0..<11 {
            let first = UInt64(user) * 1_000
            #expect(
                Self.taken(first..<first + 1_000, &calls, userID: UInt32(user))
                    == (user < 10 ? 1_000 : 0))
        }
        #expect(Self.taken(20_000..<32_000, &calls, userID: nil) == 12_000)
        #expect(calls.remove(RequestID(20_000)) == 20_000)
        #expect(Self.taken(40_000..<40_001, &calls, userID: 50) == 0)
        #expect(calls.remove(RequestID(0)) == 0)
        #expect(Self.taken(40_000..<40_002, &calls, userID: 50) == 1)
    }

    @Test("one that is open can be changed")
    func change() {
        var calls = OpenCalls<UInt64>()
        #expect(Self.taken(7..<8, &calls, userID: 1) == 1)
        calls.change(RequestID(7)) { $0 += 1 }
        calls.change(RequestID(8)) { $0 += 1 }
        #expect(calls[RequestID(7)] == 8 && calls[RequestID(8)] == nil)
    }
}
