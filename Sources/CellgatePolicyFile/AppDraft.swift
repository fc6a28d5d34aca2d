internal import CellgateCore

/// An app's policy while its file is read.
struct AppDraft {
    /// `Name=`; nil where there is none.
    var name: String?
    var choice = Choice.undecided
    /// `Locked=`, and the line that says so last.
    var lock: (isLocked: Bool, line: Int)?
    /// `OnReinstall=`: whether the record goes when the app is removed.
    var clearsOnRemoval = true
    /// `[Match]`, as long as its lists have grown.
    var match = AppMatch()

    /// The keys of an app's file.
    ///
    /// An empty value is an error for the choice and its lock: a value half written shall not count
    /// as consent to ask.
    static let schema = FileSchema<AppDraft>(sections: [
        .init(
            name: "App",
            keys: [
                .init(name: "Name") { (value, draft) throws(BadValue) in
                    let name = String(decoding: value.bytes, as: UTF8.self)
                    guard !name.unicodeScalars.contains(where: { $0.breaksLines || $0 == "\t" })
                    else {
                        throw BadValue(
                            value.bytes, problem: "holds control characters",
                            accepted: "a name of one line for people")
                    }
                    draft.name = name.isEmpty ? nil : name
                },
                .init(name: "Choice") { (value, draft) throws(BadValue) in
                    draft.choice = try value.choice(Choice.self, spelling: \.fileValue)
                },
                .init(name: "OnReinstall") { (value, draft) throws(BadValue) in
                    draft.clearsOnRemoval =
                        value.bytes.isEmpty
                        ? AppDraft().clearsOnRemoval
                        : try value.choice(OnReinstall.self, spelling: \.rawValue) == .clear
                },
                .init(name: "Locked") { (value, draft) throws(BadValue) in
                    draft.lock = (try value.boolean(), value.line)
                },
            ]),
        .init(
            name: "Match",
            keys: [
                patterns("Unit", "units, such as maps.service", \.match.units),
                patterns("AppID", "app ids, such as org.example.Maps", \.match.appIDs),
                patterns("CGroup", "cgroups' paths, such as /system.slice/*", \.match.cgroups),
                .init(name: "User") { (value, draft) throws(BadValue) in
                    let words = try value.words(accepted: "names or numbers of users")
                    let users = words.map { String(decoding: $0, as: UTF8.self) }
                    if users.isEmpty { draft.match.users = [] }
                    // In place: a copy for each of many lines would take time in their square.
                    draft.match.users += users
                },
            ]),
    ])

    /// A key of `[Match]` with a list of patterns, which grows with each assignment and which an
    /// empty value empties.
    private static func patterns(
        _ name: String, _ accepted: String,
        _ list: any WritableKeyPath<AppDraft, [NamePattern]> & Sendable
    ) -> FileSchema<AppDraft>.Key {
        .init(name: name) { (value, draft) throws(BadValue) in
            let words = try value.words(accepted: "names or patterns of \(accepted)")
            if words.isEmpty {
                draft[keyPath: list] = []
            } else {
                draft[keyPath: list] += words.map { NamePattern(bytes: $0) }
            }
        }
    }

    /// What the file comes to, found in this root. A fault of the whole is added to the findings; a
    /// file with an error stands as invalid.
    func policy(root: ConfigurationRoot, findings: inout Findings) -> AppPolicy {
        var isLocked = false
        if let lock, lock.isLocked {
            switch root {
            case .package:
                findings.warning(
                    line: lock.line,
                    "Locked=: only an administrator locks, in a file below "
                        + "\(ConfigurationRoot.administrator.standardDirectory); ignored")
            case .runtime, .administrator:
                isLocked = true
                // While the choice itself is in error, what it was to be is not known.
                if choice == .undecided, !findings.hasErrors {
                    findings.error(
                        line: lock.line,
                        "Locked=: there is nothing to lock with Choice=ask; write Locked=no, or "
                            + "for Choice= "
                            + Choice.allCases.dropFirst().map(\.fileValue).alternatives)
                }
            }
        }
        let isPackaged = root == .package
        if findings.hasErrors {
            return AppPolicy(
                name: name, standing: .invalid, match: match, clearsOnRemoval: clearsOnRemoval,
                isPackaged: isPackaged)
        }
        let source = choice == .undecided ? .default : root.choiceSource
        return AppPolicy(
            name: name, standing: .choice(choice, source: source, isLocked: isLocked),
            match: match, clearsOnRemoval: clearsOnRemoval, isPackaged: isPackaged)
    }

    /// The values of `OnReinstall=` (R19).
    private enum OnReinstall: String, CaseIterable {
        case clear
        case keep
    }
}
