"""The installed daemon: starting it, asking it, and what it has published."""

import json
import os
import re
import signal
import subprocess
import time

UNIT = "cellgated.service"
FOLDER = "/run/soak"
OUTPUT = f"{FOLDER}/output"
CLOCK = f"{FOLDER}/clock"
SHIM = "/usr/lib/cellgate-soak/clock.so"
STATE = "/var/lib/cellgate"
RECORDING = f"{STATE}/recording"
# Fields of the journal's own entries that --json has, too.
OWN_FIELDS = re.compile(r"CELLGATE_|MESSAGE$|MESSAGE_ID$|PRIORITY$|SYSLOG_IDENTIFIER$")
# How long anything that is asked may take: a guard against a hang only.
PATIENCE = 120


class Fault(Exception):
    """Something that is not as it has to be; its text says what."""


def run(*command, check=True, timeout=PATIENCE):
    """What a command writes on standard output."""
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, check=False
    )
    if check and result.returncode != 0:
        raise Fault(f"{' '.join(command)}: status {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def until(what, condition, patience=PATIENCE):
    """Waits until a condition holds, and gives what it gave."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise Fault(f"gave up waiting {patience} s for {what}")
        time.sleep(0.05)
    return value


class Service:
    """The daemon of one run."""

    def __init__(self):
        os.makedirs(FOLDER, exist_ok=True)
        os.makedirs(f"/etc/systemd/system/{UNIT}.d", exist_ok=True)
        with open(CLOCK, "wb") as file:
            file.write(bytes(8))
        with open(f"/etc/systemd/system/{UNIT}.d/soak.conf", "w", encoding="utf-8") as file:
            file.write(
                "[Service]\nExecStart=\n"
                f"ExecStart=/usr/sbin/cellgated --json --record {RECORDING}\n"
                f"StandardOutput=append:{OUTPUT}\nStandardError=journal\n"
                f"Environment=LD_PRELOAD={SHIM} CELLGATE_SOAK_CLOCK={CLOCK}\n"
                "TimeoutStopSec=3min\n"
            )
        # They are killed more often than systemd would start them again.
        for unit in ("dbus.service", "systemd-journald.service"):
            os.makedirs(f"/etc/systemd/system/{unit}.d", exist_ok=True)
            path = f"/etc/systemd/system/{unit}.d/soak.conf"
            with open(path, "w", encoding="utf-8") as file:
                file.write("[Unit]\nStartLimitIntervalSec=0\n")
        run("systemctl", "daemon-reload")
        run("systemctl", "start", UNIT)
        self.pid = int(self.unit_property("MainPID"))
        self.invocation = self.unit_property("InvocationID")
        self.started = time.time()
        # How far its standard output was read, the rest of a line there, and how many apps it has.
        self.read_to = 0
        self.rest = b""
        self.app_count = 0
        self.statistics = {}
        # What it has written on standard output, by sequence number.
        self.lines = {}
        # The journal's entries, by sequence number; None where they were compared.
        self.entries = {}
        # Full files of the recording that are to be compared, and the last one's inode.
        self.kept = []
        self.kept_inode = None
        self.read_from = self.started - 5
        with open(f"/proc/{self.pid}/maps", encoding="utf-8") as file:
            if SHIM not in file.read():
                raise Fault("the daemon runs without the clock that can be set")

    def unit_property(self, name):
        return run("systemctl", "show", "-P", name, UNIT).strip()

    def signal(self, number):
        os.kill(self.pid, number)

    def is_the_same(self):
        """Whether it is active and was not started anew."""
        state = run("systemctl", "show", "-p", "ActiveState,MainPID,NRestarts", UNIT).split()
        expected = {f"MainPID={self.pid}", "NRestarts=0", "ActiveState=active"}
        if set(state) != expected:
            raise Fault(f"the service is no longer what it was: {sorted(state)}")

    # --- asking

    def state(self):
        """The state on D-Bus in the oracle's words; None where the bus does not answer now."""
        try:
            status = json.loads(run("cellgatectl", "status", "--json", timeout=30))
            apps = json.loads(run("cellgatectl", "list", "--json", timeout=30))
        except (Fault, subprocess.TimeoutExpired):
            return None
        self.statistics = status["statistics"]
        names = (
            "pathStatus interface interfaceType expensive constrained ipv4 ipv6 dns gateways"
            " profile configurationValid"
        )
        state = {name: status[name] for name in names.split()}
        state["interfaces"] = [f"{each['name']}:{each['type']}" for each in status["interfaces"]]
        state["apps"] = {
            app["id"]: " ".join(
                app[key] for key in ("choice", "choiceSource", "restrictedState", "reason")
            )
            for app in apps
        }
        for app in apps:
            if app["available"] != (app["reason"] == "available"):
                raise Fault(f"available contradicts the reason: {app}")
        return state

    def snapshot(self, after):
        """The state by the snapshot that SIGUSR2 has it write, in the oracle's words but for what
        no entry tells; entries up to a sequence number are older."""
        self.signal(signal.SIGUSR2)

        def whole():
            self.read_output()
            fresh = [
                entry
                for number, line in sorted(self.lines.items())
                if number > after
                and (entry := json.loads(line))["CELLGATE_EVENT"] == "snapshot"
                and entry["CELLGATE_CAUSE"] == "request"
            ]
            return fresh if fresh and len(fresh) > self.app_count else None

        entries = until("a snapshot", whole)
        path = entries[0]
        yes = {"yes": True, "no": False}
        state = {
            "pathStatus": path["CELLGATE_PATH_STATUS"],
            "interface": path["CELLGATE_INTERFACE"],
            "interfaceType": path["CELLGATE_INTERFACE_TYPE"],
            "interfaces": path["CELLGATE_INTERFACES"].split(),
            "apps": {
                entry["CELLGATE_APP"]: " ".join(
                    entry[f"CELLGATE_{key}"]
                    for key in ("CHOICE", "CHOICE_SOURCE", "RESTRICTED_STATE", "REASON")
                )
                for entry in entries[1:]
            },
        }
        for name in ("expensive", "constrained", "ipv4", "ipv6", "dns"):
            state[name] = yes[path[f"CELLGATE_{name.upper()}"]]
        return state

    def reload(self):
        """Has it read its files, and waits until it has."""
        before = self.last
        self.signal(signal.SIGHUP)

        def is_loaded():
            self.read_output()
            fresh = (line for number, line in self.lines.items() if number > before)
            return any(b'"config-loaded"' in line for line in fresh)

        until("the files to be read", is_loaded)

    # --- what it has published

    def read_output(self):
        """Takes in the lines that are new on its standard output."""
        with open(OUTPUT, "rb") as file:
            file.seek(self.read_to)
            data = file.read()
        self.read_to += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            number = int(json.loads(line)["CELLGATE_SEQ"])
            if number != self.last + 1:
                raise Fault(f"on standard output entry {number} follows {self.last}")
            self.lines[number] = line

    @property
    def last(self):
        """The last sequence number on standard output."""
        return len(self.lines)

    def read_journal(self, is_whole=False):
        """Takes in the entries that are new in the journal; reads all of it where that is asked."""
        began = time.time()
        run("journalctl", "--sync")
        since = 0 if is_whole else self.read_from - 5
        text = run(
            "journalctl",
            *("-q", "-o", "json", f"--since=@{since:.6f}"),
            *(f"_SYSTEMD_INVOCATION_ID={self.invocation}", "SYSLOG_IDENTIFIER=cellgated"),
        )
        self.read_from = began
        for line in text.splitlines():
            entry = json.loads(line)
            if "CELLGATE_SEQ" in entry:
                own = {key: value for key, value in entry.items() if OWN_FIELDS.match(key)}
                self.entries.setdefault(int(entry["CELLGATE_SEQ"]), own)

    def lost(self):
        """How many entries it says that the journal did not take."""
        found = [json.loads(line) for line in self.lines.values() if b'"entries-lost"' in line]
        return sum(int(e["CELLGATE_LOST"]) for e in found if ": journal did" in e["MESSAGE"])

    def check_journal(self):
        """Whether every entry that was written on standard output is in the journal, field by
        field, but for as many as were told lost. Gives the number of the latter."""

        def is_whole():
            self.read_output()
            for all_of_it in (False, True):
                self.read_journal(all_of_it)
                if self.last - len(self.entries) == self.lost():
                    return True
            return False

        try:
            # That some were lost is told once the journal takes entries again.
            until("the journal", is_whole, 30)
        except Fault as fault:
            missing = [number for number in self.lines if number not in self.entries]
            raise Fault(f"{len(missing)} missing, {self.lost()} told lost: {missing}") from fault
        for number, entry in self.entries.items():
            if entry and entry != json.loads(self.lines[number]):
                raise Fault(f"entry {number} in the journal: {entry}, but {self.lines[number]}")
            self.entries[number] = None
        return self.lost()

    # --- what it takes

    def descriptors(self):
        """How many descriptors it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def anonymous_memory(self):
        """Its resident anonymous memory, in KiB."""
        with open(f"/proc/{self.pid}/status", encoding="utf-8") as file:
            return int(re.search(r"RssAnon:\s+(\d+)", file.read())[1])

    # --- recordings

    def keep_recordings(self):
        """Keeps a file of the recording that was full, before the next one takes its place."""
        full = f"{RECORDING}.1"
        if os.path.exists(full) and (inode := os.stat(full).st_ino) != self.kept_inode:
            name = f"{STATE}/recording-{len(self.lines)}"
            os.link(full, name)
            self.kept.append(name)
            self.kept_inode = inode
