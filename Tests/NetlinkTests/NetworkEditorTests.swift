import CellgateCore
import Glibc
import Netlink
import TestSupport
import Testing

@Suite(
    "The network editor",
    .enabled(if: NetworkNamespace.isAvailable, "needs root, for network namespaces"))
struct NetworkEditorTests {
    private static let link = """
        echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
        ip link add x type ifb
        ip address add 10.1.0.2/24 dev x
        """

    /// Whether a script of sh(1) succeeds.
    private static func holds(_ script: String) -> Bool {
        (try? NetworkNamespace.shell(script)) != nil
    }

    @Test("sets links up and down, and adds a default route by one")
    func links() async throws {
        let held = try await NetworkNamespace.run {
            try NetworkNamespace.shell(Self.link)
            guard let link = NetworkEditor.index(of: "x") else { return [false] }
            let editor = try NetworkEditor()
            try editor.setLink(link, up: true)
            try editor.addDefaultRoute(by: link)
            let up = Self.holds(
                "ip link show x up | grep -q x; ip route | grep -q '^default dev x'")
            try editor.setLink(link, up: false)
            return [
                up, Self.holds("! ip route | grep -q default"), NetworkEditor.index(of: "m") == nil,
            ]
        }
        #expect(held == [true, true, true])
    }

    @Test("adds and removes routes in portions, exactly those that are asked for")
    func routes() async throws {
        let held = try await NetworkNamespace.run {
            try NetworkNamespace.shell(Self.link + "\nip link set x up")
            guard let link = NetworkEditor.index(of: "x") else { return [false] }
            let editor = try NetworkEditor()
            try editor.changeRoutes(0..<1_500, by: link, adding: true)
            let all = Self.holds(
                "[ $(ip route | grep -c '^2[0-9]') = 1500 ]; ip route | grep -q '^20.5.219.0/24 dev x'"
            )
            var portions = 0
            try editor.changeRoutes(10..<1_500, by: link, adding: false, portion: 149) {
                portions += 1
            }
            let few = Self.holds("[ $(ip route | grep -c '^20.0.[0-9].0/24') = 10 ]")
            return [all, few, portions == 10]
        }
        #expect(held == [true, true, true])
    }

    @Test("tells what the kernel refuses: a default by a link that is down")
    func refused() async throws {
        let error = try await NetworkNamespace.run { () -> NetlinkError? in
            try NetworkNamespace.shell(Self.link)
            guard let link = NetworkEditor.index(of: "x") else { return nil }
            let editor = try NetworkEditor()
            do throws(NetlinkError) {
                try editor.addDefaultRoute(by: link)
                return nil
            } catch {
                return error
            }
        }
        #expect(
            error
                == NetlinkError(
                    operation: "have the kernel", subject: "add a default route",
                    code: .errno(ENETDOWN)))
    }
}
