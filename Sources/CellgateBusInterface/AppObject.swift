package import CellgateCore
internal import Systemd

/// The objects of apps.
package enum AppObject {
    /// The path of an app's object.
    package static func path(of app: AppID) -> String {
        // Nil only where memory is short.
        BusPath.encode(app.rawValue, below: ServiceName.appsPath) ?? ServiceName.appsPath
    }

    /// The last element of that path.
    package static func element(of app: AppID) -> String {
        String(path(of: app).dropFirst(ServiceName.appsPath.count + 1))
    }

    /// The app whose object has this path; nil where it is no app's.
    package static func app(of path: String) -> AppID? {
        guard let name = BusPath.decode(path, below: ServiceName.appsPath) else { return nil }
        return AppID(fileName: Array((name + ".conf").utf8))
    }
}
