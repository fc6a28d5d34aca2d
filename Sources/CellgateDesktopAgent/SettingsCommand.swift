package import CellgateCore
internal import Systemd

/// The administrator's command that opens the settings of mobile data.
///
/// The user's service manager runs it, as it runs other apps: in a unit of its own, with the
/// session's environment and without the agent's sandbox. No shell takes part.
package enum SettingsCommand {
    /// The command about an app: `%i` is its id, `%%` a percent sign; nil where the id would be taken
    /// for an option, since an app names itself.
    package static func arguments(_ command: [String], about app: AppID) -> [String]? {
        let isLikeOption = app.rawValue.utf8.first == UInt8(ascii: "-")
        guard !isLikeOption || !command.contains(where: { $0.utf8.starts(with: "%i".utf8) })
        else { return nil }
        return command.map { word in
            var text = ""
            var rest = word.unicodeScalars[...]
            while let scalar = rest.popFirst() {
                guard scalar == "%", let letter = rest.first, letter == "i" || letter == "%" else {
                    text.unicodeScalars.append(scalar)
                    continue
                }
                rest = rest.dropFirst()
                text += letter == "i" ? app.rawValue : "%"
            }
            return text
        }
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit, which no other has.
    ///   - connection: To the user's bus.
    ///   - completion: Called with the reason where the service manager does not start it.
    static func run(
        _ arguments: [String], as unit: String, on connection: BusConnection,
        failed: @escaping (BusError) -> Void
    ) {
        guard let program = arguments.first else { return }
        connection.call(
            destination: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.systemd1.Manager", member: "StartTransientUnit",
            arguments: [
                .string(unit), .string("fail"), properties(program: program, arguments),
                .array(of: "(sa(sv))", []),
            ]
        ) { result in
            if case .failure(let error) = result { failed(error) }
        }
    }

    /// The unit's properties, `a(sv)`. Source: org.freedesktop.systemd1(5).
    private static func properties(program: String, _ arguments: [String]) -> BusValue {
        // Nothing in an app's id is a variable of the environment.
        let execution = BusValue.structure([
            .string(program), .strings(arguments), .strings(["no-env-expand"]),
        ])
        let properties: [(String, BusValue)] = [
            ("Description", .string("Settings of mobile data")),
            ("Slice", .string("app.slice")), ("CollectMode", .string("inactive-or-failed")),
            ("ExecStartEx", .array(of: "(sasas)", [execution])),
        ]
        return .array(
            of: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) })
    }
}
