internal import CellgateCore

/// What a scenario expects: of the present state, or of what was published.
enum Expectation: Equatable, Sendable {
    /// An app's present state has these fields.
    case app(AppID, [Entry.Field])
    /// The device's present path has these fields.
    case path([Entry.Field])
    /// Whether an agent shows the question about an app.
    case prompt(AppID, isOn: Bool)
    /// What the agent shows of advice about an app; nil for nothing.
    case advice(AppID, GuidanceNote.Kind?)
    /// What the latest of these by an app came to, in a word; `waiting` where it has no answer yet.
    case answer(AskedVerb, AppID, String)
    /// Whether what stands behind an app's gate, or its poll, ran once, or still waits.
    case gate(AppID, hasRun: Bool)
    case poll(AppID, hasRun: Bool)
    /// An entry of this event with these fields, behind those that were expected before.
    case entry(EntryEvent, [Entry.Field])
    /// No entry but those that were expected.
    case nothing
}

extension AskedVerb {
    /// The words for what may come of it.
    var results: [String] {
        switch self {
        case .use, .probe:
            ["waiting"] + [PermissionResult.granted, .denied, .undetermined].map(\.rawValue)
                + ["refused"]
        case .fail: FailureClass.allCases.map(\.rawValue) + ["refused"]
        case .advise, .set, .clear: ["waiting", "done", "refused"]
        }
    }
}

extension Reply {
    /// What came of a request, in a word of ``AskedVerb/results``.
    var word: String {
        switch self {
        case .probe(let outcome): outcome.result.rawValue
        case .failure(let failure): failure.rawValue
        case .refused: "refused"
        case .device, .apps, .names, .app, .explanation, .done: "done"
        }
    }
}
