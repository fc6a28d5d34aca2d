"""Sequences of addresses and routes: router advertisements, lifetimes, what goes in silence."""

import sys
from functools import partial
from pathlib import Path

import links
from recording import Recording, run

_ADVERTISE = f"ip netns exec other {sys.executable} -SE {Path(__file__).with_name('advertise.py')}"


def record(folder: Path) -> None:
    """Records all of them at one end of a veth pair whose other end is a namespace's."""
    recording = partial(Recording, folder)
    run(f"ip link set lo up; ip netns add other; {links.PAIR}; ip link set ve1 netns other")
    run("sysctl -q net.ipv6.conf.ve0.accept_ra=1; ip -n other link set ve1 up")
    run("ip link set ve0 up; sleep 3")
    with recording("ipv6-ra", "a router advertises itself, another preference, its end") as it:
        it.step("an advertisement: router 30 s, prefix valid 60 s")
        run(f"{_ADVERTISE} 30 60 40")
        it.wait(3)
        it.step("the same again")
        run(f"{_ADVERTISE} 30 60 40")
        it.wait(1)
        it.step("with high preference")
        run(f"{_ADVERTISE} 30 60 40 high")
        it.wait(1)
        it.step("with no more lifetime as a router")
        run(f"{_ADVERTISE} 0 60 40")
        it.wait(2)
    run("ip addr flush dev ve0 scope global")
    with recording("ipv6-ra-expiry", "an advertised router and prefix run out") as it:
        it.step("an advertisement: router 3 s, prefix valid 6 s")
        run(f"{_ADVERTISE} 3 6 3")
        it.wait(40)
    run("ip addr flush dev ve0 scope global")
    with recording("address-expiry", "addresses and what leads over them run out") as it:
        it.run("ip addr add 10.6.0.1/24 dev ve0 valid_lft 4 preferred_lft 2")
        it.run("ip addr add 2001:db8:6::1/64 dev ve0 valid_lft 4 preferred_lft 2")
        it.run("ip route add default via 10.6.0.254 dev ve0")
        it.wait(8)
    _replaced(recording)
    run("ip addr flush dev ve0 scope global")
    _objects(recording)
    run("ip netns del other")


def _replaced(recording: partial[Recording]) -> None:
    run("ip addr add 10.7.0.1/24 dev ve0; ip addr add 10.7.0.2/24 dev ve0")
    run("ip route add default via 10.7.0.254; ip route add 10.8.0.0/16 via 10.7.0.254")
    run("ip addr add 2001:db8:7::1/64 dev ve0 nodad; ip -6 route add default via fe80::1 dev ve0")
    run("sleep 1")
    title = "a default route is replaced, one appended, their source goes, the link is cycled"
    with recording("routes-and-down", title) as it:
        it.run("ip route replace default via 10.7.0.253 dev ve0")
        it.wait(1)
        it.run("ip route append default via 10.7.0.252 dev ve0")
        it.wait(1)
        it.run("ip addr del 10.7.0.1/24 dev ve0")
        it.wait(1)
        it.run("ip addr add 10.7.0.1/24 dev ve0; ip route add default via 10.7.0.254 dev ve0")
        it.wait(1)
        it.run("ip link set ve0 down")
        it.wait(1)
        it.run("ip link set ve0 up")
        it.wait(3)


def _objects(recording: partial[Recording]) -> None:
    run("ip addr add 10.14.0.1/24 dev ve0; sleep 1")
    title = "routes through nexthop objects, whose change no route tells"
    with recording("nexthop-objects", title) as it:
        it.run("ip nexthop add id 1 via 10.14.0.2 dev ve0; ip route add default nhid 1")
        it.wait(1)
        it.run("ip nexthop replace id 1 via 10.14.0.3 dev ve0")
        it.wait(1)
        it.run("ip nexthop add id 2 via 10.14.0.4 dev ve0; ip nexthop add id 3 group 1/2")
        it.run("ip route replace default nhid 3")
        it.wait(1)
        it.run("ip nexthop del id 2")
        it.wait(1)
        it.run("ip route replace default nexthop via 10.14.0.5 nexthop via 10.14.0.6")
        it.wait(1)
        it.run("ip route del default")
        it.wait(1)
        it.run("ip route add unreachable default metric 10")
        it.run("ip route add default via 10.14.0.2 metric 20")
        it.wait(1)
        it.run("ip route del unreachable default metric 10")
        it.wait(1)
        it.run("ip nexthop flush; ip route flush root 0/0 dev ve0")
        it.wait(1)
