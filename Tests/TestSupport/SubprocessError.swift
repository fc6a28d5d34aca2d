/// A program that could not be started, or did not do in time what it was waited for.
package struct SubprocessError: Error, CustomStringConvertible {
    /// The program and its arguments.
    package let arguments: [String]
    /// What was wrong.
    package let message: String
    /// What it had written on standard output and no call had returned.
    package var output = ""
    /// What it had written on standard error and no call had returned.
    package var errorOutput = ""

    package var description: String {
        var text = "\(arguments.joined(separator: " ")): \(message)"
        if !output.isEmpty { text += "\n--- standard output\n\(output)" }
        if !errorOutput.isEmpty { text += "\n--- standard error\n\(errorOutput)" }
        return text
    }
}
