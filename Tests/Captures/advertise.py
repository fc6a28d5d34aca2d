"""Sends one router advertisement from ve1 (RFC 4861, 4191): with a prefix and a name server.

advertise.py ROUTER-LIFETIME PREFIX-VALID PREFIX-PREFERRED [high]
"""

import socket
import struct
import sys

lifetime, valid, preferred = (int(word) for word in sys.argv[1:4])
preference = 0x08 if "high" in sys.argv[4:] else 0
prefix = socket.inet_pton(socket.AF_INET6, "2001:db8:77::")
packet = struct.pack("!BBHBBHII", 134, 0, 0, 64, preference, lifetime, 0, 0)
packet += struct.pack("!BBBBIII", 3, 4, 64, 0xC0, valid, preferred, 0) + prefix
packet += struct.pack("!BBHI", 25, 3, 0, 60) + prefix
with socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6) as router:
    router.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
    router.sendto(packet, ("ff02::1", 0, 0, socket.if_nametoindex("ve1")))
