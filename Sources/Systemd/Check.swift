internal import Posix

/// The result of a libsystemd call, which returns a negative error number when it fails.
///
/// - Throws: the error with the operation and the subject.
@discardableResult
func check(
    _ operation: String, _ subject: String = "", _ result: Int32
) throws(SystemError) -> Int32 {
    guard result >= 0 else {
        throw SystemError(operation: operation, subject: subject, code: -result)
    }
    return result
}
