/// What led to an evaluation and all that it published; where several did, the first in this order
/// is told.
package enum Cause: String, Hashable, CaseIterable, Sendable {
    case start
    /// SIGUSR1: the return to the foreground.
    case refresh
    /// SIGHUP.
    case reload
    /// Somebody chose for an app, or its record was cleared.
    case decision
    /// The files changed.
    case policy
    /// A message of the kernel, or the resolver's file.
    case network
    /// SIGUSR2, or a request of a program.
    case request
    /// The interval for snapshots.
    case timer
}
