internal import CellgateBusInterface
package import CellgateCore

/// An app as people name it: by its id, by a unit or by a process.
package struct AppReference: Equatable, Sendable {
    /// The text as an id, which is tried first.
    package let id: AppID

    /// - Throws: ``UsageError`` where the text can name no app.
    package init(_ text: String) throws(UsageError) {
        guard let id = AppID(fileName: Array((text + ".conf").utf8)) else {
            throw UsageError(
                "\(JSONText.quote(text)) is no app: an id has 1 to 255 bytes, without control "
                    + "characters and line separators")
        }
        self.id = id
    }

    /// An app that is known by its id.
    package init(_ id: AppID) {
        self.id = id
    }

    /// The question for the app of the unit or process that the text stands for, where no app has
    /// it as its id; nil where it can be neither.
    var alternative: ManagerCall? {
        let text = id.rawValue
        if let process = UInt32(text), text.utf8.first != UInt8(ascii: "+") {
            return .appByPID(process)
        }
        return id.isUnit ? .request(.appOfUnit(UnitName(text))) : nil
    }
}
