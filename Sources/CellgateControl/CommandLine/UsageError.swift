/// A command line that cannot be followed.
package struct UsageError: Error, Equatable, Sendable {
    /// What is wrong, and what would be accepted.
    package let message: String

    /// An error with its message.
    init(_ message: String) {
        self.message = message
    }
}
