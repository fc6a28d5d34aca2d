/// A first-in, first-out queue that never grows past its capacity: when it is full, something goes
/// and is counted.
///
/// An element may carry a key, of what it is the newest state (an app, say). In a full queue a
/// newer state takes the place of the queued one with the same key; else the oldest element with
/// a key goes, else the oldest of all. The order of those that stay is that of their coming.
///
/// Every operation takes the same time however much is queued, on average: a queue that is full
/// for long would else hold up whoever fills it.
package struct BoundedQueue<Element> {
    /// How many elements went without being taken out.
    package struct Losses: Hashable, Sendable {
        /// Those that a newer element with the same key replaced.
        package var replaced = 0
        /// Those that went for an element with another key or none.
        package var dropped = 0

        package init(replaced: Int = 0, dropped: Int = 0) {
            self.replaced = replaced
            self.dropped = dropped
        }

        /// All that nobody will see.
        package var total: Int { replaced + dropped }
    }

    /// The most elements it holds, at least 1.
    package private(set) var capacity: Int
    /// What was lost since `takeLosses()` was last called.
    package private(set) var losses = Losses()

    /// What waits, by the number of its coming.
    private var waiting: [UInt64: Entry] = [:]
    private var nextNumber: UInt64 = 0
    /// The numbers in the order of their coming, and those of elements with a key; among them some
    /// that wait no longer.
    private var all = Numbers()
    private var keyed = Numbers()
    /// For each key the numbers that wait, oldest first. By bytes: two ids that only look alike are
    /// two apps.
    private var ofKey: [[UInt8]: [UInt64]] = [:]

    fileprivate struct Entry {
        let element: Element
        let key: [UInt8]?
    }

    package init(capacity: Int) {
        precondition(capacity > 0, "a queue cannot hold \(capacity) elements")
        self.capacity = capacity
    }

    /// Lets it hold more; a capacity that is less than the present one changes nothing.
    package mutating func raiseCapacity(to capacity: Int) {
        self.capacity = max(self.capacity, capacity)
    }

    /// How many elements wait.
    package var count: Int { waiting.count }

    /// Puts `element` at the end.
    package mutating func append(_ element: Element, key: String? = nil) {
        let key = key.map { Array($0.utf8) }
        if waiting.count == capacity { makeRoom(for: key) }
        let number = nextNumber
        nextNumber += 1
        waiting[number] = Entry(element: element, key: key)
        all.append(number)
        if let key {
            keyed.append(number)
            ofKey[key, default: []].append(number)
        }
        // What was replaced leaves its number behind; they are cleared out from time to time.
        if all.count > 2 * capacity { all.keep { waiting[$0] != nil } }
        if keyed.count > 2 * capacity { keyed.keep { waiting[$0] != nil } }
    }

    /// Takes out the oldest element; nil where there is none.
    package mutating func popFirst() -> Element? {
        Self.oldest(in: &all, of: waiting).flatMap { remove($0) }
    }

    /// What was lost since the last call.
    package mutating func takeLosses() -> Losses {
        defer { losses = Losses() }
        return losses
    }

    private mutating func makeRoom(for key: [UInt8]?) {
        if let key, let number = ofKey[key]?.first {
            _ = remove(number)
            losses.replaced += 1
        } else if let number = Self.oldest(in: &keyed, of: waiting)
            ?? Self.oldest(in: &all, of: waiting)
        {
            _ = remove(number)
            losses.dropped += 1
        }
    }

    /// The oldest number in a list that still waits; it is taken off the list.
    ///
    /// Told by the list and not by its key path: in a generic type that is made anew at each call,
    /// which took longer than everything else here.
    private static func oldest(
        in list: inout Numbers, of waiting: [UInt64: Entry]
    ) -> UInt64? {
        while let number = list.popFirst() {
            if waiting[number] != nil { return number }
        }
        return nil
    }

    /// Takes out what has this number, which is the oldest of its key.
    private mutating func remove(_ number: UInt64) -> Element? {
        guard let entry = waiting.removeValue(forKey: number) else { return nil }
        if let key = entry.key {
            ofKey[key]?.removeFirst()
            if ofKey[key]?.isEmpty ?? false { ofKey[key] = nil }
        }
        return entry.element
    }

    /// Numbers in growing order, taken off at the front.
    private struct Numbers {
        private var numbers: [UInt64] = []
        private var taken = 0

        var count: Int { numbers.count - taken }

        mutating func append(_ number: UInt64) {
            numbers.append(number)
        }

        mutating func popFirst() -> UInt64? {
            guard taken < numbers.count else {
                numbers = []
                taken = 0
                return nil
            }
            taken += 1
            defer { if taken > numbers.count / 2 + 32 { keep { _ in true } } }
            return numbers[taken - 1]
        }

        mutating func keep(_ isKept: (UInt64) -> Bool) {
            numbers = numbers[taken...].filter(isKept)
            taken = 0
        }
    }
}

extension BoundedQueue: Sendable where Element: Sendable {}
extension BoundedQueue.Entry: Sendable where Element: Sendable {}
