internal import CCurl

/// One HTTP HEAD request, which keeps no state: no cookies, no cache, no connection that is used
/// again, no redirect that is followed, and no proxy, whatever the environment says.
package struct HeadRequest: Sendable {
    /// Of the scheme http or https.
    package let url: String
    /// The name of the interface that it is to leave by; nil for the kernel's choice.
    ///
    /// libcurl binds the socket to the interface, or where that is not permitted to the
    /// interface's address: then the routing decides. Source: CURLOPT_INTERFACE(3).
    package let interface: String?
    /// How long it takes at most in all, name resolution included.
    package let timeout: Duration

    package init(url: String, interface: String? = nil, timeout: Duration) {
        self.url = url
        self.interface = interface
        self.timeout = timeout
    }

    /// Makes the request, which blocks the calling thread until it is done or its time is over.
    package func perform() -> HeadAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let result = answer()
        return HeadAnswer(result: result, cost: start.duration(to: clock.now))
    }

    private func answer() -> HeadAnswer.Result {
        // C would end the text there.
        guard !url.utf8.contains(0), interface?.utf8.contains(0) != true else {
            return .failed(.address, text: "a NUL byte in the URL or interface")
        }
        guard let handle = CurlHandle() else {
            return .failed(.other, text: "curl_easy_init failed")
        }
        let code = send(on: handle)
        guard code == CURLE_OK else { return .init(failure: code) }
        return .answered(
            status: handle.number(CURLINFO_RESPONSE_CODE),
            location: handle.text(CURLINFO_REDIRECT_URL))
    }

    private func send(on handle: borrowing CurlHandle) -> CURLcode {
        let (seconds, attoseconds) = timeout.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        var code = handle.set([
            (CURLOPT_NOBODY, 1),
            // 0 would stand for no limit.
            (CURLOPT_TIMEOUT_MS, Int(clamping: max(milliseconds, 1))),
            // No signals of the resolver's: the program may have other threads.
            (CURLOPT_NOSIGNAL, 1),
            // Not to wait for a resolver's thread whose answer is not wanted any more.
            (CURLOPT_QUICK_EXIT, 1), (CURLOPT_DNS_CACHE_TIMEOUT, 0),
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1),
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
        ])
        if code == CURLE_OK {
            code = handle.set([
                (CURLOPT_URL, url), (CURLOPT_PROTOCOLS_STR, "http,https"),
                // Empty turns http_proxy and its like off, too.
                (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, "Cellgate"),
            ])
        }
        if let interface, code == CURLE_OK {
            // `if!`: never taken for a host's name.
            code = handle.set([(CURLOPT_INTERFACE, "if!" + interface)])
        }
        guard code == CURLE_OK else { return code }
        return handle.perform(headers: ["Cache-Control: no-cache", "Pragma: no-cache"])
    }
}

/// What came of a request.
package struct HeadAnswer: Equatable, Sendable {
    package let result: Result
    /// How long it took.
    package let cost: Duration

    package enum Result: Equatable, Sendable {
        /// A server has answered with an HTTP status; and with where to look instead, as an
        /// absolute URL, where it says so.
        case answered(status: Int, location: String?)
        /// The time was over.
        case timedOut
        /// No answer, for this reason, and in libcurl's words.
        case failed(Reason, text: String)
    }

    /// Why there was no answer.
    package enum Reason: Equatable, Sendable {
        /// The URL is none, or of another scheme.
        case address
        /// The host's name has no address, or no name server answered.
        case resolution
        /// No connection: refused, or without a route.
        case connection
        /// The connection broke, or brought no answer.
        case lost
        /// The interface is not there, or has no address.
        case interface
        /// The server could not prove who it is.
        case security
        case other
    }
}

extension HeadAnswer.Result {
    /// Source: libcurl-errors(3).
    fileprivate init(failure code: CURLcode) {
        let reason: HeadAnswer.Reason =
            switch code {
            case CURLE_OPERATION_TIMEDOUT: .other
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .address
            case CURLE_COULDNT_RESOLVE_HOST: .resolution
            case CURLE_COULDNT_CONNECT: .connection
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: .lost
            case CURLE_INTERFACE_FAILED: .interface
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
                .security
            default: .other
            }
        let text = unsafe String(cString: curl_easy_strerror(code))
        self = code == CURLE_OPERATION_TIMEDOUT ? .timedOut : .failed(reason, text: text)
    }
}
