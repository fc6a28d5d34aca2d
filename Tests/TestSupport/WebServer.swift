/// A Web server of a test's own, on the loopback link of the calling thread's network namespace or
/// on all its links. It ends with its owner.
///
/// It answers by the path: `/ok` with 204 and `/page` with 200, `/portal` with a redirect, `/status/N`
/// with N, and `/report` with a redirect to `report:HITS-MOST`: how many requests beside those for
/// reports there were, and how many at most at a time. `/slow` takes
/// a while. `/hang` and `/reset` it never answers, nor `/unplug/LINK`, which takes the link away.
package final class WebServer {
    /// The number of its port.
    package let port: Int
    private let process: Subprocess

    /// Whether it can run here.
    package static let isAvailable: Bool =
        (try? Subprocess.run(["python3", "-c", "import http.server"]))?.ending == .exit(0)

    /// - Parameters:
    ///   - command: A command that runs another one, such as in a network namespace; empty for none.
    ///   - address: Where it listens.
    /// - Throws: `SubprocessError` where Python is missing.
    package init(
        by command: [String] = [], at address: String = "127.0.0.1"
    ) throws(SubprocessError) {
        let arguments = command + ["python3", "-u", "-c", Self.program, address]
        process = try Subprocess(arguments)
        let line = try process.nextLine() ?? ""
        guard let port = Int(line) else {
            throw SubprocessError(
                arguments: arguments, message: "no port", output: line, errorOutput: "")
        }
        self.port = port
    }

    /// The URL of a path, by the loopback address.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Returns once a request for a path has come in; false where the server ends before.
    package func awaitRequest(_ path: String) throws(SubprocessError) -> Bool {
        try process.nextLine { $0.hasPrefix("HEAD \(path) ") } != nil
    }

    /// The next request for a path, with its headers on the same line; nil where the server ends.
    package func nextRequest(_ path: String) throws(SubprocessError) -> String? {
        try process.nextLine { $0.hasPrefix("HEAD \(path) ") }
    }

    private static let program = """
        import http.server, socket, struct, subprocess, sys, threading
        lock = threading.Lock()
        now = most = hits = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_HEAD(self):
                global now, most, hits
                if self.path == '/report':
                    return self.answer(302, 'report:%d-%d' % (hits, most))
                with lock:
                    now += 1
                    hits += 1
                    most = max(most, now)
                headers = '; '.join('%s: %s' % field for field in self.headers.items())
                print('HEAD', self.path, headers, flush=True)
                try:
                    self.handle_path()
                finally:
                    with lock:
                        now -= 1

            def handle_path(self):
                if self.path == '/hang':
                    # Until the client is gone.
                    self.connection.recv(1)
                elif self.path.startswith('/unplug/'):
                    subprocess.run(['ip', 'link', 'del', self.path[8:]])
                    self.connection.recv(1)
                elif self.path == '/slow':
                    threading.Event().wait(0.3)
                    self.answer(204)
                elif self.path == '/reset':
                    self.connection.setsockopt(
                        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
                    self.connection.close()
                elif self.path == '/portal':
                    self.answer(302, '/login?next=1')
                elif self.path.startswith('/status/'):
                    self.answer(int(self.path[8:]))
                else:
                    self.answer(200 if self.path == '/page' else 204)

            def answer(self, status, location=None):
                self.send_response(status)
                self.send_header('Set-Cookie', 'id=1')
                if location:
                    self.send_header('Location', location)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        http.server.ThreadingHTTPServer.daemon_threads = True
        server = http.server.ThreadingHTTPServer((sys.argv[1], 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """
}
