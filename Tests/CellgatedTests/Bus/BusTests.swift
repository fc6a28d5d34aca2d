import TestSupport
import Testing

extension KernelTests {
    /// The daemon on a bus of the test's own.
    @Suite(
        "The daemon on D-Bus", .enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"),
        .timeLimit(.minutes(10)))
    enum BusTests {}
}
