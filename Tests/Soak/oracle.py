"""What the daemon must say, from fresh dumps of ip(8) and from the files, and from nothing else.

Written from what the daemon promises (README.md, cellgated(8), cellgated.conf(5), R38 to R49), not
from how it finds out: it asks the kernel for the way to addresses, this reads whole tables.

Left out, and never made by operations.py, is what tables do not settle: prefixes that are neither
a default route (or half of one) nor a part of the Internet, and routes to the addresses that the
daemon asks about (ProbeAddress=); routes that expire or hold for one source only; IPv6 routers
that do not answer, and throw routes of IPv6; blackhole nexthops, and nexthop objects of IPv4 before
other default routes of their table; reject routes in a table of which a rule passes over the
default route (suppress_prefixlength); rules by destination, protocol,
port or outgoing interface; VRFs; tunnels that know their peer, or whose server has a route of its
own; packages' files and drop-ins in /run; prompts and simulations. How a type is known
(CELLGATE_TYPE_SOURCE) is not compared.
"""

import fnmatch
import ipaddress
import json
import os
import re
import subprocess

ALL_MARKS = 0xFFFFFFFF
REJECTS = {"blackhole", "unreachable", "prohibit"}
# Half the address space each, and what is in use of IPv6; every one needs a way out.
REGIONS = {
    4: [ipaddress.ip_network("0.0.0.0/1"), ipaddress.ip_network("128.0.0.0/1")],
    6: [ipaddress.ip_network("2000::/3")],
}
NAMES = (
    ("cellular", ("wwan[0-9]*", "wwp[0-9]*", "rmnet*")),
    ("wifi", ("wl[pxaos]*", "wlan[0-9]*")),
)
CHOICES = {
    "ask": "undecided",
    "wifi-and-cellular": "wifiAndCellular",
    "wifi-only": "wifiOnly",
    "off": "off",
}


def dump(*arguments):
    """What ip(8) answers as JSON."""
    text = subprocess.run(
        ["ip", "-j", *arguments], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(text or "[]")


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


class Dumps:
    """All that the kernel says of its network at one moment."""

    def __init__(self):
        self.links = {}
        for link in dump("-d", "link", "show"):
            info = link.pop("linkinfo", {})
            link["kind"] = info.get("info_kind")
            link["is_tap"] = info.get("info_data", {}).get("type") == "tap"
            self.links[link["ifname"]] = link
        self.addresses = dump("address", "show")
        self.routes = {f: dump(f"-{f}", "route", "show", "table", "all") for f in (4, 6)}
        self.rules = {f: dump(f"-{f}", "rule", "show") for f in (4, 6)}

    def __eq__(self, other):
        return self.__dict__ == other.__dict__


class Policy:
    """What the files and the records say."""

    def __init__(self, folder, records, resolver):
        self.settings = {}
        self.apps = {}
        for name in sorted(os.listdir(f"{folder}/cellgated.conf.d")):
            if name.endswith(".conf") and not name.startswith("."):
                self.settings |= self.keys(f"{folder}/cellgated.conf.d/{name}")
        for name in os.listdir(f"{folder}/apps.d"):
            if name.endswith(".conf") and not name.startswith("."):
                self.apps[name[: -len(".conf")]] = self.keys(f"{folder}/apps.d/{name}")
        self.read_again(records, resolver)

    def read_again(self, records, resolver):
        """What counts though the other files have an error."""
        self.records = {}
        if os.path.exists(records):
            with open(records, encoding="utf-8") as file:
                self.records = json.load(file)["apps"]
        with open(resolver, encoding="utf-8") as file:
            self.has_server = bool(re.search(r"^nameserver\s+\S", file.read(), re.MULTILINE))

    @staticmethod
    def keys(path):
        with open(path, encoding="utf-8") as file:
            pairs = (line.strip().split("=", 1) for line in file if "=" in line)
            return dict(pairs)

    @property
    def profile(self):
        return self.settings.get("Profile") or "cellular"

    def fits(self, key, name):
        """Whether a name of an interface is in one of the lists."""
        return fits(name, self.settings.get(key, "").split())

    def configured_type(self, name):
        for key, kind in (
            ("Cellular", "cellular"),
            ("Wifi", "wifi"),
            ("Wired", "wiredEthernet"),
            ("Other", "other"),
        ):
            if self.fits(key, name):
                return kind
        return None

    def choices(self):
        """Each app's choice, and whose it is: those of the files and of the records (R8, R9)."""
        found = {}
        for app in self.apps.keys() | self.records.keys():
            file = self.apps.get(app, {})
            choice = CHOICES[file.get("Choice", "ask")]
            source = "default" if choice == "undecided" else "administrator"
            record = self.records.get(app)
            if record and file.get("Locked") != "yes" and record["choice"] != "undecided":
                choice, source = record["choice"], "user"
            found[app] = choice, source
        return found


class Route:
    """A route that may be a way out."""

    def __init__(self, json_route):
        self.kind = json_route.get("type", "unicast")
        self.metric = json_route.get("metric", 0)
        self.table = json_route.get("table", "main")
        text = json_route["dst"]
        self.destination = None if text == "default" else ipaddress.ip_network(text)
        self.length = self.destination.prefixlen if self.destination else 0
        hops = json_route.get("nexthops") or [json_route]
        self.hops = [
            (hop["dev"], hop.get("gateway") or hop.get("via", {}).get("host"))
            for hop in hops
            if "dev" in hop and "dead" not in hop.get("flags", [])
        ]
        self.hop_count = len(hops)

    def covers(self, region):
        return self.destination is None or region.subnet_of(self.destination)

    def by(self, link):
        return any(device == link for device, _ in self.hops)


class Oracle:
    """The state that follows from dumps and files."""

    def __init__(self, dumps, policy):
        self.dumps = dumps
        self.policy = policy
        self.links = dumps.links
        self.sources = {4: set(), 6: set()}
        for link in dumps.addresses:
            for address in link.get("addr_info", []):
                if self.is_source(address):
                    self.sources[4 if address["family"] == "inet" else 6].add(link["ifname"])
        self.routes = {
            f: [
                Route(each)
                for each in dumps.routes[f]
                if each.get("table") != "local" and each.get("type") != "multicast"
            ]
            for f in (4, 6)
        }

    # --- links

    @staticmethod
    def is_source(address):
        """Whether traffic to the Internet may come from the address."""
        if address["family"] == "inet":
            return address["scope"] != "link" and not address["local"].startswith("169.254.")
        waits = address.get("tentative") and not address.get("optimistic")
        return address["scope"] == "global" and not waits and not address.get("dadfailed")

    def is_up(self, name):
        link = self.links[name]
        flags = link["flags"]
        return (
            "UP" in flags
            and "LOWER_UP" in flags
            and "NO-CARRIER" not in flags
            and "DORMANT" not in flags
            and "LOOPBACK" not in flags
            and link["operstate"] in ("UP", "UNKNOWN")
        )

    def kind(self, name):
        return self.links[name]["kind"]

    def type_by_name(self, name):
        if self.kind(name) not in (None, "veth", "ifb", "tun"):
            return None
        fitting = (kind for kind, patterns in NAMES if fits(name, patterns))
        return next(fitting, None)

    def is_tunnel(self, name):
        if self.kind(name) != "tun" or self.links[name]["is_tap"]:
            return False
        configured = self.policy.configured_type(name)
        return configured == "other" or (configured is None and not self.type_by_name(name))

    def below(self, name):
        """The links by which the traffic of a stacked link leaves; None for one on top of none."""
        if self.kind(name) == "macvlan":
            return [self.links[name]["link"]] if self.links[name].get("link") in self.links else []
        if self.kind(name) == "bridge":
            return [
                port
                for port, link in self.links.items()
                if link.get("master") == name
                and (
                    self.kind(port) not in ("veth", "ifb", "tun")
                    or self.policy.configured_type(port)
                )
            ]
        return None

    def type(self, name):
        if "LOOPBACK" in self.links[name]["flags"]:
            return "loopback"
        configured = self.policy.configured_type(name)
        if configured:
            return configured
        below = self.below(name)
        if below is not None:
            types = {self.type(each) for each in below}
            if self.kind(name) == "macvlan":
                return next(iter(types), "other")
            return next((t for t in ("cellular", "wifi", "wiredEthernet") if t in types), "other")
        if self.type_by_name(name):
            return self.type_by_name(name)
        return "wiredEthernet" if self.kind(name) == "veth" else "other"

    def is_listed(self, key, name):
        """Whether a link, or what is below it, is in a list of the operator's."""
        return self.policy.fits(key, name) or any(
            self.is_listed(key, each) for each in self.below(name) or []
        )

    def is_expensive(self, name):
        return self.is_listed("Expensive", name) or self.type(name) == "cellular"

    # --- routes

    @staticmethod
    def applies(rule, mark):
        """Whether local traffic with a mark, of no user and bound to nothing, meets the rule."""
        met = rule.get("src", "all") == "all"
        met = met and not any(key in rule for key in ("iif", "oif", "uid_start"))
        if "fwmark" in rule:
            mask = int(rule.get("fwmask", hex(ALL_MARKS)), 16)
            met = met and (int(rule["fwmark"], 16) ^ mark) & mask == 0
        return met != ("not" in rule)

    def ways(self, family, region, mark=0):
        """The routes to a region, the preferred first, with the places of the rules that lead to
        them, up to the first that rejects."""
        found = []
        for place, rule in enumerate(self.dumps.rules[family]):
            if not self.applies(rule, mark):
                continue
            if rule.get("action") in REJECTS:
                break
            routes = [
                route
                for route in self.routes[family]
                if route.table == rule["table"]
                and route.covers(region)
                and (route.hops or route.kind != "unicast")
            ]
            suppressed = rule.get("suppress_prefixlen", -1)
            routes.sort(key=lambda route: (-route.length, route.metric))
            for route in routes:
                if route.kind in REJECTS:
                    return found
                if route.kind == "throw" or route.length <= suppressed:
                    break
                found.append((place, route))
        return found

    def usable(self, family):
        """Each usable link of a family with the route that leads out by it, in order."""
        regions = [self.ways(family, region) for region in REGIONS[family]]
        if not all(regions):
            return []
        preferred = min((ways[0] for ways in regions), key=lambda way: way[1].length)[1]
        winner = preferred.hops[0][0] if preferred.hop_count == 1 else None
        found = {}
        for name in self.sources[family]:
            if not self.is_up(name):
                continue
            own = [next((w for w in ways if w[1].by(name)), None) for ways in regions]
            if all(own):
                found[name] = min(own, key=lambda way: way[1].length)

        def rank(name):
            place, route = found[name]
            return (
                name != winner,
                place,
                -route.length,
                route.metric,
                self.type(name) != "cellular",
                self.links[name]["ifindex"],
            )

        return [(name, found[name][1]) for name in sorted(found, key=rank)]

    def carriers(self, family, head, links, others):
        """What carries the tunnel at the head of a family."""
        able = [
            name
            for name in sorted(self.links, key=lambda name: self.links[name]["ifindex"])
            if self.is_up(name)
            and not self.is_tunnel(name)
            and (name in self.sources[4] or name in self.sources[6])
        ]
        own = []
        for rule in self.dumps.rules[family]:
            if own or "not" not in rule or "fwmark" not in rule:
                continue
            for region in REGIONS[family]:
                ways = self.ways(family, region, int(rule["fwmark"], 16))
                for name, _ in ways[0][1].hops if ways else []:
                    if name != head and not self.is_tunnel(name) and name not in own:
                        own.append(name)
        own = [name for name in own if name in able]
        rest = [each for each in links if not self.is_tunnel(each)]
        rest = rest or [each for each in others if not self.is_tunnel(each)]
        return own + [each for each in rest if each not in own]

    # --- the state

    def path(self):
        """The words of `cellgatectl status --json`, and the type that decides for each family."""
        routes = {family: self.usable(family) for family in (4, 6)}
        names = {family: [name for name, _ in routes[family]] for family in (4, 6)}
        order, carrier = {}, {}
        for family, other in ((4, 6), (6, 4)):
            order[family] = names[family]
            if names[family] and self.is_tunnel(names[family][0]):
                head = names[family][0]
                behind = self.carriers(family, head, names[family], names[other])
                order[family] = [head, *behind] if behind else []
                carrier[family] = behind[0] if behind else None
            elif names[family]:
                carrier[family] = names[family][0]
        families = [family for family in (4, 6) if order[family]]
        every = order[4] + [name for name in order[6] if name not in order[4]]
        gateways = [
            gateway
            for family in families
            for device, gateway in routes[family][0][1].hops
            if device == order[family][0] and gateway
        ]
        first = families[0] if families else None
        pair = [order[first][0], carrier[first]] if first else []
        state = {
            "pathStatus": "satisfied" if first else "unsatisfied",
            "interface": every[0] if first else "",
            "interfaceType": self.type(carrier[first]) if first else "",
            "interfaces": [f"{name}:{self.type(name)}" for name in every],
            "expensive": any(self.is_expensive(name) for name in pair),
            "constrained": any(self.is_listed("Constrained", name) for name in pair),
            "ipv4": 4 in families,
            "ipv6": 6 in families,
            "dns": self.policy.has_server and bool(first),
            "gateways": gateways,
            "profile": self.policy.profile,
        }
        return state, [self.type(carrier[family]) for family in families]

    def reason(self, choice, types):
        """The table of R43 to R45; each family is judged by itself."""
        reasons = []
        for kind in types:
            is_cellular = kind == "cellular"
            if choice == "undecided":
                asks = {"cellular": is_cellular, "any-network": True}
                denied = asks.get(self.policy.profile, False) and "undecided"
            elif choice == "off":
                denied = "cellularDenied" if is_cellular else "wifiDenied"
            else:
                denied = choice == "wifiOnly" and is_cellular and "cellularDenied"
            reasons.append(denied or "available")
        if "available" in reasons:
            return "available"
        return reasons[0] if reasons else "notAvailable"

    def state(self):
        """The whole state: of the path, and of each app."""
        path, types = self.path()
        apps = {}
        for app, (choice, source) in self.policy.choices().items():
            state = {"wifiAndCellular": "notRestricted", "undecided": "unknown"}.get(
                choice, "restricted"
            )
            if choice == "undecided" and self.policy.profile == "allow":
                state = "notRestricted"
            apps[app] = f"{choice} {source} {state} {self.reason(choice, types)}"
        return path | {"apps": apps}
