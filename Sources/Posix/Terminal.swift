internal import Glibc

/// Says whether somebody watches.
package enum Terminal {
    /// Whether the descriptor is a terminal. Source: isatty(3).
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }
}
