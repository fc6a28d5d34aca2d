"""The simulated modem of the kernel's wwan_hwsim, and the mobile network that it is in."""

import os
from pathlib import Path

from commands import exists, ip
from waiting import until

_SIMULATOR = Path("/sys/kernel/debug/wwan_hwsim")
_METRIC = 700
#: What the kernel calls the link of the first modem.
_LINK = "wwan0"


class Modem:
    """At most one modem at a time."""

    def __init__(self) -> None:
        self.link = _LINK

    # --- states to begin with

    def be_absent(self) -> None:
        """Not plugged in."""
        if self.is_plugged():
            self.unplug()

    def be_plugged(self) -> None:
        """There, and its link down."""
        self.be_absent()
        self.plug()

    def be_online(self) -> None:
        """Up, with an IPv4 address and a default route, as ModemManager's clients leave it."""
        self.be_plugged()
        self.connect()

    # --- what happens to it

    def is_plugged(self) -> bool:
        """Whether there is a modem."""
        return any(_SIMULATOR.glob("hwsim*"))

    def plug(self) -> None:
        """A modem appears, with a link that is down."""
        (_SIMULATOR / "devcreate").write_text("1")
        self.link = _LINK
        until(f"{self.link} to appear", lambda: exists(self.link))

    def unplug(self) -> None:
        """The modem is pulled out."""
        (folder,) = _SIMULATOR.glob("hwsim*")
        (folder / "destroy").write_text("1")
        until(f"{self.link} to be gone", lambda: not exists(self.link))

    def connect(self) -> None:
        """Brings the link up, with an IPv4 address and a default route."""
        ip(f"link set {self.link} up")
        ip(f"addr replace 10.2.0.5/32 dev {self.link}")
        ip(f"route replace default dev {self.link} metric {_METRIC}")

    def connect_ipv6(self) -> None:
        """The same of IPv6, on a link that is up."""
        ip(f"addr replace 2001:db8:2::5/64 dev {self.link} nodad")
        ip(f"-6 route replace default dev {self.link} metric {_METRIC}")

    def open_session(self, link: str) -> None:
        """Opens a second data session, which has a link of its own."""
        device = os.path.basename(os.path.realpath(f"/sys/class/net/{self.link}/device"))
        ip(f"link add dev {link} parentdev {device} type wwan linkid 2")

    def rename(self, name: str) -> None:
        """Gives the link another name, which only a link that is down takes."""
        ip(f"link set {self.link} down")
        ip(f"link set {self.link} name {name}")
        self.link = name
