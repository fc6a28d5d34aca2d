"""The Wi-Fi link of the machine under test: wpa_supplicant, and a DHCP client."""

import subprocess
from pathlib import Path

from access_points import PASSPHRASE, PASSWORD, SSID
from commands import RUN, ip, ip_json, operational_state, run, start, stop
from control import Control
from waiting import until

_COMMON = f"ctrl_interface={RUN}/wpa\n"
# One channel only, so that no scan takes seconds.
_NETWORK = "scan_freq=2412\nfreq_list=2412\n"
PERSONAL = f'network={{\nssid="{SSID}"\npsk="{PASSPHRASE}"\n{_NETWORK}}}\n'
#: The user is asked for a name.
ENTERPRISE = (
    f'network={{\nssid="{SSID}-enterprise"\nkey_mgmt=WPA-EAP\neap=PWD\n'
    f'password="{PASSWORD}"\n{_NETWORK}}}\n'
)
_LEASE = Path(__file__).resolve().parent.parent / "lease"


class Station:
    """The link, its radio, and what runs on it."""

    def __init__(self, radio: str, link: str) -> None:
        self.radio = radio
        self.link = link
        self._supplicant: subprocess.Popen[bytes] | None = None
        self._control: Control | None = None
        self._network = ""

    @property
    def control(self) -> Control:
        """The connection to wpa_supplicant, which has to run."""
        assert self._control, "wpa_supplicant does not run"
        return self._control

    # --- states to begin with

    def be_named(self, link: str) -> None:
        """Has this name."""
        if self.link != link:
            self.rename(link)

    def be_idle(self) -> None:
        """Down, without addresses."""
        self.leave()
        ip(f"addr flush dev {self.link}")
        ip(f"link set {self.link} down")

    def be_joined(self) -> None:
        """Associated and authorised, without an IPv4 address."""
        ip(f"-4 addr flush dev {self.link}")
        if not self._is_at_home():
            self.leave()
            self.join()
        self.await_authorised()

    def be_online(self) -> None:
        """Joined, with a lease."""
        if not self._has_lease():
            self.be_joined()
            self.lease()
        else:
            self.await_authorised()

    # --- what happens to it

    def join(self, network: str = PERSONAL) -> None:
        """Starts wpa_supplicant, which looks for the network."""
        self._network = network
        (RUN / "wpa.conf").write_text(_COMMON + network)
        self._supplicant = start(
            "wpa_supplicant", "-Dnl80211", f"-i{self.link}", f"-c{RUN}/wpa.conf", log="wpa"
        )
        self._control = Control(RUN / "wpa" / self.link)

    def leave(self) -> None:
        """Ends wpa_supplicant, where it runs."""
        if self._supplicant and self._control:
            self._control.close()
            stop(self._supplicant)
        self._supplicant = self._control = None

    def lease(self) -> None:
        """Gets an address and a default route by DHCP."""
        run("busybox", "udhcpc", "-q", "-n", "-t", "20", "-i", self.link, "-s", str(_LEASE))

    def await_authorised(self) -> None:
        """Waits until the link is associated, authorised and up."""
        until("wpa_supplicant to be done", lambda: self._state() == "COMPLETED")
        until(f"{self.link} to be up", lambda: operational_state(self.link) == "up")

    def await_lost(self) -> None:
        """Waits until the link is no longer up."""
        until(f"{self.link} to be lost", lambda: operational_state(self.link) != "up")

    def access_point(self) -> str:
        """The address of the access point that it is associated with, empty for none."""
        return self.control.status().get("bssid", "")

    def roam(self, address: str) -> None:
        """Has it change to another access point of the network, and waits for that."""
        until("the other access point to be seen", lambda: self._sees(address))
        self.control.ask(f"ROAM {address}")
        until("the other access point", lambda: self.access_point() == address)
        self.await_authorised()

    def switch(self) -> str:
        """The number of the radio's switch, for rfkill(8)."""
        (folder,) = Path("/sys/class/ieee80211", self.radio).glob("rfkill*")
        return (folder / "index").read_text().strip()

    def rename(self, name: str) -> None:
        """Gives the link another name, which only a link that is down takes."""
        self.leave()
        ip(f"link set {self.link} down")
        ip(f"link set {self.link} name {name}")
        self.link = name

    def _sees(self, address: str) -> bool:
        if address in self.control.ask(f"BSS {address}"):
            return True
        self.control.ask("SCAN freq=2412")
        return False

    def _state(self) -> str:
        return self.control.status().get("wpa_state", "")

    def _is_at_home(self) -> bool:
        return self._supplicant is not None and self._network == PERSONAL

    def _has_lease(self) -> bool:
        return self._is_at_home() and bool(ip_json(f"-4 route show default dev {self.link}"))
