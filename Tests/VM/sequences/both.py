"""What happens between Wi-Fi and mobile data."""

from pathlib import Path

import radios
from access_points import link_of
from apps import device
from bed import Bed
from commands import ip, run
from daemon import Daemon, Entry, event
from sequence import expect, sequence
from station import Station
from waiting import until


@sequence(wifi="online", modem="online")
def handover(bed: Bed, daemon: Daemon) -> None:
    """Mobile data takes over when Wi-Fi goes, and hands back when it comes."""
    bed.station.control.ask("DISCONNECT")
    daemon.reach("wwan0")
    bed.station.control.ask("RECONNECT")
    daemon.reach("wlan0")


@sequence(wifi="online", modem="online")
def misleading_names(bed: Bed, daemon: Daemon) -> None:
    """Names mislead nobody: the modem's link is called wlan7, the Wi-Fi link wwan9."""
    bed.modem.rename("wlan7")
    daemon.still()
    bed.modem.connect()
    daemon.still()
    bed.station.rename("wwan9")
    daemon.reach("wlan7")
    bed.station.be_online()
    daemon.reach("wwan9")


@sequence(wifi="online", modem="online")
def airplane_mode(bed: Bed, daemon: Daemon) -> None:
    """Airplane mode is why an app's state is unknown while the mobile radio is switched off."""
    run("rfkill", "block", "wwan")
    daemon.await_entry("airplane mode", _changes_restriction)
    expect("the property", device()["airplaneMode"], "on")
    # The radios of the access points are this machine's, too, and stay on.
    run("rfkill", "block", bed.station.switch())
    daemon.reach("wwan0")
    # No driver connects the simulated modem to the switch: its link goes as one would take it.
    ip("link set wwan0 down")
    daemon.reach("")
    run("rfkill", "unblock", "wwan")
    daemon.await_entry("the end of airplane mode", _changes_restriction)
    run("rfkill", "unblock", bed.station.switch())
    bed.station.await_authorised()
    bed.station.lease()
    daemon.reach("wlan0")


@sequence(modem="online")
def adapter(bed: Bed, daemon: Daemon) -> None:
    """A Wi-Fi adapter that is plugged in becomes the path, and pulled out no longer is."""
    folder = Path("/sys/class/ieee80211")
    before = set(folder.iterdir())
    number = radios.plug()
    (radio,) = until("the radio", lambda: set(folder.iterdir()) - before)
    station = Station(radio.name, link_of(radio.name))
    daemon.still()
    station.be_online()
    daemon.reach(station.link)
    radios.unplug(number)
    daemon.reach("wwan0")
    station.leave()


def _changes_restriction(entry: Entry) -> bool:
    return event(entry) == "restriction-changed"
