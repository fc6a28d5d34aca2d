/// A first-in, first-out queue that never grows past its capacity: when it is full, something goes
/// and is counted.
///
/// An element may carry a key, of what it is the newest state (an app, say). In a full queue a
/// newer state takes the place of the queued one with the same key; else the oldest element with
/// a key goes, else the oldest of all. The order of those that stay is that of their coming.
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
    package let capacity: Int
    /// What was lost since `takeLosses()` was last called.
    package private(set) var losses = Losses()
    private var entries: [Entry] = []

    fileprivate struct Entry {
        let element: Element
        let key: String?
    }

    package init(capacity: Int) {
        precondition(capacity > 0, "a queue cannot hold \(capacity) elements")
        self.capacity = capacity
    }

    /// How many elements wait.
    package var count: Int { entries.count }

    /// Puts `element` at the end. Takes time in the capacity when the queue is full.
    package mutating func append(_ element: Element, key: String? = nil) {
        if entries.count == capacity { makeRoom(for: key) }
        entries.append(Entry(element: element, key: key))
    }

    /// Takes out the oldest element; nil where there is none. Takes time in the count.
    package mutating func popFirst() -> Element? {
        entries.isEmpty ? nil : entries.removeFirst().element
    }

    /// What was lost since the last call.
    package mutating func takeLosses() -> Losses {
        defer { losses = Losses() }
        return losses
    }

    private mutating func makeRoom(for key: String?) {
        // By bytes: two ids that only look alike are two apps.
        let index = key.flatMap { key in
            entries.firstIndex { $0.key?.utf8.elementsEqual(key.utf8) ?? false }
        }
        if let index {
            entries.remove(at: index)
            losses.replaced += 1
        } else {
            entries.remove(at: entries.firstIndex { $0.key != nil } ?? 0)
            losses.dropped += 1
        }
    }
}

extension BoundedQueue: Sendable where Element: Sendable {}
extension BoundedQueue.Entry: Sendable where Element: Sendable {}
