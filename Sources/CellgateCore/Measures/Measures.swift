/// What became of probes and advice lately; nothing of it leaves the device (R76–R79).
struct Measures: Equatable, Sendable {
    /// What is worth a warning.
    enum Warning: Equatable, Sendable {
        /// Few of those who went to the settings came back with the choice changed (R78).
        case adviceRarelyResolves(resolved: Int, clicked: Int)
        /// Many more probes than before came to no result (R79).
        case undeterminedShareRises(recent: Int, before: Int)
    }

    private var probes: [(at: Instant, result: PermissionResult)] = []
    private var advice: [Advice] = []
    private var hasWarnedOfAdvice = false
    private var hasWarnedOfProbes = false

    /// One advice that was shown.
    private struct Advice: Equatable, Sendable {
        let app: AppID
        let at: Instant
        var isClicked = false
        var isResolved = false
    }

    static func == (left: Measures, right: Measures) -> Bool {
        left.advice == right.advice && left.probes.elementsEqual(right.probes, by: ==)
            && left.hasWarnedOfAdvice == right.hasWarnedOfAdvice
            && left.hasWarnedOfProbes == right.hasWarnedOfProbes
    }

    /// What the window holds, as it was last looked at.
    var counts: MeasureCounts {
        MeasureCounts(
            granted: count(of: .granted), denied: count(of: .denied),
            undetermined: count(of: .undetermined), shown: advice.count,
            clicked: advice.count(where: \.isClicked),
            resolved: advice.count { $0.isClicked && $0.isResolved })
    }

    private func count(of result: PermissionResult) -> Int { probes.count { $0.result == result } }

    mutating func noteProbe(_ result: PermissionResult, at now: Instant, window: Duration) {
        forget(before: now, window)
        probes.append((now, result))
        if probes.count > Self.greatestCount { probes.removeFirst() }
    }

    mutating func noteShown(_ app: AppID, at now: Instant, window: Duration) {
        forget(before: now, window)
        advice.append(Advice(app: app, at: now))
        if advice.count > Self.greatestCount { advice.removeFirst() }
    }

    /// Notes that advice has led to the settings; false where it had already, or the window holds
    /// none.
    mutating func noteClicked(_ app: AppID) -> Bool {
        guard let index = advice.lastIndex(where: { $0.app == app }), !advice[index].isClicked
        else { return false }
        advice[index].isClicked = true
        return true
    }

    /// Notes that the choice was changed after advice; false where that had not led to the settings,
    /// or counts already, or the window holds none.
    mutating func noteResolved(_ app: AppID) -> Bool {
        guard let index = advice.lastIndex(where: { $0.app == app }), !advice[index].isResolved
        else { return false }
        advice[index].isResolved = true
        return advice[index].isClicked
    }

    /// The warnings that are due: each once, until what it warns of is over.
    mutating func warnings(at now: Instant, window: Duration) -> [Warning] {
        forget(before: now, window)
        var warnings: [Warning] = []
        let (clicked, resolved) = (counts.clicked, counts.resolved)
        let isRare = clicked >= Self.leastClicked && resolved * 10 < clicked * 3
        if isRare, !hasWarnedOfAdvice {
            warnings.append(.adviceRarelyResolves(resolved: resolved, clicked: clicked))
        }
        hasWarnedOfAdvice = isRare
        let recent = probes.suffix(Self.recentProbes)
        let before = probes.dropLast(Self.recentProbes)
        let share = Self.share(recent.map(\.result))
        let earlier = Self.share(before.map(\.result))
        let rises =
            recent.count == Self.recentProbes && before.count >= Self.recentProbes
            && share >= 30 && share >= 2 * max(earlier, 5)
        if rises, !hasWarnedOfProbes {
            warnings.append(.undeterminedShareRises(recent: share, before: earlier))
        }
        hasWarnedOfProbes = rises
        return warnings
    }

    /// The share of those without a result, in percent.
    private static func share(_ results: [PermissionResult]) -> Int {
        results.isEmpty ? 0 : results.count { $0 == .undetermined } * 100 / results.count
    }

    private mutating func forget(before now: Instant, _ window: Duration) {
        probes.removeAll { now.since($0.at) > window }
        advice.removeAll { now.since($0.at) > window }
    }

    /// The most that is kept of each kind, whatever the window.
    private static let greatestCount = 1000
    /// Fewer clicks say nothing.
    private static let leastClicked = 10
    /// How many probes count as recent, and are needed from before.
    private static let recentProbes = 20
}

/// How probes and advice have come out within the window (R76, R77).
package struct MeasureCounts: Equatable, Sendable {
    /// Probes by their result.
    package var granted = 0
    package var denied = 0
    package var undetermined = 0
    /// Advices that were shown, those of them that led to the settings, and those of these that
    /// changed the choice.
    package var shown = 0
    package var clicked = 0
    package var resolved = 0

    package init(
        granted: Int = 0, denied: Int = 0, undetermined: Int = 0, shown: Int = 0, clicked: Int = 0,
        resolved: Int = 0
    ) {
        self.granted = granted
        self.denied = denied
        self.undetermined = undetermined
        self.shown = shown
        self.clicked = clicked
        self.resolved = resolved
    }
}
