#!/usr/bin/python3
"""Sends a datagram when the link of its argument goes up or down, told by pyroute2."""

import os
import socket
import sys

from pyroute2 import IPRoute

JOURNAL = "/run/systemd/journal/socket"
IFF_UP = 1


def main() -> None:
    """Follow the link until killed."""
    name = sys.argv[1]
    datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    route = IPRoute()
    route.bind()
    datagrams.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    was_up = None
    while True:
        for message in route.get():
            if message["event"] != "RTM_NEWLINK" or message.get_attr("IFLA_IFNAME") != name:
                continue
            is_up = bool(message["flags"] & IFF_UP)
            if is_up != was_up:
                was_up = is_up
                state = b"satisfied" if is_up else b"unsatisfied"
                datagrams.sendto(b"MESSAGE=path " + state + b"\nPRIORITY=5\n", JOURNAL)


if __name__ == "__main__":
    main()
