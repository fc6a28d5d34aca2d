import CellgateCore
import Posix

@testable import CellgatePolicyFile

/// The first byte chooses a kind of value; the others are its text.
func check(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let bytes = Array(input.dropFirst())
    switch choice % 6 {
    case 0: checkTimeSpan(bytes)
    case 1: checkAddress(bytes)
    case 2: checkPattern(bytes)
    case 3: checkUnitName(bytes)
    case 4: checkResolver(bytes)
    default: checkFileName(bytes)
    }
}

private func checkTimeSpan(_ text: [UInt8]) {
    let span = try? TimeSpan.parse(text)
    law(
        "white space around a span means nothing", span == (try? TimeSpan.parse(" \t" + text + " "))
    )
    guard case .finite(let length)? = span else { return }
    law("a span is not negative", length >= .zero)
    law("a span is no longer than can be counted", length <= .microseconds(Int64.max))
    let more = try? TimeSpan.parse(text + " 1us")
    if length < .microseconds(Int64.max) {
        law("a span may go on", more == .finite(length + .microseconds(1)), "\(length)")
    } else {
        law("what is too long is refused", more == nil)
    }
}

private func checkAddress(_ bytes: [UInt8]) {
    guard let address = IPAddress(String(decoding: bytes, as: UTF8.self)) else {
        return checkAddress(ofBytes: bytes)
    }
    let text = address.description
    law("an address reads as it is written", IPAddress(text) == address, text)
    law("no writing is longer than the longest", text.utf8.count <= 45)
    checkAddress(ofBytes: bytes)
}

/// Sixteen bytes are an address by themselves.
private func checkAddress(ofBytes bytes: [UInt8]) {
    guard bytes.count >= 16 else { return }
    func number(_ part: ArraySlice<UInt8>) -> UInt64 {
        part.reduce(0) { $0 << 8 | UInt64($1) }
    }
    let address = IPAddress.v6(high: number(bytes[..<8]), low: number(bytes[8..<16]))
    law("any address reads as it is written", IPAddress(address.description) == address)
}

private func checkPattern(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let name = InterfaceName(bytes: Array(parts.last ?? []))
    let pattern = NamePattern(bytes: Array(parts.first ?? []))
    let fits = pattern.matches(name)
    law(
        "a star in front lets more pass",
        !fits || NamePattern(bytes: [0x2A] + pattern.bytes).matches(name))
    law("a star alone lets all pass", NamePattern("*").matches(name))
    let quoted = name.bytes.flatMap { [UInt8(ascii: "\\"), $0] }
    law("a name with every byte quoted fits itself", NamePattern(bytes: quoted).matches(name))
    law(
        "a name with every byte quoted fits no other",
        !NamePattern(bytes: quoted).matches(InterfaceName(bytes: name.bytes + [0x61])))
}

private func checkUnitName(_ bytes: [UInt8]) {
    let unit = UnitName(String(decoding: bytes, as: UTF8.self))
    guard let app = unit.appID else { return }
    law("an id is 1 to 255 bytes long", (1...255).contains(app.rawValue.utf8.count))
    law("an id is one line", !app.rawValue.unicodeScalars.contains(where: \.breaksLines))
    law(
        "an id is a file's name",
        AppID(fileName: Array(app.rawValue.utf8) + Array(".conf".utf8)) == app)
    var table = PolicyTable()
    table.apps[app] = AppPolicy(standing: .invalid)
    let process = ProcessIdentity(unit: unit, cgroup: "/", userID: 0, userName: nil)
    law("a process belongs to the app of its unit", table.app(of: process) == app)
}

private func checkResolver(_ bytes: [UInt8]) {
    let isNamed = ResolverFile.hasNameserver(bytes)
    law("the same bytes mean the same", ResolverFile.hasNameserver(bytes) == isNamed)
    let whole = bytes + Array("\nnameserver 192.0.2.1".utf8)
    law("a server in a line of its own is found", ResolverFile.hasNameserver(whole))
    law(
        "what stands before in lines of its own takes nothing away",
        !isNamed || ResolverFile.hasNameserver(Array("# x\n".utf8) + bytes))
}

private func checkFileName(_ name: [UInt8]) {
    let shown = name.shown()
    law("what is shown is one line", !shown.unicodeScalars.contains(where: \.breaksLines), shown)
    law("what is shown is short", shown.utf8.count <= 64 * 4 * 3 + 3)
    guard let app = AppID(fileName: name) else { return }
    law("an id is its file's name", Array(app.rawValue.utf8) + Array(".conf".utf8) == name)
}

extension String {
    fileprivate static func + (text: String, bytes: [UInt8]) -> [UInt8] { Array(text.utf8) + bytes }
}

extension [UInt8] {
    fileprivate static func + (bytes: [UInt8], text: String) -> [UInt8] { bytes + Array(text.utf8) }
}
