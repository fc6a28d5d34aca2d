/// What led to an evaluation and all that it published.
package enum Cause: String, Hashable, CaseIterable, Sendable {
    case start
    /// SIGUSR1: the return to the foreground.
    case refresh
    /// SIGHUP.
    case reload
    /// The files changed.
    case policy
    /// SIGUSR2.
    case request
    /// The interval for snapshots, or a delayed publication.
    case timer
    /// A message of the kernel, or the resolver's file.
    case network
}
