internal import Glibc

/// Says whether somebody watches, and through how wide a window.
package enum Terminal {
    /// Whether the descriptor is a terminal. Source: isatty(3).
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// How many columns the terminal has; nil where the descriptor is none or does not know.
    ///
    /// Source: ioctl_tty(2), TIOCGWINSZ.
    package static func width(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
