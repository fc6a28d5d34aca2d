"""USB network functions, plugged in by the kernel's simulated USB controller."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from recording import Recording, run, until

_GADGET = Path("/sys/kernel/config/usb_gadget/captures")
# Addresses that are set make recordings alike. The first byte's second bit says that the host's is
# a local one, by which the kernel's drivers choose the interface's name.
_HOST = "02:11:22:33:44:55"
_DEVICE = "02:aa:aa:aa:aa:aa"


def prepare() -> None:
    """Loads the controller, the functions and the drivers of the host."""
    run(
        "modprobe -a dummy_hcd libcomposite usb_f_ecm usb_f_ncm usb_f_rndis usb_f_eem cdc_ether "
        "cdc_ncm rndis_host cdc_eem qmi_wwan cdc_mbim"
    )
    config = "/sys/kernel/config"
    run(f"mountpoint -q {config} || mount -t configfs none {config}")


@contextmanager
def gadget(function: str, device: str, *, host: str = _HOST, usb_class: str = "") -> Iterator[None]:
    """A device such as `1d6b:0104` with one function, not plugged in; `usb_class` as e0/01/03."""
    vendor, product = device.split(":")
    folder = f"{_GADGET}/functions/{function}.a"
    run(
        f"mkdir {_GADGET}; cd {_GADGET}; echo 0x{vendor} >idVendor; echo 0x{product} >idProduct; "
        f"mkdir strings/0x409 configs/c.1 {folder}; echo 1 >strings/0x409/serialnumber; "
        f"echo {host} >{folder}/host_addr; echo {_DEVICE} >{folder}/dev_addr"
    )
    if usb_class:
        for file, value in zip(
            ("class", "subclass", "protocol"), usb_class.split("/"), strict=True
        ):
            run(f"echo {value} >{folder}/{file}")
    run(f"ln -s {folder} {_GADGET}/configs/c.1/")
    try:
        yield
    finally:
        run(f"echo >{_GADGET}/UDC || true")
        run(f"cd {_GADGET}; rm configs/c.1/{function}.a; rmdir configs/c.1 {folder} strings/0x409")
        run(f"rmdir {_GADGET}")


def plug() -> str:
    """Connects the device; returns the name of the interface on the host's side."""
    run(f"echo dummy_udc.0 >{_GADGET}/UDC")
    until("the host has the interface", lambda: bool(_host_interfaces()), 20)
    return _host_interfaces()[0]


def _has_carrier(name: str) -> bool:
    return Path(f"/sys/class/net/{name}/carrier").read_text() == "1\n"


def drive_by_qmi(host: str) -> str:
    """Has qmi_wwan drive a plugged Ethernet function, which makes links without a modem behind it.

    Returns the name of the link that it has then.
    """
    port = os.path.basename(os.path.realpath(f"/sys/class/net/{host}/device"))
    drivers = "/sys/bus/usb/drivers"
    before = _names()
    run(f"echo 1d6b 0204 >{drivers}/qmi_wwan/new_id || true")
    run(f"echo {port} >{drivers}/cdc_ether/unbind; echo {port} >{drivers}/qmi_wwan/bind")
    return _new_name(before)


def add_qmi_channel(name: str) -> str:
    """Brings a raw IP link of qmi_wwan up, and returns the name of a channel that it adds to it."""
    before = _names()
    run(f"ip link set {name} up; echo 1 >/sys/class/net/{name}/qmi/add_mux")
    return _new_name(before)


def _new_name(before: set[str]) -> str:
    until("qmi_wwan has made its link", lambda: bool(_names() - before), 20)
    (name,) = _names() - before
    return name


def _names() -> set[str]:
    return set(os.listdir("/sys/class/net"))


def _host_interfaces() -> list[str]:
    """The interfaces below a device of the simulated controller."""
    interfaces = Path("/sys/class/net").iterdir()
    return sorted(
        link.name
        for link in interfaces
        if "/dummy_hcd" in os.path.realpath(link) and (link / "device/driver").exists()
    )


def record(folder: Path) -> None:
    """Records a modem and a network adapter that only their identity tells apart."""
    prepare()
    recording = partial(Recording, folder)
    for name, function, device, title in (
        ("usb-ncm-modem", "ncm", "0bdb:190d", "a USB modem that looks like Ethernet"),
        ("usb-ethernet", "ecm", "1d6b:0104", "a USB network adapter"),
    ):
        with gadget(function, device), recording(name, f"{title} is used and pulled out") as it:
            it.step("it is plugged in; usb0 is the side of the gadget")
            host = plug()
            it.wait(1)
            it.run(f"ip link set {host} up; ip link set usb0 up")
            until("the host has carrier", partial(_has_carrier, host))
            it.wait(3)
            it.run(f"ip addr add 192.168.8.100/24 dev {host}")
            it.run(f"ip route add default via 192.168.8.1 dev {host}")
            it.wait(1)
            it.step("it is pulled out")
            run(f"echo >{_GADGET}/UDC")
            it.wait(2)
    title = "a channel of a QMI modem is used, the modem is pulled out"
    with gadget("ecm", "1d6b:0204"):
        name = drive_by_qmi(plug())
        run("sleep 1")
        with recording("usb-qmi", title) as it:
            it.run(f"echo Y >/sys/class/net/{name}/qmi/raw_ip")
            it.step("a channel is added")
            channel = add_qmi_channel(name)
            it.wait(1)
            it.run(f"ip link set {channel} up; ip addr add 100.64.2.5/32 dev {channel}")
            it.run(f"ip route add default dev {channel} metric 700")
            it.wait(1)
            it.step("it is pulled out")
            run(f"echo >{_GADGET}/UDC")
            it.wait(2)
