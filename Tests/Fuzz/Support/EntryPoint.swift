/// What libFuzzer calls with each input; every target has a `check(_:)` of its own.
///
/// Source: llvm.org/docs/LibFuzzer.html, "Fuzz Target".
@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // A copy of just this size, so that the address sanitizer sees a step beyond its end.
    check(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the process where a law does not hold, which libFuzzer takes for a crash and keeps the
/// input.
func law(
    _ claim: String, _ holds: Bool, _ details: @autoclosure () -> String = "", line: UInt = #line
) {
    if !holds { fatalError("the law does not hold: \(claim) \(details())", line: line) }
}
