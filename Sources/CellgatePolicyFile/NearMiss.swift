/// A known name for a mistaken one.
enum NearMiss {
    /// The name that `text` most likely means: letters in the other case, or at most two slips in a
    /// word of six letters, one in a word of three. The first of equals; nil where none is near.
    static func name(for text: ArraySlice<UInt8>, among names: [String]) -> String? {
        // Longer than any name: nothing is near, and the table below stays small.
        guard text.count <= 40 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = self.distance(text.map(lowercased), name.utf8.map(lowercased))
            guard distance <= min(2, text.count / 3), distance < best?.distance ?? .max else {
                continue
            }
            best = (name, distance)
        }
        return best?.name
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
    }

    /// How many letters to insert, drop or replace to make one of the other (Levenshtein).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (byte == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
