internal import Posix
internal import Systemd

/// Watches folders that may come and go.
///
/// A folder is watched from when it is there. After each event all watches are made anew, since a
/// folder of the same name may be another one.
final class FolderWatches {
    private let loop: EventLoop
    private let handler: () -> Void
    private var watches: [String: (names: Names, watch: FileWatch)] = [:]

    /// - Parameter handler: Called when something may have changed; it is to call ``watch(_:)``.
    init(_ loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Watches these folders, each for the names given, and no others.
    ///
    /// - Parameter wanted: The folders' paths, and of each the names that count. For one that is
    ///   not there the nearest one above it is watched for what leads to it.
    func watch(_ wanted: [String: Names]) {
        let existing = Self.existing(wanted)
        // A watch is kept only where it still looks for the same names.
        watches = watches.filter { existing[$0.key] == $0.value.names }
        for (folder, names) in existing where watches[folder] == nil {
            let watch = try? FileWatch(loop, directory: folder, names: names.set) {
                [unowned self] in
                watches = [:]
                handler()
            }
            watches[folder] = watch.map { (names, $0) }
        }
    }

    /// The folders that are there: each that is wanted, else the nearest above with the name that
    /// leads on.
    private static func existing(_ wanted: [String: Names]) -> [String: Names] {
        var existing: [String: Names] = [:]
        for (folder, names) in wanted {
            var (folder, names) = (folder, names)
            while !Directory.exists(path: folder), folder != "/", folder != "." {
                let (parent, name) = folder.splitAtLastSlash
                (folder, names) = (parent, .some([name]))
            }
            existing[folder] = existing[folder].map { $0.with(names) } ?? names
        }
        return existing
    }

    /// The names in a folder that count.
    enum Names: Equatable {
        case all
        case some(Set<String>)

        /// The names; nil for all.
        var set: Set<String>? {
            if case .some(let names) = self { names } else { nil }
        }

        /// These and one more.
        func with(_ name: String) -> Names {
            with(.some([name]))
        }

        /// These and those.
        func with(_ others: Names) -> Names {
            guard let set, let more = others.set else { return .all }
            return .some(set.union(more))
        }
    }
}
