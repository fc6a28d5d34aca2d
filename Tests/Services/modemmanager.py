"""ModemManager for python-dbusmock, which has no template of it in Debian 12: an object manager, and
modems that come and go. Changes are made with UpdateProperties on a modem's object."""

import dbus
import dbusmock

BUS_NAME = "org.freedesktop.ModemManager1"
MAIN_OBJ = "/org/freedesktop/ModemManager1"
SYSTEM_BUS = True
IS_OBJECT_MANAGER = True

MODEM_IFACE = "org.freedesktop.ModemManager1.Modem"
MODEM_3GPP_IFACE = "org.freedesktop.ModemManager1.Modem.Modem3gpp"
BEARER_IFACE = "org.freedesktop.ModemManager1.Bearer"


def load(_mock, _parameters):
    """A service without a modem."""


@dbus.service.method(dbusmock.MOCK_IFACE, in_signature="siu", out_signature="s")
def AddModem(self, name, state, failed_reason):
    """Adds a modem, with an MMModemState and an MMModemStateFailedReason; returns its path."""
    path = f"{MAIN_OBJ}/Modem/{name}"
    properties = {
        "State": dbus.Int32(state),
        "StateFailedReason": dbus.UInt32(failed_reason),
        "Sim": dbus.ObjectPath("/"),
        "Manufacturer": "dbusmock",
        "Ports": dbus.Array([], signature="(su)"),
        "Bearers": dbus.Array([], signature="o"),
    }
    self.AddObject(path, MODEM_IFACE, properties, [])
    registration = {"RegistrationState": dbus.UInt32(0), "OperatorName": ""}
    dbusmock.get_object(path).AddProperties(MODEM_3GPP_IFACE, registration)
    self.object_manager_emit_added(path)
    return path


@dbus.service.method(dbusmock.MOCK_IFACE, in_signature="s", out_signature="s")
def AddBearer(self, name):
    """Adds a connection that is not made yet, and that no modem names yet; returns its path."""
    path = f"{MAIN_OBJ}/Bearer/{name}"
    self.AddObject(path, BEARER_IFACE, {"Interface": "", "Connected": False}, [])
    return path


@dbus.service.method(dbusmock.MOCK_IFACE, in_signature="s", out_signature="")
def RemoveModem(self, path):
    """Removes a modem, as when it is pulled out."""
    self.object_manager_emit_removed(path)
    self.RemoveObject(path)
