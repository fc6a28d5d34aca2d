/// Who reads the entries.
package enum EntryReader: String, Hashable, Sendable {
    case journal
    case standardOutput = "standard output"
    case standardError = "standard error"
}
