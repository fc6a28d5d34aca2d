internal import CellgateCore
internal import Posix
internal import Systemd

/// The apps that have a desktop file, device-wide or of a flatpak.
///
/// Source: the Desktop Entry Specification, "File naming"; the exports of flatpak(1).
final class InstalledApps {
    private static let ending = ".desktop"

    private let folders: [String]
    private let watches: FolderWatches
    /// What each folder that was there held, as it was read last.
    private var known: [String: Set<AppID>] = [:]

    /// - Parameters:
    ///   - folders: Where desktop files are.
    ///   - handler: Called when one may have come or gone; it is to call ``read()``.
    init(
        _ loop: EventLoop, folders: [String] = usualFolders, handler: @escaping () -> Void
    ) {
        self.folders = folders
        watches = FolderWatches(loop, handler: handler)
    }

    /// The apps as they are now; nil where a folder cannot be read that never could.
    ///
    /// A folder that was there and cannot be read any more, or is gone, as when what is mounted
    /// there is taken away, still counts with what it held: nothing is taken for removed by that.
    /// The folders are watched from before they are read.
    func read() -> Set<AppID>? {
        watches.watch(Dictionary(uniqueKeysWithValues: folders.map { ($0, .all) }))
        for folder in folders {
            // Some are never there.
            guard known[folder] == nil || Directory.exists(path: folder) else { continue }
            if let names = try? Directory.names(path: folder) {
                guard Directory.exists(path: folder) else { continue }
                known[folder] = Set(names.compactMap(Self.app(ofFile:)))
            } else if known[folder] == nil {
                return nil
            }
        }
        return known.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// The app of a desktop file; nil for another file.
    private static func app(ofFile name: String) -> AppID? {
        guard name.hasSuffix(ending) else { return nil }
        return AppID(fileName: Array((name.dropLast(ending.count) + ".conf").utf8))
    }

    /// Those that the system, its administrator, flatpak and snap fill. Homes are not seen by the
    /// service.
    static let usualFolders = [
        "/usr/share/applications", "/usr/local/share/applications",
        "/var/lib/flatpak/exports/share/applications", "/var/lib/snapd/desktop/applications",
    ]
}
