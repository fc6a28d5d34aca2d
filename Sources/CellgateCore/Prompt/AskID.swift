/// The number of a question to an agent; it grows with each.
///
/// An agent that is asked again, or another that is asked in its place, has a question with a number
/// of its own, so that an answer that comes late is not taken for that of a later question.
package struct AskID: CodedByRawValue, Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: AskID, right: AskID) -> Bool {
        left.rawValue < right.rawValue
    }
}
