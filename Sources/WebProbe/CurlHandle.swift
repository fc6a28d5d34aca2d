internal import CCurl

/// An easy handle of libcurl's and its one owner.
@safe struct CurlHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer

    /// Nil where libcurl has no memory. libcurl initializes itself with the first, in Debian's
    /// builds safely from any thread (curl_global_init(3), `CURL_VERSION_THREADSAFE`).
    init?() {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    /// Sets options to numbers, up to the first that libcurl refuses.
    func set(_ options: [(CURLoption, Int)]) -> CURLcode {
        for (option, value) in options {
            let code = unsafe ccurl_set_number(handle, option, value)
            guard code == CURLE_OK else { return code }
        }
        return CURLE_OK
    }

    /// Sets options to texts, up to the first that libcurl refuses.
    func set(_ options: [(CURLoption, String)]) -> CURLcode {
        for (option, value) in options {
            let code = unsafe ccurl_set_string(handle, option, value)
            guard code == CURLE_OK else { return code }
        }
        return CURLE_OK
    }

    /// Makes the transfer, with these headers beside libcurl's own.
    func perform(headers: [String]) -> CURLcode {
        var list: UnsafeMutablePointer<curl_slist>?
        defer { unsafe curl_slist_free_all(list) }
        for header in headers {
            guard let longer = unsafe curl_slist_append(list, header) else {
                return CURLE_OUT_OF_MEMORY
            }
            unsafe list = unsafe longer
        }
        let code = unsafe ccurl_set_list(handle, CURLOPT_HTTPHEADER, list)
        guard code == CURLE_OK else { return code }
        let result = unsafe curl_easy_perform(handle)
        // The list ends here, and the handle not yet.
        _ = unsafe ccurl_set_list(handle, CURLOPT_HTTPHEADER, nil)
        return result
    }

    /// A number that the transfer brought; 0 where it brought none.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        _ = unsafe ccurl_get_number(handle, info, &value)
        return value
    }

    /// A text that the transfer brought; nil where it brought none.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe ccurl_get_string(handle, info, &value) == CURLE_OK,
            let text = unsafe value
        else { return nil }
        return unsafe String(cString: text)
    }
}
