import TestSupport
import Testing

/// The daemon with the real kernel; each test has network namespaces of its own.
@Suite(
    "The daemon on a kernel's network",
    .enabled(if: NamedNetworkNamespace.isAvailable, "needs root"))
enum KernelTests {}
