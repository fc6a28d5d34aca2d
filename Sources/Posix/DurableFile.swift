internal import Glibc

/// Replaces small files so that neither a power cut nor a killed process can lose or tear them.
///
/// The new contents are written beside the old, brought to the disk, and only then given the
/// file's name (rename(2), which is atomic): whoever opens the file finds the old contents or the
/// new. Then the folder is brought to the disk, and the new ones stay.
package enum DurableFile {
    /// Puts `bytes` in the place of the file `name` of `directory`, which is made where it is
    /// missing. The file's mode is 0600.
    ///
    /// One caller at a time, since the temporary name is always the same (`.NAME.new`): so what a
    /// crash leaves behind is removed by the next call. A link in the file's place is replaced, not
    /// followed.
    ///
    /// - Parameter beforeReplacing: called when the new contents are on the disk, right before they
    ///   take the place of the old; an error ends the call with the old ones in place.
    /// - Throws: the error of the call that failed, with the path: `ENOSPC`, `EDQUOT`, `EROFS`,
    ///   `EACCES`, `EIO`. Then the old contents are in place and no temporary file is, unless it
    ///   was the last step that failed (`sync` on the folder): then the new ones are, but a power
    ///   cut may still bring the old ones back. Also what `beforeReplacing` throws.
    package static func write(
        _ bytes: [UInt8], directory: String, name: String,
        beforeReplacing: () throws(SystemError) -> Void = {}
    ) throws(SystemError) {
        try Directory.make(path: directory)
        let folder = try OwnedDescriptor(opening: directory, flags: O_RDONLY | O_DIRECTORY)
        let temporary = ".\(name).new"
        let path = "\(directory)/\(temporary)"
        let file = try create(temporary, in: folder.number, path)
        do throws(SystemError) {
            try fill(file, path, bytes)
            try beforeReplacing()
            _ = try checkErrno("rename", "\(directory)/\(name)") {
                unsafe renameat(folder.number, temporary, folder.number, name)
            }
        } catch {
            // Nothing is to be done where even that fails: the next call tries again.
            _ = unsafe unlinkat(folder.number, temporary, 0)
            throw error
        }
        try sync(folder.number, directory)
    }

    /// Makes a new file, in the place of what a crash left of an earlier call: of a link, too, but
    /// not of what it names. The descriptor is the caller's to close.
    private static func create(
        _ name: String, in folder: Int32, _ path: String
    ) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let create = { () throws(SystemError) in
            try checkErrno("create", path) { unsafe openat(folder, name, flags, 0o600) }
        }
        do throws(SystemError) {
            return try create()
        } catch  where error.code == EEXIST {
            _ = try checkErrno("remove", path) { unsafe unlinkat(folder, name, 0) }
            return try create()
        }
    }

    /// Writes these bytes to a file and closes it; they are on the disk when it returns.
    private static func fill(
        _ descriptor: Int32, _ path: String, _ bytes: [UInt8]
    ) throws(SystemError) {
        do throws(SystemError) {
            try writeAll(bytes, to: descriptor, path)
            try sync(descriptor, path)
        } catch {
            _ = close(descriptor)
            throw error
        }
        // A network file system may tell of a full disk here only. On EINTR the descriptor is
        // closed, and what was written is on the disk already.
        guard close(descriptor) == 0 || errno == EINTR else {
            throw SystemError(operation: "close", subject: path, code: errno)
        }
    }

    private static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, _ path: String
    ) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try checkErrno("write", path) {
                unsafe bytes[written...].withUnsafeBytes { rest in
                    unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Brings a file, or the names in a folder, to the disk (fsync(2)).
    private static func sync(_ descriptor: Int32, _ path: String) throws(SystemError) {
        _ = try checkErrno("sync", path) { fsync(descriptor) }
    }
}
