import CellgateCore
import CellgateDaemon
import JSON

/// The store of the users' choices, and JSON as such.
func check(_ input: [UInt8]) {
    let contents = RecordFile.decode(input, path: "/records.json")
    law("the same bytes mean the same", RecordFile.decode(input, path: "/records.json") == contents)
    guard let document = try? JSONParser.parse(input) else {
        if case .damaged(let line?, let message) = contents {
            law("a fault has a line and a text", line >= 1 && !message.isEmpty)
        } else {
            law("what is no JSON is damaged", false)
        }
        return
    }
    guard case .records(let records, let diagnostics) = contents else { return }
    for diagnostic in diagnostics {
        law(
            "a diagnostic is one line",
            !diagnostic.description.unicodeScalars.contains(where: \.breaksLines),
            diagnostic.description)
    }
    guard case .object(let apps)? = document["apps"] else {
        return law("records are an object", false)
    }
    law(
        "each app has a record or is named as having none",
        records.apps.count + diagnostics.count { $0.app == nil } == apps.count)
    law(
        "an app without a valid choice is named",
        records.apps.count { $0.value.choice == nil }
            == diagnostics.count { $0.app != nil && $0.severity == .error })
    checkWriting(input, document, records)
}

/// The same document written, and written anew.
private func checkWriting(_ input: [UInt8], _ document: JSONValue, _ records: RecordTable) {
    let same = try? RecordFile.encode(records, changed: [], onto: input)
    law("what is written is read", same.map { try? JSONParser.parse($0) } == document)
    guard let anew = try? RecordFile.encode(records, changed: Set(records.apps.keys), onto: []),
        case .records(let read, _) = RecordFile.decode(anew, path: "/records.json")
    else {
        return law("records that were read can be written", false)
    }
    law("records written anew are the same", read == records)
}
