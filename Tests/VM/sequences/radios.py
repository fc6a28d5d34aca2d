"""Adapters of mac80211_hwsim that come and go: its generic netlink family."""

import os
import socket
import struct

_NETLINK_GENERIC = 16
_NLM_F_REQUEST_ACK = 5
_NLMSG_ERROR = 2
_CONTROL = 16  # GENL_ID_CTRL
_GET_FAMILY = 3
_FAMILY_ID = 1
_FAMILY_NAME = 2
_NEW_RADIO = 4
_DELETE_RADIO = 5
_RADIO_ID = 10


def plug() -> int:
    """Plugs an adapter in, and returns the simulator's number of it."""
    return _call(_NEW_RADIO, b"")


def unplug(radio: int) -> None:
    """Pulls out the adapter of that number."""
    _call(_DELETE_RADIO, _attribute(_RADIO_ID, struct.pack("I", radio)))


def _attribute(kind: int, value: bytes) -> bytes:
    return struct.pack("HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)


def _call(command: int, attributes: bytes) -> int:
    """Does something, and returns what the simulator does: an error of 0 or below, or a number."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_GENERIC) as kernel:
        kernel.bind((0, 0))
        name = _attribute(_FAMILY_NAME, b"MAC80211_HWSIM\0")
        answer = _exchange(kernel, _CONTROL, _GET_FAMILY, name)
        family = struct.unpack("H", _find(answer[20:], _FAMILY_ID))[0]
        kernel.recv(65536)  # the acknowledgement of the first request
        answer = _exchange(kernel, family, command, attributes)
        kind: int
        number: int
        kind, number = struct.unpack_from("4xH10xi", answer)
        assert kind == _NLMSG_ERROR, f"mac80211_hwsim answered with a message of type {kind}"
        if number < 0:
            raise OSError(-number, os.strerror(-number))
        return number


def _exchange(kernel: socket.socket, family: int, command: int, attributes: bytes) -> bytes:
    body = struct.pack("BBH", command, 1, 0) + attributes
    kernel.send(struct.pack("IHHII", 16 + len(body), family, _NLM_F_REQUEST_ACK, 1, 0) + body)
    return kernel.recv(65536)


def _find(attributes: bytes, kind: int) -> bytes:
    while attributes:
        length, found = struct.unpack_from("HH", attributes)
        if found == kind:
            return attributes[4:length]
        attributes = attributes[(length + 3) & ~3 :]
    raise KeyError(kind)
