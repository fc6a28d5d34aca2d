package import CellgateBusInterface
internal import CellgateCore

/// What the daemon has counted, and how many there are now.
package enum StatisticsView {
    /// For people: the counters, then the apps.
    package static func lines(_ device: ManagerProperties, on screen: Screen) -> [String] {
        var sheet = PropertySheet()
        for (name, count, _, _) in counters(device) { sheet.add(name, String(count)) }
        sheet.add("apps", device.appCounts)
        return sheet.lines(on: screen)
    }

    /// In the text format of Prometheus, as its node exporter reads it from a file.
    ///
    /// Source: Prometheus, "Exposition formats", text-based format 0.0.4.
    package static func prometheus(_ device: ManagerProperties) -> [String] {
        var lines: [String] = []
        func describe(_ name: String, _ type: String, _ help: String) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
        }
        for (key, count, summary, isGauge) in counters(device) {
            let name = "cellgate_\(snakeCase(key))\(isGauge ? "" : "_total")"
            describe(name, isGauge ? "gauge" : "counter", summary)
            lines.append("\(name) \(count)")
        }
        describe("cellgate_apps", "gauge", "Apps by what they can reach now, and why not.")
        for (reason, count) in device.apps.sorted(by: { $0.key < $1.key }) {
            lines.append("cellgate_apps{reason=\"\(label(reason))\"} \(count)")
        }
        return lines
    }

    /// All counters: those that are known in their order, then what another version's daemon has.
    private static func counters(
        _ device: ManagerProperties
    ) -> [(name: String, count: UInt64, summary: String, isGauge: Bool)] {
        let known = Statistics.Counter.allCases
        let unknown = device.statistics.filter { Statistics.Counter(rawValue: $0.key) == nil }
        return known.compactMap { counter in
            device.statistics[counter.rawValue].map {
                (counter.rawValue, $0, counter.summary, counter.isGauge)
            }
        }
            + unknown.sorted { $0.key < $1.key }.map {
                ($0.key, $0.value, "Counted by cellgated.", false)
            }
    }

    /// `entriesLost` as `entries_lost`; what no name may have is left out.
    private static func snakeCase(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars where scalar.isASCII {
            if ("A"..."Z").contains(scalar) { result += "_" }
            if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                result += scalar.properties.lowercaseMapping
            }
        }
        return result
    }

    /// The value of a label, escaped as the format wants it and safe for a terminal.
    private static func label(_ text: String) -> String {
        var label = ""
        for scalar in ShownText.safe(text).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { label += "\\" }
            label.unicodeScalars.append(scalar)
        }
        return label
    }
}
