import CellgateCore
import CellgateSimulation
import TestSupport

/// A path evaluated on a simulated kernel, and what was asked for it.
struct Evaluation {
    var result: PathEvaluation.Result
    /// The questions of each round.
    var rounds: [[KernelQuestion]] = []

    /// Evaluates until all is known.
    init(
        _ kernel: SimulatedKernel, configuration: Configuration = Configuration(),
        metered: [InterfaceName: Metered] = [:], supportsDNS: Bool = false
    ) {
        var network = NetworkState()
        network.replace(with: kernel.dump())
        var answers = KernelAnswers()
        while true {
            do {
                result = try PathEvaluation(
                    network: network, configuration: configuration, answers: answers,
                    metered: metered, supportsDNS: supportsDNS
                ).evaluate()
                return
            } catch {
                rounds.append(error.questions)
                answers.add(kernel.answers(to: error.questions))
            }
        }
    }

    var path: NetworkPath { result.path }
}

extension NetworkPath {
    /// All of the path in one line, for tables of expected paths.
    var text: String {
        guard !availableInterfaces.isEmpty || !families.isEmpty else { return "none" }
        var parts = [
            availableInterfaces.map { "\($0.name):\($0.type)/\($0.typeSource)" }
                .joined(separator: " ")
        ]
        for (name, family) in [("v4", ipv4), ("v6", ipv6)] {
            guard let family else { continue }
            var text = "\(name) \(family.type)/\(family.typeSource)"
            if family.isExpensive { text += " expensive" }
            if family.expensiveSource != .type {
                text += (family.isExpensive ? "/" : " unmetered/") + family.expensiveSource.rawValue
            }
            if family.isConstrained { text += " constrained" }
            if !family.gateways.isEmpty {
                text += " via " + family.gateways.map(\.description).joined(separator: "+")
            }
            parts.append(text)
        }
        if supportsDNS { parts.append("dns") }
        return parts.joined(separator: "; ")
    }
}
