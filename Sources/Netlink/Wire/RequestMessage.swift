internal import CNetlink
internal import CellgateCore

/// A request under construction, written by libnl.
///
/// It holds a few attributes of a few bytes each, so that a failure to put one is a programmer's
/// error, or memory has run out.
@safe struct RequestMessage: ~Copyable {
    private let message: OpaquePointer

    /// - Parameters:
    ///   - type: `nlmsg_type`, such as `RTM_GETLINK`.
    ///   - flags: `NLM_F_*`, to which `NLM_F_REQUEST` is added.
    ///   - header: The struct that the type asks for behind the netlink header.
    init<Header: BitwiseCopyable>(type: Int, flags: Int32 = 0, header: Header) {
        guard let allocated = unsafe nlmsg_alloc_size(256),
            unsafe nlmsg_put(allocated, 0, 0, Int32(type), 0, flags | NLM_F_REQUEST) != nil
        else { preconditionFailure("no memory for a request of type \(type)") }
        unsafe message = allocated
        let result = unsafe withUnsafeBytes(of: header) { bytes in
            unsafe nlmsg_append(
                allocated, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count,
                Int32(NLMSG_ALIGNTO))
        }
        precondition(result == 0, "no room for the header of a request of type \(type)")
    }

    deinit {
        unsafe nlmsg_free(message)
    }

    /// Appends an attribute with this value.
    func put(_ attribute: Int, _ value: UInt32) {
        let result = unsafe nla_put_u32(message, Int32(attribute), value)
        precondition(result == 0, "no room for attribute \(attribute)")
    }

    /// Appends an attribute with this address in network byte order.
    func put(_ attribute: Int, _ address: IPAddress) {
        let result =
            switch address {
            case .v4(let number):
                unsafe nla_put_u32(message, Int32(attribute), number.bigEndian)
            case .v6(let high, let low):
                unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
                    unsafe nla_put(
                        message, Int32(attribute), Int32(bytes.count), bytes.baseAddress)
                }
            }
        precondition(result == 0, "no room for attribute \(attribute)")
    }

    /// The finished message under this sequence number, padded to the boundary of the next.
    consuming func bytes(sequence: UInt32) -> [UInt8] {
        let header = unsafe nlmsg_hdr(message)
        guard let header = unsafe header else { preconditionFailure("a message without header") }
        unsafe header.pointee.nlmsg_seq = sequence
        let length = unsafe Int(header.pointee.nlmsg_len)
        // libnl keeps the message in one block whose start is the header.
        var copy = unsafe Array(UnsafeRawBufferPointer(start: header, count: length))
        copy.append(contentsOf: repeatElement(0, count: aligned(length) - length))
        return copy
    }
}

extension rtattr_type_t {
    /// The number as attributes carry it.
    var number: Int { Int(rawValue) }
}
