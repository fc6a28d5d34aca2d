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
        try await withCheckedThrowingContinuation { continuation in
            let work = Work {
                continuation.resume(
                    with: Result {
                        try enter()
                        try shell("ip link set lo up")
                        return try body()
                    })
            }
            var thread = pthread_t()
            // The new thread takes over the reference.
            let reference = unsafe Unmanaged.passRetained(work)
            let result = unsafe pthread_create(&thread, nil, perform, reference.toOpaque())
            guard result == 0 else {
                unsafe reference.release()
                continuation.resume(throwing: Failure(description: "pthread_create: \(result)"))
                return
            }
            pthread_detach(thread)
        }
    }

    /// Puts the calling thread into a fresh network namespace.
    private static func enter() throws {
        // Glibc's module leaves out what <sched.h> declares for _GNU_SOURCE only.
        typealias Unshare = @convention(c) (Int32) -> Int32
        guard let symbol = unsafe dlsym(nil, "unshare") else {
            throw Failure(description: "no unshare(2)")
        }
        let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
        // CLONE_NEWNET of <linux/sched.h>.
        guard unshare(0x4000_0000) == 0 else {
            throw Failure(description: "unshare: errno \(errno)")
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

/// What a thread is to do, in a form that C can carry.
private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func perform(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument {
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    }
    return nil
}
