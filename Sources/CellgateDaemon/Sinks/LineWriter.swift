internal import Glibc
internal import Posix

/// Writes lines, each whole: one that broke off half-way, as on a full disk, is ended before the
/// next begins.
struct LineWriter {
    private let write: ([UInt8]) throws(SystemError) -> Void
    private var mayBeTorn = false

    /// - Parameter write: Writes all bytes, or throws when it has written some or none of them.
    init(write: @escaping ([UInt8]) throws(SystemError) -> Void) {
        self.write = write
    }

    /// Writes a line.
    ///
    /// - Parameter text: Without its newline.
    /// - Returns: Whether the reader lost nothing: also true where it is gone for good (`EPIPE`),
    ///   since nothing could be told to it any more.
    mutating func writeLine(_ text: String) -> Bool {
        do throws(SystemError) {
            try write(Array(((mayBeTorn ? "\n" : "") + text + "\n").utf8))
            mayBeTorn = false
            return true
        } catch {
            mayBeTorn = true
            return error.code == EPIPE
        }
    }
}
