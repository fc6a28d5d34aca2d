/// An interface as data: from it come introspection, the installed documentation, and the check of
/// a call's arguments.
package struct InterfaceDescription: Sendable {
    package let name: String
    /// What the interface is, in one or more sentences.
    package let summary: String
    package let methods: [Method]
    package let properties: [Property]
    package let signals: [Method]

    init(
        name: String, summary: String = "", methods: [Method], properties: [Property] = [],
        signals: [Method] = []
    ) {
        self.name = name
        self.summary = summary
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }

    /// A method.
    package struct Method: Sendable {
        package let name: String
        package let inputs: [Argument]
        package let outputs: [Argument]
        package let summary: String

        /// The signature of the arguments that it takes.
        package var inputSignature: String { inputs.map(\.signature).joined() }

        init(
            _ name: String, _ inputs: [Argument] = [], returns outputs: [Argument] = [],
            does summary: String = ""
        ) {
            self.name = name
            self.inputs = inputs
            self.outputs = outputs
            self.summary = summary
        }
    }

    /// An argument of a method.
    package struct Argument: Sendable {
        package let name: String
        package let signature: String

        init(_ name: String, _ signature: String) {
            self.name = name
            self.signature = signature
        }
    }

    /// A property, which can be read only.
    package struct Property: Sendable {
        package let name: String
        package let signature: String
        /// The value of `org.freedesktop.DBus.Property.EmitsChangedSignal`.
        package let emitsChangedSignal: String
        package let summary: String

        init<Record>(_ field: PropertyField<Record>) {
            name = field.name
            signature = field.signature
            emitsChangedSignal = field.change.rawValue
            summary = field.summary
        }
    }

    package func method(_ name: String) -> Method? { methods.first { $0.name == name } }

    /// The interface's element of an introspection document.
    ///
    /// - Parameter isDocumented: Whether each part has its summary as a comment.
    func xml(isDocumented: Bool) -> [String] {
        var lines = comment(summary, isDocumented, indent: 1)
        lines.append(" <interface name=\"\(name)\">")
        for method in methods {
            lines += comment(method.summary, isDocumented, indent: 2)
            lines.append("  <method name=\"\(method.name)\">")
            for (arguments, direction) in [(method.inputs, "in"), (method.outputs, "out")] {
                lines += arguments.map {
                    "   <arg name=\"\($0.name)\" type=\"\($0.signature)\" "
                        + "direction=\"\(direction)\"/>"
                }
            }
            lines.append("  </method>")
        }
        for signal in signals {
            lines.append("  <signal name=\"\(signal.name)\">")
            lines += signal.outputs.map {
                "   <arg name=\"\($0.name)\" type=\"\($0.signature)\"/>"
            }
            lines.append("  </signal>")
        }
        for property in properties {
            lines += comment(property.summary, isDocumented, indent: 2)
            lines.append(
                "  <property name=\"\(property.name)\" type=\"\(property.signature)\" "
                    + "access=\"read\">")
            lines.append(
                "   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" "
                    + "value=\"\(property.emitsChangedSignal)\"/>")
            lines.append("  </property>")
        }
        return lines + [" </interface>"]
    }

    /// A comment in lines that fit; nothing where none is wanted.
    private func comment(_ text: String, _ isWanted: Bool, indent: Int) -> [String] {
        guard isWanted else { return [] }
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin + "<!--"
        for word in (text + " -->").split(separator: " ") {
            if line.utf8.count + 1 + word.utf8.count > 100 {
                lines.append(line)
                line = margin + "    "
            }
            line += " " + word
        }
        return lines + [line]
    }
}

/// Introspection documents. Source: D-Bus specification, "Introspection Data Format".
package enum Introspection {
    /// The document of an object.
    ///
    /// - Parameters:
    ///   - interfaces: Its own ones; the standard ones are added where there is one.
    ///   - children: The names of the objects directly below it.
    package static func document(
        interfaces: [InterfaceDescription], children: [String] = []
    ) -> String {
        let standard = interfaces.isEmpty ? [introspectable] : [peer, introspectable, properties]
        let lines =
            [doctype, "<node>"]
            + (standard + interfaces).flatMap { $0.xml(isDocumented: false) }
            + children.map { " <node name=\"\($0)\"/>" } + ["</node>"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The document that is installed for people and generators of code.
    package static func documentation(of interface: InterfaceDescription) -> String {
        let lines = [doctype, "<node>"] + interface.xml(isDocumented: true) + ["</node>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let doctype = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "https://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        """

    private static let peer = InterfaceDescription(
        name: ServiceName.peerInterface,
        methods: [
            InterfaceDescription.Method("Ping"),
            InterfaceDescription.Method(
                "GetMachineId", returns: [InterfaceDescription.Argument("machine_uuid", "s")]),
        ])

    private static let introspectable = InterfaceDescription(
        name: ServiceName.introspectableInterface,
        methods: [
            InterfaceDescription.Method(
                "Introspect", returns: [InterfaceDescription.Argument("xml_data", "s")])
        ])

    private static let properties = InterfaceDescription(
        name: ServiceName.propertiesInterface,
        methods: [
            InterfaceDescription.Method(
                "Get",
                [
                    InterfaceDescription.Argument("interface_name", "s"),
                    InterfaceDescription.Argument("property_name", "s"),
                ], returns: [InterfaceDescription.Argument("value", "v")]),
            InterfaceDescription.Method(
                "GetAll", [InterfaceDescription.Argument("interface_name", "s")],
                returns: [InterfaceDescription.Argument("properties", "a{sv}")]),
            InterfaceDescription.Method(
                "Set",
                [
                    InterfaceDescription.Argument("interface_name", "s"),
                    InterfaceDescription.Argument("property_name", "s"),
                    InterfaceDescription.Argument("value", "v"),
                ]),
        ],
        signals: [
            InterfaceDescription.Method(
                "PropertiesChanged",
                returns: [
                    InterfaceDescription.Argument("interface_name", "s"),
                    InterfaceDescription.Argument("changed_properties", "a{sv}"),
                    InterfaceDescription.Argument("invalidated_properties", "as"),
                ])
        ])
}
