internal import Glibc
package import Posix

/// Keeps a connection to a bus: opens one, and after a loss or a failure another.
///
/// A failure is followed by a pause, 0.25 s doubling to 5 s. Where the bus is one socket in the
/// file system and that does not exist, its folder is watched, and nothing is tried until it
/// appears. While it is connected it costs nothing.
package final class ReconnectingBus {
    /// What becomes of it.
    package enum Event {
        /// There is a connection, ready for use; matches, served objects and names are to be set
        /// up on it anew.
        case connected(BusConnection, uniqueName: String)
        /// The connection is gone; once after each `connected`, unless this side closes.
        case lost
        /// There is no bus, and it is tried again; once until there is a connection again.
        case unavailable(SystemError)
        /// A name that was ours on this connection is no more.
        case nameLost(String)
    }

    /// The connection, where it is ready for use; else nil.
    package private(set) var connection: BusConnection?

    private let loop: EventLoop
    private let address: BusAddress
    private let priority: Int32
    private let handler: (Event) -> Void
    /// The connection on which the bus has not said hello yet.
    private var opening: BusConnection?
    private var timer: TimerSource?
    private var watch: FileWatch?
    private var pause = firstPause
    private var hasToldUnavailable = false
    private var isClosed = false

    private static let firstPause = Duration.milliseconds(250)
    private static let longestPause = Duration.seconds(5)

    /// Tries for the first time in the next turn of the loop.
    ///
    /// - Parameters:
    ///   - priority: as `BusConnection` has it.
    ///   - handler: called with what becomes of it; it may release this.
    /// - Throws: the error of sd_event_add_time(3): `EMFILE`, `ENOMEM`.
    package init(
        _ loop: EventLoop, to address: BusAddress, priority: Int32 = 0,
        handler: @escaping (Event) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.address = address
        self.priority = priority
        self.handler = handler
        timer = try TimerSource(loop) { [weak self] in self?.open() }
        timer?.arm(at: loop.now)
    }

    /// Ends it, as `BusConnection.close` does.
    package func close(flushingAtMost limit: Duration = .milliseconds(500)) {
        isClosed = true
        timer = nil
        watch = nil
        let connections = [connection, opening]
        connection = nil
        opening = nil
        for connection in connections { connection?.close(flushingAtMost: limit) }
    }

    private func open() {
        guard !isClosed, connection == nil, opening == nil else { return }
        timer?.disarm()
        // Before the attempt, so that a socket that appears meanwhile is not missed.
        watchFolder()
        do throws(SystemError) {
            opening = try BusConnection(loop, to: address, priority: priority) {
                [weak self] event in self?.handle(event)
            }
        } catch {
            failed(error)
        }
    }

    private func handle(_ event: BusEvent) {
        switch event {
        case .connected(let uniqueName):
            guard let opened = opening else { return }
            opening = nil
            connection = opened
            watch = nil
            pause = Self.firstPause
            hasToldUnavailable = false
            handler(.connected(opened, uniqueName: uniqueName))
        case .disconnected where connection != nil:
            connection = nil
            waitForNext()
            handler(.lost)
        case .disconnected:
            opening = nil
            failed(SystemError(operation: "connect to the bus", code: ECONNRESET))
        case .nameLost(let name):
            handler(.nameLost(name))
        }
    }

    private func failed(_ error: SystemError) {
        if error.code != ENOENT || watch == nil { waitForNext() }
        guard !hasToldUnavailable else { return }
        hasToldUnavailable = true
        handler(.unavailable(error))
    }

    private func waitForNext() {
        timer?.arm(at: loop.now + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// Watches the folder of the socket, where the address names one and the folder exists.
    private func watchFolder() {
        watch = nil
        guard let address = try? address.resolved(),
            let path = BusAddress.socketPath(of: address),
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        else { return }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = String(path[path.utf8.index(after: slash)...])
        watch = try? FileWatch(loop, directory: folder, names: [name]) { [weak self] in
            self?.open()
        }
    }
}
