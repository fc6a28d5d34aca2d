package import CellgateCore
package import Netlink
internal import Systemd

/// The kernel's side: what it announces, and whom to ask.
package final class KernelSource {
    private let monitor: NetlinkMonitor
    private let inquiry: NetlinkInquiry
    private let wireless: WirelessInquiry
    /// Whether the last reading stopped at its bound.
    private var wasCutShort = false
    /// What was lost and not told yet.
    private var lost = (overruns: 0, undecodable: 0)

    /// Joins the groups first, so that nothing that follows is missed.
    ///
    /// - Throws: ``NetlinkError`` where a socket cannot be opened.
    package init() throws(NetlinkError) {
        monitor = try NetlinkMonitor()
        inquiry = try NetlinkInquiry()
        wireless = try WirelessInquiry()
    }

    /// Readable when ``read()`` has something to do.
    package var descriptor: Int32 { monitor.descriptor }

    /// Whether the kernel has announced what was not read yet.
    package var hasNews: Bool { monitor.isReadable }

    /// Whether the last reading stopped before the queue was empty. What is left wakes the loop
    /// again; a queue that ended just where the reading did would not.
    package var isBehind: Bool { wasCutShort && hasNews }

    /// Reads what the kernel announced, as inputs in its order.
    ///
    /// That something was lost is told when the queue is empty: the kernel says it first and the
    /// older messages follow, which would be applied over the newer dump.
    package func read() -> [Input] {
        let drained = monitor.drain()
        wasCutShort = drained.isMore
        var inputs: [Input] = []
        if !drained.events.isEmpty { inputs.append(.network(drained.events)) }
        // A socket's other failures lose messages, too.
        lost.overruns += drained.overruns + (drained.failure == nil ? 0 : 1)
        lost.undecodable += drained.undecodable
        if lost != (0, 0), !isBehind {
            inputs.append(
                .messagesLost(overruns: lost.overruns, undecodable: lost.undecodable))
            lost = (0, 0)
        }
        return inputs
    }

    /// Dumps links and addresses.
    package func dump() -> Input {
        do throws(NetlinkError) {
            return .dump(try inquiry.dump())
        } catch {
            return .dumpFailed(reason: error.description)
        }
    }

    /// Answers every question.
    package func answers(to questions: [KernelQuestion]) -> [KernelQuestion: KernelAnswer] {
        var answers: [KernelQuestion: KernelAnswer] = [:]
        var others: [KernelQuestion] = []
        for question in questions {
            if case .device(let link) = question {
                answers[question] = .device(hints(of: link))
            } else {
                others.append(question)
            }
        }
        return answers.merging(inquiry.answers(to: others)) { first, _ in first }
    }

    private func hints(of link: LinkIndex) -> DeviceHints {
        let properties = DeviceProperties.read(linkIndex: link.rawValue)
        return DeviceHints(
            wirelessMode: wireless.mode(of: link), deviceType: properties.deviceType,
            hasWirelessFolder: properties.hasWirelessFolder,
            hasModemPort: properties.hasModemPort)
    }
}
