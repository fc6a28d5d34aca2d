import CellgateCore
import CellgatePolicyFile

/// A file below the root's standard folder; its name must be one that the reader takes.
func file(
    _ root: ConfigurationRoot, _ name: String, _ contents: SourceFile.Contents
) -> SourceFile {
    guard
        let file = SourceFile(
            root: root, directory: root.standardDirectory, relativeName: Array(name.utf8),
            contents: contents)
    else { preconditionFailure("\(name) is no configuration file") }
    return file
}

/// The same with this text.
func file(_ root: ConfigurationRoot, _ name: String, _ text: String) -> SourceFile {
    file(root, name, .bytes(Array(text.utf8)))
}

/// What the administrator's `cellgated.conf` alone comes to.
func readConfiguration(_ text: String) -> PolicyReading {
    PolicyFile.read([file(.administrator, "cellgated.conf", text)])
}

/// What the administrator's `apps.d/a.conf` alone comes to.
func readApp(_ text: String) -> PolicyReading {
    PolicyFile.read([file(.administrator, "apps.d/a.conf", text)])
}

/// The diagnostics as they are printed.
func lines(_ reading: PolicyReading) -> [String] {
    reading.diagnostics.map(\.description)
}

extension PolicyReading {
    /// What the only app `a` stands as.
    var standing: PolicyStanding? { table.apps[AppID("a")]?.standing }
}
