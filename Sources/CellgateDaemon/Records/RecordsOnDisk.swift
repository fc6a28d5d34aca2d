internal import CellgateCore
internal import Posix

/// What is on disk in the place of the records.
enum RecordsOnDisk {
    case nothing
    /// Records, the bytes that say so, and what is wrong with single ones.
    case records([UInt8], RecordTable, [Diagnostic])
    case unusable(UnusableFile)

    /// Looks at the file at `path`.
    ///
    /// - Throws: the error of reading it: what cannot be read may be of worth and is never touched.
    static func find(path: String) throws(SystemError) -> RecordsOnDisk {
        guard try Directory.entryExists(path: path) else { return .nothing }
        let bytes = try TextFile.read(path: path, limit: greatestSize)
        return switch RecordFile.decode(bytes, path: path) {
        case .records(let records, let diagnostics): .records(bytes, records, diagnostics)
        case .future(let version): .unusable(.future(version))
        case .damaged(let line, let message): .unusable(.damaged(line, message))
        }
    }

    /// The file's bytes where they are records.
    var bytes: [UInt8]? {
        if case .records(let bytes, _, _) = self { bytes } else { nil }
    }

    private static let greatestSize = 64 << 20
}

/// A file in the place of the records that holds none for this program.
enum UnusableFile {
    /// A later version wrote it.
    case future(Int64)
    /// It is none, and where that shows: the line, where it has one, and in words.
    case damaged(Int?, String)

    /// What its name ends in when it is set aside, before the number.
    var ending: String {
        switch self {
        case .future(let version): "version-\(version)"
        case .damaged: "damaged"
        }
    }

    /// Where the damage shows; nil where it is about the file as a whole.
    var line: Int? {
        if case .damaged(let line, _) = self { line } else { nil }
    }

    /// Why it cannot be used.
    var message: String {
        switch self {
        case .future(let version):
            "its version is \(version), but this program reads \(RecordFile.version)"
        case .damaged(_, let message): message
        }
    }
}
