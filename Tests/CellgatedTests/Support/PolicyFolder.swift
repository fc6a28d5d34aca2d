import TestSupport

/// A configuration folder with an app of each choice: A wifi-only, B wifi-and-cellular, C off,
/// D ask. Interfaces have their type by name: `wwan* rmnet* ccmni*`, `wlan*`, `eth*`.
final class PolicyFolder {
    private let directory: TemporaryDirectory

    static let apps = ["A": "wifi-only", "B": "wifi-and-cellular", "C": "off", "D": "ask"]

    private static let interfaces = """
        [Interfaces]
        Cellular=wwan* rmnet* ccmni*
        Wifi=wlan*
        Wired=eth*

        """

    /// - Parameters:
    ///   - apps: the choice of each app.
    ///   - settings: what `cellgated.conf` holds beside the types of interfaces.
    ///   - typesByName: whether the types of interfaces are configured.
    ///   - reloadsOnChange: whether files that change are read without a signal.
    init(
        apps: [String: String] = apps, settings: String = "", typesByName: Bool = true,
        reloadsOnChange: Bool = false
    ) throws {
        directory = try TemporaryDirectory()
        try write((typesByName ? Self.interfaces : "") + settings, to: "cellgated.conf")
        let reload = reloadsOnChange ? "yes" : "no"
        try write("[Permission]\nReloadOnChange=\(reload)\n", to: "cellgated.conf.d/reload.conf")
        for (app, choice) in apps { try set(app, choice) }
    }

    var path: String { directory.path }

    /// Gives an app a file of its own with a choice.
    func set(_ app: String, _ choice: String) throws {
        try write("[App]\nChoice=\(choice)\n", to: "apps.d/\(app).conf")
    }

    /// Takes an app's file away.
    func remove(_ app: String) throws {
        try removeEntry("apps.d/\(app).conf")
    }

    /// Takes any file away, or a folder with all that is in it.
    func removeEntry(_ name: String) throws {
        try directory.remove(name)
    }

    /// Replaces settings other than the types of interfaces.
    func setSettings(_ settings: String) throws {
        try write(Self.interfaces + settings, to: "cellgated.conf")
    }

    /// Writes any file.
    func write(_ text: String, to name: String) throws {
        try directory.write(text, to: name)
    }
}
