internal import CellgateCore
internal import CellgatePolicyFile

/// The configuration files of a scenario.
struct ScenarioFiles: Equatable, Sendable {
    /// The sections and lines of `cellgated.conf`.
    var settings = ""
    /// The texts of the apps' files.
    private var apps: [Place: String] = [:]

    private struct Place: Hashable {
        let app: AppID
        let root: ConfigurationRoot
    }

    /// Puts an app's file in place, or, where the text is nil, takes it away.
    mutating func put(_ app: AppID, _ root: ConfigurationRoot, _ text: String?) {
        apps[Place(app: app, root: root)] = text
    }

    /// What reading them comes to.
    var reading: PolicyReading {
        let settings = Self.file(.administrator, SourceFile.configurationName, self.settings)
        let files = apps.map { place, text in Self.file(of: place.app, place.root, text) }
        return PolicyFile.read(([settings] + files).compactMap(\.self))
    }

    /// What is wrong with a line of the settings by itself; nil where nothing is.
    static func fault(ofSettings text: String) -> String? {
        fault(file(.administrator, SourceFile.configurationName, text))
    }

    /// What is wrong with an app's file; nil where nothing is.
    static func fault(of app: AppID, _ root: ConfigurationRoot, _ text: String) -> String? {
        fault(file(of: app, root, text))
    }

    private static func fault(_ file: SourceFile?) -> String? {
        file.flatMap { PolicyFile.read([$0]).diagnostics.first?.message }
    }

    private static func file(
        of app: AppID, _ root: ConfigurationRoot, _ text: String
    ) -> SourceFile? {
        file(root, "\(SourceFile.appFolderName)/\(app).conf", text)
    }

    private static func file(
        _ root: ConfigurationRoot, _ name: String, _ text: String
    ) -> SourceFile? {
        SourceFile(
            root: root, directory: root.standardDirectory, relativeName: Array(name.utf8),
            contents: .bytes(Array(text.utf8)))
    }
}
