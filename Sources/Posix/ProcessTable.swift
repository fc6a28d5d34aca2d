internal import Glibc

/// What the kernel tells of processes. Source: proc(5).
package enum ProcessTable {
    /// What one process has used and uses.
    package struct Counters: Equatable, Sendable {
        /// The processor time of all its threads so far, to the nanosecond.
        package var processorTime = Duration.zero
        /// How often its threads gave the processor away, by themselves or not.
        package var contextSwitches = 0
        /// What of its memory is in RAM, in KiB.
        package var residentKibibytes = 0
        /// What of that belongs to no file, in KiB.
        package var anonymousKibibytes = 0
        /// Whether all its threads sleep.
        package var isAsleep = true

        package static func + (one: Counters, other: Counters) -> Counters {
            Counters(
                processorTime: one.processorTime + other.processorTime,
                contextSwitches: one.contextSwitches + other.contextSwitches,
                residentKibibytes: one.residentKibibytes + other.residentKibibytes,
                anonymousKibibytes: one.anonymousKibibytes + other.anonymousKibibytes,
                isAsleep: one.isAsleep && other.isAsleep)
        }

        package init(
            processorTime: Duration = .zero, contextSwitches: Int = 0, residentKibibytes: Int = 0,
            anonymousKibibytes: Int = 0, isAsleep: Bool = true
        ) {
            self.processorTime = processorTime
            self.contextSwitches = contextSwitches
            self.residentKibibytes = residentKibibytes
            self.anonymousKibibytes = anonymousKibibytes
            self.isAsleep = isAsleep
        }
    }

    /// The id of the process that asks.
    package static var ownProcess: Int32 { getpid() }

    /// The counters of a process; all zero where it is gone.
    package static func counters(of process: Int32) -> Counters {
        var counters = Counters()
        let memory = status("/proc/\(process)/status")
        counters.residentKibibytes = number("VmRSS", in: memory)
        counters.anonymousKibibytes = number("RssAnon", in: memory)
        let tasks = "/proc/\(process)/task"
        for thread in (try? Directory.names(path: tasks)) ?? [] {
            let status = status("\(tasks)/\(thread)/status")
            counters.contextSwitches += number("voluntary_ctxt_switches", in: status)
            counters.contextSwitches += number("nonvoluntary_ctxt_switches", in: status)
            counters.isAsleep =
                counters.isAsleep && status["State"]?.hasPrefix("S") ?? true
            let schedule = text("\(tasks)/\(thread)/schedstat").split(separator: " ")
            counters.processorTime += .nanoseconds(schedule.first.flatMap { Int($0) } ?? 0)
        }
        return counters
    }

    /// The counters of a process and of all that it has started, together.
    package static func familyCounters(of process: Int32) -> Counters {
        descendants(of: process).reduce(counters(of: process)) { $0 + counters(of: $1) }
    }

    /// The processes that a process has started, and those that they have; those whose parent has
    /// ended are not among them.
    package static func descendants(of process: Int32) -> [Int32] {
        // Not every kernel has /proc/PID/task/TID/children.
        let all = ((try? Directory.names(path: "/proc")) ?? []).compactMap { Int32($0) }
        let parents = all.map { (process: $0, parent: parent(of: $0)) }
        var found: [Int32] = []
        var open = [process]
        while let next = open.popLast() {
            let children = parents.filter { $0.parent == next }.map(\.process)
            found += children
            open += children
        }
        return found
    }

    /// The parent of a process; nil where the process is gone.
    private static func parent(of process: Int32) -> Int32? {
        // The fields behind the name, which may hold spaces and parentheses: state, parent.
        let stat = text("/proc/\(process)/stat")
        guard let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? Int32(fields[1]) : nil
    }

    /// A file of lines `Name:<tab>value`.
    private static func status(_ path: String) -> [Substring: String] {
        var values: [Substring: String] = [:]
        for line in text(path).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[parts[0]] = String(parts[1].drop { $0 == "\t" || $0 == " " })
        }
        return values
    }

    private static func number(_ name: Substring, in status: [Substring: String]) -> Int {
        status[name].flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }

    /// A file's text; empty where the process is gone.
    private static func text(_ path: String) -> String {
        guard let bytes = try? TextFile.read(path: path) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
