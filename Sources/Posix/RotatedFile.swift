internal import Glibc

/// A file that grows at its end, and is set aside as `NAME.1` when a new one begins.
///
/// What is appended is there whole or not at all, but for what a power cut leaves. Nothing is brought
/// to the disk in haste.
package struct RotatedFile: ~Copyable, Sendable {
    private let path: String
    private var file: OwnedDescriptor
    /// How many bytes it has.
    package private(set) var size = 0

    /// Begins a file, of mode 0600; one that is there becomes `NAME.1`, in place of an older one.
    ///
    /// - Throws: the error of lstat(2), rename(2) or open(2); `EISDIR` or `EINVAL` where something
    ///   else than a file is there, which then stays, be it a link to a file.
    package init(path: String) throws(SystemError) {
        self.path = path
        try Self.setAside(path)
        file = try Self.create(path)
    }

    /// Begins a new file. Where that fails the old one goes on.
    ///
    /// - Throws: As ``init(path:)``.
    package mutating func rotate() throws(SystemError) {
        try Self.setAside(path)
        do throws(SystemError) {
            file = try Self.create(path)
        } catch {
            // Under its name again, where possible; it is written on in any case.
            _ = unsafe rename(Self.name(ofOld: path), path)
            throw error
        }
        size = 0
    }

    /// Appends all bytes, or none.
    ///
    /// - Throws: the error of write(2): `ENOSPC`, `EDQUOT`, `EIO`, `EFBIG`.
    package mutating func append(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            try StreamWriter(descriptor: file.number).write(bytes)
            size += bytes.count
        } catch {
            // Less always fits.
            _ = ftruncate(file.number, off_t(size))
            throw SystemError(operation: "write", subject: path, code: error.code)
        }
    }

    private static func setAside(_ path: String) throws(SystemError) {
        var status = stat()
        if unsafe lstat(path, &status) != 0 {
            if errno == ENOENT { return }
            throw SystemError(operation: "look at", subject: path, code: errno)
        }
        let kind = status.st_mode & S_IFMT
        // Whoever names a device as the file does not want it renamed.
        guard kind == S_IFREG else {
            throw SystemError(
                operation: "write as a file", subject: path,
                code: kind == S_IFDIR ? EISDIR : EINVAL)
        }
        _ = try checkErrno("rename", path) { unsafe rename(path, name(ofOld: path)) }
    }

    private static func create(_ path: String) throws(SystemError) -> OwnedDescriptor {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return OwnedDescriptor(
            adopting: try checkErrno("create", path) { unsafe open(path, flags, 0o600) })
    }

    private static func name(ofOld path: String) -> String { path + ".1" }
}
