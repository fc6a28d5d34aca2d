import CellgateControl
import CellgateCore

/// Entries as the journal has them, at seconds from a moment.
enum Entries {
    /// Mon 2026-11-30 18:00:00 UTC.
    static let origin: UInt64 = 1_796_061_600_000_000

    /// The moment so many seconds after the origin.
    static func time(_ seconds: Double) -> UInt64 {
        UInt64(Int64(origin) + Int64(seconds * 1_000_000))
    }

    /// An entry of any fields.
    static func entry(
        _ seconds: Double, _ event: String, _ sequence: Int, _ fields: [String: String] = [:],
        life: String? = nil
    ) throws -> TimelineEntry {
        var values = fields
        values["CELLGATE_EVENT"] = event
        values["CELLGATE_SEQ"] = String(sequence)
        values["_SYSTEMD_INVOCATION_ID"] = life
        guard let entry = TimelineEntry(time: time(seconds), values) else { throw NoEntry() }
        return entry
    }

    /// The fields of a path of these interfaces, such as `wlan0:wifi`; none is no network.
    static func path(_ interfaces: String...) -> [String: String] {
        guard let first = interfaces.first else {
            return [
                "CELLGATE_PATH_STATUS": "unsatisfied", "CELLGATE_INTERFACE": "",
                "CELLGATE_INTERFACES": "",
            ]
        }
        let parts = first.split(separator: ":").map { String($0) }
        return [
            "CELLGATE_PATH_STATUS": "satisfied", "CELLGATE_INTERFACE": parts[0],
            "CELLGATE_INTERFACE_TYPE": parts[1],
            "CELLGATE_INTERFACES": interfaces.joined(separator: " "),
            "CELLGATE_EXPENSIVE": parts[1] == "cellular" ? "yes" : "no",
            "CELLGATE_CONSTRAINED": "no",
        ]
    }

    /// The fields of an app.
    static func app(_ id: String, _ reason: String, choice: String = "wifiOnly") -> [String: String]
    {
        [
            "CELLGATE_APP": id, "CELLGATE_AVAILABLE": reason == "available" ? "yes" : "no",
            "CELLGATE_REASON": reason, "CELLGATE_CHOICE": choice, "CELLGATE_CHOICE_SOURCE": "user",
            "CELLGATE_RESTRICTED_STATE": "restricted",
        ]
    }

    /// The timeline that entries give.
    static func timeline(
        _ entries: [TimelineEntry], since: Double? = nil, until: Double? = nil, app: String? = nil
    ) -> Timeline? {
        var builder = TimelineBuilder(
            since: since.map(time), until: until.map(time), app: app.map { AppID($0) })
        for entry in entries { builder.take(entry) }
        return builder.timeline()
    }

    struct NoEntry: Error {}

    /// An evening: mobile data for a while, a question, no network, a restart, a simulation.
    static func evening() throws -> Timeline? {
        let maps = "org.example.Maps"
        return timeline(
            [
                try entry(0, "started", 1, ["MESSAGE": "cellgated 0.1.0 started"]),
                try entry(0, "snapshot", 2, path("wlan0:wifi", "wwan0:cellular")),
                try entry(0, "snapshot", 3, app(maps, "available")),
                try entry(600, "path-changed", 4, path("wwan0:cellular")),
                try entry(600, "app-changed", 5, app(maps, "cellularDenied")),
                try entry(
                    700, "permission-required", 6,
                    app(maps, "cellularDenied").merging(["MESSAGE": "Maps: a request failed"]) {
                        $1
                    }),
                try entry(1_200, "path-changed", 7, path()),
                try entry(1_200, "app-changed", 8, app(maps, "notAvailable")),
                try entry(1_201, "path-changed", 9, path("wlan0:wifi")),
                try entry(1_201, "app-changed", 10, app(maps, "available")),
                try entry(1_800, "stopped", 11, ["MESSAGE": "cellgated stops"]),
                try entry(2_400, "started", 1, ["MESSAGE": "cellgated 0.1.0 started"]),
                try entry(
                    2_400, "snapshot", 2,
                    path("wlan0:wifi").merging(["CELLGATE_SIMULATED": "1"]) { $1 }),
                try entry(2_400, "snapshot", 3, app(maps, "available")),
            ], until: 3_600)
    }
}
