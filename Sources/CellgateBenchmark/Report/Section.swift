/// What one part of the benchmark found.
package struct Section: Equatable, Sendable {
    package let title: String
    /// How it was measured, in a sentence or two.
    package var method = ""
    package var tables: [Table] = []
    package var targets: [Target] = []
    /// What was left out and why, which is no failure: what is not installed, for one.
    package var omissions: [String] = []
    /// What could not be measured although it should have been.
    package var failures: [String] = []
    package var plots: [Plot] = []

    package init(_ title: String) {
        self.title = title
    }

    /// A drawing, and the name of its file without `.svg`.
    package struct Plot: Equatable, Sendable {
        package let name: String
        package let svg: String

        package init(_ name: String, _ svg: String) {
            self.name = name
            self.svg = svg
        }
    }
}
