internal import CellgateCore
internal import Posix

/// The codes of failed requests by name.
enum FailureName {
    /// Reads a number, the symbol of an errno, or a name of `NSURLErrorDomain` with or without its
    /// beginning.
    ///
    /// - Throws: ``UsageError`` where it is none of these.
    static func code(_ text: String) throws(UsageError) -> FailureCode {
        if let number = Int32(text) { return FailureCode(number) }
        let known = ErrorNumber.all.map { ($0.symbol, $0.number) } + named
        let found = known.first { name, _ in
            name == text || (name.hasPrefix(prefix) && name.dropFirst(prefix.count) == text)
        }
        guard let found else {
            throw UsageError(
                "\(JSONText.quote(text)) is no code of a failure: a number, ENETDOWN, "
                    + "NSURLErrorNotConnectedToInternet and the like"
                    + Suggestion.text(for: text, among: known.map(\.0)))
        }
        return FailureCode(found.1)
    }

    private static let prefix = "NSURLError"

    /// Source: Apple's Foundation documentation, `NSURLErrorDomain`.
    private static let named: [(String, Int32)] = [
        ("Unknown", -1), ("Cancelled", -999), ("BadURL", -1000), ("TimedOut", -1001),
        ("UnsupportedURL", -1002), ("CannotFindHost", -1003), ("CannotConnectToHost", -1004),
        ("NetworkConnectionLost", -1005), ("DNSLookupFailed", -1006),
        ("HTTPTooManyRedirects", -1007), ("ResourceUnavailable", -1008),
        ("NotConnectedToInternet", -1009), ("RedirectToNonExistentLocation", -1010),
        ("BadServerResponse", -1011), ("UserCancelledAuthentication", -1012),
        ("UserAuthenticationRequired", -1013), ("ZeroByteResource", -1014),
        ("CannotDecodeRawData", -1015), ("CannotDecodeContentData", -1016),
        ("CannotParseResponse", -1017), ("InternationalRoamingOff", -1018),
        ("CallIsActive", -1019), ("DataNotAllowed", -1020), ("RequestBodyStreamExhausted", -1021),
        ("SecureConnectionFailed", -1200), ("CannotLoadFromNetwork", -2000),
    ].map { (prefix + $0.0, $0.1) }
}

/// "Did you mean …?"
enum Suggestion {
    /// The end of a message; empty where no word is near.
    static func text(for word: String, among words: [String]) -> String {
        Spelling.nearest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
    }
}
