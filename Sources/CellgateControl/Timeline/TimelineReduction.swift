extension Timeline {
    /// Where a slot of many begins, in microseconds since 1970 UTC.
    ///
    /// - Parameter slot: From 0 to `count`, which is the end.
    package static func begin(of slot: Int, in range: Range<UInt64>, count: Int) -> UInt64 {
        let length = range.upperBound - range.lowerBound
        let (whole, rest) = length.quotientAndRemainder(dividingBy: UInt64(count))
        return range.lowerBound + whole * UInt64(slot) + rest * UInt64(slot) / UInt64(count)
    }

    /// The slot of many that a moment of the range is in.
    package static func slot(of time: UInt64, in range: Range<UInt64>, count: Int) -> Int {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if begin(of: middle, in: range, count: count) <= time {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    /// Neighbouring slots that look the same.
    package struct Run: Equatable, Sendable {
        package var slots: Range<Int>
        /// Nil where more states than one begin in each of the slots.
        package let state: State?
        /// How often it changed in them, where that is so; else 0.
        package var changes: Int
    }
}

extension Timeline.Row {
    /// The row in so many slots of equal length.
    ///
    /// In a slot with one change the new state counts, since the old one is shown before it; so
    /// nothing that held, however short, is left out without a sign. Takes as long as slots and
    /// intervals are many.
    package func runs(count: Int) -> [Timeline.Run] {
        guard count > 0, let first = intervals.first, let last = intervals.last else { return [] }
        let range = first.range.lowerBound..<last.range.upperBound
        var runs: [Timeline.Run] = []
        var index = 0
        for slot in 0..<count {
            let begin = Timeline.begin(of: slot, in: range, count: count)
            let end = max(Timeline.begin(of: slot + 1, in: range, count: count), begin + 1)
            while intervals[index].range.upperBound <= begin, index < intervals.count - 1 {
                index += 1
            }
            let firstIndex = index
            while intervals[index].range.upperBound < end, index < intervals.count - 1 {
                index += 1
            }
            // A state that begins with the slot, or with the range, was not shown before.
            let isNew = intervals[firstIndex].range.lowerBound >= begin
            let changes = index - firstIndex + (isNew && slot > 0 ? 1 : 0)
            let state = index - firstIndex + (isNew ? 1 : 0) < 2 ? intervals[index].state : nil
            if let before = runs.last, before.state == state {
                runs[runs.count - 1].slots = before.slots.lowerBound..<slot + 1
                if state == nil { runs[runs.count - 1].changes += changes }
            } else {
                runs.append(
                    Timeline.Run(
                        slots: slot..<slot + 1, state: state, changes: state == nil ? changes : 0))
            }
        }
        return runs
    }
}
