/// A message's bytes do not hold what its type promises.
package struct Undecodable: Error, Equatable, Sendable {
    package init() {}
}

extension Span where Element == UInt8 {
    /// The value of type `Value` that starts at `offset`, in the host's byte order.
    ///
    /// - Throws: ``Undecodable`` where the bytes end before it does.
    func load<Value: BitwiseCopyable>(
        _ type: Value.Type, at offset: Int = 0
    ) throws(Undecodable) -> Value {
        guard offset >= 0, count - offset >= MemoryLayout<Value>.size else { throw Undecodable() }
        // In bounds by the line above; every header struct and integer may hold any bits.
        return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }

    /// The bytes up to the first NUL, or all of them where there is none.
    func bytesBeforeNUL() -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        for index in indices {
            if self[index] == 0 { break }
            copy.append(self[index])
        }
        return copy
    }

    /// The text up to the first NUL; bytes that are not UTF-8 are replaced.
    func text() -> String {
        String(decoding: bytesBeforeNUL(), as: UTF8.self)
    }
}
