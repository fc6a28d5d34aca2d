/// The code that a failed request of an app came with.
///
/// Source: Apple's `NSURLErrorDomain` codes, which are negative; errno(3), which are positive.
package struct FailureCode: CodedByRawValue, Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Whether such a failure may come from a missing permission (R73).
    package var isCandidate: Bool { Self.candidates.contains(rawValue) }

    /// NSURLErrorNotConnectedToInternet and NSURLErrorDataNotAllowed, and as errno EPERM, EACCES,
    /// ENETDOWN, ENETUNREACH and EHOSTUNREACH: the core imports no header, and a test holds these
    /// numbers to the headers' own.
    package static let candidates: Set<Int32> = [-1009, -1020, 1, 13, 100, 101, 113]
}

/// What a failed request means (R75).
package enum FailureClass: String, Hashable, CaseIterable, Sendable {
    /// The app may not use mobile data: do not retry (R74).
    case permission
    /// Nobody has decided yet whether the app may use this network.
    case undecided
    /// There is no network.
    case offline
    /// Something else: the network is there, and the app may use it.
    case other

    /// Classifies a failure of an app that is in `state`.
    ///
    /// Without a network every failure is one of being offline. Otherwise a candidate counts as
    /// missing permission only while the path is cellular and the app is denied; how often requests
    /// fail says nothing (R49).
    package init(_ code: FailureCode, of state: AppState) {
        switch state.availability {
        case .notAvailable: self = .offline
        case .cellularDenied: self = code.isCandidate ? .permission : .other
        case .undecided: self = code.isCandidate ? .undecided : .other
        case .available, .wifiDenied, .invalid: self = .other
        }
    }
}
