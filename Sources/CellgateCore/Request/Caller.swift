/// A connection to the bus, by its unique name, such as `:1.42`.
package struct ClientID: CodedByRawValue, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package static func < (left: ClientID, right: ClientID) -> Bool {
        left.rawValue < right.rawValue
    }

    package var description: String { rawValue }
}

/// Who makes a request.
package struct Caller: Codable, Equatable, Sendable {
    package let client: ClientID
    /// Where its process stands; nil where that cannot be told: then it is no app.
    package let process: ProcessIdentity?
    /// Whether it may do everything: root, or the user that the daemon runs as.
    package let isPrivileged: Bool

    package init(client: ClientID, process: ProcessIdentity?, isPrivileged: Bool) {
        self.client = client
        self.process = process
        self.isPrivileged = isPrivileged
    }
}

/// What not everybody may do; polkit says who may. Source: polkit(8).
package enum Right: String, CaseIterable, Sendable {
    /// See other apps' state and make the daemon look anew.
    case inspect
    /// Change an app's choice, the caller's own included: an app that could would need no user.
    case setChoice = "set-choice"
    /// Show prompts to the user and bring the answers.
    case agent

    /// The action's name.
    package var action: String { "org.cellgate.cellgate1.\(rawValue)" }
}
