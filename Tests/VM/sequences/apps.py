"""Programs of apps, each in the cgroup of its unit, and the user at the terminal."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from commands import RUN, run
from waiting import until

_CGROUPS = Path("/sys/fs/cgroup")
#: Where systemd puts what a desktop starts for the user 1000.
_DESKTOP = "user.slice/user-1000.slice/user@1000.service/app.slice"
_NOBODY = 65534
_TERMINAL = RUN / "terminal"


class Apps:
    """What apps and their user do."""

    def __init__(self) -> None:
        self._agent: subprocess.Popen[str] | None = None

    def launch(self, unit: str, *words: str) -> subprocess.Popen[str]:
        """Starts a program in a unit, as nobody in particular."""
        folder = _DESKTOP if unit.startswith("app-") else "system.slice"
        members = _CGROUPS / folder / unit / "cgroup.procs"
        members.parent.mkdir(parents=True, exist_ok=True)

        def enter() -> None:
            members.write_text(str(os.getpid()))
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)

        return subprocess.Popen(
            list(words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=enter,
        )

    def run(self, unit: str, *words: str) -> str:
        """The same, until it ends; what it wrote."""
        return result(self.launch(unit, *words))

    # --- the user at `cellgatectl agent`

    def sit_down(self) -> None:
        """The user is there, and prompts are shown."""
        with open(_TERMINAL, "wb") as terminal:
            self._agent = subprocess.Popen(
                ["cellgatectl", "agent"],
                stdin=subprocess.PIPE,
                stdout=terminal,
                stderr=subprocess.STDOUT,
                text=True,
            )
        self.see("Prompts are shown here")

    def see(self, text: str, times: int = 1) -> None:
        """Waits until the terminal shows a text so many times."""
        until(f"{text!r} on the terminal", lambda: self.terminal().count(text) >= times)

    def terminal(self) -> str:
        """All that the terminal shows."""
        return _TERMINAL.read_text()

    def answer(self, choice: str) -> None:
        """Presses a key and return."""
        assert self._agent and self._agent.stdin, "nobody sits there"
        self._agent.stdin.write(choice + "\n")
        self._agent.stdin.flush()

    def get_up(self) -> None:
        """The user goes away, where one is there."""
        if self._agent and self._agent.stdin:
            self._agent.stdin.close()
            self._agent.wait()
            self._agent = None


def result(program: subprocess.Popen[str]) -> str:
    """What a program of an app writes until it ends."""
    return program.communicate()[0].strip()


def device() -> dict[str, Any]:
    """What programs are told of the device, on the bus."""
    told: dict[str, Any] = json.loads(run("cellgatectl", "--json", "status"))
    return told
