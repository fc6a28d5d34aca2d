"""The daemon under test, and what it publishes."""

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from commands import run
from listing import Listing
from waiting import PATIENCE, GaveUp

Entry = dict[str, str]
#: The user that the unit runs it as.
USER = "cellgate"
#: What is to be 0 in its statistics.
_TROUBLES = ("undecodableMessages", "overruns", "entriesLost")


class Daemon:
    """`cellgated` as it runs in the guest, from its start to its end."""

    def __init__(self, configuration: Path, state: Path) -> None:
        """Starts it as the user that it has on a device, without any privilege, and waits until
        its first state and what became of the bus are told."""
        self.entries: list[Entry] = []
        self._rest = b""
        self._process = subprocess.Popen(
            ["cellgated", "--config", configuration, "--state", state, "--json"],
            user=USER,
            group=USER,
            extra_groups=[],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout
        self._output = self._process.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self.await_entry("what became of the bus", lambda entry: event(entry) == "bus-changed")
        self._settle()

    def await_entry(self, what: str, fits: Callable[[Entry], bool]) -> Entry:
        """Reads on until an entry fits, and returns that one."""
        end = time.monotonic() + PATIENCE
        while True:
            entry = self._read_entry(end, what)
            if fits(entry):
                return entry

    def reach(self, link: str) -> None:
        """Waits until this link is the preferred one of the path; empty for none."""
        self.reach_path(f"a path by {link or 'nothing'}", CELLGATE_INTERFACE=link)

    def reach_path(self, what: str, **fields: str) -> None:
        """Waits until the path has these fields."""
        end = time.monotonic() + PATIENCE
        while not self._has_path(fields):
            self._read_entry(end, what)

    def still(self) -> None:
        """Has everything evaluated that has happened; what it publishes is in the listing."""
        self._settle()

    def refresh(self) -> None:
        """Has everything read anew, as when the user comes back to the foreground."""
        self._process.send_signal(signal.SIGUSR1)
        self.await_entry("a refresh", lambda entry: event(entry) == "refresh")

    def reload(self) -> None:
        """Has the configuration read again."""
        self._process.send_signal(signal.SIGHUP)
        self.await_entry("the configuration", lambda entry: event(entry) == "config-loaded")

    def end(self) -> list[str]:
        """Lets it read everything anew, stops it, and returns the lines of all that it published,
        and of troubles that it counted.

        A refresh that changes nothing says that its events have led to what a fresh look sees.
        """
        self._settle()
        self.refresh()
        counts = json.loads(run("cellgatectl", "--json", "status"))["statistics"]
        troubles = [f"{counts[name]} {name}" for name in _TROUBLES if counts[name]]
        self._process.send_signal(signal.SIGTERM)
        self.await_entry("its end", lambda entry: event(entry) == "stopped")
        status = self._process.wait()
        return self.lines() + troubles + ([f"exit status {status}"] if status else [])

    def kill(self) -> list[str]:
        """Ends it where something has gone wrong, and returns the lines that were read."""
        self._process.kill()
        self._process.wait()
        return self.lines()

    def lines(self) -> list[str]:
        """What was published, without answers to SIGUSR1 and SIGUSR2; a line of its own where an
        entry is missing or twice there."""
        listing = Listing()
        lines = []
        for number, entry in enumerate(self.entries, 1):
            if entry["CELLGATE_SEQ"] != str(number):
                lines.append(f"number {entry['CELLGATE_SEQ']} where {number} is due")
            line = listing.line(entry)
            if event(entry) != "snapshot" or cause(entry) == "start":
                lines.append(line)
        return lines

    def _has_path(self, fields: Entry) -> bool:
        paths = [entry for entry in self.entries if "CELLGATE_APP" not in entry]
        paths = [entry for entry in paths if "CELLGATE_PATH_STATUS" in entry]
        return bool(paths) and fields.items() <= paths[-1].items()

    def _settle(self) -> None:
        """A signal may be read before a message of the kernel that was there first, but only in one
        look at both; the second is read in a later look, and the third ends its answer."""
        for _ in range(3):
            self._process.send_signal(signal.SIGUSR2)
            self.await_entry("a snapshot", _opens_snapshot)

    def _read_entry(self, end: float, what: str) -> Entry:
        while b"\n" not in self._rest:
            if not self._selector.select(max(0.0, end - time.monotonic())):
                raise GaveUp(f"gave up after {PATIENCE:.0f} s waiting for: {what}")
            data = os.read(self._output, 65536)
            if not data:
                raise GaveUp(f"cellgated ended, waiting for: {what}")
            self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        self.entries.append(json.loads(line))
        return self.entries[-1]


def event(entry: Entry) -> str:
    """What an entry is about."""
    return entry["CELLGATE_EVENT"]


def cause(entry: Entry) -> str:
    """What led to an entry."""
    return entry["CELLGATE_CAUSE"]


def _opens_snapshot(entry: Entry) -> bool:
    """Whether it is the first entry of an answer to SIGUSR2, that of the path."""
    return event(entry) == "snapshot" and cause(entry) == "request" and "CELLGATE_APP" not in entry
