#!/usr/bin/python3
"""The soak, in a container with a systemd, journald and D-Bus of its own:  soak.py SECONDS FOLDER

Runs random operations on the network at full speed, mixed with faults, against the installed
daemon. Every few seconds the network is held still, and the daemon's state has to be the oracle's.
FOLDER takes what is left of a run that fails. The seed is $CELLGATE_SEED, else a random one: it
settles what is drawn, though not when the kernel and the daemon come to it.
"""

import fcntl
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import time

import faults
import operations
import oracle
import recordings
import service

# How long the daemon's state may differ from the oracle's on a network that is still, in seconds.
PATIENCE = 30
# Checkpoints before the one whose descriptors and memory the later ones are compared with.
WARM_UP = 10
# What the resident anonymous memory may be above that, in KiB; what an overrun takes is not given
# back at once.
SLACK = 6144
# linux/if_tun.h.
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000


def hold_tunnel(name):
    """Makes a tunnel that has a carrier as long as the descriptor is open."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_CLOEXEC)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return descriptor


def drops():
    """How many messages the sockets of rtnetlink(7) have lost."""
    with open("/proc/net/netlink", encoding="ascii") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    return sum(int(row[8]) for row in rows if row[1] == "0")


def difference(expected, got):
    """The lines that tell two states apart."""
    lines = []
    for name in sorted(expected.keys() | got.keys()):
        one, other = expected.get(name), got.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            lines += difference(one, other)
        elif one != other:
            lines.append(f"  {name}\n    expected {one!r}\n    got      {other!r}")
    return lines


class Soak:
    def __init__(self, seconds, seed, folder):
        self.seconds = seconds
        self.folder = folder
        self.chance = random.Random(seed)
        self.operations = operations.Operations(self.chance)
        self.figures = {"operations done": 0, "operations refused": 0, "batches": 0}
        self.paths = {}
        self.checkpoints = 0
        self.slowest = 0.0
        self.recent = []
        self.frozen = None
        self.baseline = None
        self.lost = 0
        self.most_memory = 0
        self.make_network()
        os.makedirs(f"{faults.CONFIGURATION}/cellgated.conf.d", exist_ok=True)
        os.makedirs(f"{faults.CONFIGURATION}/apps.d", exist_ok=True)
        faults.write(faults.RESOLVER, "nameserver 192.0.2.1\n")
        self.daemon = service.Service()
        self.recordings = recordings.Recordings(self.daemon)
        self.faults = faults.Faults(self.chance, self.daemon, self.flood, self.tell, seconds)

    def make_network(self):
        """Addresses count at once, and nothing comes by itself."""
        for key, value in (("accept_dad", 0), ("addr_gen_mode", 1), ("accept_ra", 0)):
            faults.write(f"/proc/sys/net/ipv6/conf/default/{key}", str(value))
        service.run("ip", "netns", "add", operations.ELSEWHERE)
        self.tunnels = [hold_tunnel(name) for name in operations.TUNNELS]

    # --- operations

    def links(self):
        """The names of the links that there are, with their kinds."""
        return {
            link["ifname"]: link.get("linkinfo", {}).get("info_kind")
            for link in oracle.dump("-d", "link", "show")
            if link["ifname"] != "lo"
        }

    def do_batch(self):
        count = self.chance.choice((50, 200, 600))
        self.do(*self.operations.batch(self.links(), count))

    def flood(self):
        """Sends messages until a buffer has overrun."""
        before = drops()
        for _ in range(10):
            self.do(4, self.operations.flood(2000))
            if drops() > before:
                break

    def do(self, family, lines):
        self.recent.append((family, lines))
        result = subprocess.run(
            ["ip", "-force", f"-{family}", "-batch", "-"],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=False,
            timeout=service.PATIENCE,
        )
        refused = len(re.findall("^Command failed", result.stderr, re.MULTILINE))
        self.figures["operations done"] += len(lines) - refused
        self.figures["operations refused"] += refused
        self.figures["batches"] += 1

    def tell(self, fault):
        """Has a fault stand among the operations."""
        self.recent.append(("fault", [fault]))

    def fetch(self):
        """Has links that went to the other namespace come back, or go."""
        names = [
            link["ifname"]
            for link in oracle.dump("-n", operations.ELSEWHERE, "link", "show")
            if link["ifname"] != "lo"
        ]
        for name in names:
            place = ["ip", "-n", operations.ELSEWHERE, "link"]
            done = self.chance.random() < 0.6 and not subprocess.run(
                [*place, "set", name, "netns", "1"], capture_output=True, check=False
            ).returncode
            if not done:
                subprocess.run([*place, "del", name], capture_output=True, check=False)
            self.figures["operations done"] += 1
            self.recent.append((f"n {operations.ELSEWHERE}", [f"link {name} fetched: {done}"]))

    def storm(self):
        """Operations and faults at full speed; by number and not by time, for the seed's sake."""
        for _ in range(self.chance.randint(2, 24)):
            self.faults.inject()
            self.do_batch()
            self.faults.pass_batch()
            self.daemon.keep_recordings()
        if self.chance.random() < 0.7:
            for family in (4, 6):
                self.do(family, self.operations.relief(family))
        self.fetch()
        self.faults.end_all()

    # --- checkpoints

    def expected(self):
        """What the oracle says of now, what the daemon says, and whether the network was still."""
        records = f"{service.STATE}/records.json"
        before = oracle.Dumps()
        if self.frozen:
            policy = self.frozen
            policy.read_again(records, faults.RESOLVER)
        else:
            policy = oracle.Policy(faults.CONFIGURATION, records, faults.RESOLVER)
        state = oracle.Oracle(before, policy).state()
        state["configurationValid"] = not self.frozen
        got = self.daemon.state()
        return state, got, before == oracle.Dumps()

    def checkpoint(self):
        """Holds the network still, and compares."""
        began = time.monotonic()
        while True:
            expected, got, is_still = self.expected()
            if is_still and got == expected:
                break
            if time.monotonic() > began + PATIENCE:
                lines = difference(expected, got or {})
                if not is_still:
                    lines.append("  (the network was not still)")
                raise service.Fault("\n".join(["the state differs", *lines]))
            time.sleep(0.05)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.daemon.read_output()
        self.daemon.app_count = len(expected["apps"])
        written = self.daemon.snapshot(self.daemon.last)
        told = {name: value for name, value in expected.items() if name in written}
        if written != told:
            raise service.Fault("\n".join(["the snapshot differs", *difference(told, written)]))
        self.daemon.is_the_same()
        lost = self.daemon.check_journal()
        if lost > self.lost and not self.faults.may_lose_entries():
            raise service.Fault(f"{lost - self.lost} entries lost without a cause")
        self.lost = lost
        self.recordings.check_full()
        self.check_resources()
        self.checkpoints += 1
        self.recent.clear()
        self.faults.recent.clear()
        word = expected["interfaceType"] or "none"
        self.paths[word] = self.paths.get(word, 0) + 1
        self.break_or_mend_a_file()

    def check_resources(self):
        memory = self.daemon.anonymous_memory()
        if self.checkpoints == WARM_UP:
            self.baseline = self.daemon.descriptors(), memory
        if self.checkpoints <= WARM_UP:
            return
        count, before = self.baseline
        service.until(
            f"{count} descriptors, as after the warm-up; now {self.daemon.descriptors()}",
            lambda: self.daemon.descriptors() == count,
            PATIENCE,
        )
        self.most_memory = max(self.most_memory, memory)
        if memory > before + SLACK:
            raise service.Fault(f"{memory} KiB of anonymous memory, {before} after the warm-up")

    def break_or_mend_a_file(self):
        """A file gets an error while what is in force is known for certain: it has to stay."""
        path = f"{faults.CONFIGURATION}/apps.d/org.example.Faulty.conf"
        if self.frozen:
            self.frozen = None
            os.remove(path)
        elif self.chance.random() < 0.15:
            self.daemon.reload()
            records = f"{service.STATE}/records.json"
            self.frozen = oracle.Policy(faults.CONFIGURATION, records, faults.RESOLVER)
            faults.replace(path, "[App]\nChoice=sometimes\n")
            self.faults.count("policy file broken")
        self.faults.files_are_free = not self.frozen

    # --- the run

    def run(self):
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            self.storm()
            self.checkpoint()
        statistics = self.daemon.statistics
        service.run("systemctl", "stop", service.UNIT)
        if self.daemon.unit_property("ExecMainStatus") != "0":
            raise service.Fault("it did not end cleanly")
        lost = self.daemon.check_journal()
        replayed = self.recordings.check_all()
        if statistics["undecodableMessages"]:
            raise service.Fault(f"{statistics['undecodableMessages']} messages not understood")
        resources = {"descriptors": "too short a run", "anonymous memory, KiB": "too short a run"}
        if self.most_memory:
            count, memory = self.baseline
            resources = {
                "descriptors": f"{count}, as after {WARM_UP} checkpoints",
                "anonymous memory, KiB": f"{memory} then, {self.most_memory} at most",
            }
        self.table(
            self.figures
            | {"checkpoints compared": self.checkpoints}
            | {f"  path: {kind}": number for kind, number in sorted(self.paths.items())}
            | {"faults injected": sum(self.faults.counts.values())}
            | {f"  {kind}": number for kind, number in sorted(self.faults.counts.items())}
            | {
                "overruns of the netlink buffer": statistics["overruns"],
                "dumps read": statistics["dumps"],
                "evaluations": statistics["evaluations"],
                "states merged": statistics["changesMerged"],
                "entries published": self.daemon.last,
                "entries told lost": lost,
            }
            | replayed
            | resources
            | {
                "slowest checkpoint, s": f"{self.slowest:.1f}",
                "differences": 0,
            }
        )

    @staticmethod
    def table(rows):
        for name, value in rows.items():
            print(f"{name:40} {value}")

    def leave_traces(self, fault):
        """What is known of a fault, for those who look for its cause."""
        print(f"soak: {fault}", file=sys.stderr)
        lines = [f"-{family} {line}" for family, batch in self.recent for line in batch]
        shown = lines[-60:]
        print(f"\nThe last {len(shown)} operations of {len(lines)}:", *shown, sep="\n  ")
        os.makedirs(self.folder, exist_ok=True)
        with open(f"{self.folder}/operations", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        with open(f"{self.folder}/dumps.json", "w", encoding="utf-8") as file:
            json.dump(oracle.Dumps().__dict__, file)
        shutil.copy(service.OUTPUT, self.folder)
        if os.path.isdir("/var/log/journal"):
            shutil.copytree("/var/log/journal", f"{self.folder}/journal", dirs_exist_ok=True)
        shutil.copytree(faults.CONFIGURATION, f"{self.folder}/configuration", dirs_exist_ok=True)


def main():
    seconds, folder = float(sys.argv[1]), sys.argv[2]
    seed = os.environ.get("CELLGATE_SEED") or str(random.SystemRandom().randrange(1 << 32))
    print(f"soak: {seconds:g} s, CELLGATE_SEED={seed}", flush=True)
    soak = Soak(seconds, seed, folder)
    try:
        soak.run()
    except (service.Fault, subprocess.SubprocessError) as fault:
        soak.faults.end_all()
        soak.leave_traces(fault)
        print(f"\nsoak: failed after {soak.checkpoints} checkpoints; CELLGATE_SEED={seed}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
