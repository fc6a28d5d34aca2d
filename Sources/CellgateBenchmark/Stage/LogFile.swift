internal import Posix

/// A file that takes what a program writes on standard error; it is removed with its owner.
final class LogFile {
    let path: String

    init() throws(SystemError) {
        path = "\(WorkFolder.path)/log-\(UInt32.random(in: .min ... .max))"
        try Directory.make(path: WorkFolder.path)
        try OutputFile.write([], path: path)
    }

    deinit {
        Directory.removeFile(path)
    }

    /// The last line that is not blank; a remark that there is none.
    var lastLine: String {
        let bytes = (try? TextFile.read(path: path)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last.map(String.init) ?? "it said nothing"
    }
}
