"""Records what the kernel multicasts while something is done, with dumps before and after.

A recording is two or three files: NAME.nl has the messages of rtnetlink one after the other as they
came, NAME.nl80211 those of the wireless subsystem, and NAME.steps says in lines of words what they
are, in order:

    # what the recording shows
    dump 37 2                    so many messages of either file are the answers to dumps
    step 0.0 wlan0 is set up     at this second something was done
    device 2 wlan wireless       what sysfs says of a link: DEVTYPE or -, whether it has `wireless`
    event 0.1 NEWLINK            the next message of NAME.nl, and when it came
    wireless 0.1 CONNECT         the next message of NAME.nl80211
"""

import os
import select
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import netlink

# Commands of nl80211 that its groups tell of (linux/nl80211.h, NL80211_CMD_*).
_WIRELESS_COMMANDS = {
    3: "NEW_WIPHY",
    4: "DEL_WIPHY",
    7: "NEW_INTERFACE",
    8: "DEL_INTERFACE",
    19: "NEW_STATION",
    20: "DEL_STATION",
    36: "REG_CHANGE",
    37: "AUTHENTICATE",
    38: "ASSOCIATE",
    39: "DEAUTHENTICATE",
    40: "DISASSOCIATE",
    46: "CONNECT",
    47: "ROAM",
    48: "DISCONNECT",
    64: "NOTIFY_CQM",
    139: "CONTROL_PORT_FRAME_TX_STATUS",
}
# How long the network has to be quiet before a recording begins, in seconds.
_QUIET = 1.0


class Recording:
    """One recording; the files are written where its block ends without an error."""

    def __init__(
        self, folder: Path, name: str, title: str, *, wireless: bool = False, hears: bool = True
    ) -> None:
        """Names the files in `folder`.

        With `wireless` nl80211 is recorded, too; without `hears` only answers and dumps are.
        """
        self._folder, self._name, self._wireless, self._hears = folder, name, wireless, hears
        self._lines = [f"# {title}", f"# Linux {os.uname().release}"]
        self._bytes = {"event": b"", "wireless": b""}
        self._known: set[int] = set()
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._start = time.monotonic()

    def __enter__(self) -> Self:
        """Dumps what there is, and listens from then on."""
        sockets: dict[socket.socket, str] = {}
        if self._hears:
            sockets[netlink.listen(netlink.ROUTE, list(netlink.GROUPS.values()))] = "event"
        if self._hears and self._wireless:
            _, groups = netlink.wireless_family()
            wanted = [groups[name] for name in ("config", "mlme", "regulatory")]
            sockets[netlink.listen(netlink.GENERIC, wanted)] = "wireless"
        while select.select(sockets, [], [], _QUIET)[0]:
            for listener in select.select(sockets, [], [], 0)[0]:
                listener.recv(1 << 20)
        self._dump()
        self._start = time.monotonic()
        self._thread = threading.Thread(target=self._listen, args=[sockets])
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Dumps what there is in the end, and writes the files."""
        self._is_over.set()
        self._thread.join()
        if error:
            return
        self._dump()
        for source, suffix in (("event", "nl"), ("wireless", "nl80211")):
            if self._bytes[source]:
                (self._folder / f"{self._name}.{suffix}").write_bytes(self._bytes[source])
        (self._folder / f"{self._name}.steps").write_text("\n".join(self._lines) + "\n")
        print(f"{self._name}: {len(self._bytes['event'])} bytes", flush=True)

    def step(self, text: str) -> None:
        """Says that what follows comes of this."""
        with self._lock:
            self._lines.append(f"step {self._seconds()} {text}")

    def run(self, command: str) -> None:
        """A step that is a shell command, which must not fail."""
        self.step(command)
        run(command)

    def wait(self, seconds: float) -> None:
        """Lets the kernel come to rest."""
        time.sleep(seconds)

    def answer(self, name: str, text: str) -> None:
        """Keeps the kernel's answer to a question for one link, as a step of its own."""
        self.step(f"{name}: {text}")
        for kind, message in netlink.messages(netlink.link(name)):
            if kind == netlink.NEWLINK:
                self._keep("event", kind, message)

    def _seconds(self) -> str:
        return f"{time.monotonic() - self._start:.1f}"

    def _listen(self, sockets: dict[socket.socket, str]) -> None:
        while not self._is_over.is_set():
            for listener in select.select(sockets, [], [], 0.1)[0]:
                for kind, message in netlink.messages(listener.recv(1 << 20)):
                    self._keep(sockets[listener], kind, message)

    def _keep(self, source: str, kind: int, message: bytes) -> None:
        with self._lock:
            if source == "event":
                if kind == netlink.NEWLINK:
                    self._describe_device(message)
                word = netlink.ROUTE_TYPES.get(kind, str(kind))
            else:
                word = _WIRELESS_COMMANDS.get(message[16], f"command-{message[16]}")
            self._lines.append(f"{source} {self._seconds()} {word}")
            self._bytes[source] += message

    def _dump(self) -> None:
        """Dumps come without their time, and without devices that were described before."""
        links = netlink.dump()
        wireless = netlink.wireless_interfaces() if self._wireless else b""
        counts = [sum(1 for _ in netlink.messages(data)) for data in (links, wireless)]
        with self._lock:
            for kind, message in netlink.messages(links):
                if kind == netlink.NEWLINK:
                    self._describe_device(message)
            self._lines.append(f"dump {counts[0]} {counts[1]}")
            self._bytes["event"] += links
            self._bytes["wireless"] += wireless

    def _describe_device(self, message: bytes) -> None:
        index, name = netlink.link_identity(message)
        if index in self._known or not name:
            return
        self._known.add(index)
        if hints := netlink.device_hints(name).removesuffix("-"):
            self._lines.append(f"device {index} {hints}")


def run(command: str) -> str:
    """What a shell command writes; it must not fail."""
    done = subprocess.run(
        ["bash", "-ec", command],
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise RuntimeError(f"{command}: status {done.returncode}: {done.stdout.strip()}")
    return done.stdout


def until(what: str, condition: Callable[[], bool], seconds: float = 60) -> None:
    """Waits until the condition holds, which `what` names where it never does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"in {seconds} s not: {what}")
        time.sleep(0.1)
