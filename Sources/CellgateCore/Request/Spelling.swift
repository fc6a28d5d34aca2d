/// Words that are spelt alike.
package enum Spelling {
    /// The word that is nearest to `word`, for "did you mean …?"; nil where none is near.
    ///
    /// Near is what comes from it by as many insertions, deletions, replacements and swaps of
    /// neighbours as a third of its length, and two at most; case does not count. Of several the
    /// first in alphabetical order is taken.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let wanted = Array(word.lowercased().unicodeScalars)
        let limit = min(2, max(1, wanted.count / 3))
        var best: (distance: Int, word: String)?
        for candidate in words {
            let scalars = Array(candidate.lowercased().unicodeScalars)
            guard abs(scalars.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, scalars)
            guard distance <= limit else { continue }
            if let found = best, (found.distance, found.word) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best?.word
    }

    /// Source: the restricted Damerau–Levenshtein distance (optimal string alignment).
    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int](repeating: 0, count: other.count + 1)
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let cost = one[row] == other[column] ? 0 : 1
                var least = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + cost)
                let isSwap =
                    row > 0 && column > 0 && one[row] == other[column - 1]
                    && one[row - 1] == other[column]
                if isSwap { least = min(least, beforeLast[column - 1] + 1) }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }
}
