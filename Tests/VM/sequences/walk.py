"""First use of mobile data from end to end (R85): apps in units, and the user at the terminal.

Tests/Container/walk does the same with a service manager and links that only bear the names.
"""

import json

from apps import device, result
from bed import Bed
from commands import run
from daemon import Daemon, event
from sequence import expect, sequence

_NAME = "org.cellgate.Cellgate1"
_MAPS = "app-gnome-org.example.Maps-1.scope"
_CALL = ("busctl", "call", _NAME, "/org/cellgate/Cellgate1", f"{_NAME}.Manager")


@sequence(wifi="online", modem="online")
def allowing(bed: Bed, daemon: Daemon) -> None:
    """An app waits at its first use of mobile data, and is allowed."""
    _undecided(bed, daemon)
    bed.station.control.ask("DISCONNECT")
    daemon.reach("wwan0")
    bed.apps.sit_down()
    maps = bed.apps.launch(_MAPS, "cellgatectl", "probe", "--decision")
    bed.apps.see("wants to use mobile data")
    _asked(daemon)
    expect("the app's state", _state("org.example.Maps"), ("unknown", "pending", "undecided"))
    bed.apps.answer("1")
    expect("the launch", result(maps), "granted")
    _reason(daemon, "available")
    expect("the app's state", _state("org.example.Maps"), ("notRestricted", "", "available"))
    expect("the preferred link", device()["interface"], "wwan0")


@sequence(modem="online")
def refusing(bed: Bed, daemon: Daemon) -> None:
    """A refused app is advised about, and allowed in the settings."""
    apps = bed.apps
    _undecided(bed, daemon)
    apps.sit_down()
    news = apps.launch("news.service", "cellgatectl", "probe", "--decision")
    apps.see("news.service wants to use mobile data")
    _asked(daemon)
    apps.answer("2")
    expect("the launch", result(news), "denied")
    _reason(daemon, "cellularDenied")
    daemon.refresh()
    report = (*_CALL, "ReportFailure", "i", "--", "-1009")
    expect("a failed request", apps.run("news.service", *report), 's "permission"')
    _advice(daemon, "shown")
    expect("another one", apps.run("news.service", *report), 's "permission"')
    run(*_CALL, "GuidanceEvent", "ss", "news.service", "clicked")
    _advice(daemon, "clicked")
    run("cellgatectl", "set", "news.service", "off")
    daemon.refresh()
    _advice(daemon, "specific")
    apps.see("Mobile data is still off for news.service")
    run("cellgatectl", "set", "news.service", "wifi-and-cellular")
    _advice(daemon, "resolved")
    daemon.refresh()
    apps.see("news.service may use mobile data again")
    expect("a probe", apps.run("news.service", "cellgatectl", "probe"), "granted")
    daemon.still()


@sequence(wifi="online", modem="online")
def moving(bed: Bed, daemon: Daemon) -> None:
    """An app starts on Wi-Fi and moves; its question waits until somebody is there."""
    apps = bed.apps
    _undecided(bed, daemon, patience="1s")
    on_wifi = apps.run("radio.service", "cellgatectl", "probe")
    expect("the launch on Wi-Fi", on_wifi, "undetermined")
    daemon.still()
    bed.station.control.ask("DISCONNECT")
    daemon.reach("wwan0")
    moved = apps.run("radio.service", "cellgatectl", "probe", "--decision")
    expect("the request on mobile data", moved, "undetermined")
    daemon.still()
    apps.sit_down()
    apps.see("radio.service wants to use mobile data")
    apps.answer("3")
    _reason(daemon, "cellularDenied")
    bed.station.control.ask("RECONNECT")
    daemon.reach("wlan0")


def _undecided(bed: Bed, daemon: Daemon, patience: str = "60s") -> None:
    """Begins with apps that nobody knows yet."""
    bed.configure({"org.example.Maps": "ask"}, patience)
    daemon.reload()


def _asked(daemon: Daemon) -> None:
    """Waits until it is stored that the user is asked, so that the order of entries is one only."""
    daemon.await_entry(
        "the user to be asked", lambda entry: entry.get("CELLGATE_UNKNOWN_REASON") == "pending"
    )


def _reason(daemon: Daemon, reason: str) -> None:
    daemon.await_entry(
        f"an app to be {reason}",
        lambda entry: event(entry) == "app-changed" and entry["CELLGATE_REASON"] == reason,
    )


def _state(app: str) -> tuple[str, str, str]:
    """What programs are told of an app."""
    told = json.loads(run("cellgatectl", "--json", "show", app))
    return told["restrictedState"], told["unknownReason"], told["reason"]


def _advice(daemon: Daemon, state: str) -> None:
    daemon.await_entry(
        f"advice to be {state}",
        lambda entry: event(entry) == "guidance-changed" and entry["CELLGATE_GUIDANCE"] == state,
    )
