/// Who reads the entries.
package enum EntryReader: String, Codable, CaseIterable, Hashable, Sendable {
    case journal
    case standardOutput = "standard output"
    case standardError = "standard error"
    /// The file that inputs are recorded in, which takes inputs and not entries.
    case recording = "the recording"
}
