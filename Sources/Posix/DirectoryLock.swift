internal import Glibc

/// A folder that this process has for itself, among those that ask (flock(2)).
///
/// The lock is on the folder, so that no file for it lies about; it ends with its owner or with the
/// process, however that dies. It keeps nobody from reading or writing who does not ask for it.
package final class DirectoryLock: Sendable {
    private let folder: OwnedDescriptor
    private let path: String

    /// Takes the lock; never waits for it.
    ///
    /// - Throws: the error of open(2) or flock(2); `EWOULDBLOCK` where somebody else has it.
    package init(path: String) throws(SystemError) {
        let folder = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        _ = try checkErrno("lock", path) { flock(folder.number, LOCK_EX | LOCK_NB) }
        self.folder = folder
        self.path = path
    }

    /// Whether the path still leads to the folder that is locked: it may have been removed and
    /// made anew, and then the lock is worth nothing.
    package var isValid: Bool {
        var (locked, found) = (stat(), stat())
        return unsafe fstat(folder.number, &locked) == 0 && stat(path, &found) == 0
            && locked.st_dev == found.st_dev && locked.st_ino == found.st_ino
    }
}

extension SystemError {
    /// Whether a lock could not be had since somebody else has it.
    package var isLockedElsewhere: Bool { code == EWOULDBLOCK }
}
