"""Sequences of software links: their carrier, names, namespaces and masters."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from recording import Recording, run


def record(folder: Path) -> None:
    """Records all of them, each on a machine that has only the loopback link before."""
    recording = partial(Recording, folder)
    run("ip link set lo up; ip netns add other; modprobe -a tun bonding")
    _pairs(recording)
    for sequence in (_rename, _carrier, _dormant, _move):
        with _dummy():
            sequence(recording)
    for sequence in (_bridge, _bond):
        with pair():
            sequence(recording)
    run("ip netns del other")


@contextmanager
def pair() -> Iterator[None]:
    """The veth pair ve0 and ve1, both up."""
    run(f"{PAIR}; ip link set ve1 up; ip link set ve0 up; sleep 2")
    yield
    run("ip link del ve0")


# Addresses and indexes that are set make recordings alike.
PAIR = (
    "ip link add ve0 index 20 address 02:00:00:00:07:00 "
    "type veth peer name ve1 index 21 address 02:00:00:00:07:01"
)


@contextmanager
def _dummy() -> Iterator[None]:
    """The dummy link d0 with the default route."""
    run("ip link add d0 index 30 address 02:00:00:00:05:00 type dummy; ip link set d0 up")
    run("ip addr add 10.5.0.1/24 dev d0; ip route add default via 10.5.0.2 metric 50; sleep 2")
    yield
    run("ip link del d0")


def _pairs(recording: partial[Recording]) -> None:
    with recording("veth-life", "a veth pair from its creation to its end") as it:
        it.run(PAIR)
        it.wait(1)
        it.run("ip link set ve0 up; ip addr add 10.12.0.1/24 dev ve0")
        it.run("ip route add default via 10.12.0.2")
        it.wait(1)
        it.run("ip link set ve1 up")
        it.wait(3)
        it.run("ip link set ve1 down")
        it.wait(1)
        it.run("ip link set ve1 up")
        it.wait(1)
        it.run("ip link set ve0 down")
        it.wait(1)
        it.run("ip link del ve0")
        it.wait(1)


def _rename(recording: partial[Recording]) -> None:
    with recording("rename", "a link gets another name, a further one, and other traits") as it:
        it.run("ip link set d0 down")
        it.wait(1)
        it.run("ip link set d0 name en5; ip link set en5 up")
        it.wait(2)
        it.run("ip route add default via 10.5.0.2 metric 50")
        it.wait(1)
        it.run("ip link property add dev en5 altname wiredlongname")
        it.run("ip link set en5 alias uplink")
        it.run("ip link set en5 address 02:00:00:00:00:99")
        it.run("ip link set en5 mtu 1400")
        it.wait(1)
        it.run("ip link property del dev en5 altname wiredlongname")
        it.run("ip link set en5 down; ip link set en5 name d0")
        it.wait(1)


def _carrier(recording: partial[Recording]) -> None:
    with recording("carrier", "carrier is lost and found, the default route stays") as it:
        it.run("ip link set d0 carrier off")
        it.wait(2)
        it.run("ip link set d0 carrier on")
        it.wait(2)


def _dormant(recording: partial[Recording]) -> None:
    with recording("dormant", "a link goes through the dormant state") as it:
        it.run("ip link set d0 mode dormant")
        it.wait(1)
        it.run("ip link set d0 carrier off")
        it.wait(1)
        it.run("ip link set d0 carrier on")
        it.wait(2)
        it.run("ip link set d0 state UP")
        it.wait(1)
        it.run("ip link set d0 state DORMANT")
        it.wait(1)
        it.run("ip link set d0 mode default")
        it.wait(2)


def _move(recording: partial[Recording]) -> None:
    title = "a link moves to another network namespace and comes back"
    with recording("netns-move", title) as it:
        it.run("ip link set d0 netns other")
        it.wait(1)
        it.run("ip -n other link set d0 netns 1")
        it.wait(1)


def _bridge(recording: partial[Recording]) -> None:
    run("ip link add br0 index 40 address 02:00:00:00:09:00 type bridge; ip link set br0 up")
    run("ip addr add 10.11.0.1/24 dev br0; ip route add default via 10.11.0.2; sleep 1")
    with recording("bridge-port", "a link joins a bridge and leaves it") as it:
        it.run("ip link set ve0 master br0")
        it.wait(3)
        it.run("ip link set ve0 nomaster")
        it.wait(1)
    run("ip link del br0")


def _bond(recording: partial[Recording]) -> None:
    run("ip link set ve0 down; ip link add bond7 index 41 type bond mode active-backup miimon 100")
    run("ip link set bond7 up; ip addr add 10.13.0.1/24 dev bond7")
    run("ip route add default via 10.13.0.2; sleep 1")
    with recording("bond-port", "a link joins an active-backup bond and leaves it") as it:
        it.run("ip link set ve0 master bond7")
        it.wait(2)
        it.run("ip link set ve0 nomaster")
        it.wait(1)
    run("ip link del bond7")
