package import CellgateCore
internal import Systemd

/// What the daemon answered to a ``ManagerCall``.
package enum ManagerReply: Equatable, Sendable {
    case apps([AppSummary])
    case app(AppProperties)
    case explanation(ExplanationProperties)
    case failure(FailureClass)
    case probe(ProbeProperties)
    case done

    /// Reads the values that a method returned.
    ///
    /// - Throws: `InvalidArgs` where they are of other types than the interface says, as those of
    ///   another program that has taken the name.
    init(to call: ManagerCall, values: [BusValue]) throws(BusError) {
        let signature = values.signature
        switch (signature, call) {
        case ("a" + AppSummary.signature, .request(.apps)):
            self = .apps((values[0].elements ?? []).compactMap(AppSummary.init))
        case ("a{sv}", _):
            var app = AppProperties()
            try app.take(values[0])
            self = .app(app)
        case ("a{sv}sa(ss)", .request(.explain)):
            self = .explanation(try ExplanationProperties(values))
        case ("sts", _):
            guard let result = values[0].string.flatMap(PermissionResult.init) else {
                throw .invalidArguments("the daemon answered with an unknown result of a probe")
            }
            self = .probe(
                ProbeProperties(
                    result: result, cost: .microseconds(Int64(clamping: values[1].uint64 ?? 0)),
                    network: values[2].string ?? ""))
        case ("s", _):
            guard let failure = values[0].string.flatMap(FailureClass.init) else {
                throw .invalidArguments("the daemon answered with an unknown class of failure")
            }
            self = .failure(failure)
        case ("", _): self = .done
        default:
            throw .invalidArguments(
                "the daemon answered with the signature \(signature.debugDescription)")
        }
    }
}

/// What a probe, or a wait for a decision, came to, as it is on the bus.
package struct ProbeProperties: Equatable, Sendable {
    package let result: PermissionResult
    package let cost: Duration
    /// wifi, cellular, wired or none.
    package let network: String

    package init(result: PermissionResult, cost: Duration, network: String) {
        self.result = result
        self.cost = cost
        self.network = network
    }
}

/// Why an app can or cannot reach the network, as it is on the bus.
package struct ExplanationProperties: Equatable, Sendable {
    package let app: AppProperties
    /// The first reason that fails, in a sentence.
    package let reason: String
    package let remedies: [Remedy]

    /// What would change it: a name of ``CellgateCore/Remedy``, and a sentence.
    package struct Remedy: Equatable, Sendable {
        package let name: String
        package let sentence: String

        package init(name: String, sentence: String) {
            self.name = name
            self.sentence = sentence
        }
    }

    package init(app: AppProperties, reason: String, remedies: [Remedy]) {
        self.app = app
        self.reason = reason
        self.remedies = remedies
    }

    /// Reads values of the signature `a{sv}sa(ss)`.
    init(_ values: [BusValue]) throws(BusError) {
        var app = AppProperties()
        try app.take(values[0])
        self.app = app
        reason = values[1].string ?? ""
        remedies = (values[2].elements ?? []).compactMap { element in
            guard let fields = element.fields, fields.count == 2, let name = fields[0].string,
                let sentence = fields[1].string
            else { return nil }
            return Remedy(name: name, sentence: sentence)
        }
    }
}
