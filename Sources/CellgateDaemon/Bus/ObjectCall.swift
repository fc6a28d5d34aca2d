internal import CellgateBusInterface
internal import CellgateCore
internal import Systemd

/// What a method call to one of the objects asks for, and how its answer is put.
struct ObjectCall {
    /// The request; a process is still to be looked up where it is by its id.
    let call: ManagerCall
    /// Puts the answer into the values that the method returns.
    let answer: (Reply, (Instant) -> WallTime) throws(BusError) -> [BusValue]

    /// Reads a call.
    ///
    /// - Throws: The error of D-Bus for what does not exist, and `InvalidArgs` with what would be
    ///   accepted.
    init(_ message: BusMessage) throws(BusError) {
        let object = try Object(path: message.path ?? "")
        let member = message.member ?? ""
        switch message.interface {
        case ServiceName.introspectableInterface:
            guard member == "Introspect" else { throw Self.unknownMethod(message) }
            self = Self.introspect(object)
        case ServiceName.propertiesInterface:
            self = try Self.properties(of: object, member, message)
        case ServiceName.managerInterface where object == .manager, nil where object == .manager:
            self.init(try ManagerCall(member: member, arguments: message.body)) {
                reply, wallTime throws(BusError) in try reply.values(wallTime: wallTime)
            }
        case nil, object.interface?.name: throw Self.unknownMethod(message)
        default:
            throw .named(
                name: BusErrorName.unknownInterface,
                message: "\(message.path ?? "") has no interface \(message.interface ?? "")")
        }
    }

    private init(
        _ call: ManagerCall,
        _ answer: @escaping (Reply, (Instant) -> WallTime) throws(BusError) -> [BusValue]
    ) {
        self.call = call
        self.answer = answer
    }

    /// An object of the service.
    private enum Object: Equatable {
        case manager
        /// What all apps' objects are below; it has no interface of its own.
        case apps
        case app(AppID)

        init(path: String) throws(BusError) {
            if path == ServiceName.managerPath {
                self = .manager
            } else if path == ServiceName.appsPath {
                self = .apps
            } else if let app = AppObject.app(of: path) {
                self = .app(app)
            } else {
                throw .named(
                    name: BusErrorName.unknownObject, message: "There is no object \(path)")
            }
        }

        var interface: InterfaceDescription? {
            switch self {
            case .manager: ManagerInterface.description
            case .apps: nil
            case .app: AppInterface.description
            }
        }

        /// What has to be asked to tell of it.
        var request: Request {
            switch self {
            case .manager: .device
            case .apps: .visibleApps
            case .app(let app): .app(app)
            }
        }
    }

    private static func unknownMethod(_ message: BusMessage) -> BusError {
        .named(
            name: BusErrorName.unknownMethod,
            message: "\(message.interface ?? message.path ?? "") has no method "
                + (message.member ?? ""))
    }

    private static func introspect(_ object: Object) -> ObjectCall {
        ObjectCall(.request(object.request)) { reply, wallTime throws(BusError) in
            var children: [String] = []
            switch reply {
            case .refused(let refusal): throw refusal.error
            case .names(let apps): children = apps.map(AppObject.element(of:))
            case .device: children = ["app"]
            default: break
            }
            let interfaces = object.interface.map { [$0] } ?? []
            return [.string(Introspection.document(interfaces: interfaces, children: children))]
        }
    }

    // MARK: Properties

    private static func properties(
        of object: Object, _ member: String, _ message: BusMessage
    ) throws(BusError) -> ObjectCall {
        let signatures = ["Get": "ss", "GetAll": "s", "Set": "ssv"]
        guard let signature = signatures[member] else { throw unknownMethod(message) }
        let arguments = try message.arguments(signature)
        let interface = arguments[0].string ?? ""
        guard interface == object.interface?.name || (member == "GetAll" && interface.isEmpty)
        else {
            throw .named(
                name: BusErrorName.unknownInterface,
                message: "The object has no properties of the interface \(interface)")
        }
        if member == "GetAll" {
            return ObjectCall(.request(object.request)) { reply, wallTime throws(BusError) in
                if case .names = reply { return [.dictionary([])] }
                return try reply.values(wallTime: wallTime)
            }
        }
        let name = arguments[1].string ?? ""
        guard object.interface?.properties.contains(where: { $0.name == name }) == true else {
            throw .named(
                name: BusErrorName.unknownProperty,
                message: "\(interface) has no property \(name)")
        }
        guard member == "Get" else {
            throw .named(
                name: BusErrorName.propertyReadOnly,
                message: "\(name) can be read only; SetChoice changes an app's choice")
        }
        return ObjectCall(.request(object.request)) { reply, wallTime throws(BusError) in
            let properties = try reply.values(wallTime: wallTime)
            return (properties.first?[name]).map { [.variant($0)] } ?? []
        }
    }
}
