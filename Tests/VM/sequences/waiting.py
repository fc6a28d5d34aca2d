"""Waiting for what is to come; the limit is a guard against a hang only."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

#: Seconds after which something is given up: far more than anything here takes.
PATIENCE = 60.0
#: Seconds between two looks at what the kernel or a program does not tell of by itself.
PAUSE = 0.05


class GaveUp(Exception):
    """What was waited for has not come."""


def until(what: str, look: Callable[[], Found], patience: float = PATIENCE) -> Found:
    """Looks until that gives something true, and returns it; GaveUp where it never does."""
    end = time.monotonic() + patience
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise GaveUp(f"gave up after {patience:.0f} s waiting for: {what}")
        time.sleep(PAUSE)
