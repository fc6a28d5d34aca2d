/// Apps that are removed: the record goes with the app, so that it is asked about again when it
/// comes back (R19).
extension Engine {
    /// Takes over which apps have files of their package.
    mutating func followPackages(at now: Instant) -> [Directive] {
        installations.take(table, at: now)
        return armRemoval()
    }

    /// Takes over which apps are installed by desktop files and flatpak.
    mutating func take(installed apps: Set<AppID>, at now: Instant) -> [Directive] {
        installations.take(apps, at: now)
        return armRemoval()
    }

    /// The timer ran out: clears the records of the apps that are still gone.
    mutating func endRemovals(at now: Instant) -> [Directive] {
        removalEnd = nil
        return clearRecords(of: installations.removed(at: now)) + armRemoval()
    }

    private mutating func armRemoval() -> [Directive] {
        guard installations.next != removalEnd else { return [] }
        removalEnd = installations.next
        return [removalEnd.map { .arm(.removal, at: $0) } ?? .disarm(.removal)]
    }

    private mutating func clearRecords(of apps: [AppID]) -> [Directive] {
        var directives = apps.flatMap { endSimulation(of: $0) }
        for app in apps
        where recordChanges.latest(of: app, else: records.apps[app]) != nil
            || prompts[app] != nil || guidance[app] != nil
        {
            directives += clear(app, for: nil)
        }
        return directives + storeNext()
    }
}
