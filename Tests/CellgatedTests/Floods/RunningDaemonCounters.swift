import TestSupport
import Testing

extension RunningDaemon {
    /// How often its threads were woken so far: the voluntary context switches of all of them
    /// (proc(5)), told when all of them sleep.
    func wakeUps() throws -> Int {
        let deadline = ContinuousClock.now + Self.hangGuard
        while ContinuousClock.now < deadline {
            let lines = try Subprocess.succeed([
                "sh", "-c", "cat /proc/\(processID)/task/*/status",
            ]).split(separator: "\n")
            let states = lines.filter { $0.hasPrefix("State:") }
            // A thread that runs has yet to go to sleep, which counts.
            guard states.allSatisfy({ $0.contains("S (sleeping)") }) else { continue }
            let counts = lines.filter { $0.hasPrefix("voluntary_ctxt_switches:") }
                .map { Int($0.filter(\.isNumber)) }
            try #require(!counts.isEmpty && !counts.contains(nil))
            return counts.reduce(0) { $0 + ($1 ?? 0) }
        }
        throw NeverIdle()
    }

    struct NeverIdle: Error {}

    /// Whether no entry is missing among those that were read.
    var hasAllEntries: Bool {
        entries.enumerated().allSatisfy { $1["SEQ"] == String($0 + 1) }
    }
}
