import Cellgate
import Dispatch
import Glibc

// Tells what this process may do and whether it can reach the network, and then each change, until
// Ctrl-C. With --once it tells that, and ends.

/// Says a line at once, also into a pipe.
@Sendable func say(_ line: String) {
    print(line)
    fflush(nil)
}

let cellular = CellularData()
let monitor = PathMonitor()
let permission = NetworkPermission()

// No answer yet is told from a refusal: the daemon may not be there.
if CommandLine.arguments.contains("--once") {
    for await state in permission.connectionStates where state != .connecting {
        if let error = state.error {
            say(error.description)
            exit(1)
        }
        break
    }
    say("mobile data: \(cellular.restrictedState), choice: \(cellular.choice.rawValue)")
    say("path: \(monitor.currentPath.debugDescription)")
    say("network: \(permission.availability)")
    exit(0)
}

// Each handler is called with the present value first, then once for each change.
cellular.cellularDataRestrictionDidUpdateNotifier = { state in
    switch state {
    case .restrictedStateUnknown: say("mobile data: nobody has decided yet")
    case .restricted: say("mobile data: off for this app")
    case .notRestricted: say("mobile data: on for this app")
    }
}

monitor.pathUpdateHandler = { path in
    say("path: \(path.debugDescription)")
}
monitor.start(queue: DispatchQueue(label: "paths"))

// The same as a loop.
for await availability in permission.availabilities {
    say("network: \(availability)")
}
