"""The guest as a device: a Wi-Fi link, a modem, a bus, and the daemon that watches them."""

import os
import shutil
import subprocess
from pathlib import Path

import access_points
from apps import Apps
from commands import RUN, ip, run
from daemon import USER, Daemon
from modem import Modem
from station import Station
from waiting import until

_ROOT = Path(__file__).resolve().parents[3]
_CONFIGURATION = RUN / "configuration"
_PROGRAMS = RUN / "programs"
_APPS = {"org.example.Maps": "wifi-only", "org.example.Radio": "ask"}
_LINK = "wlan0"


class Bed:
    """What sequences are played on."""

    def __init__(self, programs: Path) -> None:
        """Makes the hardware, the services that a device has, and the network around it."""
        RUN.mkdir(parents=True)
        _install(programs)
        _start_services()
        _load_drivers()
        radios = sorted(path.name for path in Path("/sys/class/ieee80211").iterdir())
        self.network = access_points.Network(radios[1:])
        self.station = Station(radios[0], _LINK)
        self.modem = Modem()
        self.apps = Apps()

    def start(self, wifi: str, modem: str) -> Daemon:
        """Brings both links to the states that a sequence begins with, and starts the daemon."""
        _switch_radios_on()
        self.network.start()
        getattr(self.modem, f"be_{modem}")()
        self.station.be_named(_LINK)
        getattr(self.station, f"be_{wifi}")()
        self.configure()
        state = RUN / "state"
        shutil.rmtree(state, ignore_errors=True)
        state.mkdir()
        shutil.chown(state, USER)
        return Daemon(_CONFIGURATION, state)

    def configure(self, apps: dict[str, str] = _APPS, patience: str = "60s") -> None:
        """Writes the configuration: the apps with their choices, and how long a request of a
        decision waits for the user."""
        shutil.rmtree(_CONFIGURATION, ignore_errors=True)
        (_CONFIGURATION / "apps.d").mkdir(parents=True)
        (_CONFIGURATION / "cellgated.conf").write_text(
            "[Permission]\nReloadOnChange=no\nProbeTimeoutSec=100ms\n"
            f"DecisionTimeoutSec={patience}\n[Guidance]\nCooldownSec=0\n"
        )
        for app, choice in apps.items():
            (_CONFIGURATION / "apps.d" / f"{app}.conf").write_text(f"[App]\nChoice={choice}\n")


def _install(programs: Path) -> None:
    """Puts the programs where every user can run them, and what the daemon needs of a system."""
    _PROGRAMS.mkdir()
    for program in ("cellgated", "cellgatectl"):
        shutil.copy(programs / program, _PROGRAMS)
    os.environ["PATH"] = f"{_PROGRAMS}:{os.environ['PATH']}"
    run("systemd-sysusers", str(_ROOT / "systemd/cellgate.sysusers"))
    shutil.copy(_ROOT / "config/dbus/org.cellgate.Cellgate1.conf", "/usr/share/dbus-1/system.d")
    resolver = Path("/etc/resolv.conf")
    resolver.unlink(missing_ok=True)
    resolver.write_text(f"nameserver {access_points.GATEWAY}\n")


def _switch_radios_on() -> None:
    for switch in Path("/sys/class/rfkill").glob("*/soft"):
        switch.write_text("0")


def _load_drivers() -> None:
    """Three Wi-Fi adapters, the switch of a mobile radio, and no modem yet."""
    options = "options mac80211_hwsim radios=3\noptions wwan_hwsim devices=0\n"
    Path("/run/modprobe.d").mkdir()
    Path("/run/modprobe.d/bed.conf").write_text(options)
    run("modprobe", "-a", "mac80211_hwsim", "wwan_hwsim", "wwan_switch")


def _start_services() -> None:
    """udev, the system bus and a hierarchy of cgroups, as systemd makes them; udev passes on what
    the kernel tells, and the rules of this machine are no part of that."""
    ip("link set lo up")
    run("mount", "-t", "debugfs", "debugfs", "/sys/kernel/debug")
    run("mount", "-t", "cgroup2", "cgroup2", "/sys/fs/cgroup")
    run("mount", "-t", "tmpfs", "tmpfs", "/usr/lib/udev/rules.d")
    run("/lib/systemd/systemd-udevd", "--daemon")
    Path("/run/dbus").mkdir()
    subprocess.run(["dbus-daemon", "--system", "--fork", "--nopidfile"], check=True)
    until("the bus", Path("/run/dbus/system_bus_socket").exists)
