package import CellgateCore

/// One configuration file as it was found: whose it is, what it is for, and its bytes.
package struct SourceFile: Equatable, Sendable {
    /// What a file is for, told by its name below the root.
    package enum Role: Hashable, Sendable {
        /// `cellgated.conf`.
        case configuration
        /// A file of `cellgated.conf.d`, with its name there.
        case dropIn([UInt8])
        /// A file of `apps.d`, with its name there: `ID.conf`, whatever its id is worth.
        case app([UInt8])
        /// `cellgated.conf.d` itself, where it cannot be listed.
        case dropInFolder
        /// `apps.d` itself, where it cannot be listed.
        case appFolder
    }

    /// What reading it came to.
    package enum Contents: Equatable, Sendable {
        /// All its bytes; none where the file is empty or a link to `/dev/null`, which masks the
        /// files of the same name in the lower roots.
        case bytes([UInt8])
        /// It is there and cannot be read; why, in the words of strerror(3).
        case unreadable(String)
    }

    /// The settings' file below a root.
    package static let configurationName = "cellgated.conf"
    /// The folder of the settings' drop-ins below a root.
    package static let dropInFolderName = "cellgated.conf.d"
    /// The folder of the apps' files below a root.
    package static let appFolderName = "apps.d"

    /// The path as diagnostics show it, without a byte that would break a line.
    package let path: String
    package let root: ConfigurationRoot
    package let role: Role
    package let contents: Contents

    /// A file that was found below a root; nil where its name says that it is none of the
    /// configuration's: hidden, not ending in `.conf`, or elsewhere.
    ///
    /// - Parameters:
    ///   - directory: the root's path without a `/` at its end, only to be shown.
    ///   - relativeName: the path below it, as in `apps.d/org.example.Maps.conf`; a folder's name
    ///     alone where it cannot be listed.
    package init?(
        root: ConfigurationRoot, directory: String, relativeName: [UInt8], contents: Contents
    ) {
        guard let role = Self.role(relativeName, contents) else { return nil }
        path = directory + "/" + relativeName.shown(limit: .max)
        self.root = root
        self.role = role
        self.contents = contents
    }

    private static func role(_ relativeName: [UInt8], _ contents: Contents) -> Role? {
        let parts = relativeName.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let folder = parts.first else { return nil }
        if parts.count == 1 {
            if folder.elementsEqual(configurationName.utf8) { return .configuration }
            guard case .unreadable = contents else { return nil }
            if folder.elementsEqual(dropInFolderName.utf8) { return .dropInFolder }
            if folder.elementsEqual(appFolderName.utf8) { return .appFolder }
            return nil
        }
        let name = Array(parts[1])
        guard parts.count == 2, name.first != UInt8(ascii: "."),
            name.suffix(5).elementsEqual(".conf".utf8)
        else { return nil }
        if folder.elementsEqual(dropInFolderName.utf8) { return .dropIn(name) }
        if folder.elementsEqual(appFolderName.utf8) { return .app(name) }
        return nil
    }
}

/// A place where configuration lives; the greater one's files hide those of the same name.
package enum ConfigurationRoot: Int, Hashable, Comparable, CaseIterable, Sendable {
    /// What packages install.
    case package
    /// What lasts until the next start of the machine.
    case runtime
    /// The administrator's. A folder given on the command line, which stands for all three, too.
    case administrator

    /// Where it is, without a `/` at its end.
    package var standardDirectory: String {
        switch self {
        case .package: "/usr/lib/cellgate"
        case .runtime: "/run/cellgate"
        case .administrator: "/etc/cellgate"
        }
    }

    /// Whose choice a file of this root holds.
    package var choiceSource: ChoiceSource {
        switch self {
        case .package: .package
        case .runtime, .administrator: .administrator
        }
    }

    package static func < (left: ConfigurationRoot, right: ConfigurationRoot) -> Bool {
        left.rawValue < right.rawValue
    }
}
