/// Which signals are wanted. Source: D-Bus specification, "Match Rules".
package struct BusMatchRule: Equatable, Sendable {
    /// The name of the sender, unique or well-known; nil for any.
    ///
    /// A signal that is sent to this connection alone passes a well-known name whoever sends it,
    /// except for the bus's own name, which is checked: compare `BusMessage.sender` with the
    /// name's owner where that matters.
    package var sender: String?
    /// The path of the object; nil for any.
    package var path: String?
    /// The path of an object, for it and all that are below it; nil for any.
    package var pathNamespace: String?
    /// The interface; nil for any.
    package var interface: String?
    /// The name of the signal; nil for any.
    package var member: String?
    /// The first argument, a string; nil for any.
    package var firstArgument: String?

    package init(
        sender: String? = nil, path: String? = nil, pathNamespace: String? = nil,
        interface: String? = nil, member: String? = nil, firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }

    /// The signal of the bus that a name has come, gone or changed hands: its arguments are the
    /// name, the old and the new owner's unique name, empty for nobody.
    package static func nameOwnerChanged(_ name: String? = nil) -> BusMatchRule {
        BusMatchRule(
            sender: BusName.driver, path: BusName.driverPath, interface: BusName.driver,
            member: "NameOwnerChanged", firstArgument: name)
    }

    /// The rule in the notation of D-Bus.
    ///
    /// - Throws: `invalidArguments` where one of the names is none.
    func text() throws(BusError) -> String {
        var text = "type='signal'"
        func add(
            _ key: String, _ value: String?, _ isValid: (String) -> Bool
        ) throws(BusError) {
            guard let value else { return }
            guard isValid(value) else {
                throw .invalidArguments("\(value.debugDescription) is no \(key) to match")
            }
            text += ",\(key)='\(value.replacing("'", with: "'\\''"))'"
        }
        try add("sender", sender, BusName.isService)
        try add("path", path, BusName.isObjectPath)
        try add("path_namespace", pathNamespace, BusName.isObjectPath)
        try add("interface", interface, BusName.isInterface)
        try add("member", member, BusName.isMember)
        try add("arg0", firstArgument) { !$0.utf8.contains(0) }
        return text
    }

    /// Whether a message is from whom the rule says, as far as that can be told from it.
    func fitsSender(of message: BusMessage) -> Bool {
        guard let sender, sender == BusName.driver || sender.hasPrefix(":") else { return true }
        return message.sender == sender
    }
}

/// A match that is in force, or asked for, until it is released.
package final class BusMatch {
    private let slot: BusSlot

    init(_ slot: BusSlot) {
        self.slot = slot
    }
}
