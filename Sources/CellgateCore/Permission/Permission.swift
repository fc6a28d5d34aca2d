/// What an app may do: the choice for it, who made it, and what that reads as.
package struct Permission: Hashable, Sendable {
    /// The user's three-way choice, or undecided; nil where the stored value is invalid (R13).
    package let choice: Choice?
    package let source: ChoiceSource
    /// Whether the user was asked and has not answered; never so for an app that is decided (R18).
    package let isPending: Bool

    package init(choice: Choice?, source: ChoiceSource, isPending: Bool = false) {
        self.choice = choice
        self.source = source
        self.isPending = isPending
    }

    /// The permission that an app's file and its record give.
    ///
    /// A locked choice beats the user's, and the user's beats the file's. An invalid value beats
    /// what it stands for, so that nothing opens by a mistake (R13).
    ///
    /// - Parameters:
    ///   - standing: What the file says; nil for an app without one.
    ///   - record: The user's record; nil for an app without one.
    package init(_ standing: PolicyStanding?, record: Record?) {
        let isPending = record?.isAsked ?? false
        switch (standing, record) {
        case (.invalid, _): self.init(choice: nil, source: .default)
        case (.choice(let choice, let source, isLocked: true), _):
            self.init(choice: choice, source: source)
        case (_, let record?) where record.choice != .undecided:
            self.init(choice: record.choice, source: .user)
        case (.choice(let choice, let source, isLocked: false), _):
            self.init(
                choice: choice, source: source, isPending: isPending && choice == .undecided)
        case (nil, _): self.init(choice: .undecided, source: .default, isPending: isPending)
        }
    }

    /// How the choice reads under a profile (R4, R8, R17); an invalid one reads as unknown.
    package func restrictedState(under profile: Profile) -> RestrictedState {
        switch choice {
        case .wifiAndCellular: .notRestricted
        case .wifiOnly, .off: .restricted
        case .undecided: profile == .allow ? .notRestricted : .unknown
        case nil: .unknown
        }
    }
}
