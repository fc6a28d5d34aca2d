package import CellgateBusInterface

/// All apps, one a line.
package enum ListView {
    /// - Parameter hasLegend: Whether there are titles, and a sum at the end.
    package static func lines(
        _ apps: [AppSummary], on screen: Screen, hasLegend: Bool
    ) -> [String] {
        guard !apps.isEmpty else { return hasLegend ? ["No apps."] : [] }
        let rows = apps.map { app in
            [
                Table.Cell(app.id), Table.Cell(ChoiceWord.shown(app.choice)),
                Table.Cell(app.choiceSource), Table.Cell(app.restrictedState),
                Table.Cell(app.reason, .of(reason: app.reason)),
            ]
        }
        let table = Table(titles: ["ID", "CHOICE", "BY", "MAY", "NOW"], rows: rows)
        let available = apps.count { $0.isAvailable }
        let sum = "\(apps.count) \(apps.count == 1 ? "app" : "apps"), \(available) available."
        return table.lines(on: screen, hasTitles: hasLegend) + (hasLegend ? ["", sum] : [])
    }
}
