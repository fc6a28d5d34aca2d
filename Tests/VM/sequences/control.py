"""Talking to hostapd and wpa_supplicant on their control sockets."""

import itertools
import socket
from pathlib import Path

from commands import RUN
from waiting import PATIENCE, until

_numbers = itertools.count()


class Control:
    """A connection to one of them; it stays bound until `close`."""

    def __init__(self, path: Path) -> None:
        """Connects as soon as the program listens."""
        self._own = RUN / f"control-{next(_numbers)}"
        self._events: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(PATIENCE)
        self._socket.bind(str(self._own))
        until(f"a program at {path}", lambda: self._connects(path))

    def ask(self, request: str) -> str:
        """Sends a request, and returns the answer; events that come before it are kept."""
        self._socket.send(request.encode())
        while True:
            answer = self._receive()
            if not answer.startswith("<"):
                return answer
            self._events.append(answer)

    def status(self) -> dict[str, str]:
        """The words of STATUS, by name."""
        lines = self.ask("STATUS").splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    def attach(self) -> None:
        """Asks for events as well."""
        self.ask("ATTACH")

    def await_event(self, word: str) -> str:
        """Returns the next event that names a word; those before it are dropped."""
        while True:
            event = self._events.pop(0) if self._events else self._receive()
            if word in event:
                return event

    def close(self) -> None:
        """Ends the connection."""
        self._socket.close()
        self._own.unlink()

    def _receive(self) -> str:
        return self._socket.recv(65536).decode(errors="replace")

    def _connects(self, path: Path) -> bool:
        try:
            self._socket.connect(str(path))
        except OSError:
            return False
        return True
