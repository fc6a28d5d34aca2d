import CellgateCore
import CellgatePolicyFile
import TestSupport
import Testing

@Suite("the configuration that is installed")
struct ShippedFileTests {
    @Test("as it is, and with every key put in force, it comes to the defaults without a word")
    func defaults() throws {
        let text = try ProjectFolder.text(of: "config/cellgate/cellgated.conf")
        let inForce = text.split(separator: "\n").map { line in
            line.hasPrefix("#") && line.contains("=") && !line.hasPrefix("# ")
                ? String(line.dropFirst()) : String(line)
        }.joined(separator: "\n")
        #expect(inForce != text)
        for text in [text, inForce] {
            #expect(
                readConfiguration(text)
                    == PolicyReading(
                        configuration: Configuration(), table: PolicyTable(), diagnostics: []))
        }
    }

    @Test("every key is in the file and in the manual")
    func complete() throws {
        let text = try ProjectFolder.text(of: "config/cellgate/cellgated.conf")
        let manual = try ProjectFolder.text(of: "config/man/cellgated.conf.5")
        for key in [
            "Cellular=", "Wifi=", "Wired=", "Other=", "Expensive=", "Constrained=", "ProbeAddress=",
            "Profile=", "ReloadOnChange=", "SnapshotInterval=", "SettingsCommand=",
        ] {
            #expect(text.contains("\n#\(key)"), "\(key) in the file")
            #expect(manual.contains(key), "\(key) in the manual")
        }
        for key in ["Name=", "Choice=", "Locked="] {
            #expect(manual.contains(".I \(key)\n"), "\(key) in the manual")
        }
    }
}
