package import CellgateCore

extension RecordTable {
    /// Records with these choices and nothing else; nil is an invalid one.
    package init(choices: [AppID: Choice?]) {
        self.init(apps: choices.mapValues { Record(choice: $0) })
    }
}
