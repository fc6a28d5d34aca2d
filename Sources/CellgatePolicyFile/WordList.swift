extension Value {
    /// The words of a list: separated by white space, where quotes ("…" or '…') hold a word
    /// together, with the C-style escapes of systemd.syntax(7) inside quotes and out.
    ///
    /// Words are bytes, for `\xNN` can make any but NUL. An empty value has no words.
    ///
    /// - Throws: where a quote is not closed or stands within a word, or an escape is unknown.
    ///   `accepted` is passed on.
    func words(accepted: String) throws(BadValue) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var rest = bytes.drop(while: \.isWhiteSpace)
        while let first = rest.first {
            let start = rest
            var quote: UInt8?
            if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
                quote = first
                rest = rest.dropFirst()
            }
            var word: [UInt8] = []
            var isClosed = quote == nil
            while let byte = rest.first, isClosed == (quote == nil) {
                if byte == quote {
                    isClosed = true
                    rest = rest.dropFirst()
                    guard rest.first?.isWhiteSpace ?? true else {
                        throw BadValue(
                            start, problem: "goes on behind a closing quote", accepted: accepted)
                    }
                    break
                } else if byte == UInt8(ascii: "\\") {
                    guard let (bytes, length) = Self.escape(rest) else {
                        throw BadValue(
                            rest.prefix { !$0.isWhiteSpace },
                            problem: "is no known escape (\\\\ makes a backslash)",
                            accepted: accepted)
                    }
                    word += bytes
                    rest = rest.dropFirst(length)
                } else if quote == nil, byte.isWhiteSpace {
                    break
                } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    throw BadValue(
                        start, problem: "has a quote within a word; quote the whole word",
                        accepted: accepted)
                } else {
                    word.append(byte)
                    rest = rest.dropFirst()
                }
            }
            guard isClosed else {
                throw BadValue(start, problem: "has no closing quote", accepted: accepted)
            }
            words.append(word)
            rest = rest.drop(while: \.isWhiteSpace)
        }
        return words
    }

    /// What the escape at the beginning of `text` stands for, and its length; nil where there is no
    /// such escape or it stands for NUL.
    private static func escape(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        let code = text.dropFirst()
        guard let letter = code.first else { return nil }
        switch letter {
        case UInt8(ascii: "a"): return ([0x07], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "v"): return ([0x0B], 2)
        case UInt8(ascii: "s"): return ([0x20], 2)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return ([letter], 2)
        case UInt8(ascii: "x"): return number(code.dropFirst(), digits: 2, radix: 16).byte(4)
        case UInt8(ascii: "0")...UInt8(ascii: "3"): return number(code, digits: 3, radix: 8).byte(4)
        case UInt8(ascii: "u"): return number(code.dropFirst(), digits: 4, radix: 16).scalar(6)
        case UInt8(ascii: "U"): return number(code.dropFirst(), digits: 8, radix: 16).scalar(10)
        default: return nil
        }
    }

    /// The number that exactly so many digits at the beginning make; nil where one is none.
    private static func number(_ text: ArraySlice<UInt8>, digits: Int, radix: Int) -> UInt32? {
        let part = text.prefix(digits)
        guard part.count == digits, part.first != UInt8(ascii: "+"),
            part.first != UInt8(ascii: "-")
        else { return nil }
        return UInt32(String(decoding: part, as: UTF8.self), radix: radix)
    }
}

extension UInt32? {
    /// As one byte that is not NUL, by an escape of this length.
    fileprivate func byte(_ length: Int) -> (bytes: [UInt8], length: Int)? {
        guard let self, let byte = UInt8(exactly: self), byte != 0 else { return nil }
        return ([byte], length)
    }

    /// As the UTF-8 of a scalar that is not NUL, by an escape of this length.
    fileprivate func scalar(_ length: Int) -> (bytes: [UInt8], length: Int)? {
        guard let self, self != 0, let scalar = Unicode.Scalar(self) else { return nil }
        return (Array(String(scalar).utf8), length)
    }
}
