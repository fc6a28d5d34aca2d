import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

@Suite("The objects of apps")
struct AppObjectTests {
    @Test("each id has a valid path of its own, which gives the same bytes back")
    func anyID() {
        var generator = SeededGenerator()
        let awkward: [Unicode.Scalar] = [
            " ", "_", "-", ".", "/", "0", "9", "A", "z", "\"", "'", "\\", "\u{E9}", "e", "\u{301}",
            "\u{FFFD}", "\u{1F4F6}", "%", "a",
        ]
        var paths: Set<String> = []
        var ids: Set<AppID> = []
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let any = Unicode.Scalar(UInt32.random(in: 0x20...0x10_FFFF, using: &generator))
                let known = awkward.randomElement(using: &generator) ?? "x"
                text.append(Bool.random(using: &generator) ? known : any ?? known)
            }
            guard let app = AppID(fileName: Array("\(String(text)).conf".utf8)) else { continue }
            let path = AppObject.path(of: app)
            #expect(BusName.isObjectPath(path), "\(path)")
            #expect(AppObject.app(of: path) == app, "\(path)")
            paths.insert(path)
            ids.insert(app)
        }
        #expect(paths.count == ids.count)
        #expect(ids.count > 1_000)
    }

    @Test("a path has one spelling only, and what else looks like one is no app's")
    func otherPaths() {
        let prefix = ServiceName.appsPath + "/"
        #expect(AppObject.app(of: prefix + "_31a") == AppID("1a"))
        for element in ["", "1a", "_41", "_4", "_", "_zz", "_2E", "_0a", "a/b", "_2f_", "a_c3"] {
            #expect(AppObject.app(of: prefix + element) == nil, "\(element)")
        }
        for path in ["/", ServiceName.managerPath, ServiceName.appsPath] {
            #expect(AppObject.app(of: path) == nil, "\(path)")
        }
    }
}
