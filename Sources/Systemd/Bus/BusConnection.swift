internal import CSystemd
internal import Glibc
package import Posix

/// A connection to a bus, which never makes the loop wait.
///
/// It lives in its loop's thread and ends when it is released. What is sent before the bus has
/// said hello is queued. Handlers may release the connection, its matches and the calls they got.
/// Source: sd-bus(3).
@safe package final class BusConnection {
    /// How long an answer may take where the caller does not say: 25 s, as usual on D-Bus.
    package static let usualTimeout = Duration.seconds(25)
    /// How many messages may wait for the bus to read them before signals and calls are refused.
    package static let maximumQueuedWrites: UInt64 = 4096

    /// The unique name, such as `:1.42`; nil before the bus has said hello.
    package private(set) var uniqueName: String?
    /// Whether it has ended, by the bus or by this side; it does not come back.
    package private(set) var isClosed = false

    private let handle: BusHandle
    private let handler: (BusEvent) -> Void
    /// The slots of what the connection itself wants to know, and of what is served.
    private var slots: [BusSlot] = []
    private let pendingCalls: PendingCalls

    /// What is called with the answer to a call, or with the reason that there is none.
    package typealias Completion = (Result<BusMessage, BusError>) -> Void

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - priority: where it stands among what is ready in one turn of the loop: lower goes
    ///     first, 0 is usual. Source: sd_bus_attach_event(3).
    ///   - handler: called with what becomes of it, never before `init` returns.
    /// - Throws: where there is no bus at that address: `ENOENT`, `EACCES`, `ECONNREFUSED`;
    ///   the last also where it is no address, and `EINVAL` for a malformed one; `EMFILE`.
    package init(
        _ loop: EventLoop, to address: BusAddress, priority: Int32 = 0,
        handler: @escaping (BusEvent) -> Void
    ) throws(SystemError) {
        self.handler = handler
        handle = try BusHandle(address: address.resolved(), loop: loop, priority: priority)
        pendingCalls = try PendingCalls(loop)
        do throws(BusError) {
            try watchItself()
        } catch {
            throw Self.systemError(of: error)
        }
    }

    deinit {
        close(flushingAtMost: .zero)
        // What was called in a completion while it closed.
        pendingCalls.completeAll()
    }

    /// How many messages wait for the bus to read them; 0 where the connection has ended.
    package var queuedWrites: UInt64 { handle.queuedWrites }

    /// Calls a method.
    ///
    /// The completion is called exactly once, never before this returns: with the answer, with the
    /// error that was the answer, with `NoReply` where none came in time or the bus went, with
    /// `disconnected` where this side closes, and where the call could not be sent with the reason:
    /// `invalidArguments`, or `ENOBUFS` for a bus that does not read. The connection keeps it.
    ///
    /// - Parameters:
    ///   - interface: nil where the object knows the method without.
    ///   - timeout: how long the answer may take, from when the bus has said hello.
    ///   - allowsInteractiveAuthorization: whether the callee may ask the user.
    ///   - startsService: whether the bus may start a program that is to have the destination's
    ///     name.
    package func call(
        destination: String, path: String, interface: String?, member: String,
        arguments: [BusValue] = [], timeout: Duration = usualTimeout,
        allowsInteractiveAuthorization: Bool = false, startsService: Bool = true,
        completion: @escaping Completion
    ) {
        do throws(BusError) {
            let message = try methodCall(destination, path, interface, member, arguments)
            let allows: Int32 = allowsInteractiveAuthorization ? 1 : 0
            try busCheck(
                "sd_bus_message_set_allow_interactive_authorization", "",
                unsafe sd_bus_message_set_allow_interactive_authorization(message.pointer, allows))
            try busCheck(
                "sd_bus_message_set_auto_start", "",
                unsafe sd_bus_message_set_auto_start(message.pointer, startsService ? 1 : 0))
            try send(message, member, timeout, completion)
        } catch {
            pendingCalls.refuse(completion, error)
        }
    }

    /// Calls a method whose answer nobody wants, so that the bus keeps no place for one; no program
    /// is started for it.
    ///
    /// - Throws: `invalidArguments`; `disconnected`; `ENOBUFS` as `emit`.
    package func callWithoutAnswer(
        destination: String, path: String, interface: String?, member: String,
        arguments: [BusValue] = []
    ) throws(BusError) {
        let message = try methodCall(destination, path, interface, member, arguments)
        try busCheck(
            "sd_bus_message_set_expect_reply", "",
            unsafe sd_bus_message_set_expect_reply(message.pointer, 0))
        try busCheck(
            "sd_bus_message_set_auto_start", "",
            unsafe sd_bus_message_set_auto_start(message.pointer, 0))
        try busCheck("sd_bus_send", member, unsafe sd_bus_send(handle.bus, message.pointer, nil))
    }

    /// Sends a signal, to all that want it or to one connection.
    ///
    /// - Parameter destination: the name of the one that gets it; nil for all.
    /// - Throws: `invalidArguments`; `disconnected`; `ENOBUFS` where more than
    ///   `maximumQueuedWrites` messages wait for the bus: then it was not sent.
    package func emit(
        path: String, interface: String, member: String, arguments: [BusValue] = [],
        to destination: String? = nil
    ) throws(BusError) {
        try requireRoom(for: member)
        try Self.require(BusName.isObjectPath, path, "object path")
        try Self.require(BusName.isInterface, interface, "name of an interface")
        try Self.require(BusName.isMember, member, "name of a signal")
        let bus = unsafe handle.bus
        let message = try OutgoingMessage("sd_bus_message_new_signal") {
            unsafe sd_bus_message_new_signal(bus, $0, path, interface, member)
        }
        if let destination {
            try Self.require(BusName.isService, destination, "name of a connection")
            try busCheck(
                "sd_bus_message_set_destination", destination,
                unsafe sd_bus_message_set_destination(message.pointer, destination))
        }
        try message.append(arguments)
        try busCheck("sd_bus_send", member, unsafe sd_bus_send(bus, message.pointer, nil))
    }

    /// Takes all method calls to an object and to what is below it, those of D-Bus's own interfaces
    /// for properties and introspection too; only `org.freedesktop.DBus.Peer` is answered without.
    ///
    /// Lasts as long as the connection. A call whose body is larger than `BusMessage.unaskedLimit`,
    /// too deep or holds what is not taken is answered with an error and not handed on.
    ///
    /// - Throws: `invalidArguments`, where the prefix is no object path; `disconnected`.
    package func serve(
        path prefix: String, handler: @escaping (BusCall) -> Void
    ) throws(BusError) {
        try requireOpen()
        try Self.require(BusName.isObjectPath, prefix, "object path")
        let bus = unsafe handle.bus
        let slot = try BusSlot(
            operation: "sd_bus_add_fallback", subject: prefix,
            handler: { [weak self] message in
                // While it closes, the callers learn from the bus that nobody answers.
                guard let self, !isClosed else { return }
                unsafe Self.receive(message, handler)
            },
            add: { slot, context in
                unsafe sd_bus_add_fallback(bus, slot, prefix, busMessageCame, context)
            })
        slots.append(slot)
    }

    /// Calls a handler with each signal that fits a rule, until the match is released.
    ///
    /// A signal whose body is larger than `BusMessage.unaskedLimit`, too deep or holds what is not
    /// taken is passed over.
    ///
    /// - Parameter installed: called once with the bus's answer, unless the match is released or
    ///   the connection closed before; signals sent after a success are not missed.
    /// - Throws: `invalidArguments`, where the rule holds what is no name; `disconnected`.
    package func match(
        _ rule: BusMatchRule, handler: @escaping (BusMessage) -> Void,
        installed: @escaping (Result<Void, BusError>) -> Void = { _ in }
    ) throws(BusError) -> BusMatch {
        try requireOpen()
        let text = try rule.text()
        let bus = unsafe handle.bus
        let slot = try BusSlot(
            operation: "sd_bus_add_match_async", subject: text,
            handler: { [weak self] message in
                guard let self, !isClosed,
                    let copy = try? BusMessage(
                        copying: message, limit: BusMessage.unaskedLimit),
                    rule.fitsSender(of: copy)
                else { return }
                handler(copy)
            },
            installed: { message in
                unsafe installed(Self.answer(message).map { _ in })
            },
            add: { slot, context in
                unsafe sd_bus_add_match_async(
                    bus, slot, text, busSignalCame, busMatchInstalled, context)
            })
        return BusMatch(slot)
    }

    /// Ends the connection, after what is queued was written, as far as the bus takes it in time.
    ///
    /// Nothing is called any more but the completions of calls that were not answered. In a
    /// handler of this connection nothing is waited for.
    ///
    /// - Parameter limit: the longest that this may take.
    package func close(flushingAtMost limit: Duration = .milliseconds(500)) {
        guard !isClosed else { return }
        isClosed = true
        handle.flush(atMost: limit)
        handle.close()
        pendingCalls.completeAll()
    }
}

extension BusConnection {
    /// Learns of the connection's beginning and end, and of lost names.
    private func watchItself() throws(BusError) {
        let local = "org.freedesktop.DBus.Local"
        try watch(sender: local, interface: local, member: "Connected") { [weak self] _ in
            self?.connected()
        }
        try watch(sender: local, interface: local, member: "Disconnected") { [weak self] _ in
            self?.disconnected()
        }
        let driver = BusName.driver
        try watch(sender: driver, interface: driver, member: "NameLost") { [weak self] message in
            // libsystemd lets a signal pass that somebody else sends to us alone.
            guard let self, !isClosed, message.sender == BusName.driver,
                let name = message.body.first?.string, name != uniqueName
            else { return }
            handler(.nameLost(name))
        }
    }

    private func watch(
        sender: String, interface: String, member: String, handler: @escaping (BusMessage) -> Void
    ) throws(BusError) {
        let bus = unsafe handle.bus
        let slot = try BusSlot(
            operation: "sd_bus_match_signal_async", subject: member,
            handler: { message in
                let copy = try? BusMessage(
                    copying: message, limit: BusMessage.unaskedLimit)
                if let copy { handler(copy) }
            },
            add: { slot, context in
                unsafe sd_bus_match_signal_async(
                    bus, slot, sender, nil, interface, member, busSignalCame, busMatchInstalled,
                    context)
            })
        slots.append(slot)
    }

    private func connected() {
        guard !isClosed, uniqueName == nil else { return }
        var name: UnsafePointer<CChar>?
        // Does not wait any more now; the name is the bus's, and copied.
        guard unsafe sd_bus_get_unique_name(handle.bus, &name) >= 0, let name = unsafe name else {
            return
        }
        let text = unsafe String(cString: name)
        uniqueName = text
        handler(.connected(uniqueName: text))
    }

    private func disconnected() {
        guard !isClosed else { return }
        isClosed = true
        pendingCalls.completeAll()
        handler(.disconnected)
    }

    /// A call that is ready to be sent.
    private func methodCall(
        _ destination: String, _ path: String, _ interface: String?, _ member: String,
        _ arguments: [BusValue]
    ) throws(BusError) -> OutgoingMessage {
        try requireRoom(for: member)
        try Self.require(BusName.isService, destination, "name of a connection")
        try Self.require(BusName.isObjectPath, path, "object path")
        try Self.require(BusName.isMember, member, "name of a method")
        if let interface {
            try Self.require(BusName.isInterface, interface, "name of an interface")
        }
        let bus = unsafe handle.bus
        let message = try OutgoingMessage("sd_bus_message_new_method_call") {
            unsafe sd_bus_message_new_method_call(bus, $0, destination, path, interface, member)
        }
        try message.append(arguments)
        return message
    }

    private func send(
        _ message: borrowing OutgoingMessage, _ member: String, _ timeout: Duration,
        _ completion: @escaping Completion
    ) throws(BusError) {
        let bus = unsafe handle.bus
        let pointer = unsafe message.pointer
        // Zero would be libsystemd's own.
        let microseconds = max(timeout.microsecondsSinceZero, 1)
        try pendingCalls.add(completion) { (answered) throws(BusError) in
            try BusSlot(
                operation: "sd_bus_call_async", subject: member,
                handler: { answer in unsafe answered(Self.answer(answer)) },
                add: { slot, context in
                    unsafe sd_bus_call_async(
                        bus, slot, pointer, busMessageCame, context, microseconds)
                })
        }
    }

    /// Hands a received call on, or answers it where it cannot be read.
    private static func receive(_ message: OpaquePointer, _ handler: (BusCall) -> Void) {
        do throws(BusError) {
            let copy = try BusMessage(copying: message, limit: BusMessage.unaskedLimit)
            handler(unsafe BusCall(copy, call: message))
        } catch {
            unsafe BusCall.refuse(message, error)
        }
    }

    /// The answer to a call.
    private static func answer(_ message: OpaquePointer) -> Result<BusMessage, BusError> {
        do throws(BusError) {
            let copy = try BusMessage(copying: message, limit: BusMessage.answerLimit)
            return if let error = copy.error { .failure(error) } else { .success(copy) }
        } catch {
            return .failure(error)
        }
    }

    private func requireOpen() throws(BusError) {
        guard !isClosed else { throw .disconnected }
    }

    private func requireRoom(for member: String) throws(BusError) {
        try requireOpen()
        guard queuedWrites < Self.maximumQueuedWrites else {
            throw .system(
                SystemError(operation: "send to the bus", subject: member, code: ENOBUFS))
        }
    }

    private static func require(
        _ isValid: (String) -> Bool, _ name: String, _ what: String
    ) throws(BusError) {
        guard isValid(name) else {
            throw .invalidArguments("\(name.debugDescription) is no \(what)")
        }
    }

    private static func systemError(of error: BusError) -> SystemError {
        if case .system(let error) = error { return error }
        return SystemError(operation: "watch the bus", code: EINVAL)
    }
}
