internal import Glibc

/// Lists folders.
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

    /// Gives the entry at `path` another name in the same file system, at once.
    ///
    /// - Throws: the error of rename(2).
    package static func rename(_ path: String, to name: String) throws(SystemError) {
        _ = try checkErrno("rename", path) { unsafe Glibc.rename(path, name) }
    }

    /// Whether there is a folder at `path`, links followed.
    package static func exists(path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is anything at `path`: a link to nowhere, too.
    package static func entryExists(path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
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
