internal import Posix

/// `check`: has the daemon's program check the configuration, so that both always agree.
enum ConfigurationCheck {
    /// Becomes `cellgated --check`, with its output and exit code.
    ///
    /// It is looked for beside this program and in its neighbour for system programs, then in
    /// `$PATH`, of which not everybody's has `sbin`.
    ///
    /// - Returns: Only where no such program can be run: why.
    static func run() -> SystemError {
        let folder = Execution.ownPath.map {
            String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)])
        }
        for candidate in folder.map({ [$0 + "/cellgated", $0 + "/../sbin/cellgated"] }) ?? [] {
            _ = Execution.replace(by: candidate, ["--check"])
        }
        return Execution.replace(by: "cellgated", ["--check"])
    }
}
