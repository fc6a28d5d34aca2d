internal import Glibc

/// Follows symbolic links. Source: symlink(7).
package enum SymbolicLink {
    /// The paths on the way from an absolute path to the file that it leads to, each absolute and
    /// without links in its folder where that exists: `path` itself first, and after each link
    /// what it names. A link in a circle or to nowhere ends the way.
    package static func chain(from path: String) -> [String] {
        var chain = [path]
        while chain.count <= greatestDepth, let last = chain.last, let target = target(of: last) {
            let next = target.utf8.first == slash ? target : folder(of: last) + "/" + target
            let folder = folder(of: next)
            let name = next[next.utf8.index(after: lastSlash(of: next))...]
            chain.append((resolved(folder) ?? folder) + "/" + name)
        }
        return chain
    }

    /// Whether the last name of a path is a link.
    package static func isLink(_ path: String) -> Bool { target(of: path) != nil }

    /// How many links the kernel follows (path_resolution(7)).
    private static let greatestDepth = 40

    /// What a link names; nil where `path` is no link.
    private static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The path without links; nil where it leads nowhere.
    private static func resolved(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe realpath(path, &bytes) != nil else { return nil }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func folder(of path: String) -> String {
        let end = lastSlash(of: path)
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// In an absolute path, which has one; sought as a byte, since what follows may combine with it.
    private static func lastSlash(of path: String) -> String.Index {
        path.utf8.lastIndex(of: slash) ?? path.startIndex
    }

    private static let slash = UInt8(ascii: "/")
}
