// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same bar: Swift 6 mode, strict memory safety, no warning.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "cellgate",
    products: [
        .executable(name: "cellgated", targets: ["cellgated"]),
        .executable(name: "cellgatectl", targets: ["cellgatectl"]),
        .executable(name: "cellgate-agent", targets: ["cellgate-agent"]),
        .library(name: "Cellgate", targets: ["Cellgate"]),
    ],
    targets: [
        // The C libraries, as module maps with the shims for what Swift cannot import.
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CNetlink", pkgConfig: "libnl-route-3.0 libnl-genl-3.0",
            providers: [.apt(["libnl-route-3-dev", "libnl-genl-3-dev"])]),
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Pure: they import nothing but the standard library and each other.
        .target(name: "CellgateCore", swiftSettings: swiftSettings),
        .target(
            name: "CellgatePolicyFile", dependencies: ["CellgateCore"],
            swiftSettings: swiftSettings),

        // The engine in virtual time, above a model of the kernel.
        .target(
            name: "CellgateSimulation", dependencies: ["CellgateCore", "CellgatePolicyFile"],
            swiftSettings: swiftSettings),

        // Edges: the only targets that may say `unsafe`.
        .target(name: "Posix", swiftSettings: swiftSettings),
        .target(name: "JSON", dependencies: ["CJansson"], swiftSettings: swiftSettings),
        .target(
            name: "Systemd", dependencies: ["CSystemd", "Posix"], swiftSettings: swiftSettings),
        .target(
            name: "Netlink", dependencies: ["CNetlink", "CellgateCore"],
            swiftSettings: swiftSettings),
        .target(name: "WebProbe", dependencies: ["CCurl"], swiftSettings: swiftSettings),

        // What happened to the engine, as text: written, read and replayed.
        .target(
            name: "CellgateRecording", dependencies: ["CellgateCore", "JSON"],
            swiftSettings: swiftSettings),

        // What daemon and clients say to each other on D-Bus.
        .target(
            name: "CellgateBusInterface", dependencies: ["CellgateCore", "Systemd"],
            swiftSettings: swiftSettings),

        // The shell around the engine, and the program.
        .target(
            name: "CellgateDaemon",
            dependencies: [
                "CellgateBusInterface", "CellgateCore", "CellgatePolicyFile", "CellgateRecording",
                "CellgateSimulation", "JSON", "Netlink", "Posix", "Systemd",
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "cellgated", dependencies: ["CellgateDaemon"], swiftSettings: swiftSettings),

        // What programs import, and what people type.
        .target(
            name: "Cellgate",
            dependencies: [
                "CellgateBusInterface", "CellgateCore", "Posix", "Systemd", "WebProbe",
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "cellgate-example", dependencies: ["Cellgate"], swiftSettings: swiftSettings),
        .target(
            name: "CellgateControl",
            dependencies: [
                "CellgateBusInterface", "CellgateCore", "CellgatePolicyFile", "CellgateRecording",
                "JSON", "Posix", "Systemd",
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "cellgatectl", dependencies: ["CellgateControl"], swiftSettings: swiftSettings),

        // What shows prompts on a desktop.
        .target(
            name: "CellgateDesktopAgent",
            dependencies: ["CellgateBusInterface", "CellgateCore", "Posix", "Systemd"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "cellgate-agent", dependencies: ["CellgateDesktopAgent"],
            swiftSettings: swiftSettings),

        // What measures all of it, beside what could be used instead.
        .target(
            name: "CellgateBenchmark",
            dependencies: [
                "CellgateBusInterface", "CellgateCore", "CellgateRecording", "CellgateSimulation",
                "Netlink", "Posix", "Systemd",
            ],
            exclude: ["Programs"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "cellgate-bench", dependencies: ["CellgateBenchmark"],
            swiftSettings: swiftSettings),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["CellgateCore", "CellgateSimulation"],
            path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateCoreTests",
            dependencies: [
                "CellgateCore", "CellgateRecording", "CellgateSimulation", "TestSupport",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateSimulationTests",
            dependencies: ["CellgateCore", "CellgateSimulation", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgatePolicyFileTests", dependencies: ["CellgatePolicyFile", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "PosixTests", dependencies: ["Posix", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateRecordingTests",
            dependencies: ["CellgateCore", "CellgateRecording", "JSON", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SystemdTests", dependencies: ["CSystemd", "Systemd", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "NetlinkTests",
            dependencies: ["CellgateCore", "CellgateSimulation", "Netlink", "TestSupport"],
            resources: [.copy("Fixtures")], swiftSettings: swiftSettings),
        .testTarget(
            name: "WebProbeTests", dependencies: ["TestSupport", "WebProbe"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateBusInterfaceTests",
            dependencies: ["CellgateBusInterface", "CellgateCore", "Systemd", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateTests",
            dependencies: ["Cellgate", "CellgateBusInterface", "Systemd", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateControlTests",
            dependencies: [
                "CellgateControl", "CellgateBusInterface", "CellgateRecording",
                "CellgateSimulation", "TestSupport",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateBenchTests", dependencies: ["CellgateBenchmark", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgateDesktopAgentTests",
            dependencies: ["CellgateCore", "CellgateDesktopAgent", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CellgatedTests",
            dependencies: [
                "Cellgate", "CellgateBusInterface", "CellgateDaemon", "CellgateRecording",
                "CellgateSimulation", "Systemd", "TestSupport",
            ],
            swiftSettings: swiftSettings),
    ]
)
