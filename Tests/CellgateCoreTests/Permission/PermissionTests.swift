import CellgateCore
import Testing

/// What an app's file and its user's record come to together.
@Suite struct PermissionTests {
    private static let packaged = PolicyStanding.choice(
        .wifiOnly, source: .package, isLocked: false)
    private static let locked = PolicyStanding.choice(.off, source: .administrator, isLocked: true)
    private static let asked = PolicyStanding.choice(.undecided, source: .default, isLocked: false)

    private static let cases: [(PolicyStanding?, Choice??, Permission)] = [
        // The user's choice beats the file's.
        (packaged, .some(.wifiAndCellular), Permission(choice: .wifiAndCellular, source: .user)),
        (asked, .some(.off), Permission(choice: .off, source: .user)),
        (nil, .some(.off), Permission(choice: .off, source: .user)),
        // A record without a choice leaves it to the file.
        (packaged, .some(.undecided), Permission(choice: .wifiOnly, source: .package)),
        (packaged, nil, Permission(choice: .wifiOnly, source: .package)),
        (asked, nil, Permission(choice: .undecided, source: .default)),
        (nil, .some(.undecided), Permission(choice: .undecided, source: .default)),
        // A lock beats the user.
        (locked, .some(.wifiAndCellular), Permission(choice: .off, source: .administrator)),
        (locked, .some(.none), Permission(choice: .off, source: .administrator)),
        // R13: what is invalid opens nothing.
        (.invalid, .some(.wifiAndCellular), Permission(choice: nil, source: .default)),
        (packaged, .some(.none), Permission(choice: nil, source: .user)),
        (nil, .some(.none), Permission(choice: nil, source: .user)),
    ]

    @Test(
        "the administrator's lock beats the user's choice, and that beats the file's",
        arguments: cases.indices)
    func precedence(index: Int) {
        let (standing, record, permission) = Self.cases[index]
        #expect(Permission(standing, record: record.map { Record(choice: $0) }) == permission)
    }
}
