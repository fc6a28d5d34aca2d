/// Where a running process stands, as far as it says which app the process belongs to.
package struct ProcessIdentity: Codable, Equatable, Sendable {
    /// The unit of the user's service manager that it belongs to, else that of the system's.
    package let unit: UnitName
    /// The path of its cgroup, from the root of the hierarchy, beginning with `/`.
    package let cgroup: String
    /// The number of its user.
    package let userID: UInt32
    /// The name of its user; nil where the user has none.
    package let userName: String?

    package init(unit: UnitName, cgroup: String, userID: UInt32, userName: String?) {
        self.unit = unit
        self.cgroup = cgroup
        self.userID = userID
        self.userName = userName
    }
}

/// The processes of an app, as `[Match]` in its file says it: each key that is given has to fit, by
/// one of its patterns.
package struct AppMatch: Codable, Equatable, Sendable {
    /// `Unit=`: the unit's name, as the service manager spells it or unescaped.
    package var units: [NamePattern] = []
    /// `AppID=`: the id that the unit's name stands for by convention.
    package var appIDs: [NamePattern] = []
    /// `CGroup=`: the cgroup's path.
    package var cgroups: [NamePattern] = []
    /// `User=`: names or numbers of users.
    package var users: [String] = []

    package init() {}

    /// Whether no key is given, so that nothing fits.
    package var isEmpty: Bool { self == AppMatch() }

    /// Whether the process is one of the app's.
    package func matches(_ process: ProcessIdentity) -> Bool {
        func fits(_ patterns: [NamePattern], _ names: [InterfaceName]) -> Bool {
            patterns.isEmpty || patterns.contains { names.contains(where: $0.matches) }
        }
        let isUser =
            users.isEmpty || users.contains(String(process.userID))
            || (process.userName.map(users.contains) ?? false)
        let appIDs = process.unit.appID.map { [InterfaceName($0.rawValue)] } ?? []
        return !isEmpty && isUser
            && fits(units, [InterfaceName(process.unit.rawValue), process.unit.unescaped])
            && fits(self.appIDs, appIDs) && fits(cgroups, [InterfaceName(process.cgroup)])
    }
}

extension PolicyTable {
    /// The app that a unit runs: the first, by id, whose file's `[Match]` names it by `Unit=` or
    /// `AppID=` and by nothing else, else the one that its name stands for; nil where that name
    /// cannot be an id.
    package func app(of unit: UnitName) -> AppID? {
        let process = ProcessIdentity(unit: unit, cgroup: "", userID: .max, userName: nil)
        let fitting = apps.filter {
            $0.value.match.cgroups.isEmpty && $0.value.match.users.isEmpty
                && $0.value.match.matches(process)
        }
        return fitting.keys.min() ?? unit.appID
    }

    /// The app that a process belongs to: the first, by id, whose file's `[Match]` fits, else the
    /// one that its unit's name stands for; nil where that name cannot be an id.
    ///
    /// The app need not be in the table.
    package func app(of process: ProcessIdentity) -> AppID? {
        let fitting = apps.filter { $0.value.match.matches(process) }
        return fitting.keys.min() ?? process.unit.appID
    }
}
