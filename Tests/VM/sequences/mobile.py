"""What happens to a modem's link."""

from bed import Bed
from commands import exists, ip, run
from daemon import Daemon
from sequence import sequence
from usb_modem import UsbModem
from waiting import until


@sequence()
def plugging_in(bed: Bed, daemon: Daemon) -> None:
    """A modem that is plugged in is a path by IPv4, then by IPv6, too, once it has routes."""
    bed.modem.plug()
    daemon.still()
    bed.modem.connect()
    daemon.reach("wwan0")
    bed.modem.connect_ipv6()
    daemon.reach_path("IPv6", CELLGATE_IPV6="yes")


@sequence(modem="online")
def modem_down(bed: Bed, daemon: Daemon) -> None:
    """A mobile link that is set down is no path, and up again is one once it has a route."""
    ip("link set wwan0 down")
    daemon.reach("")
    ip("link set wwan0 up")
    daemon.still()
    bed.modem.connect()
    daemon.reach("wwan0")


@sequence(modem="online")
def pulling_out(bed: Bed, daemon: Daemon) -> None:
    """A modem that is pulled out while it is used takes the path away."""
    bed.modem.unplug()
    daemon.reach("")
    bed.modem.plug()
    bed.modem.connect()
    daemon.reach("wwan0")


@sequence(modem="online")
def modem_moves(bed: Bed, daemon: Daemon) -> None:
    """A mobile link that moves to another network namespace and back takes the path along."""
    run("ip", "netns", "add", "elsewhere")
    ip("link set wwan0 netns elsewhere")
    daemon.reach("")
    ip("-n elsewhere link set wwan0 netns 1")
    until("the link to be back", lambda: exists("wwan0"))
    bed.modem.connect()
    daemon.reach("wwan0")
    ip("netns del elsewhere")


@sequence(modem="online")
def second_session(bed: Bed, daemon: Daemon) -> None:
    """A second data session of the modem is another way out, until it ends."""
    bed.modem.open_session("wwan1")
    daemon.still()
    ip("link set wwan1 up")
    ip("addr add 10.3.0.5/32 dev wwan1")
    ip("route add default dev wwan1 metric 800")
    daemon.reach_path("both sessions", CELLGATE_INTERFACES="wwan0:cellular wwan1:cellular")
    ip("link del wwan1")
    daemon.reach_path("the first session", CELLGATE_INTERFACES="wwan0:cellular")


@sequence()
def usb_modem(bed: Bed, daemon: Daemon) -> None:
    """A USB modem that looks like Ethernet is known by its DEVTYPE, not by its name."""
    with UsbModem() as modem:
        modem.plug("eth7")
        daemon.still()
        modem.connect()
        daemon.reach("eth7")
        modem.unplug()
        daemon.reach("")
