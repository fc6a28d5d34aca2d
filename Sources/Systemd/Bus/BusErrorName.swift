internal import CSystemd

/// The names of the errors that D-Bus itself knows. Source: sd-bus-protocol.h.
package enum BusErrorName {
    /// A general failure.
    package static let failed = SD_BUS_ERROR_FAILED
    /// No answer came in time, or the connection broke before.
    package static let noReply = SD_BUS_ERROR_NO_REPLY
    /// The arguments are not those that the method takes.
    package static let invalidArguments = SD_BUS_ERROR_INVALID_ARGS
    /// An answer did not come in time.
    package static let timeout = SD_BUS_ERROR_TIMEOUT
    /// There is no memory for it.
    package static let noMemory = SD_BUS_ERROR_NO_MEMORY
    /// Too large, too many or too often.
    package static let limitsExceeded = SD_BUS_ERROR_LIMITS_EXCEEDED
    /// Not supported here.
    package static let notSupported = SD_BUS_ERROR_NOT_SUPPORTED
    /// The caller may not do that.
    package static let accessDenied = SD_BUS_ERROR_ACCESS_DENIED
    /// This side has closed its connection.
    package static let disconnected = SD_BUS_ERROR_DISCONNECTED
    /// Nobody has that name, and nothing can be started for it.
    package static let serviceUnknown = SD_BUS_ERROR_SERVICE_UNKNOWN
    /// Nobody has that name.
    package static let nameHasNoOwner = SD_BUS_ERROR_NAME_HAS_NO_OWNER
    /// The interface has no such method.
    package static let unknownMethod = SD_BUS_ERROR_UNKNOWN_METHOD
    /// There is no such object.
    package static let unknownObject = SD_BUS_ERROR_UNKNOWN_OBJECT
    /// The object has no such interface.
    package static let unknownInterface = SD_BUS_ERROR_UNKNOWN_INTERFACE
    /// The interface has no such property.
    package static let unknownProperty = SD_BUS_ERROR_UNKNOWN_PROPERTY
    /// The property cannot be set.
    package static let propertyReadOnly = SD_BUS_ERROR_PROPERTY_READ_ONLY
    /// The bus does not know the process of a connection.
    package static let processUnknown = SD_BUS_ERROR_UNIX_PROCESS_ID_UNKNOWN
    /// Another connection has the name; libsystemd has no constant for it.
    package static let nameExists = "org.freedesktop.DBus.Error.NameExists"
    /// It would take a question to the user, and the caller did not allow one.
    package static let interactiveAuthorizationRequired =
        SD_BUS_ERROR_INTERACTIVE_AUTHORIZATION_REQUIRED
}
