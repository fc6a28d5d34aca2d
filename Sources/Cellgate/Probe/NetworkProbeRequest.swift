internal import Posix
internal import WebProbe

extension NetworkProbe {
    /// Makes the request in a thread of its own, since it blocks.
    static func perform(_ target: NetworkProbeSchedule.Target) async -> Result {
        let request = HeadRequest(
            url: target.url, interface: target.interface, timeout: timeout)
        return await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try DetachedThread.start {
                    continuation.resume(returning: Result(request.perform()))
                }
            } catch {
                continuation.resume(
                    returning: Result(
                        outcome: .failure(.other, description: error.description), cost: .zero))
            }
        }
    }
}

extension NetworkProbe.Result {
    init(_ answer: HeadAnswer) {
        outcome = NetworkProbe.Outcome(answer.result)
        cost = answer.cost
    }
}

extension NetworkProbe.Outcome {
    init(_ result: HeadAnswer.Result) {
        switch result {
        case .answered(let status, let location):
            switch status {
            case 200..<300: self = .success(status: status)
            // Network Authentication Required. Source: RFC 6585, section 6.
            case 511: self = .captivePortal(location: location)
            case 300..<400 where location != nil: self = .captivePortal(location: location)
            default:
                self = .failure(.status(status), description: "the host answered \(status)")
            }
        case .timedOut: self = .timeout
        case .failed(let reason, let text):
            self = .failure(NetworkProbe.Failure(reason), description: text)
        }
    }
}

extension NetworkProbe.Failure {
    fileprivate init(_ reason: HeadAnswer.Reason) {
        self =
            switch reason {
            case .address: .url
            case .resolution: .resolution
            case .connection: .connection
            case .lost: .connectionLost
            case .interface: .interface
            case .security: .security
            case .other: .other
            }
    }
}
