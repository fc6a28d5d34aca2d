internal import CSystemd

/// The rules for the names in a message. Source: D-Bus specification, "Valid Names".
package enum BusName {
    /// The name of the bus itself, and of its interface.
    package static let driver = "org.freedesktop.DBus"
    /// The object of the bus itself.
    package static let driverPath = "/org/freedesktop/DBus"

    /// Whether it is the path of an object: `/`, or `/` and elements of `A`–`Z`, `a`–`z`, `0`–`9`
    /// and `_` parted by `/`.
    package static func isObjectPath(_ path: String) -> Bool {
        unsafe isValid(path, sd_bus_object_path_is_valid)
    }

    /// Whether it is the name of an interface or of an error: two elements or more, parted by dots.
    package static func isInterface(_ name: String) -> Bool {
        unsafe isValid(name, sd_bus_interface_name_is_valid)
    }

    /// Whether it is the name of a method, a signal or a property.
    package static func isMember(_ name: String) -> Bool {
        unsafe isValid(name, sd_bus_member_name_is_valid)
    }

    /// Whether it is the name of a connection, unique (`:1.42`) or well-known.
    package static func isService(_ name: String) -> Bool {
        unsafe isValid(name, sd_bus_service_name_is_valid)
    }

    /// What libsystemd says of a name without a NUL, at which C would take it to end.
    private static func isValid(
        _ name: String, _ check: (UnsafePointer<CChar>?) -> Int32
    ) -> Bool {
        unsafe !name.utf8.contains(0) && check(name) > 0
    }
}
