internal import Glibc

/// The error numbers by their symbols. Source: errno(3).
package enum ErrorNumber {
    /// All that this system has, such as `EPERM` with 1.
    ///
    /// The kernel keeps them below 134; `EHWPOISON` is the last.
    package static var all: [(symbol: String, number: Int32)] {
        (1...133).compactMap { (number: Int32) in
            POSIXErrorCode(rawValue: number).map { (String(describing: $0), number) }
        }
    }
}
