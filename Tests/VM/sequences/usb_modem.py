"""A modem on a USB bus that is simulated, too: the kernel's gadget plays the device."""

import os
from pathlib import Path
from types import TracebackType

from commands import exists, ip, run
from waiting import until

_GADGET = Path("/sys/kernel/config/usb_gadget/modem")
#: Ericsson F5521gw: cdc_ncm knows it for a modem, and its link has DEVTYPE=wwan.
_VENDOR, _PRODUCT = "0x0bdb", "0x190d"
_CONTROLLER = "dummy_udc.0"


class UsbModem:
    """It speaks NCM, so that its link has an Ethernet address and no kind."""

    def __init__(self) -> None:
        self.link = ""

    def __enter__(self) -> "UsbModem":
        run("modprobe", "-a", "dummy_hcd", "libcomposite", "usb_f_ncm", "cdc_ncm")
        if not Path("/sys/kernel/config/usb_gadget").exists():
            run("mount", "-t", "configfs", "configfs", "/sys/kernel/config")
        strings, function = _GADGET / "strings/0x409", _GADGET / "functions/ncm.data"
        for folder in (_GADGET, strings, _GADGET / "configs/one.1", function):
            folder.mkdir()
        (_GADGET / "idVendor").write_text(_VENDOR)
        (_GADGET / "idProduct").write_text(_PRODUCT)
        (strings / "product").write_text("modem")
        (_GADGET / "configs/one.1/ncm.data").symlink_to(function)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if (_GADGET / "UDC").read_text().strip():
            self.unplug()
        (_GADGET / "configs/one.1/ncm.data").unlink()
        for folder in ("configs/one.1", "functions/ncm.data", "strings/0x409", ""):
            (_GADGET / folder).rmdir()

    def plug(self, name: str) -> None:
        """It appears, and its link is given a name."""
        (_GADGET / "UDC").write_text(_CONTROLLER)
        until("the USB modem's link", self._find)
        ip(f"link set {self.link} name {name}")
        self.link = name

    def connect(self) -> None:
        """Brings the link up, as a network manager does."""
        # The driver hears of carrier only from when its link is up; the gadget's own end is the
        # mobile network.
        ip(f"link set {self.link} up")
        ip(f"link set {(_GADGET / 'functions/ncm.data/ifname').read_text().strip()} up")
        carrier = Path("/sys/class/net", self.link, "carrier")
        until(f"carrier at {self.link}", lambda: carrier.read_text().strip() == "1")
        ip(f"addr add 192.168.8.100/24 dev {self.link}")
        ip(f"route add default via 192.168.8.1 dev {self.link} metric 700")

    def unplug(self) -> None:
        """It is pulled out."""
        (_GADGET / "UDC").write_text("\n")
        until(f"{self.link} to be gone", lambda: not exists(self.link))

    def _find(self) -> bool:
        links = [
            path.name
            for path in Path("/sys/class/net").iterdir()
            if "/dummy_hcd" in os.path.realpath(path)
        ]
        self.link = links[0] if links else ""
        return bool(links)
