/// What the files say of every app.
package struct PolicyTable: Codable, Equatable, Sendable {
    package var apps: [AppID: AppPolicy]

    package init(apps: [AppID: AppPolicy] = [:]) {
        self.apps = apps
    }
}

/// What an app's file says of it.
package struct AppPolicy: Codable, Equatable, Sendable {
    /// `Name=`: for people; nil where the file has none, and then the id stands for it.
    package var name: String?
    package var standing: PolicyStanding
    /// `[Match]`: which processes are the app's; empty where only its id says it.
    package var match: AppMatch
    /// `OnReinstall=`: whether removing the app clears its record (`clear`), so that it is asked
    /// about again when it comes back; not so with `keep` (R19).
    package var clearsOnRemoval: Bool
    /// Whether its file is the package's: then it goes with the app.
    package var isPackaged: Bool

    package init(
        name: String? = nil, standing: PolicyStanding, match: AppMatch = AppMatch(),
        clearsOnRemoval: Bool = true, isPackaged: Bool = false
    ) {
        self.name = name
        self.standing = standing
        self.match = match
        self.clearsOnRemoval = clearsOnRemoval
        self.isPackaged = isPackaged
    }
}

/// The choice that a file makes for an app.
package enum PolicyStanding: Codable, Equatable, Sendable {
    /// The file's choice, and whose file it is: the package's (`/usr/lib`) or the administrator's.
    /// A locked choice beats the user's (`Locked=yes`).
    case choice(Choice, source: ChoiceSource, isLocked: Bool)
    /// The file holds a value that it may not; the app is unavailable until it is mended (R13).
    case invalid
}

/// How it is written.
extension PolicyStanding {
    // swift-format-ignore: NoLeadingUnderscores
    enum ChoiceCodingKeys: String, CodingKey {
        case _0 = "choice"
        case source, isLocked
    }
}
