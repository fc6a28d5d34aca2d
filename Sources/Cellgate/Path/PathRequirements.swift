/// Which interfaces a monitor looks at.
enum PathRequirements: Equatable, Sendable {
    case none
    case required(Interface.InterfaceType)
    case prohibited(Set<Interface.InterfaceType>)

    /// Whether they are met by an interface of this type.
    func allow(_ type: Interface.InterfaceType) -> Bool {
        switch self {
        case .none: true
        case .required(let required): type == required
        case .prohibited(let prohibited): !prohibited.contains(type)
        }
    }

    /// A path as it is seen with them: of the interfaces only those that meet them, and unsatisfied
    /// where the traffic uses another one.
    func seen(_ path: Path) -> Path {
        let interfaces = path.availableInterfaces.filter { allow($0.type) }
        if let used = path.interfaceType, !allow(used) {
            var unsatisfied = Path()
            unsatisfied.availableInterfaces = interfaces
            return unsatisfied
        }
        var path = path
        path.availableInterfaces = interfaces
        return path
    }
}
