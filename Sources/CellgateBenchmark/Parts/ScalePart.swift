internal import Netlink
internal import Posix

/// Memory and CPU where there are many links and routes, each pair of counts with a daemon started
/// anew.
struct ScalePart {
    let stage: Stage
    let contenders: Contenders
    let extent: Extent

    /// What was measured of one pair; medians of the starts.
    private struct Cell {
        let links: Int
        let routes: Int
        let residentMebibytes: Double
        let anonymousMebibytes: Double
        /// Of the start, until nothing was left to do.
        let startMilliseconds: Double
        /// Of a change, down or up.
        let changeMicroseconds: Double
        /// Of `ip -j link`.
        let listingMilliseconds: Double
    }

    func run() throws -> Section {
        var section = Section("Scale")
        section.method = """
            Links are ifb links that are down, routes are single networks by another link than the \
            default. CPU of the start is all until nothing is left to do, that of a change is for \
            the default's link down or up, and beside it stands `ip -j link` into nothing. Medians \
            of \(Self.starts) starts.
            """
        var cells: [Cell] = []
        for links in extent.linkCounts {
            Progress.say("scale: makes \(DecimalText.whole(links)) links")
            // Beside lo, the link of the default and that of the routes.
            try stage.renewNetwork(idleLinks: max(0, links - 3))
            var routes: UInt32 = 0
            for next in extent.routeCounts {
                Progress.say(
                    "scale: \(DecimalText.whole(links)) links, \(DecimalText.whole(Int(next))) routes"
                )
                try stage.editor.changeRoutes(
                    routes..<next, by: stage.foreignLinkIndex, adding: true)
                routes = next
                cells.append(try measure(links: links, routes: Int(next)))
            }
        }
        report(cells, in: &section)
        return section
    }

    private static let starts = 3

    private func measure(links: Int, routes: Int) throws -> Cell {
        var resident: [Double] = []
        var anonymous: [Double] = []
        var starts: [Double] = []
        var changes: [Double] = []
        var listings: [Double] = []
        for _ in 0..<Self.starts {
            listings.append(
                try Command.run(["ip", "-j", "link"]).processorTime.inMilliseconds)
            let running = try RunningContender(contenders.cellgated, on: stage)
            let started = try running.settle()
            starts.append(started.processorTime.inMilliseconds)
            for isUp in [false, true, false, true, false, true] {
                _ = try running.awaitChange(up: isUp, within: .seconds(20))
            }
            let changed = try running.settle()
            changes.append((changed.processorTime - started.processorTime).inMicroseconds / 6)
            resident.append(Double(changed.residentKibibytes) / 1024)
            anonymous.append(Double(changed.anonymousKibibytes) / 1024)
        }
        func median(_ values: [Double]) -> Double { Sample(values)?.median ?? 0 }
        return Cell(
            links: links, routes: routes, residentMebibytes: median(resident),
            anonymousMebibytes: median(anonymous), startMilliseconds: median(starts),
            changeMicroseconds: median(changes), listingMilliseconds: median(listings))
    }

    private func report(_ cells: [Cell], in section: inout Section) {
        var table = Table([
            "links", "routes", "RSS MiB", "anonymous MiB", "start CPU ms", "ip -j link CPU ms",
            "start ÷ ip", "change CPU µs",
        ])
        for cell in cells {
            table.add([
                DecimalText.whole(cell.links), DecimalText.whole(cell.routes),
                DecimalText.brief(cell.residentMebibytes),
                DecimalText.brief(cell.anonymousMebibytes),
                DecimalText.brief(cell.startMilliseconds),
                DecimalText.brief(cell.listingMilliseconds),
                DecimalText.brief(cell.startMilliseconds / cell.listingMilliseconds) + "×",
                DecimalText.brief(cell.changeMicroseconds),
            ])
        }
        section.tables = [table]
        section.targets = targets(cells)
        section.plots = [
            .init(
                "memory-by-routes",
                GrowthPlot.svg(
                    title: "Memory by routes", size: "routes", cost: "RSS MiB",
                    curves: curves(cells, at: \.links, "links", by: \.routes, \.residentMebibytes))),
            .init(
                "memory-by-links",
                GrowthPlot.svg(
                    title: "Memory by links", size: "links", cost: "anonymous MiB",
                    curves: curves(
                        cells, at: \.routes, "routes", by: \.links, \.anonymousMebibytes))),
            .init(
                "start-by-links",
                GrowthPlot.svg(
                    title: "CPU of the start by links", size: "links", cost: "ms",
                    curves: curves(cells, at: \.routes, "routes", by: \.links, \.startMilliseconds)
                        + curves(
                            cells.filter { $0.routes == cells.first?.routes }, at: \.routes,
                            "routes, ip -j link", by: \.links, \.listingMilliseconds))),
            .init(
                "change-by-links",
                GrowthPlot.svg(
                    title: "CPU of a change by links", size: "links", cost: "µs",
                    curves: curves(
                        cells, at: \.routes, "routes", by: \.links, \.changeMicroseconds))),
        ]
    }

    private func targets(_ cells: [Cell]) -> [Target] {
        let least = extent.linkCounts.min()
        let ofLeast = cells.filter { $0.links == least }.map(\.residentMebibytes)
        // How far the memory at the same links lies apart, where that is furthest.
        let spreads = extent.linkCounts.compactMap { links -> Double? in
            guard let sample = Sample(cells.filter { $0.links == links }.map(\.residentMebibytes))
            else { return nil }
            return sample.greatest - sample.least
        }
        let greatest = cells.filter { $0.links == 10_000 }
        let quotients = greatest.map { $0.startMilliseconds / $0.listingMilliseconds }
        return [
            Target(
                "RSS at \(least ?? 0) links, the most", .atMost(12), unit: "MiB",
                measured: ofLeast.max()),
            Target(
                "RSS apart by routes alone, the most", .atMost(1), unit: "MiB",
                measured: spreads.max()),
            Target(
                "CPU of the start at 10,000 links against ip -j link", .atMost(1.5), unit: "×",
                measured: Sample(quotients)?.median),
        ]
    }

    /// A curve for each of the fixed counts.
    private func curves(
        _ cells: [Cell], at fixed: KeyPath<Cell, Int>, _ noun: String,
        by size: KeyPath<Cell, Int>, _ cost: KeyPath<Cell, Double>
    ) -> [GrowthCurve] {
        Set(cells.map { $0[keyPath: fixed] }).sorted().map { count in
            GrowthCurve(
                "\(DecimalText.whole(count)) \(noun)",
                cells.filter { $0[keyPath: fixed] == count }.map {
                    PowerLaw.Point(
                        size: Double($0[keyPath: size]), cost: $0[keyPath: cost])
                })
        }
    }
}
