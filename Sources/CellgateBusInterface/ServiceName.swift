/// The names that the service has on the bus.
package enum ServiceName {
    /// The well-known name.
    package static let wellKnown = "org.cellgate.Cellgate1"
    /// The object that stands for the daemon.
    package static let managerPath = "/org/cellgate/Cellgate1"
    /// Below it each app has an object, under its escaped id.
    package static let appsPath = "/org/cellgate/Cellgate1/app"
    package static let managerInterface = "org.cellgate.Cellgate1.Manager"
    package static let appInterface = "org.cellgate.Cellgate1.App"
    /// The object of an agent, on its own connection.
    package static let agentPath = "/org/cellgate/Cellgate1/Agent"
    package static let agentInterface = "org.cellgate.Cellgate1.Agent"
    /// What the errors of this service begin with.
    package static let errorPrefix = "org.cellgate.Cellgate1.Error."
    /// Source: D-Bus specification, standard interfaces.
    package static let propertiesInterface = "org.freedesktop.DBus.Properties"
    package static let introspectableInterface = "org.freedesktop.DBus.Introspectable"
    package static let peerInterface = "org.freedesktop.DBus.Peer"
}
