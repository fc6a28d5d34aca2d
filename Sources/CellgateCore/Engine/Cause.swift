/// What led to an evaluation and all that it published; where several did, the first in this order
/// is told.
package enum Cause: String, Hashable, CaseIterable, Sendable {
    case start
    /// SIGUSR1: the return to the foreground.
    case refresh
    /// SIGHUP.
    case reload
    /// The files changed.
    case policy
    /// A message of the kernel, or the resolver's file.
    case network
    /// SIGUSR2.
    case request
    /// The interval for snapshots.
    case timer
}
