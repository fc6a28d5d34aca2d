import Glibc
import Posix
import Systemd
import TestSupport
import Testing

/// The variables are the whole process's, so each test has a process of its own.
@Suite struct NotifierTests {
    @Test("a state reaches a manager's socket in the file system")
    func pathSocket() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryDirectory()
            let manager = try NotifySocket(folder.path(of: "notify"))
            let isHeard = try Notifier.notify("READY=1\nSTATUS=wifi via wlan0")
            #expect(isHeard)
            #expect(manager.receive() == "READY=1\nSTATUS=wifi via wlan0")
        }
    }

    @Test("a state reaches a manager's abstract socket")
    func abstractSocket() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket("@cellgate-test-\(getpid())")
            let isHeard = try Notifier.notify("STOPPING=1")
            #expect(isHeard)
            #expect(manager.receive() == "STOPPING=1")
        }
    }

    @Test("without a manager nothing is sent and nothing is wrong")
    func noManager() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe unsetenv("NOTIFY_SOCKET")
            let isHeard = try Notifier.notify("READY=1")
            #expect(!isHeard)
        }
    }

    @Test("a socket that nobody has is an error")
    func deadSocket() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryDirectory()
            _ = unsafe setenv("NOTIFY_SOCKET", folder.path(of: "notify"), 1)
            #expect(throws: SystemError(operation: "sd_notify", code: ENOENT)) {
                try Notifier.notify("READY=1")
            }
        }
    }

    @Test("a reload is announced with the monotonic time")
    func reloading() throws {
        let before = try #require(microseconds(Notifier.reloading()))
        let after = try #require(microseconds(Notifier.reloading()))
        #expect(before > 0)
        #expect(before <= after)
    }

    @Test("the watchdog is fed from the loop where the manager asks for it")
    func watchdog() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket("@cellgate-test-\(getpid())")
            let loop = try EventLoop()
            _ = unsafe setenv("WATCHDOG_PID", String(getpid()), 1)
            _ = unsafe setenv("WATCHDOG_USEC", "20000", 1)
            let isAsked = try loop.enableWatchdog()
            #expect(isAsked)
            let source = try DescriptorSource(loop, descriptor: manager.descriptor) {
                loop.exit(code: manager.receive() == "WATCHDOG=1" ? 0 : 1)
            }
            #expect(try runLoop(loop) == 0)
            withExtendedLifetime(source) {}
        }
    }

    @Test("without a manager that asks there is no watchdog, and a senseless time is an error")
    func noWatchdog() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe unsetenv("WATCHDOG_USEC")
            let isAsked = try EventLoop().enableWatchdog()
            #expect(!isAsked)
            _ = unsafe setenv("WATCHDOG_USEC", "soon", 1)
            #expect(throws: SystemError(operation: "sd_event_set_watchdog", code: EINVAL)) {
                try EventLoop().enableWatchdog()
            }
        }
    }

    private func microseconds(_ state: String) -> UInt64? {
        let prefix = "RELOADING=1\nMONOTONIC_USEC="
        return state.hasPrefix(prefix) ? UInt64(state.dropFirst(prefix.count)) : nil
    }
}

/// A manager's end: a datagram socket that `$NOTIFY_SOCKET` names.
final class NotifySocket {
    let descriptor: Int32

    /// - Parameter name: a path, or `@` and an abstract name.
    init(_ name: String) throws {
        descriptor = try checkErrno("socket") {
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        }
        var on: Int32 = 1
        _ = try checkErrno("setsockopt") {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &on, 4)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        // An abstract name is as long as the address says.
        let length = socklen_t(2 + bytes.count)
        _ = try checkErrno("bind", name) {
            unsafe withUnsafeBytes(of: &address) { buffer in
                unsafe buffer.withMemoryRebound(to: sockaddr.self) {
                    unsafe bind(descriptor, $0.baseAddress, length)
                }
            }
        }
        _ = unsafe setenv("NOTIFY_SOCKET", name, 1)
    }

    deinit {
        close(descriptor)
    }

    /// The next datagram; empty where there is none.
    func receive() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
