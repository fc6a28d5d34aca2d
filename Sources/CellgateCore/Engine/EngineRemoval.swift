/// Apps that are removed: the record goes with the app, so that it is asked about again when it
/// comes back (R19).
extension Engine {
    /// Takes over which apps have files of their package.
    mutating func followPackages() -> [Directive] {
        clearRecords(of: installations.take(table))
    }

    /// Takes over which apps are installed by desktop files and flatpak.
    mutating func take(installed apps: Set<AppID>) -> [Directive] {
        clearRecords(of: installations.take(apps))
    }

    private mutating func clearRecords(of apps: [AppID]) -> [Directive] {
        var directives: [Directive] = []
        for app in apps
        where recordChanges.latest(of: app, else: records.apps[app]) != nil
            || prompts[app] != nil || guidance[app] != nil
        {
            directives += clear(app, for: nil)
        }
        return directives + storeNext()
    }
}
