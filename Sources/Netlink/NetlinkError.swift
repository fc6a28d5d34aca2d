internal import CNetlink
internal import Glibc

/// A netlink socket failed: an error of the asking, not an answer about the network.
package struct NetlinkError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What was tried, such as `open`.
    package let operation: String
    /// What it was tried on, such as `AF_NETLINK socket`.
    package let subject: String
    package let code: Code

    /// The number of the error, in the numbering of whoever reported it.
    package enum Code: Equatable, Sendable {
        /// errno(3).
        case errno(Int32)
        /// A positive `NLE_*` of libnl.
        case libnl(Int32)
    }

    package init(operation: String, subject: String, code: Code) {
        self.operation = operation
        self.subject = subject
        self.code = code
    }

    /// The error as a number of errno(3); `EIO` where only libnl numbers it.
    package var errno: Int32 {
        switch code {
        case .errno(let number): number
        case .libnl: EIO
        }
    }

    /// What was tried on what, and the error's text; for a socket that a sandbox forbids also the
    /// setting that allows it.
    package var description: String {
        let text =
            switch code {
            // Both return a static or thread-local string that is never NULL.
            case .errno(let number): unsafe String(cString: strerror(number))
            case .libnl(let number): unsafe String(cString: nl_geterror(number))
            }
        let hint =
            code == .errno(EAFNOSUPPORT) && operation == "open"
                && subject.hasSuffix("netlink socket")
            ? " (AF_NETLINK is needed: does RestrictAddressFamilies= leave it out?)" : ""
        return "cannot \(operation) \(subject): \(text)\(hint)"
    }
}

/// Passes a result on, unless it is -1 and `errno` says why.
///
/// - Throws: ``NetlinkError`` with the number of `errno`.
@discardableResult
func checkErrno(
    _ operation: String, _ subject: String, _ result: Int32
) throws(NetlinkError) -> Int32 {
    guard result == -1 else { return result }
    throw NetlinkError(operation: operation, subject: subject, code: .errno(errno))
}

/// Passes a result of libnl on, unless it is negative.
///
/// - Throws: ``NetlinkError`` with libnl's number.
@discardableResult
func checkNetlink(
    _ operation: String, _ subject: String, _ result: Int32
) throws(NetlinkError) -> Int32 {
    guard result < 0 else { return result }
    throw NetlinkError(operation: operation, subject: subject, code: .libnl(-result))
}
