internal import Posix

/// All that are compared.
struct Contenders {
    let programs: Programs

    /// The C program that only reads netlink and sends the datagram.
    var floor: Contender {
        relayed("C, netlink only", [.init(arguments: [programs.path(of: "floor"), Stage.link])])
    }

    /// The daemon.
    var cellgated: Contender {
        let path = "CELLGATE_EVENT=path-changed\n"
        return Contender(
            name: "cellgated", steps: [Self.daemon(programs.daemon)],
            downMarks: [path, "CELLGATE_PATH_STATUS=unsatisfied\n"],
            upMarks: [path, "CELLGATE_PATH_STATUS=satisfied\n"])
    }

    var monitor: Contender {
        relayed(
            "ip monitor, piped",
            [.init(arguments: [programs.path(of: "monitor-relay"), Stage.link])],
            absence: Command.path(of: "ip") == nil ? "ip (package iproute2)" : nil)
    }

    var pyroute2: Contender {
        let hasModule =
            (try? Command.run(["/usr/bin/python3", "-c", "import pyroute2"])) != nil
        return relayed(
            "pyroute2",
            [
                .init(arguments: [
                    "/usr/bin/python3", programs.source(of: "pyroute2-relay.py"), Stage.link,
                ])
            ],
            absence: hasModule ? nil : "pyroute2 (package python3-pyroute2)")
    }

    var networkManager: Contender {
        let program = Command.path(of: "NetworkManager")
        return onBus(
            "NetworkManager, D-Bus", "network-manager",
            [
                program ?? "NetworkManager", "--no-daemon",
                "--config=\(WorkFolder.path(of: "nm/nm.conf"))",
                "--config-dir=\(WorkFolder.path(of: "nm/empty"))",
                "--pid-file=\(WorkFolder.path(of: "nm.pid"))",
            ],
            absence: program == nil ? "NetworkManager (package network-manager)" : nil)
    }

    var networkd: Contender {
        let program = "/lib/systemd/systemd-networkd"
        return onBus(
            "networkd, D-Bus", "networkd", [program],
            absence: Execution.isProgram(program) ? nil : "systemd-networkd (package systemd)")
    }

    /// The floor, which the ratios are against, goes first.
    var all: [Contender] { [floor, cellgated, monitor, pyroute2, networkd, networkManager] }

    /// Writes what the services beside the daemon are configured by.
    static func configure() throws {
        try WorkFolder.write("[main]\nplugins=keyfile\nno-auto-default=*\n", to: "nm/nm.conf")
        try WorkFolder.write("", to: "nm/empty/keep")
        try OutputFile.write(
            Array(
                """
                [Match]
                Name=\(Stage.link)
                [Network]
                Address=10.66.0.2/24
                ConfigureWithoutCarrier=yes
                IgnoreCarrierLoss=yes

                """.utf8), path: "/run/systemd/network/10-bench.network")
        // Empty: no app, no setting.
        try WorkFolder.write("", to: "policy/cellgated.conf")
    }

    /// How the daemon is started.
    ///
    /// - Parameters:
    ///   - configuration: The folder of its files; nil for one without apps.
    ///   - bus: The address of its bus; nil where there is to be none.
    static func daemon(
        _ program: String, configuration: String? = nil, bus: String? = nil
    ) -> Contender.Step {
        Contender.Step(
            arguments: [
                program, "--config", configuration ?? WorkFolder.path(of: "policy"), "--state",
                WorkFolder.path(of: "state"), "--journal",
            ],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus ?? "unix:path=\(WorkFolder.path(of: "no-bus"))"
            ])
    }

    /// One that sends the entries of `readiness.h`.
    private func relayed(
        _ name: String, _ steps: [Contender.Step], absence: String? = nil
    ) -> Contender {
        Contender(
            name: name, steps: steps, downMarks: ["MESSAGE=path unsatisfied\n"],
            upMarks: ["MESSAGE=path satisfied\n"], absence: absence)
    }

    private func onBus(
        _ name: String, _ source: String, _ service: [String], absence: String?
    ) -> Contender {
        let relay = programs.path(of: "bus-relay")
        let missing =
            if Command.path(of: "dbus-daemon") == nil {
                "\(name) (package dbus)"
            } else if !Execution.isProgram(relay) {
                "\(name) (package libsystemd-dev)"
            } else {
                absence
            }
        let bus = Contender.Step(
            arguments: ["dbus-daemon", "--system", "--nofork", "--nopidfile", "--nosyslog"],
            socket: "/run/dbus/system_bus_socket")
        return relayed(
            name, [bus, .init(arguments: service), .init(arguments: [relay, source])],
            absence: missing)
    }
}
