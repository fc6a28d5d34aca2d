"""Sequences of links that carry others' traffic or need a program: TUN, WireGuard, PPP."""

import fcntl
import os
import struct
import subprocess
from functools import partial
from pathlib import Path

import links
from recording import Recording, run, until

# linux/if_tun.h: TUNSETIFF; IFF_TUN with IFF_NO_PI.
_SET_INTERFACE = 0x400454CA
_TUN = 0x1001


def record(folder: Path) -> None:
    """Records all of them on a machine whose default route leads over a veth pair."""
    recording = partial(Recording, folder)
    run("ip link set lo up; modprobe -a tun wireguard")
    with links.pair():
        run("ip addr add 10.7.0.1/24 dev ve0; ip route add default via 10.7.0.254 metric 100")
        run("sleep 1")
        _tun(recording)
        _wireguard(recording)
    _ppp(recording)


def _tun(recording: partial[Recording]) -> None:
    with recording("tun", "a TUN link from its creation to its end") as it:
        it.run("ip tuntap add tun0 mode tun")
        it.run("ip link set tun0 up; ip addr add 10.9.0.1/24 dev tun0")
        it.run("ip route add default via 10.9.0.2 metric 5")
        it.wait(1)
        it.step("a program attaches to it")
        file = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(file, _SET_INTERFACE, struct.pack("16sH22x", b"tun0", _TUN))
        it.wait(2)
        it.step("the program ends")
        os.close(file)
        it.wait(1)
        it.run("ip link del tun0")
        it.wait(1)


def _wireguard(recording: partial[Recording]) -> None:
    title = "a VPN takes all traffic, by two halves of the space and then by rules"
    with recording("wireguard", title) as it:
        it.run("ip link add wg0 index 50 type wireguard; ip link set wg0 up")
        it.run("ip addr add 10.9.1.1/24 dev wg0")
        it.run("ip route add 0.0.0.0/1 dev wg0; ip route add 128.0.0.0/1 dev wg0")
        it.wait(1)
        it.run("ip route del 0.0.0.0/1 dev wg0; ip route del 128.0.0.0/1 dev wg0")
        it.wait(1)
        it.run(
            "ip route add default dev wg0 table 51820; ip rule add not fwmark 51820 table 51820; "
            "ip rule add table main suppress_prefixlength 0"
        )
        it.wait(1)
        it.run("ip link del wg0")
        it.wait(1)
    run("ip rule del not fwmark 51820; ip rule del table main suppress_prefixlength 0")


PPP = (
    "pppd nodetach noauth local nolock {options} 10.99.0.1:10.99.0.2 ifname ppp0 "
    "pty 'pppd nodetach notty noauth local nolock ifname ppp1'"
)


def start_ppp(options: str = "") -> subprocess.Popen[bytes]:
    """A PPP session between two programs, as over a modem's serial port: ppp0 and ppp1."""
    run("modprobe -a ppp_generic ppp_async; [ -e /dev/ppp ] || mknod /dev/ppp c 108 0")
    program = subprocess.Popen(
        ["bash", "-c", "exec " + PPP.format(options=options)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    until("ppp0 has an address", lambda: "inet " in run("ip addr show ppp0 2>&1 || true"))
    return program


def _ppp(recording: partial[Recording]) -> None:
    with recording("ppp", "a PPP session with both ends here is set up and torn down") as it:
        it.step("pppd starts")
        program = start_ppp("defaultroute")
        it.wait(3)
        it.step("pppd ends")
        program.terminate()
        program.wait()
        it.wait(3)
