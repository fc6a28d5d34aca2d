internal import Netlink
internal import Posix

/// A contender that runs; it ends with its owner.
final class RunningContender {
    let contender: Contender
    private let stage: Stage
    private var processes: [ChildProcess] = []
    private let log: LogFile

    /// What came last on the journal's socket while a change was awaited.
    private var lastEntry: [UInt8] = []

    /// From just before the last program was started until it was ready.
    private(set) var timeToReady = Duration.zero

    /// Starts it and waits until it is ready.
    ///
    /// - Throws: ``MeasurementFailure`` where it is not, with the last line that it wrote on
    ///   standard error.
    init(_ contender: Contender, on stage: Stage, awaitsReady: Bool = true) throws {
        self.contender = contender
        self.stage = stage
        log = try LogFile()
        try stage.drain()
        do {
            for step in contender.steps { try start(step, awaitsReady: awaitsReady) }
        } catch {
            end()
            throw MeasurementFailure("\(contender.name): \(error) (\(log.lastLine))")
        }
    }

    deinit {
        end()
    }

    /// Of all its processes together.
    var counters: ProcessTable.Counters {
        processes.map { ProcessTable.familyCounters(of: $0.processID) }.reduce(.init(), +)
    }

    /// How many processes it is made of.
    var processCount: Int {
        processes.reduce(0) { $0 + 1 + ProcessTable.descendants(of: $1.processID).count }
    }

    /// Waits until it has done all that there was to do; its counters then.
    ///
    /// - Throws: ``MeasurementFailure`` where it does not come to rest within a minute.
    @discardableResult
    func settle() throws -> ProcessTable.Counters {
        let deadline = SuspendingClock.now + .seconds(60)
        var before = counters
        while SuspendingClock.now < deadline {
            Pause.last(.milliseconds(60))
            let now = counters
            if now.isAsleep, now.processorTime == before.processorTime { return now }
            before = now
        }
        throw MeasurementFailure("\(contender.name) does not come to rest")
    }

    /// Sends its last program a signal.
    func send(signal: Int32) {
        processes.last?.send(signal: signal)
    }

    /// Takes the link down, or up with its default route, and waits for the entry that tells so.
    ///
    /// - Returns: From before the kernel was told until the entry was there; nil where none came
    ///   within the limit.
    func change(up isUp: Bool, within limit: Duration = .seconds(5)) throws -> Duration? {
        try stage.drain()
        let start = SuspendingClock.now
        try stage.editor.setLink(stage.linkIndex, up: isUp)
        if isUp { try stage.editor.addDefaultRoute(by: stage.linkIndex) }
        while let (entry, moment) = try stage.journal.receive(until: start + limit) {
            lastEntry = entry
            if contender.tells(entry, isUp: isUp) { return moment - start }
        }
        return nil
    }

    /// The same of a change that is certain to be told.
    ///
    /// - Throws: ``MeasurementFailure`` where it was not, with what came last.
    func awaitChange(up isUp: Bool, within limit: Duration = .seconds(5)) throws -> Duration {
        if let latency = try change(up: isUp, within: limit) { return latency }
        let last = String(decoding: lastEntry, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("MESSAGE=") }
        throw MeasurementFailure(
            "\(contender.name) did not tell that the path is \(isUp ? "back" : "gone") within "
                + "\(limit); the last that came was \(last ?? "nothing")")
    }

    /// Changes the link down and up until both are told, since a service may still be busy with its
    /// own start when it says that it is ready.
    ///
    /// - Throws: ``MeasurementFailure`` where that does not come about.
    func warmUp() throws {
        for _ in 0..<10 {
            let isDownTold = try change(up: false, within: .seconds(1)) != nil
            Pause.last(.milliseconds(10))
            let isUpTold = try change(up: true, within: .seconds(1)) != nil
            Pause.last(.milliseconds(10))
            if isDownTold, isUpTold { return }
        }
        throw MeasurementFailure("\(contender.name) tells of no change (\(log.lastLine))")
    }

    /// Ends all of it, the last program first.
    func end() {
        while let process = processes.popLast() { process.end() }
    }

    private func start(_ step: Contender.Step, awaitsReady: Bool) throws {
        if let socket = step.socket { Directory.removeFile(socket) }
        var environment = step.environment
        environment["NOTIFY_SOCKET"] = Stage.readinessPath
        let isLast = processes.count == contender.steps.count - 1
        let start = SuspendingClock.now
        processes.append(
            try ChildProcess(step.arguments, environment: environment, errors: log.path))
        if isLast, awaitsReady {
            timeToReady = try stage.awaitReady(contender.name) - start
        } else if let socket = step.socket {
            let deadline = SuspendingClock.now + .seconds(10)
            while try !Directory.entryExists(path: socket) {
                guard SuspendingClock.now < deadline else {
                    throw MeasurementFailure("there is no \(socket) after 10 s")
                }
                Pause.last(.milliseconds(5))
            }
        }
    }
}
