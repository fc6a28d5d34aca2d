internal import CellgateCore
package import Posix
package import Systemd

/// The daemon's entries in the journal.
package struct JournalEntries {
    private let reader: JournalReader

    /// Opens the journal at the entries of a unit.
    ///
    /// The unit is asked for, since anybody can write fields of the daemon's names, and journald
    /// fills this one in.
    /// - Parameters:
    ///   - unit: Such as `cellgated.service`.
    ///   - isUserUnit: Whether the user's service manager runs it.
    package init(
        _ place: JournalReader.Place, unit: String, isUserUnit: Bool
    ) throws(SystemError) {
        reader = try JournalReader(place)
        try reader.match(isUserUnit ? "_SYSTEMD_USER_UNIT" : "_SYSTEMD_UNIT", unit)
    }

    /// Hands on what tells the state at a moment, and all entries from then on, in order.
    ///
    /// - Parameters:
    ///   - since: In microseconds since 1970 UTC.
    ///   - take: Returns whether more are wanted.
    package func read(
        since: UInt64, _ take: (TimelineEntry) -> Bool
    ) throws(SystemError) {
        try reader.seek(to: since)
        var hasEntry = try reader.previous()
        while hasEntry {
            if try isComplete() { break }
            hasEntry = try reader.previous()
        }
        if !hasEntry {
            try reader.seekStart()
            hasEntry = try reader.next()
        }
        while hasEntry {
            var values: [String: String] = [:]
            for (name, value) in try reader.values(of: TimelineEntry.fieldNames) {
                values[name] = String(decoding: value, as: UTF8.self)
            }
            if let entry = TimelineEntry(time: try reader.time(), values), !take(entry) { return }
            hasEntry = try reader.next()
        }
    }

    /// Whether all that holds is told from this entry on: the path's of a snapshot, behind which
    /// those of the apps stand, or one at which nothing is known.
    private func isComplete() throws(SystemError) -> Bool {
        guard let event = try text(of: .event).flatMap(EntryEvent.init) else { return false }
        if event == .snapshot { return try text(of: .app) == nil }
        return event == .started || event == .stopped
    }

    private func text(of field: EntryField) throws(SystemError) -> String? {
        try reader.value(of: field.rawValue).map { String(decoding: $0, as: UTF8.self) }
    }
}
