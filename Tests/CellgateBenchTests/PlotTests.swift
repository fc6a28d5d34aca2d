import FoundationXML
import Foundation
import Testing

@testable import CellgateBenchmark

@Suite("A drawing")
struct PlotTests {
    @Test(
        "an axis goes from one power of ten to another, whatever is on it",
        arguments: [
            ([1.0, 1_000], 0...3), ([2, 30], 0...2), ([5], 0...1), ([10], 1...2), ([], 0...1),
            ([0.02, 0.5], -2...0), ([0, -3, 40], 1...2), ([.infinity, 7], 0...1),
        ] as [([Double], ClosedRange<Int>)])
    func decades(_ values: [Double], _ decades: ClosedRange<Int>) {
        #expect(LogarithmicAxis(values, from: 0, to: 1).decades == decades)
    }

    @Test(
        "an axis has equal distances for equal ratios, and ends at its ends",
        arguments: [
            (1.0, 100.0), (10, 150), (1_000, 250), (10_000, 300), (0, 100), (0.1, 100),
            (1e9, 300),
        ] as [(Double, Double)])
    func places(_ value: Double, _ place: Double) {
        let axis = LogarithmicAxis([1, 10_000], from: 100, to: 300)
        #expect(abs(axis.place(value) - place) < 1e-9)
    }

    @Test("curves of growth are well-formed, with a dot a point and the law in the legend")
    func growth() throws {
        let curves = [
            GrowthCurve(
                "1 & <2>", [.init(size: 10, cost: 5), .init(size: 1_000, cost: 500)]),
            GrowthCurve("one point", [.init(size: 10, cost: 7)]),
        ]
        let svg = GrowthPlot.svg(title: "T", size: "links", cost: "ms", curves: curves)
        let document = try Drawn(svg)
        #expect(document.texts.contains("1 & <2>: n^1.00"))
        #expect(document.texts.contains("one point"))
        #expect(document.texts.contains("1,000"))
        // And one a legend.
        #expect(document.count("circle") == 3 + 2)
        #expect(document.dashedLines == 1)
    }

    @Test("spreads have a row a sample, with its median told")
    func spreads() throws {
        let rows = [
            SpreadPlot.Row("C", try #require(Sample([10, 20, 30]))),
            SpreadPlot.Row("other", try #require(Sample([400, 500]))),
        ]
        let document = try Drawn(SpreadPlot.svg(title: "T", unit: "µs", rows: rows))
        #expect(document.texts.contains("20.0"))
        #expect(document.texts.contains("450"))
        #expect(document.count("circle") == 2 * 2)
    }

    @Test("without anything to show they are drawings still")
    func empty() throws {
        _ = try Drawn(GrowthPlot.svg(title: "T", size: "n", cost: "s", curves: []))
        _ = try Drawn(SpreadPlot.svg(title: "T", unit: "s", rows: []))
    }
}

/// What an XML parser finds in a drawing.
private final class Drawn: NSObject, XMLParserDelegate {
    private(set) var texts: [String] = []
    private(set) var dashedLines = 0
    private var counts: [String: Int] = [:]
    private var text = ""

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        try #require(parser.parse(), "it is no XML: \(svg)")
    }

    func count(_ element: String) -> Int { counts[element] ?? 0 }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        counts[element, default: 0] += 1
        if attributes["stroke-dasharray"] != nil { dashedLines += 1 }
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        text += characters
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        if element == "text" { texts.append(text) }
    }
}
