internal import Glibc

/// A network namespace of a test's own, so that it may change links and routes as it likes.
///
/// The tests that use it need root: `.enabled(if: NetworkNamespace.isAvailable, "needs root…")`.
package enum NetworkNamespace {
    /// What failed, in words.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Whether this process may make network namespaces.
    package static let isAvailable = getuid() == 0

    /// Runs `body` on a thread of its own inside a fresh network namespace, where the loopback link
    /// is up, and returns what it returns.
    ///
    /// Sockets that `body` opens and programs that it starts with ``shell(_:)`` belong to that
    /// namespace, which vanishes with the last of them. Expectations belong behind the call, since
    /// the testing library cannot tell on a foreign thread which test they are of.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        // CLONE_NEWNET of <linux/sched.h>.
        try await onThread(unsharing: 0x4000_0000) {
            try shell("ip link set lo up")
            return try body()
        }
    }

    /// The same in a fresh mount namespace, too, from which no mount comes out.
    ///
    /// - Parameter setup: A script for sh(1) that mounts.
    package static func run<Value: Sendable>(
        mounting setup: String, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        // And CLONE_NEWNS.
        try await onThread(unsharing: 0x4002_0000) {
            try shell("mount --make-rprivate /; ip link set lo up; \(setup)")
            return try body()
        }
    }

    /// Runs a script with sh(1) in the calling thread's network namespace, up to its first failing
    /// command.
    ///
    /// - Throws: ``Failure`` where the script fails.
    package static func shell(_ script: String) throws {
        let arguments = ["sh", "-ec", script]
        var pointers = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        unsafe pointers.append(nil)
        var child = pid_t()
        let result = unsafe posix_spawn(&child, "/bin/sh", nil, nil, pointers, environ)
        guard result == 0 else { throw Failure(description: "posix_spawn: \(result)") }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) == -1 {
            guard errno == EINTR else { throw Failure(description: "waitpid: errno \(errno)") }
        }
        guard status == 0 else { throw Failure(description: "status \(status) of: \(script)") }
    }
}
