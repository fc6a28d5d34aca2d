internal import Glibc

/// A thread that the system joins by itself when its work is done.
package enum DetachedThread {
    /// Runs `work` in a thread of its own in which every signal is blocked.
    ///
    /// - Throws: the error of pthread_create(3): `EAGAIN` where there may be no more threads.
    package static func start(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
        // Retained for the thread, which takes it over; given back where there will be none.
        let box = unsafe Unmanaged.passRetained(Work(run: work))
        let code = Signals.withAllBlocked {
            var thread = pthread_t()
            let code = unsafe pthread_create(&thread, nil, runWork, box.toOpaque())
            if code == 0 { pthread_detach(thread) }
            return code
        }
        guard code == 0 else {
            unsafe box.release()
            throw SystemError(operation: "pthread_create", code: code)
        }
    }

    fileprivate final class Work: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        unsafe Unmanaged<DetachedThread.Work>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
