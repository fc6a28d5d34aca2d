internal import CSystemd
internal import Glibc
internal import Posix

/// One sd_bus that was set up and started; closed and freed with it.
@safe final class BusHandle {
    /// The sd_bus; lives as long as this, and closed as long as slots and messages keep it.
    let bus: OpaquePointer

    /// Begins to connect, and waits for nothing.
    ///
    /// - Throws: the error of libsystemd for the address, and of connect(2) where it
    ///   comes at once, as it does for a local socket.
    init(
        address: String, loop: EventLoop, priority: Int32
    ) throws(SystemError) {
        var bus: OpaquePointer?
        try check("sd_bus_new", "", unsafe sd_bus_new(&bus))
        guard let bus = unsafe bus else { throw SystemError(operation: "sd_bus_new", code: ENOMEM) }
        unsafe self.bus = bus
        // C would take the text to end there.
        guard !address.utf8.contains(0) else {
            throw SystemError(operation: "sd_bus_set_address", subject: address, code: EINVAL)
        }
        try check("sd_bus_set_address", address, unsafe sd_bus_set_address(bus, address))
        try check("sd_bus_set_bus_client", "", unsafe sd_bus_set_bus_client(bus, 1))
        // The bus refuses messages with descriptors on our behalf.
        try check("sd_bus_negotiate_fds", "", unsafe sd_bus_negotiate_fds(bus, 0))
        try check("sd_bus_set_connected_signal", "", unsafe sd_bus_set_connected_signal(bus, 1))
        try check("sd_bus_set_exit_on_disconnect", "", unsafe sd_bus_set_exit_on_disconnect(bus, 0))
        // It would flush without bound when the loop ends.
        try check("sd_bus_set_close_on_exit", "", unsafe sd_bus_set_close_on_exit(bus, 0))
        try check("connect to the bus", address, unsafe sd_bus_start(bus))
        try check("sd_bus_attach_event", "", unsafe sd_bus_attach_event(bus, loop.event, priority))
    }

    deinit {
        close()
        unsafe sd_bus_unref(bus)
    }

    /// Ends the connection at once; what is queued is lost. Nothing happens where it has ended.
    func close() {
        unsafe sd_bus_close(bus)
    }

    /// How many messages wait for the bus to read them; 0 where the connection has ended.
    var queuedWrites: UInt64 {
        var count: UInt64 = 0
        return unsafe sd_bus_get_n_queued_write(bus, &count) >= 0 ? count : 0
    }

    /// Writes what is queued, for at most that long. Messages that come meanwhile are handled.
    ///
    /// From a callback of this bus it writes nothing: libsystemd refuses to be entered twice.
    func flush(atMost limit: Duration) {
        let deadline = ContinuousClock.now + limit
        while queuedWrites > 0, unsafe sd_bus_is_open(bus) > 0, ContinuousClock.now < deadline {
            let events = unsafe sd_bus_get_events(bus)
            let descriptor = unsafe sd_bus_get_fd(bus)
            guard events >= 0, descriptor >= 0 else { return }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let left = max(deadline - .now, .zero)
            let milliseconds = Int32(clamping: (left.microsecondsSinceZero + 999) / 1000)
            // An interrupted one leads to one turn of this loop more.
            _ = unsafe poll(&entry, 1, milliseconds)
            guard unsafe sd_bus_process(bus, nil) >= 0 else { return }
        }
    }
}
