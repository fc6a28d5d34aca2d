internal import Glibc

/// The system's users.
package enum UserDatabase {
    /// The name of a user; nil where there is none of that number, or the database does not
    /// answer. May take long where users are kept in a directory service. Source: getpwuid_r(3).
    package static func name(of userID: UInt32) -> String? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: bufferSize)
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let result = unsafe getpwuid_r(userID, &entry, start, buffer.count, &found)
            let name: UnsafeMutablePointer<CChar>? = unsafe entry.pw_name
            guard result == 0, unsafe found != nil, let name = unsafe name else { return nil }
            return unsafe String(cString: name)
        }
    }

    private static let bufferSize = 16 << 10
}
