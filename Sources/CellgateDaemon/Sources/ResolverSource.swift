internal import Posix
internal import Systemd

/// Watches the resolver's file, wherever its links lead. Source: resolv.conf(5).
final class ResolverSource {
    private static let path = "/etc/resolv.conf"

    private let watches: FolderWatches

    /// - Parameter handler: Called when the file may have changed; it is to call
    ///   ``supportsDNS()``.
    init(_ loop: EventLoop, handler: @escaping () -> Void) {
        watches = FolderWatches(loop, handler: handler)
    }

    /// Whether the file names a server, read now; false where it cannot be read.
    ///
    /// The folders on the way to the file are watched from before it is read, as they are now: the
    /// file is replaced by renaming as often as it is written to, and a link may lead elsewhere.
    func supportsDNS() -> Bool {
        var wanted: [String: FolderWatches.Names] = [:]
        for path in SymbolicLink.chain(from: Self.path) {
            let (folder, name) = path.splitAtLastSlash
            wanted[folder] = (wanted[folder] ?? .some([])).with(name)
        }
        watches.watch(wanted)
        guard let bytes = try? TextFile.read(path: Self.path) else { return false }
        return ResolverFile.hasNameserver(bytes)
    }
}

extension String {
    /// The folder and the name in it of an absolute path.
    var splitAtLastSlash: (folder: String, name: String) {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", self) }
        let folder = self[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(self[utf8.index(after: slash)...]))
    }
}
