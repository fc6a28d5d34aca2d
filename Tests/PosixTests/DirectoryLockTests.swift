import Glibc
import Posix
import TestSupport
import Testing

@Suite struct DirectoryLockTests {
    @Test("a folder has one lock at a time, and it ends with its owner")
    func exclusive() throws {
        let folder = try TemporaryDirectory()
        do {
            let lock = try DirectoryLock(path: folder.path)
            let error = #expect(throws: SystemError.self) {
                try DirectoryLock(path: folder.path)
            }
            #expect(error?.isLockedElsewhere == true)
            #expect(error?.subject == folder.path)
            #expect(lock.isValid)
        }
        #expect(throws: Never.self) { try DirectoryLock(path: folder.path) }
    }

    @Test("the lock of a folder that was removed, or made anew, is worth nothing")
    func removed() throws {
        let folder = try TemporaryDirectory()
        try folder.makeFolder("a")
        let lock = try DirectoryLock(path: folder.path(of: "a"))
        try folder.remove("a")
        #expect(!lock.isValid)
        try folder.makeFolder("b")
        try folder.makeFolder("a")
        #expect(!lock.isValid)
        #expect(throws: Never.self) { try DirectoryLock(path: folder.path(of: "a")) }
    }

    @Test("a folder that is missing cannot be locked, and that is not another's lock")
    func missing() throws {
        let folder = try TemporaryDirectory()
        let error = #expect(throws: SystemError.self) {
            try DirectoryLock(path: folder.path(of: "none"))
        }
        #expect(error?.code == ENOENT)
        #expect(error?.isLockedElsewhere == false)
    }
}
