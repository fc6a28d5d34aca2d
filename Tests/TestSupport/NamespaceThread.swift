internal import Glibc

/// Runs `body` on a thread of its own that has left namespaces of the process for fresh ones
/// (unshare(2)), and returns what it returns.
///
/// - Parameter flags: `CLONE_NEW…` of <linux/sched.h>.
/// - Throws: ``NetworkNamespace/Failure`` where the system refuses; what `body` throws.
func onThread<Value: Sendable>(
    unsharing flags: Int32, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let work = Work {
            continuation.resume(
                with: Result {
                    try unshareNamespaces(flags)
                    return try body()
                })
        }
        var thread = pthread_t()
        // The new thread takes over the reference.
        let reference = unsafe Unmanaged.passRetained(work)
        let result = unsafe pthread_create(&thread, nil, perform, reference.toOpaque())
        guard result == 0 else {
            unsafe reference.release()
            continuation.resume(
                throwing: NetworkNamespace.Failure(description: "pthread_create: \(result)"))
            return
        }
        pthread_detach(thread)
    }
}

private func unshareNamespaces(_ flags: Int32) throws {
    // Glibc's module leaves out what <sched.h> declares for _GNU_SOURCE only.
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let symbol = unsafe dlsym(nil, "unshare") else {
        throw NetworkNamespace.Failure(description: "no unshare(2)")
    }
    let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
    guard unshare(flags) == 0 else {
        throw NetworkNamespace.Failure(description: "unshare: errno \(errno)")
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
