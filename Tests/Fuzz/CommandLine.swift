import CellgateDaemon

/// Arguments, each ended by a NUL byte, as the kernel hands them over.
func check(_ input: [UInt8]) {
    let arguments = input.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let result = Invocation.parse(arguments)
    law("the same arguments mean the same", Invocation.parse(arguments) == result)
    switch result {
    case .failure(let error):
        law("a fault is told", !error.message.isEmpty)
    case .success(let invocation):
        law("directories are not empty", invocation.configurationDirectory?.isEmpty != true)
        law(
            "nothing is left over",
            Invocation.parse(["--json"] + arguments)
                == result.map {
                    var more = $0
                    more.writesJSON = true
                    return more
                })
    }
    guard let directory = arguments.first, !directory.isEmpty else { return }
    var wanted = Invocation()
    wanted.configurationDirectory = directory
    law(
        "any directory can be named, in both ways",
        Invocation.parse(["--config", directory]) == .success(wanted)
            && Invocation.parse(["--config=" + directory]) == .success(wanted), directory)
}
