internal import Glibc
internal import Synchronization

/// Both ends of a pipe, closed with it. No child inherits them.
struct Pipe: ~Copyable {
    private let readingEnd: CInt
    /// The end to write to.
    let writingEnd: CInt

    /// Makes one; nil, with `errno`, where the system refuses.
    init?() {
        var ends: [CInt] = [-1, -1]
        let made = descriptorLock.withLock { _ in
            guard unsafe pipe(&ends) == 0 else { return false }
            return ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard made else { return nil }
        readingEnd = ends[0]
        writingEnd = ends[1]
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Hands over the end to read from, which the taker closes; the other is closed here.
    consuming func takeReadingEnd() -> CInt {
        takeEnds(closingWritingEnd: true).reading
    }

    /// Hands over both ends, which the taker closes.
    consuming func takeBothEnds() -> (reading: CInt, writing: CInt) {
        takeEnds(closingWritingEnd: false)
    }

    private consuming func takeEnds(closingWritingEnd: Bool) -> (reading: CInt, writing: CInt) {
        let ends = (reading: readingEnd, writing: writingEnd)
        discard self
        if closingWritingEnd { close(ends.writing) }
        return ends
    }
}

/// Held while a descriptor is open that is not yet close-on-exec, and while a process is started:
/// else a child that another thread starts would inherit the writing end of a pipe, and that pipe
/// would not end with the child it is for. (pipe2(2) is not imported.)
let descriptorLock = Mutex(())
