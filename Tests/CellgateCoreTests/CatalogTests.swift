import CellgateCore
import TestSupport
import Testing

@Suite("The journal catalog")
struct CatalogTests {
    @Test("it has one text for each MESSAGE_ID, in the order of the events, and no other")
    func oneTextForEachID() throws {
        let entries = try CatalogEntry.all()
        #expect(entries.map(\.messageID) == EntryEvent.allCases.map(\.messageID))
    }

    @Test("MESSAGE_IDs are 32 lower-case hexadecimal digits", arguments: EntryEvent.allCases)
    func messageIDsAreWellFormed(event: EntryEvent) {
        let digits = event.messageID.utf8.filter { "0123456789abcdef".utf8.contains($0) }
        #expect(event.messageID.utf8.count == 32)
        #expect(digits.count == 32)
    }

    @Test("each text has a subject, says whose it is, names the manual and explains")
    func eachTextIsComplete() throws {
        for entry in try CatalogEntry.all() {
            #expect(entry.headers["Subject"]?.isEmpty == false, "\(entry.messageID)")
            #expect(entry.headers["Defined-By"] == "cellgate", "\(entry.messageID)")
            #expect(
                entry.headers["Documentation"]?.hasPrefix("man:cellgated(8)") == true,
                "\(entry.messageID)")
            #expect(!entry.text.isEmpty, "\(entry.messageID)")
        }
    }

    @Test("events are named as CELLGATE_EVENT has them")
    func eventNames() {
        #expect(
            EntryEvent.allCases.map(\.rawValue) == [
                "started", "path-changed", "app-changed", "restriction-changed",
                "permission-required", "prompt-requested", "prompt-answered", "prompt-waiting",
                "guidance-changed", "probe-finished", "measures-warning", "simulation-changed",
                "refresh", "snapshot", "config-loaded", "config-error", "interface-hint",
                "netlink-resync", "bus-changed", "entries-lost", "stopped",
            ])
    }
}

/// One text of `systemd/cellgate.catalog`.
private struct CatalogEntry {
    /// What follows `-- `.
    let messageID: String
    /// The `Name: value` lines above the first empty line.
    var headers: [Substring: Substring] = [:]
    /// The lines below it, but for empty ones.
    var text: [Substring] = []

    /// The file's texts in its order.
    static func all() throws -> [CatalogEntry] {
        var entries: [CatalogEntry] = []
        var inHeaders = false
        let lines = try ProjectFolder.text(of: "systemd/cellgate.catalog")
            .split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines where !line.hasPrefix("#") {
            if line.hasPrefix("-- ") {
                entries.append(CatalogEntry(messageID: String(line.dropFirst(3))))
                inHeaders = true
            } else if line.isEmpty {
                inHeaders = false
            } else if entries.isEmpty {
                Issue.record("text before the first id: \(line)")
            } else if inHeaders {
                let parts = line.split(separator: ": ", maxSplits: 1)
                entries[entries.count - 1].headers[parts[0]] = parts.last
            } else {
                entries[entries.count - 1].text.append(line)
            }
        }
        return entries
    }
}
