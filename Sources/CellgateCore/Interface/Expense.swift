/// Whether a link's traffic costs, and how that is known.
package struct Expense: Hashable, Sendable {
    package let isExpensive: Bool
    package let source: ExpensiveSource

    package init(_ isExpensive: Bool, _ source: ExpensiveSource) {
        self.isExpensive = isExpensive
        self.source = source
    }

    /// What two links that the same traffic passes, or may pass, come to: expensive where either
    /// is, and known by the surer of those that agree.
    func joined(with other: Expense) -> Expense {
        guard isExpensive == other.isExpensive else { return isExpensive ? self : other }
        return source.isSurer(than: other.source) ? self : other
    }
}

/// How it is known whether a link is expensive; the earlier a case stands, the stronger it is.
package enum ExpensiveSource: String, Hashable, CaseIterable, Sendable {
    /// `Expensive=` in `[Interfaces]` of `cellgated.conf`.
    case configured
    /// It is cellular, and the modem roams: what NetworkManager says is about the network at home.
    case roaming
    /// NetworkManager's settings of the connection say so.
    case networkManager
    /// NetworkManager guesses it, by the kind of link or by what a phone that shares its connection
    /// tells.
    case networkManagerGuess
    /// Only its type: cellular is expensive, all else is not.
    case type

    func isSurer(than other: ExpensiveSource) -> Bool { rank < other.rank }

    private var rank: Int {
        switch self {
        case .configured: 0
        case .roaming: 1
        case .networkManager: 2
        case .networkManagerGuess: 3
        case .type: 4
        }
    }
}

/// What NetworkManager says of a link's costs; where it says nothing (`NM_METERED_UNKNOWN`, 0) there
/// is no value.
///
/// Source: `NMMetered` of NetworkManager's D-Bus reference.
package enum Metered: UInt32, Codable, Hashable, CaseIterable, Sendable {
    case yes = 1
    case no = 2
    case guessYes = 3
    /// Counts as nothing said: what is expensive by its type is not made cheap by a guess.
    case guessNo = 4

    /// What two devices that name the same link come to: a setting before a guess, a cost before
    /// none.
    package func joined(with other: Metered) -> Metered {
        guard let expense else { return other }
        guard let otherExpense = other.expense, expense != otherExpense else { return self }
        if expense.source == otherExpense.source { return expense.isExpensive ? self : other }
        return expense.source.isSurer(than: otherExpense.source) ? self : other
    }

    /// What it comes to; nil where it leaves that open.
    var expense: Expense? {
        switch self {
        case .yes: Expense(true, .networkManager)
        case .no: Expense(false, .networkManager)
        case .guessYes: Expense(true, .networkManagerGuess)
        case .guessNo: nil
        }
    }
}
