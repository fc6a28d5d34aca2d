/// Which apps are installed, as far as this run of the daemon has seen it.
///
/// What is removed while the daemon does not run is not noticed; nor is an app that nothing but an
/// administrator's file names.
struct Installations: Equatable, Sendable {
    /// The apps whose file is the package's.
    private var packaged: Set<AppID> = []
    /// The apps that desktop files and flatpak name; nil before that is known.
    private var installed: Set<AppID>?
    /// The apps whose file says or last said that their record outlives them.
    private var kept: Set<AppID> = []

    /// Takes the files over, and returns the apps that are removed, in order.
    ///
    /// One that another file stands for now, an administrator's, is not removed; nor is one whose
    /// desktop file is still there.
    mutating func take(_ table: PolicyTable) -> [AppID] {
        for (app, policy) in table.apps {
            if policy.clearsOnRemoval { kept.remove(app) } else { kept.insert(app) }
        }
        let removed = packaged.filter {
            table.apps[$0] == nil && installed?.contains($0) != true
        }
        packaged = Set(table.apps.filter(\.value.isPackaged).keys)
        return removed.subtracting(kept).sorted()
    }

    /// Takes over which apps are installed, and returns those that are not any more, in order.
    mutating func take(_ apps: Set<AppID>) -> [AppID] {
        defer { installed = apps }
        return (installed ?? []).subtracting(apps).subtracting(kept).sorted()
    }
}
