internal import Glibc

/// What a file system can hold besides files of text.
extension TemporaryDirectory {
    /// Writes a file, a new one or the old one in place.
    package func write(_ bytes: [UInt8], to name: String) throws {
        guard let file = unsafe fopen(path(of: name), "we") else {
            throw CallFailure(operation: "fopen", code: errno)
        }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, count == bytes.count else {
            throw CallFailure(operation: "fwrite", code: errno)
        }
    }

    /// Puts one file in the place of another, as programs do that replace a file at once.
    package func rename(_ from: String, to name: String) throws {
        try require("rename", unsafe Glibc.rename(path(of: from), path(of: name)))
    }

    /// Gives a file or folder other permissions.
    package func setMode(_ mode: UInt32, of name: String) throws {
        try require("chmod", unsafe chmod(path(of: name), mode))
    }

    /// Makes a folder.
    package func makeFolder(_ name: String) throws {
        try require("mkdir", unsafe mkdir(path(of: name), 0o700))
    }

    /// Makes a symbolic link.
    package func makeLink(_ name: String, to destination: String) throws {
        try require("symlink", unsafe symlink(destination, path(of: name)))
    }

    /// Makes a named pipe.
    package func makeFIFO(_ name: String) throws {
        try require("mkfifo", unsafe mkfifo(path(of: name), 0o600))
    }

    /// Makes an empty file whose name is any bytes.
    package func makeFile(nameBytes: [UInt8]) throws {
        let path = Array(path(of: "").utf8) + nameBytes
        let descriptor = unsafe creat(path.map(CChar.init(bitPattern:)) + [0], 0o600)
        try require("creat", descriptor)
        close(descriptor)
    }

    private func require(_ operation: String, _ result: Int32) throws {
        guard result >= 0 else { throw CallFailure(operation: operation, code: errno) }
    }
}

/// A system call of a test that failed, with its errno.
package struct CallFailure: Error {
    package let operation: String
    package let code: Int32
}
