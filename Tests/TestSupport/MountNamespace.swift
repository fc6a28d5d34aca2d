internal import Glibc

/// A mount namespace of a test's own, so that it may mount small, full and read-only file systems.
///
/// The tests that use it need root: `.enabled(if: MountNamespace.isAvailable, "needs root…")`.
package enum MountNamespace {
    /// Whether this process may make mount namespaces.
    package static let isAvailable = getuid() == 0

    /// Runs `body` on a thread of its own inside a fresh mount namespace, from which no mount comes
    /// out, and returns what it returns.
    ///
    /// What `body` opens, and programs that it starts with ``NetworkNamespace/shell(_:)``, see that
    /// namespace. Expectations belong behind the call.
    ///
    /// - Parameter setup: A script for sh(1) that mounts.
    package static func run<Value: Sendable>(
        _ setup: String, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        // CLONE_NEWNS of <linux/sched.h>.
        try await onThread(unsharing: 0x0002_0000) {
            try NetworkNamespace.shell("mount --make-rprivate /; \(setup)")
            return try body()
        }
    }

    /// Runs `body` with the rights to files that the user nobody has, which for the calling thread
    /// alone is possible (setfsuid(2)); for a thread of ``run(_:_:)``.
    package static func asNobody<Value>(_ body: () throws -> Value) throws -> Value {
        typealias SetUser = @convention(c) (UInt32) -> Int32
        guard let symbol = unsafe dlsym(nil, "setfsuid") else {
            throw NetworkNamespace.Failure(description: "no setfsuid(2)")
        }
        let setUser = unsafe unsafeBitCast(symbol, to: SetUser.self)
        _ = setUser(65534)
        defer { _ = setUser(0) }
        return try body()
    }
}
