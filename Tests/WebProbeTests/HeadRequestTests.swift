import TestSupport
import Testing
import WebProbe

@Suite(
    "A HEAD request", .enabled(if: WebServer.isAvailable, "needs python3"), .timeLimit(.minutes(10))
)
struct HeadRequestTests {
    /// How long a request may take at most, with a margin for a machine that is busy (R25).
    private static let limit = Duration.milliseconds(3300)

    private static func answer(_ url: String, from interface: String? = nil) -> HeadAnswer {
        HeadRequest(url: url, interface: interface, timeout: .seconds(3)).perform()
    }

    @Test(
        "brings the status, and where a redirect leads, which is not followed (R24, R27)",
        arguments: [
            ("/ok", 204, nil), ("/page", 200, nil), ("/portal", 302, "/login?next=1"),
            ("/status/404", 404, nil), ("/status/511", 511, nil),
        ] as [(String, Int, String?)])
    func answered(_ path: String, _ status: Int, _ location: String?) throws {
        let server = try WebServer()
        let answer = Self.answer(server.url(path))
        #expect(
            answer.result == .answered(status: status, location: location.map { server.url($0) }))
        #expect(answer.cost <= Self.limit)
    }

    @Test("asks that no cache answers, and brings no cookie back (R26)")
    func stateless() throws {
        let server = try WebServer()
        for _ in 0..<2 { _ = Self.answer(server.url("/ok")) }
        for _ in 0..<2 {
            let request = try #require(try server.nextRequest("/ok"))
            #expect(request.contains("Cache-Control: no-cache"))
            #expect(request.contains("Pragma: no-cache"))
            #expect(!request.contains("Cookie"))
        }
    }

    @Test("is over after its time where the server does not answer (R25)")
    func hang() throws {
        let server = try WebServer()
        let answer = Self.answer(server.url("/hang"))
        #expect(answer.result == .timedOut)
        #expect(answer.cost <= Self.limit && answer.cost >= .milliseconds(2900))
    }

    @Test("tells a connection that breaks from one that is refused")
    func broken() throws {
        let server = try WebServer()
        let reset = Self.answer(server.url("/reset"))
        #expect(reset.reason == .lost && reset.cost <= Self.limit)
        // Port 1 is free wherever tests run.
        let refused = Self.answer("http://127.0.0.1:1/")
        #expect(refused.reason == .connection && refused.cost <= Self.limit)
    }

    @Test(
        "refuses what is no address of the Web",
        arguments: [
            "", "://", "file:///etc/passwd", "ftp://127.0.0.1/", "http://a b/", "http://a\0b/",
        ]
    )
    func address(url: String) {
        #expect(Self.answer(url).reason == .address)
    }

    @Test("says that a name has no address")
    func unknownName() {
        // Names under .invalid have none, whoever is asked. Source: RFC 6761, section 6.4.
        let answer = Self.answer("http://cellgate.invalid/")
        // A name server that does not answer takes all the time.
        #expect(answer.reason == .resolution || answer.result == .timedOut)
        #expect(answer.cost <= Self.limit)
    }

    @Test("leaves by no interface that is not there")
    func missingInterface() throws {
        let server = try WebServer()
        #expect(Self.answer(server.url("/ok"), from: "nolink0").reason == .interface)
        #expect(Self.answer(server.url("/ok"), from: "a\0b").reason == .address)
        #expect(
            Self.answer(server.url("/ok"), from: "lo").result
                == .answered(status: 204, location: nil))
    }
}

extension HeadAnswer {
    /// Why it failed; nil where it did not.
    fileprivate var reason: Reason? {
        if case .failed(let reason, _) = result { reason } else { nil }
    }
}
