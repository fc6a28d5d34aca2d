/// The fills of a drawing: light, so that dark text can be read on them, and each with strokes of
/// its own, so that none is told by colour alone.
enum TimelinePattern {
    /// The fill where the state changed too often to be drawn.
    static let several = "several"

    /// The name of a look's fill.
    static func name(of look: Timeline.Look) -> String { look.rawValue }

    /// All fills, to stand in the file's definitions.
    static var definitions: String {
        Timeline.Look.allCases.map { pattern(name(of: $0), fill: ink(of: $0)) }.joined()
            + pattern(several, fill: ("#fff", "M0 0L8 8M8 0L0 8", "#1b1b1b"))
    }

    /// The ground, and the strokes on it, in a square of eight.
    private static func ink(of look: Timeline.Look) -> (String, String, String) {
        switch look {
        case .wifi: ("#b9d7fb", "", "#1f5fae")
        case .cellular: ("#ffd9ad", "M0 4H8", "#c26a00")
        case .wiredEthernet: ("#bfe6e2", "M4 0V8", "#1a7f77")
        case .other: ("#dccdf3", "M4 3V5", "#5b36a0")
        case .unusable: ("#e3e3e3", "", "#6b6b6b")
        case .available: ("#bfe8c8", "", "#1c7a37")
        case .notAvailable: ("#e3e3e3", "M0 7H8", "#6b6b6b")
        case .cellularDenied: ("#f9c9c9", "M-2 2L2 -2M0 8L8 0M6 10L10 6", "#b3261e")
        case .wifiDenied: ("#eeb0a8", "M0 0L8 8M-2 6L2 10M6 -2L10 2", "#8c1d18")
        case .undecided: ("#fff0a8", "M2 1V3M6 5V7", "#7a6200")
        case .invalid: ("#f0c4ea", "M2 0V8M6 0V8", "#8a1a7c")
        case .unknown: ("#fff", "M3 4H5", "#767676")
        }
    }

    private static func pattern(
        _ name: String, fill: (ground: String, strokes: String, ink: String)
    ) -> String {
        let strokes =
            fill.strokes.isEmpty
            ? "" : "<path d=\"\(fill.strokes)\" stroke=\"\(fill.ink)\" stroke-width=\"1.5\"/>"
        return "<pattern id=\"\(name)\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
            + "<rect width=\"8\" height=\"8\" fill=\"\(fill.ground)\"/>\(strokes)</pattern>"
    }
}
