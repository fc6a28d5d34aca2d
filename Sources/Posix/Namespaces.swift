internal import Glibc

/// Leaving the namespaces that the process was started in. Source: namespaces(7).
package enum Namespaces {
    /// A kind of them.
    package enum Kind: Sendable {
        case mount
        case network
    }

    /// Gives the calling thread namespaces of its own; programs that it starts from now on have
    /// them, too. A network namespace is empty but for `lo`, which is down.
    ///
    /// - Throws: the error of unshare(2): `EPERM` without the right to.
    package static func leave(_ kinds: [Kind]) throws(SystemError) {
        // <sched.h> declares it, and its flags, for _GNU_SOURCE only, which Glibc's module is built
        // without.
        typealias Unshare = @convention(c) (Int32) -> Int32
        guard let symbol = unsafe dlsym(nil, "unshare") else {
            throw SystemError(operation: "find unshare(2)", code: ENOSYS)
        }
        let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
        let flags = kinds.reduce(Int32(0)) { $0 | $1.flag }
        _ = try checkErrno("unshare") { unshare(flags) }
    }

    /// Whether the process may do that, as the superuser may.
    package static var mayBeLeft: Bool { geteuid() == 0 }
}

extension Namespaces.Kind {
    /// `CLONE_NEWNS` and `CLONE_NEWNET` of <linux/sched.h>.
    fileprivate var flag: Int32 {
        switch self {
        case .mount: 0x0002_0000
        case .network: 0x4000_0000
        }
    }
}
