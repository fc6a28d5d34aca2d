internal import Glibc

/// A throw-away container with a real systemd, journald and D-Bus, as `Tests/Container/boot`
/// makes it: each run boots its own and leaves nothing.
package enum Container {
    /// Whether one can be booted here; tests that need it are enabled by this.
    package static let isAvailable: Bool = {
        guard geteuid() == 0 else { return false }
        return (try? run("exit 0"))?.ending == .exit(0)
    }()

    /// Runs a shell script as root in a new container.
    ///
    /// What the script writes to files is gone afterwards, but for what is bound.
    ///
    /// - Parameters:
    ///   - script: for `bash -eu -o pipefail`.
    ///   - binds: files and folders to show inside at the same place, writable. A file system of
    ///     its own that is mounted here, such as a tmpfs, is not in the container unless bound.
    ///   - suite: the Debian release, such as `trixie`, or nil for this machine's own tree.
    /// - Throws: `SubprocessError` where it did not end within the limit.
    package static func run(
        _ script: String, binds: [String] = [], suite: String? = nil,
        within limit: Duration = .seconds(300)
    ) throws(SubprocessError) -> Subprocess.Result {
        var arguments = ["\(ProjectFolder.path)/Tests/Container/boot"]
        for bind in binds { arguments += ["--bind", bind] }
        if let suite { arguments += ["--suite", suite] }
        arguments += ["--", "bash", "-eu", "-o", "pipefail", "-c", script]
        return try Subprocess.run(arguments, within: limit)
    }
}
