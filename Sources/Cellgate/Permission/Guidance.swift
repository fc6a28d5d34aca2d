internal import CellgateBusInterface
internal import CellgateCore

/// Where the advice to the user to allow this app mobile data stands.
///
/// The daemon decides when it helps; whoever shows it, an agent of the session or the app itself,
/// says what becomes of it: ``NetworkPermission/reportGuidance(_:)``.
public enum Guidance: String, Hashable, CaseIterable, Sendable {
    /// There is nothing to advise.
    case none
    /// There is, but not now.
    case recorded
    /// It would help now, and is to be shown.
    case eligible
    case shown
    /// The user has gone to the settings by it.
    case clicked
    /// The user came back without a change: it is to be shown once more, in more detail.
    case specific
    /// The choice was changed; the advice is over.
    case resolved

    /// What happened to the advice.
    public enum Event: String, Hashable, CaseIterable, Sendable {
        /// It is on the screen.
        case shown
        /// The user went to the settings by it.
        case clicked
        /// The user has put it away: from then on only ``ask`` brings it back.
        case dismissed
        /// This app, or its user, asks for advice.
        case ask
    }
}

extension NetworkPermission {
    /// Where the advice stands; ``Guidance/none`` until the daemon has answered, and for a process
    /// that belongs to no app.
    public var guidance: Guidance { connection.snapshot.reading?.guidance ?? .none }

    /// Where the advice stands, and each change of that.
    public var guidances: Updates<Guidance> {
        Updates(of: connection) { $0.reading?.guidance }
    }

    /// Says what happened to the advice; what does not fit where it stands has no effect.
    ///
    /// - Throws: ``CellgateError`` within 10 seconds, at once where there is no daemon;
    ///   `CancellationError`. For a process that belongs to no app nothing is done.
    public func reportGuidance(_ event: Guidance.Event) async throws {
        let reading = try await connection.wait(for: .reading, timeout: Self.searchTimeout)
        guard case .app(let app) = reading else { return }
        let told: GuidanceEvent =
            switch event {
            case .shown: .shown
            case .clicked: .clicked
            case .dismissed: .dismissed
            case .ask: .ask
            }
        _ = try await connection.call(
            .request(.guidanceEvent(AppID(app.id), told)), timeout: .seconds(5))
    }
}

extension Reading {
    /// A state of a later daemon that is not known here reads as nothing to advise.
    fileprivate var guidance: Guidance {
        guard case .app(let app) = self else { return .none }
        return Guidance(rawValue: app.guidance) ?? .none
    }
}
