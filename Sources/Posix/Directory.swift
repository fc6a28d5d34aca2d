internal import Glibc

/// Lists, makes and changes folders.
package enum Directory {
    /// The names in the folder at `path` in the order of their bytes (that of strcmp(3)), hidden
    /// ones included, `.` and `..` not.
    ///
    /// Empty where the folder is empty or does not exist. What is not UTF-8 in a name becomes
    /// U+FFFD, so that name does not open; the caller sees it and can report it.
    /// - Throws: the error of opendir(3) but for `ENOENT`, or of readdir(3).
    package static func names(path: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw SystemError(operation: "open", subject: path, code: errno)
        }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // readdir tells its end from an error by errno alone.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno == 0 { break }
                throw SystemError(operation: "read", subject: path, code: errno)
            }
            let name = unsafe name(of: entry)
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes the file at `path`; whether it was there and is gone.
    @discardableResult
    package static func removeFile(_ path: String) -> Bool {
        unsafe unlink(path) == 0
    }

    /// Gives the entry at `path` another name in the same file system, at once, in place of what
    /// has that name.
    ///
    /// - Throws: the error of rename(2).
    package static func rename(_ path: String, to name: String) throws(SystemError) {
        _ = try checkErrno("rename", path) { unsafe Glibc.rename(path, name) }
    }

    /// Gives the file at `path` another name in the same folder, which nothing must have yet.
    ///
    /// The name is taken by an empty file first: renameat2(2) can do it at once, but not on every
    /// file system, and link(2) not for files of other users.
    /// - Throws: the error of open(2) or rename(2); `EEXIST` where something has the name.
    package static func rename(_ path: String, toFree name: String) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = try checkErrno("create", name) { unsafe open(name, flags, 0o600) }
        _ = close(descriptor)
        do throws(SystemError) {
            try rename(path, to: name)
        } catch {
            _ = unsafe unlink(name)
            throw error
        }
    }

    /// Makes the folder at `path` with mode 0700, and those that lead to it, where they are
    /// missing; they are on the disk when it returns.
    ///
    /// - Throws: the error of mkdir(2), `ENOTDIR` where something else has the name; that of open(2)
    ///   or fsync(2) for the folder that a new one is in.
    package static func make(path: String) throws(SystemError) {
        if exists(path: path) { return }
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let parent = end == path.startIndex ? (path.utf8.first == 0x2F ? "/" : ".") : path[..<end]
        try make(path: String(parent))
        // The path may end in a slash, and another process may be at the same.
        guard unsafe mkdir(path, 0o700) == 0 else {
            let code = errno
            if exists(path: path) { return }
            throw SystemError(
                operation: "make folder", subject: path, code: code == EEXIST ? ENOTDIR : code)
        }
        let folder = try OwnedDescriptor(
            opening: String(parent), flags: O_RDONLY | O_DIRECTORY)
        _ = try checkErrno("sync", String(parent)) { fsync(folder.number) }
    }

    /// Whether there is a folder at `path`, links followed.
    package static func exists(path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is anything at `path`: a link to nowhere, too.
    ///
    /// - Throws: the error of lstat(2) but for `ENOENT`: what cannot be looked at may be there.
    package static func entryExists(path: String) throws(SystemError) -> Bool {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return true }
        if errno == ENOENT { return false }
        throw SystemError(operation: "look at", subject: path, code: errno)
    }

    /// The name in an entry, repaired where it is not UTF-8.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        // Read in place: an entry is only as long as its name, and copying a whole `dirent` would
        // read past its end.
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
            unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
        }
    }
}
