import Glibc
import TestSupport
import Testing

@Suite("What the other tests stand on")
struct SupportTests {
    @Test("a subprocess gives its lines as they come, takes signals, and tells how it ended")
    func subprocess() throws {
        let script = """
            import signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
            print("ready", flush=True)
            print("aside", file=sys.stderr, flush=True)
            signal.sigwait({signal.SIGUSR1})
            print("last line", end="", flush=True)
            sys.exit(3)
            """
        let python = try Subprocess(["python3", "-c", script])
        #expect(try python.nextLine() == "ready")
        #expect(try python.nextLine(from: .standardError) == "aside")
        python.send(signal: SIGUSR1)
        #expect(try python.nextLine() == "last line")
        #expect(try python.nextLine() == nil)
        #expect(try python.finish() == Subprocess.Result(ending: .exit(3)))
    }

    @Test("a subprocess that writes much on both outputs is read to its end")
    func subprocessWithMuchOutput() throws {
        let script = "seq 100000 >&2; seq 100000"
        let result = try Subprocess.run(["bash", "-c", script])
        let numbers = (1...100_000).map { "\($0)\n" }.joined()
        #expect(
            result
                == Subprocess.Result(ending: .exit(0), output: numbers, errorOutput: numbers))
    }

    @Test("a subprocess starts with the environment, directory, input and signals it is to have")
    func subprocessSurroundings() throws {
        let directory = try TemporaryDirectory()
        // Signals 32 and 33 are the C library's own.
        let script = """
            echo $WORD; pwd -P; cat
            grep -E "Sig(Blk|Ign)" /proc/self/status | while read -r name value; do
                echo $name $((16#$value & 16#7FFFFFFF))
            done
            """
        let result = try Subprocess.run(
            ["bash", "-c", script], environment: ["WORD": "a b"], directory: directory.path)
        #expect(
            result
                == Subprocess.Result(
                    ending: .exit(0),
                    output: "a b\n\(directory.path)\nSigBlk: 0\nSigIgn: 0\n"))
    }

    @Test("a subprocess that hangs is given up and killed")
    func subprocessThatHangs() throws {
        let sleeper = try Subprocess(["sleep", "infinity"])
        #expect(throws: SubprocessError.self) { try sleeper.nextLine(within: .milliseconds(1)) }
        #expect(throws: SubprocessError.self) { try sleeper.finish(within: .milliseconds(1)) }
        #expect(try sleeper.finish() == Subprocess.Result(ending: .signal(SIGKILL)))
    }

    @Test("a program that is not there is an error")
    func subprocessWithoutProgram() {
        #expect(throws: SubprocessError.self) { try Subprocess(["/nowhere/program"]) }
    }

    @Test("a temporary directory holds files and goes away")
    func temporaryDirectory() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(directory?.path)
        try directory?.write("[App]\n", to: "apps.d/maps.conf")
        #expect(try directory?.text(of: "apps.d/maps.conf") == "[App]\n")
        directory = nil
        #expect(try Subprocess.run(["test", "-e", path]).ending == .exit(1))
    }

    @Test("a seed repeats its numbers, and they are SplitMix64's")
    func seededGenerator() {
        // The first three of seed 1234567, as the reference implementation has them.
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test(
        "a named network namespace has uplinks, and its sysfs shows them",
        .enabled(if: NamedNetworkNamespace.isAvailable, "needs root"))
    func namedNetworkNamespace() throws {
        let namespace = try NamedNetworkNamespace()
        try namespace.uplink("wlan0", 1)
        try namespace.ip("route add default via 10.1.0.1 dev wlan0")
        #expect(try namespace.ip("route show default").hasPrefix("default via 10.1.0.1 dev wlan0"))
        let shown = try Subprocess.run(namespace.command(["ls", "/sys/class/net"]))
        #expect(shown.output.split(separator: "\n").contains("wlan0"))
    }

    @Test(
        "a container has a systemd of its own, and shows what is bound",
        .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
    func container() throws {
        let directory = try TemporaryDirectory()
        let result = try Container.run(
            "systemctl is-system-running; echo within > \(directory.path)/file; exit 4",
            binds: [directory.path])
        #expect(result == Subprocess.Result(ending: .exit(4), output: "running\n"))
        #expect(try directory.text(of: "file") == "within\n")
    }
}
