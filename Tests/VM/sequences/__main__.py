"""Plays the sequences in the guest, and reports:  sequences PROGRAMS [NAME...]"""

import sys
import time
from importlib import import_module
from pathlib import Path

from bed import Bed
from sequence import ALL, play

#: The modules that define sequences, in the order in which they are played.
MODULES = ("wifi", "mobile", "both", "walk")


def main() -> int:
    """The exit status: 1 where a sequence failed or there is none of a name."""
    booted = float(Path("/proc/uptime").read_text().split()[0])
    for module in MODULES:
        import_module(module)
    programs, names = Path(sys.argv[1]), sys.argv[2:]
    chosen = [each for each in ALL if not names or each.name in names]
    missing = set(names) - {each.name for each in chosen}
    if missing:
        print(f"there is no sequence named {', '.join(sorted(missing))}")
        return 1
    beginning = time.monotonic()
    bed = Bed(programs)
    print(f"boot {booted:.1f} s, hardware and services {time.monotonic() - beginning:.1f} s")
    failed = 0
    for sequence in chosen:
        outcome = play(sequence, bed)
        print(outcome.report(), flush=True)
        failed += not outcome.passed
    total = time.monotonic() - beginning + booted
    print(f"{len(chosen)} sequences, {failed} failed, {total:.1f} s")
    return 1 if failed else 0


sys.exit(main())
