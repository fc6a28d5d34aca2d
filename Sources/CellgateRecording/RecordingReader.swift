package import CellgateCore
internal import JSON

/// Reads a recording, line by line.
package struct RecordingReader {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var lineNumber = 0
    private var hasHeader = false
    /// The time of the last line, and which line that was.
    private var last: (at: Duration, line: Int)?
    /// What is to be said of the recording although it can be read.
    package private(set) var warnings: [Diagnostic] = []

    /// - Parameters:
    ///   - bytes: All of it.
    ///   - file: Its name, for diagnostics.
    package init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// The next line; nil at the end. Lines that are blank are passed over.
    ///
    /// The last line is left out, with a warning, where it has no newline and cannot be read: a power
    /// cut may have torn it.
    ///
    /// - Throws: ``RecordingError`` where there is no such line.
    package mutating func next() throws(RecordingError) -> RecordingLine? {
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let text = Array(bytes[position..<end])
            position = min(end + 1, bytes.count)
            lineNumber += 1
            if text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            do throws(DecodingFault) {
                return try check(RecordingLine(text))
            } catch {
                guard end == bytes.count, hasHeader else { throw fault(error.description) }
                warn("the last line is torn, and left out")
                return nil
            }
        }
        if !hasHeader { throw fault("it holds nothing, not even the header of a recording") }
        return nil
    }

    private mutating func check(_ line: RecordingLine) throws(DecodingFault) -> RecordingLine {
        switch line {
        case .header:
            hasHeader = true
            last = nil
        case .input(_, let instant):
            try advance(to: instant)
        case .lost(let count, let instant):
            try advance(to: instant)
            warn(
                count == 1
                    ? "1 input before this line is missing: the daemon could not write it"
                    : "\(count) inputs before this line are missing: the daemon could not write them"
            )
        }
        return line
    }

    private mutating func advance(to instant: Duration) throws(DecodingFault) {
        guard hasHeader else {
            throw DecodingFault(
                message: "a header has to come first, such as "
                    + "{\"\(RecordingHeader.mark.text)\":\(RecordingHeader.version)}")
        }
        if let last, instant < last.at {
            throw DecodingFault(
                message: "it may not be less than in line \(last.line): time does not go back",
                path: ".at")
        }
        last = (instant, lineNumber)
    }

    private mutating func warn(_ message: String) {
        warnings.append(
            Diagnostic(severity: .warning, file: file, line: lineNumber, message: message))
    }

    private func fault(_ message: String) -> RecordingError {
        RecordingError(
            diagnostic: Diagnostic(
                severity: .error, file: file, line: max(1, lineNumber), message: message))
    }
}

/// A recording that cannot be read on.
package struct RecordingError: Error, Equatable, Sendable {
    /// Where, why, and what would be accepted.
    package let diagnostic: Diagnostic

    package init(diagnostic: Diagnostic) {
        self.diagnostic = diagnostic
    }
}
