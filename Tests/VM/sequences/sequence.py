"""A sequence: what happens to a device, and the whole list of what the daemon is to publish."""

import difflib
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bed import Bed
from daemon import Daemon

_LISTINGS = Path(__file__).resolve().parent.parent / "listings"


class Wrong(Exception):
    """What a sequence saw beside the entries is not what it is to be."""


#: What happens to the bed while the daemon runs.
Play = Callable[[Bed, Daemon], None]


@dataclass
class Sequence:
    """One claim about the daemon."""

    wifi: str
    modem: str
    play: Play

    @property
    def claim(self) -> str:
        """What it claims."""
        return (self.play.__doc__ or "").rstrip(".")

    @property
    def name(self) -> str:
        """A word for it, from the name of its function."""
        return self.play.__name__.replace("_", "-")

    @property
    def expected(self) -> list[str]:
        """All that the daemon is to publish from its start to its end, as `Listing` has it."""
        file = _LISTINGS / self.name
        return file.read_text().splitlines() if file.exists() else []


#: All sequences, in the order of their definition.
ALL: list[Sequence] = []


def sequence(*, wifi: str = "idle", modem: str = "absent") -> Callable[[Play], Play]:
    """Makes a sequence of a function: what it says of itself is the claim, and wifi and modem name
    the states that it begins in."""

    def add(play: Play) -> Play:
        ALL.append(Sequence(wifi, modem, play))
        return play

    return add


def expect(what: str, got: object, expected: object) -> None:
    """Says that something beside the entries is as expected."""
    if got != expected:
        raise Wrong(f"{what}: got {got!r}, expected {expected!r}")


@dataclass
class Outcome:
    """What came of a sequence."""

    sequence: Sequence
    got: list[str]
    trouble: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.trouble and self.got == self.sequence.expected

    def report(self) -> str:
        """A line, and where it failed the reason."""
        expected, got = _transitions(self.sequence.expected), _transitions(self.got)
        lines = [
            f"{'ok' if self.passed else 'FAILED':6} {self.sequence.name:18} "
            f"{got:3} of {expected:2} transitions {self.seconds:5.1f} s  {self.sequence.claim}"
        ]
        if self.trouble:
            lines.append(f"       {self.trouble}")
        if self.got != self.sequence.expected:
            difference = difflib.unified_diff(
                self.sequence.expected, self.got, "expected", "got", lineterm="", n=100
            )
            lines += ["       " + line for line in difference]
        return "\n".join(lines)


def play(sequence: Sequence, bed: Bed) -> Outcome:
    """Plays a sequence; whatever it does, the next one can follow."""
    beginning = time.monotonic()
    daemon, got, trouble = None, [], ""
    try:
        daemon = bed.start(sequence.wifi, sequence.modem)
        sequence.play(bed, daemon)
        got = daemon.end()
    except Exception as error:  # whatever it is, it is told, and the others are played
        place = traceback.extract_tb(error.__traceback__)
        steps = [frame for frame in place if frame.name == sequence.play.__name__]
        where = f" (line {steps[-1].lineno} of {Path(steps[-1].filename).name})" if steps else ""
        trouble = f"{type(error).__name__}: {error}{where}"
        got = daemon.kill() if daemon else []
    finally:
        bed.apps.get_up()
    return Outcome(sequence, got, trouble, time.monotonic() - beginning)


def _transitions(lines: list[str]) -> int:
    """How many of the entries tell of a change."""
    ends = ("started", "snapshot", "bus-changed", "refresh", "stopped")
    return sum(not line.startswith(ends) for line in lines)
