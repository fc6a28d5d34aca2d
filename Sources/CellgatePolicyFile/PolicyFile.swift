package import CellgateCore

/// The reader of all configuration files: text in systemd.syntax(7) to validated values.
package enum PolicyFile {
    /// The greatest file that is read, in bytes; a line cannot be longer either.
    package static let greatestSize = 1 << 20

    /// Reads all files that were found below the roots.
    ///
    /// A file hides those of the same name in lower roots; an empty one is nothing but that. An
    /// error in `cellgated.conf` or a drop-in leaves no configuration; one in an app's file makes
    /// that app invalid and touches no other. The result depends on nothing but the files, and not
    /// on their order.
    package static func read(_ files: [SourceFile]) -> PolicyReading {
        let selection = SourceSelection(files)
        var diagnostics: [Diagnostic] = []
        var table = PolicyTable()

        var draft = ConfigurationDraft()
        var isUsable = true
        for file in selection.configuration {
            var findings = Findings(file: file.path)
            if let contents = contents(file, findings: &findings) {
                ConfigurationDraft.schema.read(contents, into: &draft, findings: &findings)
            }
            isUsable = isUsable && !findings.hasErrors
            diagnostics += findings.diagnostics
        }
        for folder in selection.unlistedAppFolders {
            var findings = Findings(file: folder.path)
            _ = contents(folder, findings: &findings)
            diagnostics += findings.diagnostics
        }
        for found in selection.apps {
            guard let app = AppID(fileName: found.fileName) else {
                var findings = Findings(file: found.file.path)
                findings.error(
                    "the file's name is no app's id; write ID.conf, where the ID has 1 to 255 "
                        + "bytes of UTF-8 without control characters")
                diagnostics += findings.diagnostics
                continue
            }
            var findings = Findings(file: found.file.path, app: app)
            table.apps[app] = policy(found, findings: &findings)
            diagnostics += findings.diagnostics
        }
        return PolicyReading(
            configuration: isUsable ? draft.configuration : nil, table: table,
            diagnostics: diagnostics)
    }

    /// What an app's file comes to; nil where it is empty, since that masks the app.
    private static func policy(
        _ app: SourceSelection.App, findings: inout Findings
    ) -> AppPolicy? {
        if app.file.contents == .bytes([]) {
            // A power cut may leave an empty file, so it is worth a word unless it has its use.
            if !app.hidesAnother {
                findings.warning(
                    "the file is empty, which masks the app, and there is none to mask; "
                        + "write [App] to have one with the standard values")
            }
            return nil
        }
        var draft = AppDraft()
        if let contents = contents(app.file, findings: &findings) {
            AppDraft.schema.read(contents, into: &draft, findings: &findings)
        }
        return draft.policy(root: app.file.root, findings: &findings)
    }

    /// The bytes of a file; nil, and an error, where there are none to be had.
    private static func contents(_ file: SourceFile, findings: inout Findings) -> [UInt8]? {
        switch file.contents {
        case .unreadable(let reason):
            findings.error("cannot be read: \(reason)")
            return nil
        case .bytes(let bytes) where bytes.count > greatestSize:
            findings.error("has \(bytes.count) bytes; at most \(greatestSize) are read")
            return nil
        case .bytes(let bytes):
            return bytes
        }
    }
}
