import CSystemd
import Glibc
import Posix
import TestSupport
import Testing

@testable import Systemd

/// The login manager's files, written by the tests in a mount namespace of their own.
@Suite(
    "Sessions as the login manager writes them",
    .enabled(if: MountNamespace.isAvailable, "needs root for mount namespaces"))
struct LoginMonitorTests {
    private static let setup = """
        [ -d /run/systemd ] || mkdir /run/systemd
        mount -t tmpfs tmpfs /run/systemd
        cd /run/systemd
        mkdir seats sessions users machines
        printf 'UID=1000\nUSER=a\nACTIVE=1\nSTATE=active\nTYPE=wayland\nCLASS=user\n' >sessions/c1
        printf 'UID=1000\nUSER=a\nACTIVE=0\nSTATE=online\nTYPE=wayland\nCLASS=user\n' >sessions/c2
        printf 'NAME=a\nSTATE=active\nDISPLAY=c1\nSESSIONS=c1 c2\n' >users/1000
        """

    /// What was seen of changes, and what holds after each.
    private struct Seen: Equatable, Sendable {
        var before: LoginSession?
        var isToldWithoutChange = false
        var after: [LoginSession?] = []
    }

    /// Runs scripts one after the other, and reads the session of user 1000 when it is told.
    private static func follow(_ scripts: [String]) async throws -> Seen {
        try await MountNamespace.run(setup) {
            let loop = try EventLoop()
            var told = 0
            let monitor = try LoginMonitor(loop) { told += 1 }
            defer { withExtendedLifetime(monitor) {} }
            var seen = Seen(before: LoginSession.display(ofUser: 1000))
            try turn(loop, atMost: .zero)
            seen.isToldWithoutChange = told > 0
            for script in scripts {
                try NetworkNamespace.shell("cd /run/systemd; " + script)
                let mark = told
                let deadline = ContinuousClock.now + .seconds(60)
                while told == mark, ContinuousClock.now < deadline {
                    try turn(loop, atMost: .milliseconds(100))
                }
                // All of it is taken: nothing more is told of the same change.
                let count = told
                try turn(loop, atMost: .zero)
                try turn(loop, atMost: .zero)
                seen.after.append(told == count ? LoginSession.display(ofUser: 1000) : nil)
            }
            return seen
        }
    }

    private static func turn(_ loop: EventLoop, atMost wait: Duration) throws {
        try check("sd_event_run", "", unsafe sd_event_run(loop.event, wait.microsecondsSinceZero))
    }

    @Test("a session that goes behind, one that displays instead, and one that ends are told")
    func changes() async throws {
        let seen = try await Self.follow([
            // As the login manager writes: a new file takes the place of the old one.
            "sed s/ACTIVE=1/ACTIVE=0/ sessions/c1 >.x; mv .x sessions/c1",
            "sed s/DISPLAY=c1/DISPLAY=c2/ users/1000 >.x; mv .x users/1000",
            "sed s/ACTIVE=0/ACTIVE=1/ sessions/c2 >.x; mv .x sessions/c2", "rm sessions/c2",
        ])
        #expect(
            seen
                == Seen(
                    before: LoginSession(name: "c1", isActive: true), isToldWithoutChange: false,
                    after: [
                        LoginSession(name: "c1", isActive: false),
                        LoginSession(name: "c2", isActive: false),
                        LoginSession(name: "c2", isActive: true),
                        LoginSession(name: "c2", isActive: false),
                    ]))
    }

    @Test("without a login manager there is no monitor, and no session")
    func withoutLoginManager() async throws {
        let code = try await MountNamespace.run(
            "[ -d /run/systemd ] || mkdir /run/systemd; mount -t tmpfs tmpfs /run/systemd"
        ) { () -> Int32? in
            let loop = try EventLoop()
            guard LoginSession.display(ofUser: 1000) == nil else { return nil }
            do throws(SystemError) {
                _ = try LoginMonitor(loop) {}
                return 0
            } catch {
                return error.code
            }
        }
        #expect(code == ENOENT)
    }
}
