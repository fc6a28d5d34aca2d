"""Random operations on a network, as lines for `ip -batch`."""

import random

NAMES = (
    *(f"wlan{n}" for n in range(4)),
    *(f"wwan{n}" for n in range(4)),
    *(f"eth{n}" for n in range(3)),
    *("usb0", "usb1", "lan0", "rmnet0", "wlp1s0", "backup"),
)
STACKED = ("mac0", "mac1", "mac2", "vx0", "ifb7")
BRIDGES = ("br0", "br1")
# tun(4) has a carrier only while a program holds it: soak does, and gives each its name once.
TUNNELS = ("tun0", "tun1")
PEERS = tuple(f"p{n}" for n in range(24))
ELSEWHERE = "elsewhere"
TABLES = ("main", "main", "main", "main", "100", "101", "102")
METRICS = (20, 50, 100, 200, 300, 600, 1024)
PREFERENCES = range(100, 112)
REJECTS = {4: ("blackhole", "unreachable", "prohibit", "throw")}
REJECTS[6] = REJECTS[4][:3]
# Parts of the Internet; none has an address that the daemon asks the kernel about.
PARTS = {
    4: ("192.168.{}.0/24", "172.16.{}.0/24", "10.200.{}.0/24"),
    6: ("2001:db8:f{:03}::/48", "fd00:{}::/32"),
}
HALVES = {4: ("0.0.0.0/1", "128.0.0.0/1"), 6: ("2000::/3",)}


class Operations:
    """Draws operations; what is drawn depends on the seed and on the links that there are."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.links = {}
        self.family = 4

    def batch(self, links, count):
        """Lines for `ip -4 -batch` or `ip -6 -batch`, and which of the two.

        links are the names that are there, with their kinds.
        """
        self.links = dict(links)
        self.family = self.chance.choice((4, 4, 6))
        makers = {
            self.plug: 5,
            self.unplug: 3,
            self.turn: 8,
            self.carry: 8,
            self.rename: 3,
            self.stack: 3,
            self.enslave: 4,
            self.move: 2,
            self.address: 12,
            self.default: 30,
            self.replace: 12,
            self.halves: 4,
            self.part: 8,
            self.reject: 3,
            self.relent: 6,
            self.multipath: 6,
            self.nexthop: 8,
            self.by_nexthop: 6,
            self.rule: 4,
            self.unrule: 5,
        }
        lines = []
        while len(lines) < count:
            maker = self.chance.choices(list(makers), list(makers.values()))[0]
            lines += maker()
        return self.family, lines

    # --- what there is

    def one(self, kinds=None):
        """A link that may lead out; a name of none where there is none."""
        found = [n for n, k in self.links.items() if n not in PEERS and (not kinds or k in kinds)]
        return self.chance.choice(found or ["nothing"])

    def number(self, link):
        """The number of a link's networks."""
        return (NAMES + STACKED + BRIDGES + TUNNELS).index(link) + 1 if link != "nothing" else 99

    def gateway(self, link):
        """The words for a next hop by a link, with a gateway or without."""
        number = self.number(link)
        if link in TUNNELS or self.chance.random() < 0.15:
            return f"dev {link}"
        if self.family == 6:
            return f"via fe80::{number} dev {link}"
        if self.chance.random() < 0.1:
            return f"via inet6 fe80::{number} dev {link}"
        return f"via 10.{number}.0.1 dev {link} onlink"

    def way(self):
        """A table and a metric."""
        return f"table {self.chance.choice(TABLES)} metric {self.chance.choice(METRICS)}"

    # --- links

    def plug(self):
        """A new uplink with all that it takes."""
        name, peer = self.chance.choice(NAMES), self.chance.choice(PEERS)
        if name in self.links or peer in self.links or len(self.links) > 40:
            return self.default()
        self.links |= {name: "veth", peer: "veth"}
        return [
            f"link add {name} type veth peer name {peer}",
            f"link set {name} up arp off",
            f"link set {peer} up arp off",
            *self.addresses(name),
            f"route add default {self.gateway(name)} {self.way()}",
        ]

    def unplug(self):
        if len(self.links) < 12:
            return []
        name = self.one(("veth", "macvlan", "vxlan", "ifb", "bridge"))
        self.links.pop(name, None)
        return [f"link del {name}"]

    def turn(self):
        name = self.one()
        if self.chance.random() < 0.35:
            return [f"link set {name} down"]
        return [
            f"link set {name} up",
            *self.addresses(name),
            f"route add default {self.gateway(name)} {self.way()}",
        ]

    def carry(self):
        peers = [name for name in self.links if name in PEERS] or ["nothing"]
        return [f"link set {self.chance.choice(peers)} {self.chance.choice(('up', 'up', 'down'))}"]

    def rename(self):
        old = self.one(("veth", "ifb"))
        new = self.chance.choice(NAMES)
        if new in self.links or old == "nothing":
            return []
        self.links[new] = self.links.pop(old)
        if self.chance.random() < 0.5:
            return [f"link set {old} name {new}"]
        return [f"link set {old} down", f"link set {old} name {new}", f"link set {new} up"]

    def stack(self):
        name = self.chance.choice(STACKED + BRIDGES)
        if name in self.links:
            return []
        kind = {"vx0": "vxlan id 3 dstport 4789", "ifb7": "ifb"}.get(name, "bridge")
        below = self.one(("veth",))
        if name.startswith("mac"):
            kind = "macvlan mode bridge"
        place = f"link {below} name" if name.startswith("mac") else "name"
        self.links[name] = kind.split()[0]
        return [
            f"link add {place} {name} type {kind}",
            f"link set {name} up arp off",
            *self.addresses(name),
        ]

    def enslave(self):
        if self.chance.random() < 0.4:
            return [f"link set {self.one()} nomaster"]
        return [f"link set {self.one(('veth', 'vxlan'))} master {self.chance.choice(BRIDGES)}"]

    def move(self):
        """To the other namespace; soak fetches what is there."""
        if len(self.links) < 12:
            return []
        name = self.one(("veth", "macvlan"))
        self.links.pop(name, None)
        return [f"link set {name} netns {ELSEWHERE}"]

    # --- addresses

    def addresses(self, link):
        number = self.number(link)
        if self.family == 4:
            return [f"address add 10.{number}.0.2/24 dev {link}"]
        return [f"address add 2001:db8:{number}::2/64 dev {link} nodad"]

    def address(self):
        link = self.one()
        number = self.number(link)
        if self.chance.random() < 0.1:
            return [f"address flush dev {link}"]
        verb = self.chance.choice(("add", "add", "del"))
        if self.family == 4:
            word = self.chance.choice(
                (
                    f"10.{number}.0.2/24",
                    f"10.{number}.0.3/24",
                    f"169.254.{number}.2/16",
                    f"10.{number}.1.2/24 scope link",
                )
            )
        else:
            word = self.chance.choice(
                (
                    f"2001:db8:{number}::2/64",
                    f"fd00:{number}::2/64",
                    f"fe80::{number}:1/64 scope link",
                )
            )
            word += " nodad" if verb == "add" else ""
            if verb == "add" and self.chance.random() < 0.2:
                word += " preferred_lft 0"
        return [f"address {verb} {word} dev {link}"]

    # --- routes

    def default(self):
        verb = self.chance.choice(("add", "add", "del"))
        return [f"route {verb} default {self.gateway(self.one())} {self.way()}"]

    def replace(self):
        return [f"route replace default {self.gateway(self.one())} {self.way()}"]

    def halves(self):
        """What VPNs put before the default route, by one link."""
        verb, way = self.chance.choice(("replace", "del")), self.way()
        hop = "" if verb == "del" else self.gateway(self.one())
        return [f"route {verb} {half} {hop} {way}" for half in HALVES[self.family]]

    def part(self):
        """A route to a part of the Internet, which is none to the rest of it."""
        part = self.chance.choice(PARTS[self.family]).format(self.chance.randrange(1, 200))
        verb = self.chance.choice(("replace", "del"))
        if verb == "replace" and self.chance.random() < 0.5:
            return [f"route {verb} {self.chance.choice(REJECTS[self.family])} {part} {self.way()}"]
        return [f"route {verb} {part} {self.gateway(self.one())} {self.way()}"]

    def reject(self):
        kind, table = self.chance.choice(REJECTS[self.family]), self.chance.choice(TABLES[-3:])
        metric = self.chance.choice(METRICS)
        return [f"route add {kind} default table {table} metric {metric}"]

    def relent(self):
        kind = self.chance.choice(REJECTS[self.family])
        return [f"route flush type {kind} table {self.chance.choice(TABLES)}"]

    def multipath(self):
        one, two = self.one(("veth", "macvlan")), self.one(("veth", "bridge"))
        if one == two:
            return []
        verb = self.chance.choice(("replace", "replace", "del"))
        hops = f"nexthop {self.gateway(one)} nexthop {self.gateway(two)}"
        return [f"route {verb} default {self.way()} {hops}"]

    def nexthop(self):
        first = 10 * self.family
        number = first + self.chance.randrange(6)
        drawn = self.chance.random()
        if drawn < 0.3:
            return [f"nexthop del id {number}"]
        if drawn < 0.5:
            pair = f"{first + self.chance.randrange(6)}/{first + self.chance.randrange(6)}"
            return [f"nexthop replace id {first + 6 + self.chance.randrange(3)} group {pair}"]
        return [f"nexthop replace id {number} {self.gateway(self.one())}"]

    def by_nexthop(self):
        number = 10 * self.family + self.chance.randrange(9)
        way = self.way()
        if self.family == 4:
            # The last of its table.
            way = f"table {self.chance.choice(TABLES)} metric 4000"
        return [f"route {self.chance.choice(('add', 'replace'))} default nhid {number} {way}"]

    def relief(self, family):
        """Lines after which a way out is likely."""
        self.family = family
        kinds = REJECTS[family]
        return [
            *(f"route flush type {kind} table {t}" for kind in kinds for t in sorted(set(TABLES))),
            *(f"rule del {kind}" for kind in kinds[:3] for _ in range(2)),
            *(line for _ in range(4) for line in self.turn()),
            *self.plug(),
        ]

    def flood(self, count):
        """Messages about nothing that counts, and large ones."""
        return [f"link set lo alias {self.chance.random()}" for _ in range(count)]

    # --- rules

    def rule(self):
        table = self.chance.choice(("100", "101", "102"))
        network = {4: "10.9.0.0/16", 6: "fd00:9::/32"}[self.family]
        what = self.chance.choice(
            (
                f"lookup {table}",
                f"lookup {table}",
                f"lookup {table}",
                "lookup main suppress_prefixlength 0",
                f"fwmark 0x51 lookup {table}",
                f"fwmark 0x50/0xf0 lookup {table}",
                f"not fwmark 0x51 lookup {table}",
                f"iif {self.one()} lookup {table}",
                f"from {network} lookup {table}",
                f"from {network} prohibit",
                f"uidrange 5-6 lookup {table}",
                self.chance.choice(("unreachable", "prohibit", "blackhole", f"lookup {table}")),
            )
        )
        return [f"rule add pref {self.chance.choice(PREFERENCES)} {what}"]

    def unrule(self):
        return [f"rule del pref {self.chance.choice(PREFERENCES)}"]
