"""Sequences of a Wi-Fi station: the simulated radio phy0 among two access points."""

import re
import subprocess
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from recording import Recording, run, until

_FOLDER = Path("/run/captures")
# How udhcpc(8) configures the station: an address with a lifetime, then the default route.
_CLIENT = """#!/bin/sh
case $1 in
    deconfig) ip -4 addr flush dev "$interface" ;;
    bound | renew)
        ip addr replace "$ip/$mask" broadcast + dev "$interface" \\
            valid_lft "$lease" preferred_lft "$lease"
        ip route replace default via "$router" dev "$interface" proto dhcp metric 600
        ;;
esac
"""
_SERVER = """interface br0
start 10.1.0.62
end 10.1.0.62
option router 10.1.0.1
option subnet 255.255.255.0
option lease 600
lease_file /run/captures/leases
pidfile /run/captures/udhcpd.pid
"""
_STATION = """ctrl_interface=/run/captures/station
network={
    ssid="captures"
    psk="captures"
    scan_freq=2412
    freq_list=2412
}
"""
_ACCESS_POINT = """interface=wlan{number}
driver=nl80211
hw_mode=g
channel=1
"""
_PROTECTED = """ssid=captures
bridge=br0
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=captures
"""
_DHCP = f"busybox udhcpc -q -n -i wlan0 -s {_FOLDER}/client"
_JOIN = "iw dev wlan0 connect -w open 2412"
_CONFIGURE = "ip addr add 10.1.0.70/24 dev wlan0; ip route add default via 10.1.0.1"
_CONTROL = f"wpa_cli -p {_FOLDER}/station -i wlan0"


def record(folder: Path) -> None:
    """Records all of them on a machine that has the Wi-Fi driver."""
    _FOLDER.mkdir(exist_ok=True)
    run("modprobe mac80211_hwsim radios=3; ip netns add ap")
    run("for i in 1 2; do iw phy phy$i set netns name ap; done")
    run("ip -n ap link set lo up; ip -n ap link add br0 type bridge")
    run("ip -n ap addr add 10.1.0.1/24 dev br0; ip -n ap link set br0 up")
    recording = partial(Recording, folder, wireless=True)
    with ExitStack() as programs:
        _record_protected(recording, programs)
    run("ip addr flush dev wlan0")
    with ExitStack() as programs:
        _record_open(recording, programs)
    run("ip netns del ap; modprobe -r mac80211_hwsim")


def _record_protected(recording: partial[Recording], programs: ExitStack) -> None:
    """The sequences with wpa_supplicant, each from where the one before it ended."""
    points = [_access_point(number, _PROTECTED, programs) for number in (1, 2)]
    (_FOLDER / "client").write_text(_CLIENT)
    (_FOLDER / "client").chmod(0o755)
    (_FOLDER / "server").write_text(_SERVER)
    (_FOLDER / "leases").touch()
    _start("ip netns exec ap busybox udhcpd -f /run/captures/server", programs)

    with recording("wifi-associate", "a station joins a protected network") as it:
        it.step("wpa_supplicant starts; it makes the link mode dormant")
        station = _associate(programs)
        it.wait(3)
    with recording("wifi-dhcp", "it gets an address and the default route") as it:
        it.run(_DHCP)
        it.wait(1)
    (other,) = {_address(1), _address(2)} - {_access_point_in_use()}
    run(f"{_CONTROL} scan freq=2412; sleep 4")
    with recording("wifi-roam", "it goes to another access point of its network") as it:
        it.step("wpa_supplicant roams to the other access point")
        run(f"{_CONTROL} roam {other}")
        until("the station roamed", lambda: _is_associated() and _access_point_in_use() == other)
        it.wait(2)
    with recording("wifi-disassociate", "it leaves the network, its interface stays up") as it:
        it.step("wpa_supplicant disconnects")
        run(f"{_CONTROL} disconnect")
        it.wait(2)
        it.step("it connects again, the address and the route are still there")
        run(f"{_CONTROL} reconnect")
        until("the station is associated", _is_associated)
        it.wait(2)
    with recording("wifi-rfkill", "the radio is blocked and unblocked") as it:
        index = next(Path("/sys/class/ieee80211/phy0").glob("rfkill*/index")).read_text().strip()
        it.step("rfkill blocks the radio")
        run(f"rfkill block {index}")
        it.wait(2)
        it.step("rfkill unblocks the radio; wpa_supplicant associates again")
        run(f"rfkill unblock {index}")
        until("the station is associated", _is_associated)
        it.wait(3)
        it.run(_DHCP)
        it.wait(1)
    with recording("wifi-supplicant-exit", "wpa_supplicant ends while connected") as it:
        it.step("wpa_supplicant ends")
        station.terminate()
        station.wait()
        it.wait(2)
    _associate(programs)
    run(f"{_DHCP}; sleep 3")
    with recording("wifi-ap-vanish", "the access points vanish without a word") as it:
        it.step("both access points are killed and their radios go down")
        for point in points:
            point.kill()
        run("ip -n ap link set wlan1 down; ip -n ap link set wlan2 down")
        until("the station noticed", lambda: not _is_associated())
        it.wait(3)


def _record_open(recording: partial[Recording], programs: ExitStack) -> None:
    """The sequences that need no wpa_supplicant, up to the end of the driver."""
    _access_point(1, "ssid=open\n", programs)
    run("ip link set wlan0 up")
    with recording("wifi-open", "an open network is joined without wpa_supplicant") as it:
        it.run(_JOIN)
        it.wait(1)
        it.run(_CONFIGURE)
        it.wait(2)
        it.run("iw dev wlan0 disconnect")
        it.wait(1)
    run(f"{_JOIN}; sleep 2")
    _record_handover(recording)
    with recording("wifi-netns", "the radio goes to another network namespace and returns") as it:
        it.run("iw phy phy0 set netns name ap")
        it.wait(1)
        it.run("ip netns exec ap iw phy phy0 set netns 1")
        it.wait(1)
    run(f"ip link set wlan0 up; {_JOIN}; {_CONFIGURE}; sleep 2")
    with recording("wifi-unplug", "the Wi-Fi driver goes while connected") as it:
        it.run("modprobe -r mac80211_hwsim")
        it.wait(1)
    with recording("wifi-plug", "a Wi-Fi driver comes") as it:
        it.run("modprobe mac80211_hwsim radios=1")
        it.wait(1)


def _record_handover(recording: partial[Recording]) -> None:
    """Wi-Fi beside a mobile link, which is gone again in the end."""
    run("modprobe wwan_hwsim devices=1; sleep 1; ip link set wwan0 up")
    run("ip addr add 100.64.0.5/32 dev wwan0; ip route add default dev wwan0 metric 700; sleep 2")
    with recording("wifi-and-modem", "Wi-Fi is lost and found beside a mobile link") as it:
        it.run("iw dev wlan0 disconnect")
        it.wait(1)
        it.step("the network's manager takes the route of Wi-Fi away")
        run("ip addr flush dev wlan0 scope global")
        it.wait(1)
        it.run(_JOIN)
        it.wait(2)
        it.run(_CONFIGURE)
        it.wait(1)
    run("modprobe -r wwan_hwsim")


def _start(command: str, programs: ExitStack) -> subprocess.Popen[bytes]:
    """A program that is ended with `programs`."""
    program = subprocess.Popen(command.split(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    programs.callback(program.wait)
    programs.callback(program.terminate)
    return program


def _associate(programs: ExitStack) -> subprocess.Popen[bytes]:
    """Starts wpa_supplicant(8), and waits until it has connected."""
    file = _FOLDER / "station.conf"
    file.write_text(_STATION)
    station = _start(f"wpa_supplicant -Dnl80211 -iwlan0 -c{file}", programs)
    until("the station is associated", _is_associated)
    return station


def _access_point(number: int, network: str, programs: ExitStack) -> subprocess.Popen[bytes]:
    """hostapd(8) on wlanNUMBER, which sends beacons."""
    file = _FOLDER / f"ap{number}.conf"
    control = f"ctrl_interface={_FOLDER}/ap\n"
    file.write_text(_ACCESS_POINT.format(number=number) + network + control)
    point = _start(f"ip netns exec ap hostapd {file}", programs)
    status = f"hostapd_cli -p {_FOLDER}/ap -i wlan{number} status || true"
    until("the access point is on", lambda: "state=ENABLED" in run(status))
    return point


def _address(number: int) -> str:
    return run(f"ip netns exec ap cat /sys/class/net/wlan{number}/address").strip()


def _status() -> str:
    return run(f"{_CONTROL} status 2>&1 || true")


def _is_associated() -> bool:
    return "wpa_state=COMPLETED" in _status()


def _access_point_in_use() -> str:
    found = re.search("^bssid=(.*)$", _status(), re.MULTILINE)
    return found[1] if found else ""
