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

    /// - Parameters:
    ///   - folders: Where desktop files are.
    ///   - handler: Called when one may have come or gone; it is to call ``read()``.
    init(
        _ loop: EventLoop, folders: [String] = usualFolders, handler: @escaping () -> Void
    ) {
        self.folders = folders
        watches = FolderWatches(loop, handler: handler)
    }

    /// The apps as they are now; nil where a folder cannot be read: nothing is taken for removed by
    /// that.
    ///
    /// The folders are watched from before they are read.
    func read() -> Set<AppID>? {
        watches.watch(Dictionary(uniqueKeysWithValues: folders.map { ($0, .all) }))
        var apps: Set<AppID> = []
        for folder in folders {
            guard let names = try? Directory.names(path: folder) else { return nil }
            for name in names where name.hasSuffix(Self.ending) {
                let stem = name.dropLast(Self.ending.count)
                if let app = AppID(fileName: Array((stem + ".conf").utf8)) { apps.insert(app) }
            }
        }
        return apps
    }

    /// Those that the system, its administrator and flatpak fill. Homes are not seen by the service.
    static let usualFolders = [
        "/usr/share/applications", "/usr/local/share/applications",
        "/var/lib/flatpak/exports/share/applications",
    ]
}
