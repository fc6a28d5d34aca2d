import Posix
import Testing

/// The right answers are those of glibc 2.36.
@Suite struct ResolverFileTests {
    @Test(
        "a server counts where the C library takes it",
        arguments: [
            "nameserver 192.0.2.53\n",
            "nameserver fe80::1%wlan0\n",
            "nameserver 127.0.0.53\noptions edns0\n",
            "nameserver 192.0.2.53",
            "nameserver not\nnameserver bad\nnameserver worse\nnameserver 192.0.2.53\n",
            "nameserver\t \t192.0.2.53\t# home\n",
            "nameserver 192.0.2.53 garbage\n",
            "nameserver 0xc0000235\n",
            "nameserver 192.565\n",
            "nameserver ::1%no such zone\n",
            "nameserver 2001:db8::53 \n",
            "search example.org\n\nnameserver ::ffff:192.0.2.53\n",
            "nameserver 192.0.2.53\0garbage\n",
        ])
    func server(text: String) {
        #expect(ResolverFile.hasNameserver(Array(text.utf8)))
    }

    @Test(
        "what the C library passes over is no server",
        arguments: [
            "",
            "# nameserver 192.0.2.53\n; nameserver 192.0.2.54\n",
            "nameserver\nnameserver \n",
            "nameservers 192.0.2.53\nnameserver192.0.2.53\n",
            "nameserver not-an-address\n",
            "\tnameserver\t192.0.2.53\n",
            "nameserver 192.0.2.53\r\n",
            "nameserver 2001:db8::53\r\n",
            "nameserver 192.0.2.53\u{B}\n",
            "NAMESERVER 192.0.2.53\n",
            "nameserver [2001:db8::53]\n",
            "nameserver 192.0.2.53#53\n",
            "nameserver 192.0.2.53%wlan0\n",
            "nameserver %wlan0\n",
            "nameserver\0192.0.2.53\n",
            "nameserver \0192.0.2.53\n",
            "\0nameserver 192.0.2.53\n",
            "nameserver 192.0.2.256\n",
            "nameserver 192.0.2.\u{664}\n",
        ])
    func noServer(text: String) {
        #expect(!ResolverFile.hasNameserver(Array(text.utf8)))
    }

    @Test("bytes that are no text are no server and no harm")
    func bytes() {
        #expect(!ResolverFile.hasNameserver([0xFF, 0xFE, 0, 10]))
        #expect(!ResolverFile.hasNameserver(Array("nameserver ".utf8) + [0xFF, 10]))
    }
}
