/// Which apps are installed, as far as this run of the daemon has seen it.
///
/// What is removed while the daemon does not run is not noticed; nor is an app that nothing but an
/// administrator's file names. An upgrade takes files away and puts others in their place: an app
/// counts as removed only when its file has been gone for a while.
struct Installations: Equatable, Sendable {
    /// The apps whose file is the package's.
    private var packaged: Set<AppID> = []
    /// The apps that desktop files and flatpak name; nil before that is known.
    private var installed: Set<AppID>?
    /// The apps whose file says or last said that their record outlives them.
    private var kept: Set<AppID> = []
    /// The apps whose package's file is gone, and when they count as removed.
    private var withoutPackage: [AppID: Instant] = [:]
    /// The apps whose desktop file is gone, and when they count as removed.
    private var withoutDesktopFile: [AppID: Instant] = [:]

    /// The apps that desktop files and flatpak name; nil before that is known.
    var known: Set<AppID>? { installed }

    /// When the next app counts as removed; nil where none is gone.
    var next: Instant? {
        [withoutPackage, withoutDesktopFile].compactMap { $0.values.min() }.min()
    }

    /// Takes the files over.
    ///
    /// An app that another file stands for now, an administrator's, is not gone; nor is one whose
    /// desktop file is still there.
    mutating func take(_ table: PolicyTable, at now: Instant) {
        for (app, policy) in table.apps {
            if policy.clearsOnRemoval { kept.remove(app) } else { kept.insert(app) }
        }
        let gone = packaged.filter {
            table.apps[$0] == nil && installed?.contains($0) != true
        }
        packaged = Set(table.apps.filter(\.value.isPackaged).keys)
        withoutPackage = withoutPackage.filter { table.apps[$0.key] == nil }
        for app in gone.subtracting(kept) { withoutPackage[app] = now + Self.margin }
    }

    /// Takes over which apps are installed.
    mutating func take(_ apps: Set<AppID>, at now: Instant) {
        let gone = (installed ?? []).subtracting(apps).subtracting(kept)
        installed = apps
        withoutPackage = withoutPackage.filter { !apps.contains($0.key) }
        withoutDesktopFile = withoutDesktopFile.filter { !apps.contains($0.key) }
        for app in gone { withoutDesktopFile[app] = now + Self.margin }
    }

    /// Does not count an app as gone any more: it is removed, or somebody has chosen for it since.
    mutating func forget(_ app: AppID) {
        withoutPackage[app] = nil
        withoutDesktopFile[app] = nil
    }

    /// Returns the apps that count as removed by now, in order, once for each.
    mutating func removed(at now: Instant) -> [AppID] {
        let removed = [withoutPackage, withoutDesktopFile].flatMap { gone in
            gone.filter { $0.value <= now }.keys
        }
        for app in removed { forget(app) }
        return Set(removed).sorted()
    }

    /// How long a file has to be gone.
    private static let margin = Duration.seconds(10)
}
