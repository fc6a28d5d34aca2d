internal import FoundationEssentials

/// Random numbers that a seed repeats: SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
///
/// It says its seed on standard output, so that a failure can be had again with
/// `CELLGATE_SEED=SEED swift test`.
package struct SeededGenerator: RandomNumberGenerator {
    /// What it started from.
    package let seed: UInt64
    private var state: UInt64

    /// Starts from `CELLGATE_SEED` (decimal, or hexadecimal after `0x`), else from a random seed.
    package init() {
        self.init(seed: Self.seedOfEnvironment ?? .random(in: .min ... .max))
        print("CELLGATE_SEED=0x\(seed.hexadecimal)")
    }

    /// Starts from a seed, and says nothing.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static var seedOfEnvironment: UInt64? {
        guard let text = ProcessInfo.processInfo.environment["CELLGATE_SEED"] else { return nil }
        let seed = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
        precondition(seed != nil, "CELLGATE_SEED is no number: \(text)")
        return seed
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
