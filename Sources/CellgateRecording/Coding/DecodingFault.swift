internal import CellgateCore

/// What is wrong with a value, and where in it.
package struct DecodingFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, and what would be accepted.
    let message: String
    /// From the outside in, such as `.network[0].link`; empty for the value as a whole.
    private(set) var path = ""

    init(message: String, path: String = "") {
        self.message = message
        self.path = path
    }

    /// What another decoder's error says.
    init(_ error: any Error) {
        switch error {
        case let fault as DecodingFault:
            self = fault
        case DecodingError.dataCorrupted(let context):
            self.init(message: context.debugDescription)
        // What the compiler writes for an enumeration wants the name of one case.
        case DecodingError.typeMismatch:
            self.init(message: "it is nothing that can stand here")
        default:
            self.init(message: "it cannot be read: \(error)")
        }
    }

    /// What the error says of a value of this type; where it is one of a few words, these.
    init(_ error: any Error, reading type: Any.Type) {
        guard !(error is DecodingFault), let words = Self.words(of: type) else {
            self.init(error)
            return
        }
        self.init(message: "it may be: " + words.joined(separator: ", "))
    }

    private static func words(of type: Any.Type) -> [String]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        func words<Case: CaseIterable>(_ type: Case.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        }
        let all = words(type)
        return all.isEmpty ? nil : all
    }

    func within(_ member: String) -> DecodingFault {
        DecodingFault(message: message, path: ".\(member)\(path)")
    }

    func within(element: Int) -> DecodingFault {
        DecodingFault(message: message, path: "[\(element)]\(path)")
    }

    package var description: String {
        path.isEmpty ? message : "\(path.dropFirst(path.hasPrefix(".") ? 1 : 0)): \(message)"
    }
}
