/// Which of all files found count, and in which order.
///
/// As systemd has it: of files with the same name only that of the highest root counts, even where
/// it is empty or cannot be read. Drop-ins of all roots are in the order of their names, whatever
/// their roots. Names are compared bytewise.
struct SourceSelection {
    /// `cellgated.conf`, then its drop-ins in order; folders of drop-ins that cannot be listed are
    /// first.
    let configuration: [SourceFile]
    /// The apps' files in the order of their names.
    let apps: [App]
    /// The folders of apps that cannot be listed.
    let unlistedAppFolders: [SourceFile]

    /// The file that counts for an app.
    struct App {
        /// Its name, as in `ID.conf`.
        let fileName: [UInt8]
        let file: SourceFile
        /// Whether there is one of the same name in a lower root.
        let hidesAnother: Bool
    }

    /// The order of `files` means nothing, but where two have one root and name: the later counts.
    init(_ files: [SourceFile]) {
        var main: SourceFile?
        var dropIns: [[UInt8]: SourceFile] = [:]
        var apps: [[UInt8]: App] = [:]
        var unlisted: [SourceFile.Role: [SourceFile]] = [:]
        for file in files {
            switch file.role {
            case .configuration: main = Self.higher(main, file)
            case .dropIn(let name): dropIns[name] = Self.higher(dropIns[name], file)
            case .app(let name): apps[name] = Self.higher(apps[name], file, name)
            case .dropInFolder, .appFolder: unlisted[file.role, default: []].append(file)
            }
        }
        for role in unlisted.keys { unlisted[role]?.sort { $0.root < $1.root } }
        configuration =
            (unlisted[.dropInFolder] ?? []) + (main.map { [$0] } ?? [])
            + Self.inOrder(dropIns)
        self.apps = Self.inOrder(apps)
        unlistedAppFolders = unlisted[.appFolder] ?? []
    }

    private static func higher(_ known: SourceFile?, _ file: SourceFile) -> SourceFile {
        guard let known, known.root > file.root else { return file }
        return known
    }

    private static func higher(_ known: App?, _ file: SourceFile, _ fileName: [UInt8]) -> App {
        guard let known else { return App(fileName: fileName, file: file, hidesAnother: false) }
        return App(
            fileName: fileName, file: higher(known.file, file),
            hidesAnother: known.hidesAnother || known.file.root != file.root)
    }

    private static func inOrder<Found>(_ files: [[UInt8]: Found]) -> [Found] {
        files.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
}
