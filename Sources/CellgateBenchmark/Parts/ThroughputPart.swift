internal import CellgateBusInterface
internal import Glibc
internal import Posix
internal import Systemd

/// How many entries the daemon hands to the journal in a second, and how many calls it answers.
struct ThroughputPart {
    let stage: Stage
    let contenders: Contenders
    let extent: Extent

    func run() throws -> Section {
        var section = Section("Throughput")
        section.method = """
            Entries: snapshots of a device with \(DecimalText.whole(Self.apps)) apps, from the signal \
            until the last entry was read; the C program sends as many of the same size. Calls: \
            GetApp, and beside it Ping, which libsystemd answers without the daemon's doing; on a \
            dbus-daemon that does nothing else, one after the other and 32 at a time.
            """
        for app in 0..<Self.apps {
            try WorkFolder.write(
                "[App]\nChoice=wifi-only\n", to: "apps/apps.d/org.example.App\(app).conf")
        }
        let configuration = WorkFolder.path(of: "apps")
        try stage.renewNetwork()
        section.tables.append(try entries(configuration))
        do {
            section.tables.append(try calls(configuration))
        } catch let absence as Absence {
            section.omissions.append(absence.description)
        }
        return section
    }

    private static let apps = 1_000

    // MARK: Entries

    private func entries(_ configuration: String) throws -> Table {
        let daemon = Contender(
            name: "cellgated",
            steps: [Contenders.daemon(contenders.programs.daemon, configuration: configuration)],
            downMarks: [], upMarks: [])
        let rounds = max(3, extent.rounds / 4)
        Progress.say("throughput: entries, \(rounds) rounds")
        let running = try RunningContender(daemon, on: stage)
        try running.settle()
        let first = try burst(of: running)
        let size = first.bytes / max(1, first.count)
        let floor = try RunningContender(
            Contender(
                name: "C program",
                steps: [
                    .init(arguments: [
                        contenders.programs.path(of: "burst"), "\(first.count)", "\(size)",
                    ])
                ], downMarks: [], upMarks: []),
            on: stage)
        var rates: [[Double]] = [[], []]
        for _ in 0..<rounds {
            for (index, sender) in [floor, running].enumerated() {
                let burst = try burst(of: sender)
                rates[index].append(Double(burst.count) / burst.time.inSeconds)
            }
        }
        var table = Table([
            "entries of \(DecimalText.whole(size)) bytes", "a second, median", "÷ C",
        ])
        let samples = rates.map { Sample($0)?.median ?? 0 }
        table.add(["C program", DecimalText.brief(samples[0]), "1×"])
        table.add([
            "cellgated", DecimalText.brief(samples[1]),
            DecimalText.brief(samples[1] / samples[0]) + "×",
        ])
        return table
    }

    /// Has a program send what it has to say, and reads all of it.
    private func burst(
        of sender: RunningContender
    ) throws -> (count: Int, bytes: Int, time: Duration) {
        try stage.journal.drain()
        let start = SuspendingClock.now
        var (count, bytes, end) = (0, 0, start)
        sender.send(signal: SIGUSR2)
        while count <= Self.apps {
            let received = try stage.journal.receive(until: start + .seconds(30))
            guard let (entry, moment) = received else {
                throw MeasurementFailure(
                    "\(sender.contender.name) sent \(count) entries of \(Self.apps + 1) in 30 s")
            }
            (count, bytes, end) = (count + 1, bytes + entry.count, moment)
        }
        return (count, bytes, end - start)
    }

    // MARK: Calls

    private func calls(_ configuration: String) throws -> Table {
        guard Command.path(of: "dbus-daemon") != nil else {
            throw Absence("calls on a bus: dbus-daemon (package dbus)")
        }
        let socket = WorkFolder.path(of: "bus")
        let address = "unix:path=\(socket)"
        let file = try WorkFolder.write(Self.busConfiguration(address), to: "bus.conf")
        let service = Contender(
            name: "cellgated on a bus",
            steps: [
                .init(
                    arguments: [
                        "dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(file)",
                    ], socket: socket),
                Contenders.daemon(
                    contenders.programs.daemon, configuration: configuration, bus: address),
            ], downMarks: [], upMarks: [])
        let running = try RunningContender(service, on: stage)
        try running.settle()
        let count = extent.rounds * 100
        Progress.say("throughput: \(DecimalText.whole(count)) calls of each kind")
        var table = Table(["calls", "a second", "÷ Ping"])
        for atOnce in [1, 32] {
            var pings: Double?
            for call in [BusCalls.Kind.ping, .getApp] {
                let calls = BusCalls(call, count: count, atOnce: atOnce)
                let rate = Double(count) / (try calls.run(at: address)).inSeconds
                pings = pings ?? rate
                table.add([
                    "\(call.rawValue), \(atOnce) at a time", DecimalText.brief(rate),
                    DecimalText.brief(rate / (pings ?? rate)) + "×",
                ])
            }
        }
        return table
    }

    /// A bus that lets everybody do everything. Source: dbus-daemon(1).
    private static func busConfiguration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>custom</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_destination="*"/>
            <allow receive_sender="*"/>
          </policy>
        </busconfig>

        """
    }

    private struct Absence: Error {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
