internal import CellgateCore

/// `NetworkProbeURL=`: a URL of the schemes http and https.
///
/// Only the grammar is looked at; whether a host is behind it only its use can tell. Sources: RFC
/// 3986, RFC 9110 section 4.2.
enum WebAddress {
    private static let accepted =
        "a URL of the scheme http or https with a host, such as http://host.example/path, in at most "
        + "2048 bytes of ASCII, without a user and without a part behind #"
    private static let greatestLength = 2048

    /// Reads one.
    ///
    /// - Throws: where it is none, with what is wrong about it.
    static func read(_ value: Value) throws(BadValue) -> String {
        if let problem = problem(Array(value.bytes)) {
            throw BadValue(value.bytes, problem: problem, accepted: accepted)
        }
        return String(decoding: value.bytes, as: UTF8.self)
    }

    /// What is wrong; nil where nothing is.
    private static func problem(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= greatestLength else { return "is too long" }
        guard
            let scheme = ["http://", "https://"].first(where: {
                // The scheme is the same in either case.
                bytes.prefix($0.utf8.count).map(\.lowercased).elementsEqual($0.utf8)
            })
        else { return "is no address of the Web" }
        let rest = bytes[scheme.utf8.count...]
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        if let problem = problem(authority: rest[..<end]) { return problem }
        guard !rest[end...].contains(UInt8(ascii: "#")) else { return "has a part behind #" }
        guard isText(rest[end...], beside: ":@/?") else {
            return "holds what a URL has to write as %XX"
        }
        return nil
    }

    private static func problem(authority: ArraySlice<UInt8>) -> String? {
        // Whoever reads the setting would read the password.
        guard !authority.contains(UInt8(ascii: "@")) else { return "names a user" }
        var host = authority
        var port: ArraySlice<UInt8>?
        // The colons of an IPv6 address stand in brackets.
        let bracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        if let colon = authority[bracket...].firstIndex(of: UInt8(ascii: ":")) {
            host = authority[..<colon]
            port = authority[(colon + 1)...]
        }
        guard !host.isEmpty else { return "has no host" }
        if host.first == UInt8(ascii: "[") {
            let address = host.dropFirst().dropLast()
            guard host.last == UInt8(ascii: "]"), address.contains(UInt8(ascii: ":")),
                IPAddress(String(decoding: address, as: UTF8.self)) != nil
            else { return "has no IPv6 address in its brackets" }
        } else if !isText(host, beside: "") {
            return "has no host that could be one"
        }
        // A port that is empty is the scheme's own.
        guard let port, !port.isEmpty else { return nil }
        let isNumber = port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let number = UInt16(String(decoding: port, as: UTF8.self))
        return isNumber && (number ?? 0) > 0 ? nil : "has a port that is none from 1 to 65535"
    }

    /// Whether it holds only what RFC 3986 has stand for itself (unreserved, sub-delims), whole
    /// escapes, and these signs.
    private static func isText(_ bytes: ArraySlice<UInt8>, beside more: String) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count(where: \.isHexadecimal) == 2 else { return false }
                rest = rest.dropFirst(2)
            } else if !byte.isAlphanumeric, !"-._~!$&'()*+,;=".utf8.contains(byte),
                !more.utf8.contains(byte)
            {
                return false
            }
        }
        return true
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
    }

    fileprivate var isAlphanumeric: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    fileprivate var isHexadecimal: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lowercased)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
