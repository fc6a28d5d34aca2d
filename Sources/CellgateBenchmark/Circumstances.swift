internal import CellgateCore
internal import Posix

/// On what a run measured.
enum Circumstances {
    /// A line each: the daemon, the processors, the kernel, how busy the machine was.
    static func lines(of daemon: String) -> [String] {
        [
            "cellgated \(version): `\(daemon)`",
            "processors: \(processors)",
            "kernel: \(line(of: "/proc/sys/kernel/osrelease"))",
            "load at the begin: \(line(of: "/proc/loadavg"))",
        ]
    }

    private static var processors: String {
        let lines = text(of: "/proc/cpuinfo").split(separator: "\n")
        let names = lines.filter { $0.hasPrefix("model name") }
        let count = lines.filter { $0.hasPrefix("processor") }.count
        let name = names.first?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
        return "\(count) × \(name ?? "unnamed")"
    }

    private static func line(of path: String) -> String {
        text(of: path).split(separator: "\n").first.map(String.init) ?? "unknown"
    }

    private static func text(of path: String) -> String {
        String(decoding: (try? TextFile.read(path: path)) ?? [], as: UTF8.self)
    }
}
