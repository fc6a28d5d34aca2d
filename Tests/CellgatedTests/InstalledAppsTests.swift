import CellgateCore
import Systemd
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite("apps by their desktop files")
struct InstalledAppsTests {
    private let directory: TemporaryDirectory
    private let apps: InstalledApps

    /// With the desktop file of A in `one`, that of B in `two/applications`; `three` is never there.
    init() throws {
        directory = try TemporaryDirectory()
        for (folder, app) in [("one", "A"), ("two/applications", "B")] {
            try directory.write("", to: "\(folder)/\(app).desktop")
            try directory.write("", to: "\(folder)/README")
        }
        apps = InstalledApps(
            try EventLoop(),
            folders: ["one", "two/applications", "three"].map(directory.path(of:)), handler: {})
    }

    private func read() -> [String]? { apps.read()?.map(\.rawValue).sorted() }

    @Test("come and go with them")
    func comeAndGo() throws {
        #expect(read() == ["A", "B"])
        try directory.remove("two/applications/B.desktop")
        #expect(read() == ["A"])
        try directory.write("", to: "three/C.desktop")
        #expect(read() == ["A", "C"])
    }

    @Test("stay while a folder that was there is gone, and the others' come and go all the same")
    func folderGone() throws {
        #expect(read() == ["A", "B"])
        try directory.rename("two", to: "elsewhere")
        #expect(read() == ["A", "B"])
        try directory.remove("one/A.desktop")
        #expect(read() == ["B"])
        try directory.remove("elsewhere/applications/B.desktop")
        try directory.rename("elsewhere", to: "two")
        #expect(read() == [])
    }

    @Test("stay while a folder that was there is none any more")
    func noFolder() throws {
        #expect(read() == ["A", "B"])
        try directory.remove("two/applications")
        try directory.write("", to: "two/applications")
        #expect(read() == ["A", "B"])
    }

    @Test("are not known where a folder cannot be read that never could")
    func unreadable() throws {
        try directory.write("", to: "three")
        #expect(read() == nil)
    }

    @Test("are looked for where the system, its administrator, flatpak and snap put them")
    func usualFolders() {
        #expect(
            InstalledApps.usualFolders == [
                "/usr/share/applications", "/usr/local/share/applications",
                "/var/lib/flatpak/exports/share/applications",
                "/var/lib/snapd/desktop/applications",
            ])
    }
}
