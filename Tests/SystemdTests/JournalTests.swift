import CSystemd
import Glibc
import Posix
import Testing

@testable import Systemd

@Suite struct JournalTests {
    @Test("fields are laid out as NAME=value, whatever bytes the values have")
    func fields() throws {
        let values: [[UInt8]] = [[], [0], Array("a\nb=c".utf8), [0xFF, 0xC0]]
        var entry = try JournalEntry(values.map { ("CELLGATE_X1", $0) })
        var seen: [[UInt8]] = []
        unsafe entry.withVectors { vectors, count in
            for index in 0..<Int(count) {
                let vector = unsafe vectors[index]
                let bytes = unsafe Array(
                    UnsafeRawBufferPointer(start: vector.iov_base, count: vector.iov_len))
                seen.append(bytes)
            }
        }
        #expect(seen == values.map { Array("CELLGATE_X1=".utf8) + $0 })
    }

    @Test(
        "a name that journald would drop is an error",
        arguments: [
            "", "_PID", "1ST", "message", "CELLGATE-APP", "A B", "A=B", "\u{C4}",
            String(repeating: "A", count: 65),
        ])
    func badName(name: String) {
        #expect(
            throws: SystemError(
                operation: "send to the journal", subject: "field \(name)", code: EINVAL)
        ) {
            try Journal.send([("MESSAGE", []), (name, [])])
        }
    }

    @Test("the longest name, digits and underscores are taken")
    func goodNames() throws {
        let names = ["A", "A_1", String(repeating: "A", count: 64)]
        let entry = try JournalEntry(names.map { ($0, []) })
        #expect(entry.fields.map(\.count) == [2, 4, 65])
    }

    @Test("an entry without fields is an error")
    func noFields() {
        #expect(
            throws: SystemError(
                operation: "send to the journal", subject: "no field", code: EINVAL)
        ) {
            try Journal.send([])
        }
    }
}
