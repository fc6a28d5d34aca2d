internal import CellgateCore
internal import Posix

extension Timeline.Look {
    /// A few words for a legend.
    var legend: String {
        switch self {
        case .wifi: "Wi-Fi"
        case .cellular: "mobile data"
        case .wiredEthernet: "cable"
        case .other: "another network"
        case .unusable: "no network"
        case .available: "available"
        case .notAvailable: "notAvailable"
        case .cellularDenied: "cellularDenied"
        case .wifiDenied: "wifiDenied"
        case .undecided: "undecided"
        case .invalid: "invalid"
        case .unknown: "not known"
        }
    }
}

extension EntryEvent {
    /// A letter for a chart.
    var letter: Character {
        switch self {
        case .started: "S"
        case .stopped: "E"
        case .promptRequested: "Q"
        case .promptAnswered: "A"
        case .promptWaiting: "W"
        case .guidanceChanged: "G"
        case .probeFinished: "P"
        case .permissionRequired: "F"
        case .refresh: "R"
        case .netlinkResync: "N"
        case .entriesLost: "L"
        case .configError: "C"
        case .interfaceHint: "H"
        case .measuresWarning: "M"
        case .simulationChanged: "X"
        case .pathChanged, .appChanged, .restrictionChanged, .snapshot, .configLoaded, .busChanged:
            "."
        }
    }
}

extension Timeline {
    /// The state that held at a moment of the range.
    package func state(of row: Row, at time: UInt64) -> State? { row.interval(at: time)?.state }

    /// The latest things that happened, changes of states and marks, in order; at most so many, and
    /// how many more there were.
    func happenings(atMost limit: Int) -> (shown: [Happening], leftOut: Int) {
        var all: [Happening] = []
        for (order, row) in rows.enumerated() {
            // An interface's changes are the path's, too.
            if case .interface = row.subject { continue }
            for interval in row.intervals.suffix(limit) {
                all.append(
                    Happening(
                        time: interval.range.lowerBound, order: order,
                        text: "\(row.subject.name): \(interval.state.words)"))
            }
        }
        for mark in marks.suffix(limit) {
            let text = mark.message.isEmpty ? mark.event.rawValue : mark.message
            all.append(
                Happening(
                    time: mark.time, order: rows.count,
                    text: mark.isSimulated ? text + " (simulated)" : text))
        }
        all.sort { ($0.time, $0.order) < ($1.time, $1.order) }
        let count =
            marks.count
            + rows.reduce(0) { sum, row in
                if case .interface = row.subject { sum } else { sum + row.intervals.count }
            }
        return (all.suffix(limit), count - min(count, limit))
    }

    /// A moment and what happened.
    struct Happening {
        /// In microseconds since 1970 UTC.
        let time: UInt64
        /// Of what happened at one moment, the row's number.
        let order: Int
        /// Not yet safe for a terminal.
        let text: String
    }
}

extension Timeline.Row {
    /// The interval that a moment of the range is in.
    func interval(at time: UInt64) -> Timeline.Interval? {
        var (low, high) = (0, intervals.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if intervals[middle].range.lowerBound <= time {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return intervals.isEmpty ? nil : intervals[low]
    }
}

/// How moments of a timeline are written: with their day where it has more than one.
struct TimelineStamp {
    private let calendar: LocalCalendar
    private let hasDay: Bool

    /// - Parameter range: In microseconds since 1970 UTC.
    init(_ range: Range<UInt64>, calendar: LocalCalendar) {
        self.calendar = calendar
        let first = calendar.local(Int64(range.lowerBound / 1_000_000))
        let last = calendar.local(Int64((range.upperBound - 1) / 1_000_000))
        hasDay = first?.day != last?.day || first?.month != last?.month || first?.year != last?.year
    }

    /// A moment, in microseconds since 1970 UTC.
    func text(_ moment: UInt64) -> String {
        guard let time = calendar.local(Int64(moment / 1_000_000)) else { return "-" }
        let clock = [time.hour, time.minute, time.second].map(Self.two).joined(separator: ":")
        return hasDay ? "\(Self.two(time.month))-\(Self.two(time.day)) \(clock)" : clock
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
