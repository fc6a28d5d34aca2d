internal import Posix

/// Tells on standard error what is being done, since it takes minutes.
enum Progress {
    static func say(_ text: String) {
        // A reader that is gone misses nothing of the result.
        try? StreamWriter(descriptor: 2).write(Array("cellgate-bench: \(text)\n".utf8))
    }
}
