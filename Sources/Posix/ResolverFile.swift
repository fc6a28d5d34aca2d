internal import Glibc

/// The resolver's file, `/etc/resolv.conf`, read as the C library reads it.
///
/// Source: resolv.conf(5) and `res_vinit_1` in glibc's `resolv/res_init.c`.
package enum ResolverFile {
    /// Whether the C library would find a server in the file.
    ///
    /// A line counts that begins, without white space before it, with `nameserver` and a space or
    /// tab, and whose next word is an address; a zone after an IPv6 address may be anything. Lines
    /// that do not count use up no place. Without any, the C library asks 127.0.0.1, which counts
    /// as none here.
    package static func hasNameserver(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            // The C library reads a line as a C string.
            let text = line.prefix { $0 != 0 }
            guard text.starts(with: keyword), let next = text.dropFirst(keyword.count).first,
                isBlank(next)
            else { return false }
            let address = text.dropFirst(keyword.count).drop(while: isBlank).prefix { !isBlank($0) }
            return isIPv4Address(address) || isIPv6Address(address)
        }
    }

    private static let keyword = Array("nameserver".utf8)

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Whether inet_aton(3) takes all of the word: `192.0.2.1`, but also `0xc0000201`.
    private static func isIPv4Address(_ word: ArraySlice<UInt8>) -> Bool {
        // The public function passes over white space at the end (a carriage return, say), the one
        // inside the C library does not.
        guard !word.isEmpty, word.allSatisfy({ $0 > UInt8(ascii: " ") }) else { return false }
        var address = in_addr()
        return unsafe inet_aton(String(decoding: word, as: UTF8.self), &address) == 1
    }

    /// Whether inet_pton(3) takes the part of the word before `%`.
    private static func isIPv6Address(_ word: ArraySlice<UInt8>) -> Bool {
        let text = word.prefix { $0 != UInt8(ascii: "%") }
        var address = in6_addr()
        return unsafe inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1
    }
}
