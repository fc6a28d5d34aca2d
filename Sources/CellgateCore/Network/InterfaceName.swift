/// A link's name as the kernel holds it: any bytes but NUL, `/`, `:` and white space.
///
/// It need not be UTF-8 (`IFNAMSIZ` bounds it to 15 bytes, `ALTIFNAMSIZ` an alternative name to
/// 127), so it is kept as bytes and shown escaped. Source: netdevice(7); `dev_valid_name` in the
/// kernel.
package struct InterfaceName: Hashable, Sendable, CustomStringConvertible {
    /// The bytes, without the terminating NUL.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The name whose bytes are the UTF-8 of `text`.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The name in printable ASCII: other bytes, space, `:` and `\` stand as `\xNN`.
    ///
    /// Two names that differ have descriptions that differ.
    package var description: String { EscapedBytes.text(of: bytes) }
}
