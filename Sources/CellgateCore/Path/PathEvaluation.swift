/// The network path as a function of what is known: links, addresses, settings and the kernel's
/// answers.
///
/// It runs to its end or throws what it still has to know; then it is run anew with the answers.
/// It takes time in the number of links with an address, and not in the number of routes.
package struct PathEvaluation {
    private let network: NetworkState
    private let configuration: Configuration
    private let answers: KernelAnswers
    private let supportsDNS: Bool
    private let classifier: InterfaceClassifier

    /// - Parameters:
    ///   - metered: What NetworkManager says of links; empty where it is not there.
    ///   - modemLinks: The links that are said to be modems'; empty where nobody tells.
    ///   - isRoaming: Whether the modem is registered with another network than its own.
    package init(
        network: NetworkState, configuration: Configuration, answers: KernelAnswers,
        metered: [InterfaceName: Metered] = [:], modemLinks: Set<InterfaceName> = [],
        isRoaming: Bool = false, supportsDNS: Bool
    ) {
        self.network = network
        self.configuration = configuration
        self.answers = answers
        self.supportsDNS = supportsDNS
        classifier = InterfaceClassifier(
            network: network, configuration: configuration.interfaces, answers: answers,
            metered: metered, modemLinks: modemLinks, isRoaming: isRoaming)
    }

    /// A path and how long it can hold by itself.
    package struct Result: Equatable, Sendable {
        package var path: NetworkPath
        /// When the first route that it depends on expires, from now; nil where none does. The
        /// kernel stops using such a route at once but announces that up to half a minute later.
        package var expires: Duration?
    }

    /// Evaluates the path.
    ///
    /// - Throws: ``Unanswered`` with what has to be asked first.
    package func evaluate() throws(Unanswered) -> Result {
        let (ipv4, ipv6) = try both(
            { () throws(Unanswered) in try search(.ipv4).find() },
            { () throws(Unanswered) in try search(.ipv6).find() })
        let links4 = ipv4.map(\.link)
        let links6 = ipv6.map(\.link)
        let (order4, order6) = try both(
            { () throws(Unanswered) in try withCarriers(.ipv4, links4, others: links6) },
            { () throws(Unanswered) in try withCarriers(.ipv6, links6, others: links4) })

        var path = NetworkPath()
        path.ipv4 = try familyPath(order4, ipv4)
        path.ipv6 = try familyPath(order6, ipv6)
        // Without a way out no server is reached.
        path.supportsDNS = supportsDNS && path.preferred != nil
        for link in order4 + order6.filter({ !order4.contains($0) }) {
            guard let name = network.links[link]?.name else { continue }
            let classification = try classifier.classify(link)
            path.availableInterfaces.append(
                Interface(
                    index: link, name: name, type: classification.type,
                    typeSource: classification.source))
        }
        return Result(path: path, expires: answers.shortestLifetime)
    }

    private func search(_ family: AddressFamily) -> RouteSearch {
        RouteSearch(
            family: family, network: network, classifier: classifier,
            probes: configuration.probes, answers: answers)
    }

    /// The usable links of a family; behind a tunnel at their head what carries it, and none where
    /// nothing does.
    private func withCarriers(
        _ family: AddressFamily, _ links: [LinkIndex], others: [LinkIndex]
    ) throws(Unanswered) -> [LinkIndex] {
        guard let first = links.first, let head = network.links[first], classifier.isTunnel(head)
        else { return links }
        let search = TunnelCarriers(
            network: network, classifier: classifier, answers: answers, search: search(family))
        let carriers = try search.carriers(of: head, among: links, others: others)
        return carriers.isEmpty ? [] : [first] + carriers
    }

    private func familyPath(
        _ order: [LinkIndex], _ routes: [RouteSearch.UsableRoute]
    ) throws(Unanswered) -> FamilyPath? {
        guard let head = order.first else { return nil }
        let isTunnelled = network.links[head].map(classifier.isTunnel) ?? false
        let carrier = isTunnelled ? order[1] : head
        let classification = try classifier.classify(carrier)
        var expense = try classifier.expense(carrier)
        if head != carrier { expense = expense.joined(with: try classifier.expense(head)) }
        var path = FamilyPath(
            type: classification.type,
            typeSource: isTunnelled ? .carrier : classification.source,
            isExpensive: expense.isExpensive, expensiveSource: expense.source,
            isConstrained: classifier.isConstrained(head) || classifier.isConstrained(carrier))
        if let route = routes.first(where: { $0.link == head })?.route {
            path.gateways = try hops(of: route).filter { $0.link == head }.compactMap(\.gateway)
        }
        return path
    }

    private func hops(of route: Route) throws(Unanswered) -> [RouteHop] {
        guard route.hops.isEmpty, let id = route.nexthopID else { return route.hops }
        return try answers.hops(nexthop: id)
    }

    /// Runs both and, where either lacks answers, throws what the two lack together, so that the
    /// kernel is asked once for both.
    private func both<Left, Right>(
        _ left: () throws(Unanswered) -> Left, _ right: () throws(Unanswered) -> Right
    ) throws(Unanswered) -> (Left, Right) {
        let first: Left
        do {
            first = try left()
        } catch {
            let questions = error.questions
            do {
                _ = try right()
            } catch {
                throw Unanswered(questions + error.questions.filter { !questions.contains($0) })
            }
            throw error
        }
        return (first, try right())
    }
}
