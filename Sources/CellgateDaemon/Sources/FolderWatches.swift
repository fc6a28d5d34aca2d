internal import Posix
internal import Systemd

/// Watches folders that may come and go.
///
/// A folder is watched from when it is there. After each event all watches are made anew, since a
/// folder of the same name may be another one.
final class FolderWatches {
    private let loop: EventLoop
    private let handler: () -> Void
    private var watches: [String: FileWatch] = [:]

    /// - Parameter handler: Called when something may have changed; it is to call ``watch(_:)``.
    init(_ loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Watches these folders, each for the names given, and no others.
    ///
    /// - Parameter wanted: The folders' paths, and of each the names that count. One that is not
    ///   there, or that cannot be watched, is left out until the next call.
    func watch(_ wanted: [String: Names]) {
        watches = watches.filter { wanted[$0.key] != nil }
        for (folder, names) in wanted where watches[folder] == nil {
            watches[folder] = try? FileWatch(loop, directory: folder, names: names.set) {
                [unowned self] in
                watches = [:]
                handler()
            }
        }
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
            set.map { .some($0.union([name])) } ?? .all
        }
    }
}
