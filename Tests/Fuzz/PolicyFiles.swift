import CellgateCore
import CellgatePolicyFile

/// All configuration files of a machine.
///
/// The input is parted at bytes 0xFF, which no text holds. Each part is a file: its first byte
/// chooses root and place, the next ones up to the first line end are the name, the rest is what
/// it holds.
func check(_ input: [UInt8]) {
    let files = input.split(separator: 0xFF, maxSplits: 8, omittingEmptySubsequences: false)
        .compactMap { file($0) }
    let reading = PolicyFile.read(files)
    law("the same files mean the same", PolicyFile.read(files) == reading)

    var places: Set<Place> = []
    if files.allSatisfy({ places.insert(Place($0)).inserted }) {
        law("the order of files means nothing", PolicyFile.read(files.reversed()) == reading)
    }

    for diagnostic in reading.diagnostics {
        law(
            "a diagnostic is one line",
            !diagnostic.description.unicodeScalars.contains(where: \.breaksLines),
            diagnostic.description)
        law("lines count from 1", diagnostic.line.map { $0 >= 1 } ?? true)
        law("a diagnostic says something", !diagnostic.message.isEmpty)
        law("a diagnostic is short", diagnostic.message.utf8.count < 4_096)
    }
    let faulty = Set(reading.diagnostics.filter { $0.severity == .error }.map(\.app))
    law(
        "settings are there unless one is in error",
        reading.configuration != nil || faulty.contains(nil))
    for (app, policy) in reading.table.apps {
        law(
            "an app is invalid where its file has an error, and only there",
            faulty.contains(app) == (policy.standing == .invalid), app.rawValue)
        law(
            "a name is one line", policy.name?.unicodeScalars.contains(where: \.breaksLines) != true
        )
    }
    if let interval = reading.configuration?.snapshotInterval {
        law("snapshots are a minute apart at least", interval >= .seconds(60))
    }
}

/// What makes two files the same one.
private struct Place: Hashable {
    let root: ConfigurationRoot
    let role: SourceFile.Role

    init(_ file: SourceFile) {
        root = file.root
        role = file.role
    }
}

private func file(_ part: ArraySlice<UInt8>) -> SourceFile? {
    guard let choice = part.first else { return nil }
    let root = ConfigurationRoot.allCases[Int(choice) % ConfigurationRoot.allCases.count]
    var name = Array(part.dropFirst().prefix { $0 != UInt8(ascii: "\n") })
    let contents = Array(part.dropFirst(name.count + 2))
    let folder: String
    switch choice / 3 % 5 {
    case 0, 1: folder = SourceFile.appFolderName + "/"
    case 2: folder = SourceFile.dropInFolderName + "/"
    case 3: (folder, name) = (SourceFile.configurationName, [])
    default: folder = ""
    }
    return SourceFile(
        root: root, directory: root.standardDirectory, relativeName: Array(folder.utf8) + name,
        contents: choice >= 0xF0 ? .unreadable("Permission denied") : .bytes(contents))
}
