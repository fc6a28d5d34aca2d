import Cellgate
import Dispatch
import Testing

// Code as it is written for CTCellularData and NWPathMonitor, with only the imports and the names
// of the types changed: CTCellularData is CellularData, CTCellularDataRestrictedState is
// CellularDataRestrictedState, NWPathMonitor is PathMonitor, NWPath is Path, and NWInterface is
// Interface. That it compiles is most of the test.

@MainActor
private final class CellularDataCheck {
    private let cellularData = CellularData()
    private(set) var message = ""

    func startMonitoring(completion: @escaping @Sendable () -> Void = {}) {
        cellularData.cellularDataRestrictionDidUpdateNotifier = { [weak self] state in
            DispatchQueue.main.async {
                self?.update(state)
                completion()
            }
        }
        update(cellularData.restrictedState)
    }

    func stopMonitoring() {
        cellularData.cellularDataRestrictionDidUpdateNotifier = nil
    }

    private func update(_ state: CellularDataRestrictedState) {
        switch state {
        case .restrictedStateUnknown:
            message = "unknown"
        case .restricted:
            message = "restricted"
        case .notRestricted:
            message = "not restricted"
        @unknown default:
            message = "a later state"
        }
    }
}

private final class NetworkMonitor: Sendable {
    static let shared = NetworkMonitor()

    private let monitor: PathMonitor
    private let queue = DispatchQueue(label: "NetworkMonitor")

    private init() {
        monitor = PathMonitor()
    }

    var isConnected: Bool { monitor.currentPath.status == .satisfied }

    func startMonitoring() {
        monitor.pathUpdateHandler = { [weak self] path in
            guard let self else { return }
            _ = self.connectionType(of: path)
            if path.status == .unsatisfied {
                _ = self.explanation(of: path)
            }
        }
        monitor.start(queue: queue)
    }

    func stopMonitoring() {
        monitor.cancel()
    }

    func connectionType(of path: Path) -> String {
        if path.usesInterfaceType(.wifi) {
            return "wifi"
        } else if path.usesInterfaceType(.cellular) {
            return path.isExpensive || path.isConstrained ? "costly cellular" : "cellular"
        } else if path.usesInterfaceType(.wiredEthernet) {
            return "ethernet"
        }
        if let interface = path.availableInterfaces.first {
            switch interface.type {
            case .other, .loopback: return interface.name
            case .wifi, .cellular, .wiredEthernet: return "unused \(interface.index)"
            @unknown default: return "unknown"
            }
        }
        return "none"
    }

    func explanation(of path: Path) -> String {
        switch path.status {
        case .satisfied: return "online"
        case .requiresConnection: return "an attempt is needed"
        case .unsatisfied:
            switch path.unsatisfiedReason {
            case .notAvailable: return "no network"
            case .cellularDenied: return "mobile data is off for this app"
            case .wifiDenied: return "Wi-Fi is off for this app"
            case .localNetworkDenied: return "no local network"
            case .vpnInactive: return "the VPN is down"
            @unknown default: return "unknown"
            }
        @unknown default: return "unknown"
        }
    }
}

@Suite("Code for Apple's frameworks")
struct AppleShapeTests {
    @Test("for CTCellularData compiles, and begins as unknown")
    @MainActor
    func cellularData() {
        let check = CellularDataCheck()
        check.startMonitoring()
        #expect(check.message == "unknown")
        check.stopMonitoring()
    }

    @Test("for NWPathMonitor compiles, and begins as not connected")
    func pathMonitor() {
        let monitor = NetworkMonitor.shared
        monitor.startMonitoring()
        #expect(!monitor.isConnected)
        #expect(monitor.connectionType(of: PathMonitor().currentPath) == "none")
        #expect(monitor.explanation(of: PathMonitor().currentPath) == "no network")
        monitor.stopMonitoring()
    }

    @Test("for monitors of one type compiles")
    func requirements() {
        let cellular = PathMonitor(requiredInterfaceType: .cellular)
        cellular.start(queue: .main)
        #expect(cellular.queue != nil)
        cellular.cancel()
        let others = PathMonitor(prohibitedInterfaceTypes: [.wifi, .loopback])
        #expect(others.queue == nil)
        #expect(others.currentPath.gateways.isEmpty)
    }

    @Test("that loops over a monitor compiles, and ends when it is cancelled")
    func loop() async {
        let monitor = PathMonitor()
        let task = Task {
            for await path in monitor where path.status == .satisfied {
                return path.supportsIPv4 || path.supportsIPv6 || path.supportsDNS
            }
            return false
        }
        monitor.cancel()
        #expect(await task.value == false)
    }
}
