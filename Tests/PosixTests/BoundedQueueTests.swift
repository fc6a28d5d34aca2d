import Posix
import TestSupport
import Testing

@Suite struct BoundedQueueTests {
    /// A case: what comes into a queue of three, and what is left and lost then. A letter before
    /// the colon is the key.
    struct Row: CustomTestStringConvertible {
        let coming: [String]
        let left: [String]
        var replaced = 0
        var dropped = 0

        var testDescription: String { coming.joined(separator: " ") }
    }

    static let rows = [
        Row(coming: [], left: []),
        Row(coming: ["1", "2", "3"], left: ["1", "2", "3"]),
        // There is room: nothing is merged.
        Row(coming: ["a:1", "a:2", "a:3"], left: ["a:1", "a:2", "a:3"]),
        // The newer state takes the place of the oldest one, at the end.
        Row(coming: ["a:1", "b:2", "3", "a:4"], left: ["b:2", "3", "a:4"], replaced: 1),
        Row(coming: ["a:1", "a:2", "3", "a:4"], left: ["a:2", "3", "a:4"], replaced: 1),
        // Keys are told apart by their bytes: é as one scalar is another than as two.
        Row(
            coming: ["\u{E9}:1", "2", "3", "e\u{301}:4"], left: ["2", "3", "e\u{301}:4"], dropped: 1
        ),
        // No such key: the oldest with a key goes, before older ones without.
        Row(coming: ["1", "a:2", "b:3", "c:4"], left: ["1", "b:3", "c:4"], dropped: 1),
        Row(coming: ["1", "a:2", "b:3", "4"], left: ["1", "b:3", "4"], dropped: 1),
        // No key at all: the oldest goes.
        Row(coming: ["1", "2", "3", "4", "5"], left: ["3", "4", "5"], dropped: 2),
        Row(coming: ["1", "2", "3", "a:4", "5"], left: ["2", "3", "5"], dropped: 2),
    ]

    @Test("a full queue gives up states first, the oldest of each first", arguments: rows)
    func full(row: Row) {
        var queue = BoundedQueue<String>(capacity: 3)
        for text in row.coming {
            let isKeyed = text.contains(":")
            queue.append(text, key: isKeyed ? String(text.prefix(1)) : nil)
        }
        let losses = BoundedQueue<String>.Losses(replaced: row.replaced, dropped: row.dropped)
        #expect(queue.losses == losses)
        #expect(queue.takeLosses() == losses)
        #expect(queue.takeLosses().total == 0)
        #expect(queue.count == row.left.count)
        var left: [String] = []
        while let text = queue.popFirst() { left.append(text) }
        #expect(left == row.left)
    }

    @Test("a capacity that is raised lets more wait, and none goes for a lower one")
    func raised() {
        var queue = BoundedQueue<Int>(capacity: 1)
        queue.append(1)
        queue.raiseCapacity(to: 3)
        queue.raiseCapacity(to: 2)
        for number in 2...4 { queue.append(number) }
        #expect(queue.losses.total == 1)
        #expect([queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, 4])
    }

    @Test(
        "whatever happens, it never grows past its capacity, keeps the order and counts each loss",
        arguments: Array(0..<100) + [UInt64.random(in: 100...(.max))])
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = BoundedQueue<Int>(capacity: Int.random(in: 1...8, using: &random))
        var enqueued = 0
        var delivered: [Int] = []
        var losses = BoundedQueue<Int>.Losses()
        var isBounded = true
        for _ in 0..<500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let key = [nil, "a", "b", "c"].randomElement(using: &random) ?? nil
                queue.append(enqueued, key: key)
                enqueued += 1
            case 6..<9:
                if let element = queue.popFirst() { delivered.append(element) }
            default:
                let taken = queue.takeLosses()
                losses.replaced += taken.replaced
                losses.dropped += taken.dropped
            }
            isBounded = isBounded && queue.count <= queue.capacity
        }
        losses.replaced += queue.losses.replaced
        losses.dropped += queue.losses.dropped
        #expect(isBounded)
        #expect(delivered.count + losses.replaced + losses.dropped + queue.count == enqueued)
        while let element = queue.popFirst() { delivered.append(element) }
        #expect(zip(delivered, delivered.dropFirst()).allSatisfy { $0 < $1 })
        #expect(enqueued == 0 || delivered.last == enqueued - 1)
    }

    @Test(
        "it does what its rules say at their plainest",
        arguments: Array(0..<50) + [UInt64.random(in: 100...(.max))])
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 1...12, using: &random)
        var queue = BoundedQueue<Int>(capacity: capacity)
        var plain = PlainQueue(capacity: capacity)
        for number in 0..<1_000 {
            if Int.random(in: 0..<3, using: &random) == 0 {
                #expect(queue.popFirst() == plain.popFirst())
            } else {
                let key = [nil, "a", "b", "c", "d"].randomElement(using: &random) ?? nil
                queue.append(number, key: key)
                plain.append(number, key: key)
            }
            #expect(queue.count == plain.waiting.count)
            #expect(queue.losses == plain.losses)
        }
        while let expected = plain.popFirst() { #expect(queue.popFirst() == expected) }
        #expect(queue.popFirst() == nil)
    }
}

/// The queue's rules at their plainest.
private struct PlainQueue {
    let capacity: Int
    var waiting: [(number: Int, key: String?)] = []
    var losses = BoundedQueue<Int>.Losses()

    mutating func append(_ number: Int, key: String?) {
        if waiting.count == capacity {
            if key != nil, let at = waiting.firstIndex(where: { $0.key == key }) {
                waiting.remove(at: at)
                losses.replaced += 1
            } else {
                waiting.remove(at: waiting.firstIndex { $0.key != nil } ?? 0)
                losses.dropped += 1
            }
        }
        waiting.append((number, key))
    }

    mutating func popFirst() -> Int? {
        waiting.isEmpty ? nil : waiting.removeFirst().number
    }
}
