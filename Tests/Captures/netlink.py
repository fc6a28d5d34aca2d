"""Netlink as the recorder needs it: framing, dumps, multicast groups. Source: netlink(7)."""

import socket
import struct
from collections.abc import Iterator
from pathlib import Path

ROUTE = 0
GENERIC = 16

DONE = 3
ERROR = 2
NEWLINK = 16
REQUEST = 0x1
DUMP = 0x300
# Routes and links that a change of the network may tell of (linux/rtnetlink.h, RTNLGRP_*): those
# that the daemon joins, and two more whose messages must not mislead it.
GROUPS = {
    "LINK": 1,
    "NEIGH": 3,
    "IPV4_IFADDR": 5,
    "IPV4_ROUTE": 7,
    "IPV4_RULE": 8,
    "IPV6_IFADDR": 9,
    "IPV6_ROUTE": 11,
    "IPV6_IFINFO": 12,
    "IPV6_PREFIX": 18,
    "IPV6_RULE": 19,
    "NEXTHOP": 32,
}
ROUTE_TYPES = {
    16: "NEWLINK",
    17: "DELLINK",
    20: "NEWADDR",
    21: "DELADDR",
    24: "NEWROUTE",
    25: "DELROUTE",
    28: "NEWNEIGH",
    29: "DELNEIGH",
    32: "NEWRULE",
    33: "DELRULE",
    52: "NEWPREFIX",
    104: "NEWNEXTHOP",
    105: "DELNEXTHOP",
}
# IFLA_EXT_MASK with RTEXT_FILTER_SKIP_STATS: counters say nothing of a link and are a third of it.
WITHOUT_STATISTICS = (29, struct.pack("=I", 8))

_SOL_NETLINK = 270
_ADD_MEMBERSHIP = 1
_SO_RCVBUFFORCE = 33
_GET_FAMILY = 3
_GET_INTERFACE = 5


def aligned(length: int) -> int:
    """A length rounded up to netlink's boundary of four bytes."""
    return (length + 3) & ~3


def messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The type of each message in `data`, and the message with its header and padding."""
    offset = 0
    while offset < len(data):
        length, kind = struct.unpack_from("=IH", data, offset)
        yield kind, data[offset : offset + length].ljust(aligned(length), b"\0")
        offset += aligned(length)


def attributes(data: bytes) -> dict[int, bytes]:
    """The attributes in `data` by their type."""
    found, offset = {}, 0
    while offset + 4 <= len(data):
        length, kind = struct.unpack_from("=HH", data, offset)
        found[kind & 0x3FFF] = data[offset + 4 : offset + length]
        offset += aligned(length)
    return found


def _attribute(kind: int, value: bytes) -> bytes:
    return struct.pack("=HH", 4 + len(value), kind) + value.ljust(aligned(len(value)), b"\0")


def _request(kind: int, flags: int, body: bytes) -> bytes:
    return struct.pack("=IHHII", 16 + len(body), kind, REQUEST | flags, 1, 0) + body


def _ask(protocol: int, request: bytes) -> bytes:
    """The answers to a request, until the message that ends them."""
    answers = b""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol) as asking:
        asking.bind((0, 0))
        asking.send(request)
        while True:
            data = asking.recv(1 << 20)
            answers += data
            is_multipart = struct.unpack_from("=H", data, 6)[0] & 2
            kinds = [kind for kind, _ in messages(data)]
            if not is_multipart or DONE in kinds or ERROR in kinds:
                return answers


def dump() -> bytes:
    """Links, addresses, routes and rules, as a listener asks for them at its start."""
    links = struct.pack("=16x") + _attribute(*WITHOUT_STATISTICS)
    # RTM_GETLINK, GETADDR, GETROUTE and GETRULE with empty headers of their kinds.
    questions = [(18, links), (22, bytes(8)), (26, bytes(12)), (34, bytes(12))]
    return b"".join(_ask(ROUTE, _request(kind, DUMP, body)) for kind, body in questions)


def link(name: str) -> bytes:
    """What the kernel says of one link."""
    body = struct.pack("=16x") + _attribute(3, name.encode() + b"\0")
    return _ask(ROUTE, _request(18, 0, body + _attribute(*WITHOUT_STATISTICS)))


def wireless_family() -> tuple[int, dict[str, int]]:
    """The number of nl80211, and those of its groups by name."""
    body = struct.pack("=BBH", _GET_FAMILY, 1, 0) + _attribute(2, b"nl80211\0")
    ((kind, answer),) = messages(_ask(GENERIC, _request(16, 0, body)))
    if kind == ERROR:
        raise OSError("the kernel has no nl80211; is a Wi-Fi driver loaded?")
    family = attributes(answer[20:])
    groups = {}
    for data in attributes(family[7]).values():
        group = attributes(data)
        groups[group[1].rstrip(b"\0").decode()] = struct.unpack("=I", group[2])[0]
    return struct.unpack("=H", family[1])[0], groups


def wireless_interfaces() -> bytes:
    """The dump of nl80211's interfaces."""
    family, _ = wireless_family()
    return _ask(GENERIC, _request(family, DUMP, struct.pack("=BBH", _GET_INTERFACE, 0, 0)))


def listen(protocol: int, groups: list[int]) -> socket.socket:
    """A socket that hears the groups and has room for a flood."""
    listener = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol)
    listener.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, 1 << 22)
    listener.bind((0, 0))
    for group in groups:
        listener.setsockopt(_SOL_NETLINK, _ADD_MEMBERSHIP, group)
    return listener


def link_identity(message: bytes) -> tuple[int, str]:
    """The index and the name in an RTM_NEWLINK of the link itself; the name may be missing."""
    index = struct.unpack_from("=i", message, 20)[0]
    return index, attributes(message[32:]).get(3, b"").rstrip(b"\0").decode()


def device_hints(name: str) -> str:
    """What sysfs says of a link that rtnetlink does not: `DEVTYPE`, the `wireless` folder."""
    folder = Path("/sys/class/net") / name
    try:
        lines = (folder / "uevent").read_text().split()
    except OSError:
        return ""
    words = [line.removeprefix("DEVTYPE=") for line in lines if line.startswith("DEVTYPE=")]
    return " ".join([*(words or ["-"]), *(["wireless"] if (folder / "wireless").exists() else [])])
