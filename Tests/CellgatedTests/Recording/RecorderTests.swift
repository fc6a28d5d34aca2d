import CellgateCore
import CellgateRecording
import CellgateSimulation
import Glibc
import Posix
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite("The recorder", .timeLimit(.minutes(10)))
struct RecorderTests {
    /// An engine in virtual time that is recorded as the daemon is.
    private struct RecordedRun {
        var run: EngineRun
        let recorder: Recorder
        let losses: LossReport<EntryReader>
        private var told = 0

        init(path: String, limit: Int = Recorder.usualLimit) throws {
            var kernel = SimulatedKernel()
            kernel.run(SimulatedKernel.uplink("wlan0", 1) + SimulatedKernel.uplink("wwan0", 2))
            run = EngineRun(
                kernel: kernel,
                apps: ["A": .choice(.wifiOnly, source: .administrator, isLocked: false)])
            losses = try LossReport()
            recorder = try Recorder(path: path, at: run.now, limit: limit, losses: losses)
            run.start()
            hand()
        }

        /// Hands on what came in, and waits until it is written or lost.
        private mutating func hand() {
            for (input, instant) in run.inputs[told...] { recorder.record(input, at: instant) }
            told = run.inputs.count
            _ = recorder.drain(timeout: .seconds(60))
        }

        /// A turn of the daemon: what happens, what readers lost, and the recap that is wanted.
        mutating func turn(_ body: (inout EngineRun) -> Void) {
            body(&run)
            hand()
            for (reader, count) in losses.take() {
                run.turn { $0.feed(.entriesLost(count: count, reader: reader)) }
            }
            hand()
            if recorder.takeNeed() {
                recorder.recap(run.engine.recap, at: run.now)
                run.turn { $0.feed(.messagesLost(overruns: 0, undecodable: 0)) }
                hand()
            }
        }

        /// Changes the path, and back.
        mutating func flap() {
            let routes = ["add", "del"].map {
                "route \($0) default via 10.2.0.1 dev wwan0 metric 1"
            }
            for route in routes {
                turn { $0.ip(route) }
                turn { $0.advance(by: .seconds(2)) }
            }
        }
    }

    private func replay(
        _ path: String
    ) throws -> (entries: [Entry], engine: Engine, warnings: [String]) {
        var reader = RecordingReader(try TextFile.read(path: path, limit: 1 << 30), file: "f")
        var replay = Replay()
        var entries: [Entry] = []
        while let line = try reader.next() { entries += replay.take(line) }
        return (entries, replay.engine, reader.warnings.map(\.description))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test("what is recorded is replayed, and nobody else may read it")
    func record() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "r")
        var day = try RecordedRun(path: path)
        for _ in 0..<5 { day.flap() }
        #expect(try replay(path).entries == day.run.entries)
        #expect(day.run.entries.count > 10)
        #expect(mode(path) == S_IFREG | 0o600)
        #expect(try Directory.names(path: directory.path) == ["r"])
    }

    @Test("a recording that is there is kept as one older, and a still older one goes")
    func older() throws {
        let directory = try TemporaryDirectory()
        for text in ["first", "second", "third"] {
            try directory.write(text, to: "r")
            _ = try RecordedRun(path: directory.path(of: "r"))
            #expect(try directory.text(of: "r.1") == text)
        }
        #expect(try Set(Directory.names(path: directory.path)) == ["r", "r.1"])
    }

    @Test(
        "what is no file is neither written nor renamed",
        arguments: ["mkdir", "mkfifo", "ln -s /nowhere", "ln -s /dev/null"])
    func noFile(command: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "r")
        try NetworkNamespace.shell("\(command) \(path)")
        let before = mode(path)
        #expect(throws: SystemError.self) { try RecordedRun(path: path) }
        #expect(mode(path) == before)
        #expect(try Directory.names(path: directory.path) == ["r"])
    }

    @Test("a full file is set aside, and both replay to the state of their end")
    func rotation() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "r")
        let limit = 60_000
        var day = try RecordedRun(path: path, limit: limit)
        var rotations = 0
        var stateAtRotation: (path: NetworkPath?, apps: [AppID: AppState])?
        for number in 0..<60 {
            let before = try directory.text(of: "r").utf8.count
            // What only the files, the radio and the bus tell is in the recap.
            if number == 1 {
                day.turn { $0.feed(.radio(CellularRadio(isAirplaneMode: true, modem: .present))) }
                day.turn {
                    $0.reading.table.apps[AppID("new")] = AppPolicy(standing: .invalid)
                    $0.feed(.policy($0.reading))
                    $0.feed(.endOfTurn)
                }
            }
            day.flap()
            if try directory.text(of: "r").utf8.count < before {
                rotations += 1
                stateAtRotation = (day.run.engine.path, day.run.engine.apps)
            }
        }
        #expect(rotations >= 2)
        let whole = try replay(path)
        #expect(whole.warnings == [])
        #expect(whole.engine.path == day.run.engine.path)
        #expect(whole.engine.apps == day.run.engine.apps)
        #expect(whole.engine.apps.keys.contains(AppID("new")))
        let old = try replay(path + ".1")
        #expect(old.warnings == [])
        // Every flap ends in the same state.
        #expect(old.engine.path == stateAtRotation?.path)
        #expect(old.engine.apps == stateAtRotation?.apps)
        // Each file ends with the turn that filled it.
        for name in ["r", "r.1"] {
            #expect(try directory.text(of: name).utf8.count < 2 * limit)
        }
        #expect(try Set(Directory.names(path: directory.path)) == ["r", "r.1"])
    }

    @Test(
        "on a full disk no line is torn, losses are told, and it converges when there is room",
        .enabled(if: MountNamespace.isAvailable, "needs root, to mount"))
    func fullDisk() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        let (told, state, text) = try await MountNamespace.run(
            "mount -t tmpfs -o size=48k none \(path)"
        ) {
            var day = try RecordedRun(path: path + "/r")
            for _ in 0..<40 { day.flap() }
            let told = day.run.entries.filter { $0.event == .entriesLost }.map(\.message)
            try NetworkNamespace.shell("mount -o remount,size=8m \(path)")
            for _ in 0..<3 { day.flap() }
            let all = day.run.entries.filter { $0.event == .entriesLost }.map(\.message)
            let replayed = try replay(path + "/r")
            let isSame =
                replayed.engine.path == day.run.engine.path
                && replayed.engine.apps == day.run.engine.apps
            return ((told, all.count), isSame, replayed.warnings)
        }
        // A short line may fit where a longer one did not: then that is a loss of its own.
        #expect(told.0.first == "1 input was lost: the recording did not take it")
        #expect(told.1 > told.0.count)
        #expect(state)
        #expect(!text.isEmpty)
        #expect(text.allSatisfy { $0.contains("inputs before this line are missing") })
    }
}
