"""What happens to a Wi-Fi link."""

import access_points
from bed import Bed
from commands import ip, operational_state, run
from daemon import Daemon
from sequence import expect, sequence
from station import ENTERPRISE
from waiting import until


@sequence()
def joining(bed: Bed, daemon: Daemon) -> None:
    """A Wi-Fi link that joins and gets a lease by DHCP becomes the path."""
    bed.station.join()
    bed.station.await_authorised()
    daemon.still()
    bed.station.lease()
    daemon.reach("wlan0")


@sequence()
def authorisation(bed: Bed, daemon: Daemon) -> None:
    """A link that is associated and not authorised is dormant, and no path."""
    bed.network.points[0].start(access_points.ENTERPRISE)
    bed.station.join(ENTERPRISE)
    control = bed.station.control
    control.attach()
    control.await_event("CTRL-REQ-IDENTITY")
    # All that a path needs, but for the state of the link.
    ip("addr add 10.1.0.7/24 dev wlan0")
    ip(f"route add default via {access_points.GATEWAY} dev wlan0 metric 600")
    daemon.still()
    expect("the link", operational_state("wlan0"), "dormant")
    control.ask(f"CTRL-RSP-IDENTITY-0:{access_points.USER}")
    bed.station.await_authorised()
    daemon.reach("wlan0")


@sequence(wifi="online")
def advertisement(bed: Bed, daemon: Daemon) -> None:
    """Router advertisements add IPv6 to the path, and their end takes it away."""
    bed.network.advertise(lifetime=1800)
    daemon.reach_path("IPv6", CELLGATE_IPV6="yes")
    bed.network.advertise(lifetime=1800)
    daemon.still()
    bed.network.advertise(lifetime=0)
    daemon.reach_path("no IPv6", CELLGATE_IPV6="no")


@sequence(wifi="online")
def roaming(bed: Bed, daemon: Daemon) -> None:
    """Roaming takes the path away, as the kernel has it, and gives it back."""
    first, second = (point.address for point in bed.network.points)
    here = bed.station.access_point()
    bed.station.roam(second if here == first else first)
    daemon.still()
    bed.station.roam(here)
    daemon.still()
    daemon.reach("wlan0")


@sequence(wifi="online")
def leaving(bed: Bed, daemon: Daemon) -> None:
    """A link that leaves its network is no path, though address and route stay."""
    bed.station.control.ask("DISCONNECT")
    daemon.reach("")
    bed.station.control.ask("RECONNECT")
    bed.station.await_authorised()
    daemon.reach("wlan0")


@sequence(wifi="online")
def vanishing(bed: Bed, daemon: Daemon) -> None:
    """An access point that vanishes without a word takes the path with it."""
    for point in bed.network.points:
        point.vanish()
    daemon.reach("")
    bed.network.start()
    bed.station.await_authorised()
    daemon.reach("wlan0")


@sequence(wifi="online")
def switched_off(bed: Bed, daemon: Daemon) -> None:
    """A radio that is switched off takes the path away; it comes back with a lease."""
    switch = bed.station.switch()
    run("rfkill", "block", switch)
    daemon.reach("")
    run("rfkill", "unblock", switch)
    bed.station.await_authorised()
    daemon.still()
    bed.station.lease()
    daemon.reach("wlan0")


@sequence(wifi="online")
def set_down(bed: Bed, daemon: Daemon) -> None:
    """A link that is set down is no path, and up again is one once it has a lease."""
    ip("link set wlan0 down")
    daemon.reach("")
    ip("link set wlan0 up")
    bed.station.await_authorised()
    daemon.still()
    bed.station.lease()
    daemon.reach("wlan0")


@sequence(wifi="online")
def radio_moves(bed: Bed, daemon: Daemon) -> None:
    """A radio that moves to another network namespace and back takes the path along."""
    run("ip", "netns", "add", "elsewhere")
    run("iw", "phy", bed.station.radio, "set", "netns", "name", "elsewhere")
    daemon.reach("")
    bed.station.leave()
    run("ip", "netns", "exec", "elsewhere", "iw", "phy", bed.station.radio, "set", "netns", "1")
    until("the link to be back", lambda: operational_state("wlan0"))
    bed.station.be_online()
    daemon.reach("wlan0")
    run("ip", "netns", "del", "elsewhere")
