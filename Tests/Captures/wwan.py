"""Sequences of a simulated modem whose driver is in the kernel's WWAN subsystem."""

from functools import partial
from pathlib import Path

from recording import Recording, run

_SIMULATOR = "/sys/kernel/debug/wwan_hwsim"


def record(folder: Path) -> None:
    """Records all of them, each from where the one before it ended."""
    run("mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug")
    run("modprobe wwan_hwsim devices=1; sleep 1")
    # An address that is not random makes recordings alike.
    run("sysctl -q net.ipv6.conf.wwan0.stable_secret=2001:db8::1")
    recording = partial(Recording, folder)
    with recording("wwan-up", "a mobile link is brought up and configured") as it:
        it.run("ip link set wwan0 up")
        it.wait(2)
        it.run("ip addr add 100.64.0.5/32 dev wwan0; ip route add default dev wwan0 metric 700")
        it.wait(1)
        it.run("ip addr add 2001:db8:1::5/64 dev wwan0 nodad")
        it.run("ip -6 route add default dev wwan0 metric 700")
        it.wait(1)
    with recording("wwan-down", "a mobile link goes down while it has the default routes") as it:
        it.run("ip link set wwan0 down")
        it.wait(1)
    run("ip link set wwan0 up; ip route add default dev wwan0 metric 700; sleep 2")
    with recording("wwan-second-link", "a second data session comes and goes") as it:
        it.run("ip link add dev wwan1 parentdev wwan0 type wwan linkid 2")
        it.wait(1)
        run("sysctl -q net.ipv6.conf.wwan1.stable_secret=2001:db8::1")
        it.run("ip link set wwan1 up")
        it.wait(2)
        it.run("ip addr add 100.64.1.5/32 dev wwan1; ip route add default dev wwan1 metric 600")
        it.wait(1)
        it.run("ip link del wwan1")
        it.wait(1)
    with recording("wwan-unplug", "a connected modem is pulled out") as it:
        it.run(f"echo 1 >{_SIMULATOR}/hwsim0/destroy")
        it.wait(1)
    with recording("wwan-plug", "a modem comes with its default link") as it:
        it.run(f"echo 1 >{_SIMULATOR}/devcreate")
        it.wait(1)
    run("modprobe -r wwan_hwsim")
