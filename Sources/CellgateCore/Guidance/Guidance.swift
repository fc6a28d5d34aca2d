/// Where the advice to change an app's choice stands.
package enum GuidanceState: String, Hashable, CaseIterable, Sendable {
    /// There is nothing to advise.
    case none
    /// There is, but not now: it would not help on this path, the user has just refused, or has put
    /// it away (R56, R61).
    case recorded
    /// It would help now, and is to be shown.
    case eligible
    case shown
    /// The user has gone to the settings by it.
    case clicked
    /// The user came back without a change, and gets one more specific hint (R66).
    case specific
    /// The choice was changed: the advice has withdrawn itself (R65).
    case resolved
}

/// The advice about one app, as a state machine.
struct Guidance: Equatable, Sendable {
    private(set) var state = GuidanceState.none
    /// Who shows it or was told to; nil while nobody does.
    private(set) var holder: ClientID?
    /// What somebody has still to be told to show.
    private(set) var due: GuidanceNote.Kind?
    /// Whether this advice was shown, and whether it has led to the settings (R76).
    private(set) var wasShown = false
    private(set) var wasClicked = false
    /// Whether the more specific hint was given: that happens once for each advice (R66).
    private var wasSpecific = false
    /// Whether the user has put it away: from then on only an explicit ask brings it back.
    private var isDismissed = false
    /// When the user last refused at the prompt; nil where that was not so, or has been advised
    /// about since (R61).
    private var refused: Instant?

    /// Who could not show it the last time; nil where that was not so. Another is to be tried first.
    private(set) var failed: ClientID?

    /// What makes the daemon think of advice.
    enum Trigger: Equatable, Sendable {
        case failedRequest
        /// A probe of the permission said denied.
        case probe
        /// The path has turned to what it is now.
        case pathChange
        /// The app or the user asks for it.
        case explicit
    }

    /// What is true of the app now.
    struct Facts: Equatable, Sendable {
        let state: AppState
        /// Whether an administrator has settled the choice: then no change of the user's helps.
        let isLocked: Bool
        /// How long after a refusal nothing is advised.
        let cooldown: Duration

        /// Whether a change of the choice would help now (R56). An undecided app is never advised
        /// about: nobody has refused anything (R21, R60).
        var wouldHelp: Bool { state.availability == .cellularDenied && !isLocked }

        /// Whether it may help later.
        var mayHelpLater: Bool {
            state.restrictedState == .restricted && !isLocked
                && (state.availability == .available || state.availability == .wifiDenied)
        }
    }

    /// Takes a trigger in; where advice is to be shown by it, that is ``due``.
    mutating func take(_ trigger: Trigger, _ facts: Facts, at now: Instant) {
        switch state {
        case .none, .recorded, .resolved: break
        // What is there already does not come twice, however often requests fail (R62).
        case .eligible, .shown, .specific: return
        // The return from the settings has its own hint, and after it the user may ask.
        case .clicked: guard trigger == .explicit, wasSpecific else { return }
        }
        guard trigger == .explicit || !isDismissed else { return }
        if facts.wouldHelp {
            if let refused, now.since(refused) < facts.cooldown {
                state = .recorded
                return
            }
            // A path that turns cellular is no reason of its own.
            guard trigger != .pathChange || state == .recorded || refused != nil else { return }
            let failed = failed
            self = Guidance()
            self.failed = failed
            state = .eligible
            due = .advice
        } else if facts.mayHelpLater, trigger != .pathChange {
            state = .recorded
        }
    }

    /// Notes that the user has refused at the prompt just now (R61).
    mutating func refuse(at now: Instant) {
        self = Guidance()
        refused = now
    }

    // MARK: Showing

    /// Gives what is due to whoever shows it; nil where nothing is.
    mutating func handOver(to client: ClientID) -> GuidanceNote.Kind? {
        guard let due else { return nil }
        holder = client
        self.due = nil
        return due
    }

    /// What its holder shows; nil for nothing.
    var shownKind: GuidanceNote.Kind? {
        switch state {
        case .eligible, .shown: .advice
        case .specific: .specific
        case .none, .recorded, .clicked, .resolved: nil
        }
    }

    /// Notes that another shows it now.
    mutating func move(to client: ClientID) {
        holder = client
        due = nil
    }

    /// Notes that `client` shows it; false where it was not to be shown.
    mutating func show(by client: ClientID) -> Bool {
        guard state == .eligible else { return false }
        state = .shown
        wasShown = true
        holder = client
        due = nil
        return true
    }

    /// Notes that the user has gone to the settings; false where nothing was shown.
    mutating func click() -> Bool {
        guard state == .shown || state == .specific else { return false }
        state = .clicked
        wasClicked = true
        due = nil
        return true
    }

    /// Notes that the user has put it away.
    mutating func dismiss() {
        guard [.eligible, .shown, .specific].contains(state) else { return }
        putBack()
        isDismissed = true
    }

    /// Notes that a client is gone: what it was told to show is due again, and what it showed comes
    /// back with the next trigger.
    mutating func release(_ client: ClientID) {
        guard holder == client else { return }
        switch state {
        case .eligible:
            holder = nil
            due = .advice
        case .shown, .specific: putBack()
        case .none, .recorded, .clicked, .resolved: holder = nil
        }
    }

    /// Notes that `client` could not show what it was told to, which comes back with the next
    /// trigger; false where it was not to show it, or has shown it since.
    mutating func fail(by client: ClientID) -> Bool {
        guard holder == client, state == .eligible || state == .specific else { return false }
        putBack()
        failed = client
        return true
    }

    private mutating func putBack() {
        state = .recorded
        holder = nil
        due = nil
    }

    // MARK: Following

    /// A refresh, the return to the foreground: the first after a click brings the more specific
    /// hint where the app is still denied (R66).
    mutating func refresh(_ facts: Facts) {
        guard state == .clicked, !wasSpecific, facts.wouldHelp else { return }
        state = .specific
        wasSpecific = true
        due = .specific
    }

    /// Takes over what is true now; returns who is to take the advice away, and whether it has
    /// succeeded (R65).
    mutating func follow(_ facts: Facts) -> (withdraws: ClientID?, succeeds: Bool) {
        let shower = holder
        switch facts.state.restrictedState {
        case .notRestricted:
            let isResolved = [.shown, .clicked, .specific, .resolved].contains(state)
            let succeeds = isResolved && state != .resolved
            let (wasShown, wasClicked) = (wasShown, wasClicked)
            self = Guidance()
            if isResolved {
                state = .resolved
                (self.wasShown, self.wasClicked) = (wasShown, wasClicked)
            }
            return (shower, succeeds)
        case .unknown:
            // The refusal counts from the answer, which is not in force before it is stored.
            let refused = refused
            self = Guidance()
            self.refused = refused
            return (shower, false)
        case .restricted:
            if facts.isLocked || state == .resolved {
                let refused = refused
                self = Guidance()
                self.refused = refused
                return (shower, false)
            }
            // Advice that does not help now waits until it does.
            guard !facts.wouldHelp, [.eligible, .shown, .specific].contains(state) else {
                return (nil, false)
            }
            putBack()
            return (shower, false)
        }
    }
}

/// Advice that an agent, or the app itself, is to show.
package struct GuidanceNote: Equatable, Sendable {
    package let app: AppID
    /// For people.
    package let name: String
    package let kind: Kind

    /// What it is about.
    package enum Kind: String, CaseIterable, Equatable, Sendable {
        /// Mobile data is off for the app.
        case advice
        /// The same once more, after the user was in the settings.
        case specific
        /// It works again (R65).
        case success
    }

    package init(app: AppID, name: String, kind: Kind) {
        self.app = app
        self.name = name
        self.kind = kind
    }

    /// What is so, its consequence and its way out, without commands and blame (R69).
    package var text: String {
        let name = AppLabel.name(name, of: app)
        return switch kind {
        case .advice:
            "Mobile data is off for \(name), so it cannot connect here. It can be allowed in the "
                + "settings."
        case .specific:
            "Mobile data is still off for \(name), so it cannot connect here. In the settings of "
                + "mobile data, \(name) has an entry of its own, which can be set to Wi-Fi and "
                + "mobile data."
        case .success: "\(name) may use mobile data again."
        }
    }
}

/// What happened to advice, as whoever showed it tells.
package enum GuidanceEvent: String, Codable, CaseIterable, Equatable, Sendable {
    case shown
    case clicked
    case dismissed
    /// The app asks for advice.
    case ask
}
