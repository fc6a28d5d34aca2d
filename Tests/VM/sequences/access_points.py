"""The other side of Wi-Fi: two access points of one network, in a network namespace of theirs."""

import ctypes
import os
import socket
import struct
import subprocess
from pathlib import Path

from commands import RUN, ip, run, start, stop
from control import Control
from waiting import until

NAMESPACE = "ap"
#: The router that the network has, and that its DHCP server names.
GATEWAY = "10.1.0.1"
# Of the router, so that its IPv6 address is the same each time.
_ADDRESS = "02:00:00:00:00:01"
SSID = "cellgate"
PASSPHRASE = "a passphrase"
USER = "alice"
PASSWORD = "a password"

_COMMON = f"""\
driver=nl80211
bridge=br0
hw_mode=g
channel=1
wpa=2
rsn_pairwise=CCMP
ctrl_interface={RUN}/hostapd
"""
PERSONAL = f"ssid={SSID}\nwpa_key_mgmt=WPA-PSK\nwpa_passphrase={PASSPHRASE}\n"
#: A network that asks for a name and a password; hostapd is its own authentication server.
ENTERPRISE = f"""\
ssid={SSID}-enterprise
wpa_key_mgmt=WPA-EAP
ieee8021x=1
eap_server=1
eap_user_file={RUN}/users
"""
_DHCP = f"""\
interface br0
start 10.1.0.50
end 10.1.0.99
option subnet 255.255.255.0
option router {GATEWAY}
option lease 3600
lease_file {RUN}/leases
pidfile {RUN}/udhcpd.pid
"""
_CLONE_NEWNET = 0x40000000


class AccessPoint:
    """One radio of the network."""

    def __init__(self, link: str) -> None:
        self.link = link
        self._process: subprocess.Popen[bytes] | None = None
        self._network = ""
        self.address = ""

    def start(self, network: str = PERSONAL) -> None:
        """Opens the network in place of another one, unless it is open."""
        if self._process and self._network == network:
            return
        self.stop()
        self._network = network
        file = RUN / f"{self.link}.conf"
        file.write_text(f"interface={self.link}\n{_COMMON}{network}")
        self._process = start("ip", "netns", "exec", NAMESPACE, "hostapd", str(file), log=self.link)
        control = Control(RUN / "hostapd" / self.link)
        until(f"{self.link} to be open", lambda: control.status().get("state") == "ENABLED")
        self.address = control.status()["bssid[0]"]
        control.close()

    def stop(self) -> None:
        """Closes it and tells its stations so."""
        if self._process:
            stop(self._process)
            self._process = None

    def vanish(self) -> None:
        """Ends without a word, as when its power is cut."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None
        # What hostapd leaves behind would keep the next one from starting.
        (RUN / "hostapd" / self.link).unlink(missing_ok=True)
        ip(f"-n {NAMESPACE} link set {self.link} down")


class Network:
    """The access points, with a DHCP server and a router behind them."""

    def __init__(self, radios: list[str]) -> None:
        """Takes these radios over, and opens the network on each of their links."""
        ip(f"netns add {NAMESPACE}")
        links = [link_of(radio) for radio in radios]
        for radio in radios:
            run("iw", "phy", radio, "set", "netns", "name", NAMESPACE)
        ip(f"-n {NAMESPACE} link set lo up")
        ip(f"-n {NAMESPACE} link add br0 address {_ADDRESS} type bridge")
        ip(f"-n {NAMESPACE} addr add {GATEWAY}/24 dev br0")
        ip(f"-n {NAMESPACE} link set br0 up")
        (RUN / "users").write_text(f'"{USER}" PWD "{PASSWORD}"\n')
        (RUN / "udhcpd.conf").write_text(_DHCP)
        (RUN / "leases").touch()
        server = ["busybox", "udhcpd", "-f", "-a", "0", str(RUN / "udhcpd.conf")]
        start("ip", "netns", "exec", NAMESPACE, *server, log="udhcpd")
        self.points = [AccessPoint(link) for link in links]
        self.start()

    def start(self) -> None:
        """Opens it on each access point where it is not open."""
        for point in self.points:
            point.start()

    def advertise(self, lifetime: int) -> None:
        """Sends a router advertisement (RFC 4861) of a router for so many seconds, 0 for none."""
        with _socket_inside(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6) as sender:
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"br0")
            sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
            message = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, lifetime, 0, 0)
            # A prefix to make addresses of, valid for an hour.
            message += struct.pack("!BBBBIII", 3, 4, 64, 0xC0, 3600, 3600, 0)
            message += socket.inet_pton(socket.AF_INET6, "2001:db8:1::")
            sender.sendto(message, ("ff02::1", 0))


def link_of(radio: str) -> str:
    """The link that a radio of this namespace has."""
    (link,) = os.listdir(Path("/sys/class/ieee80211", radio, "device/net"))
    return link


def _socket_inside(family: int, kind: int, protocol: int) -> socket.socket:
    """A socket in the access points' namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/self/ns/net") as here, open(f"/run/netns/{NAMESPACE}") as there:
        _enter(libc, there.fileno())
        try:
            return socket.socket(family, kind, protocol)
        finally:
            _enter(libc, here.fileno())


def _enter(libc: ctypes.CDLL, namespace: int) -> None:
    if libc.setns(namespace, _CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
