import Posix
import Systemd
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite struct FolderWatchesTests {
    @Test(
        "a file is seen to come however many of the folders above it are still to come",
        .timeLimit(.minutes(10)))
    func foldersToCome() throws {
        let directory = try TemporaryDirectory()
        let wanted = [directory.path(of: "run/systemd/resolve"): FolderWatches.Names.some(["file"])]
        let loop = try EventLoop()
        var steps = [
            { try directory.makeFolder("run") }, { try directory.makeFolder("run/systemd") },
            { try directory.makeFolder("run/systemd/resolve") },
            { try directory.write("x", to: "run/systemd/resolve/.new") },
            { try directory.rename("run/systemd/resolve/.new", to: "run/systemd/resolve/file") },
        ]
        var failure: (any Error)?
        var seen = 0
        func next() {
            do {
                // The name that does not count wakes nobody, so the step after it follows at once.
                let isSilent = steps.count == 2
                if !steps.isEmpty { try steps.removeFirst()() }
                if isSilent { try steps.removeFirst()() }
            } catch {
                failure = error
                loop.exit(code: 1)
            }
        }
        var watches: FolderWatches?
        watches = FolderWatches(loop) {
            seen += 1
            guard !steps.isEmpty else { return loop.exit(code: 0) }
            watches?.watch(wanted)
            next()
        }
        watches?.watch(wanted)
        next()
        #expect(try loop.run() == 0)
        #expect(failure == nil)
        #expect(seen == 4)
    }
}
