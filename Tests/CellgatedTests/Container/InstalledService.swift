import TestSupport

/// The released program in containers with a systemd, journal and D-Bus.
enum InstalledService {
    /// The system that it is installed on.
    enum System: CaseIterable {
        /// This machine's own release, installed by `make install`.
        case debian12
        /// The next release, with systemd 257, installed by `make install DESTDIR=` and copying.
        case debian13

        /// Its name as `boot --suite` takes it; nil for this machine's own.
        var suite: String? {
            switch self {
            case .debian12: nil
            case .debian13: "trixie"
            }
        }
    }

    /// Runs a script of Tests/Container in a new container.
    ///
    /// - Parameters:
    ///   - script: the script's name, and arguments without spaces.
    ///   - installs: whether the script is given, as its last argument, a folder that
    ///     `make install DESTDIR=` has filled.
    /// - Throws: where nothing is released, or the script fails.
    static func run(
        _ script: String, installs: Bool, binds: [String] = [], on system: System = .debian12
    ) throws -> Transcript {
        try checkRelease()
        let tree = try TemporaryDirectory()
        if installs {
            try Subprocess.succeed(make(["install", "PREFIX=/usr", "DESTDIR=\(tree.path)"]))
        }
        let line = "\(ProjectFolder.path)/Tests/Container/\(script)"
        return try Transcript(
            try Container.run(
                installs ? "\(line) \(tree.path)" : line,
                binds: [ProjectFolder.path, tree.path] + binds, suite: system.suite))
    }

    /// The command that makes something without building: SwiftPM lets one build run at a time,
    /// and waits for the one that runs the tests.
    static func make(_ arguments: [String]) -> [String] {
        ["make", "-C", ProjectFolder.path, "SWIFT=true"] + arguments
    }

    /// - Throws: where the released programs are not those of these sources.
    private static func checkRelease() throws {
        let programs = [".build/release/cellgated", ".build/release/cellgatectl"]
        let result = try Subprocess.run(["make", "-q", "-C", ProjectFolder.path] + programs)
        guard result.ending == .exit(0) else {
            throw Transcript.Failure(description: "\(programs) are not up to date: make release")
        }
    }
}
