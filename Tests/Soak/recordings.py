"""Whether the recording of a run replays to what the daemon has published.

The first file begins with the daemon and replays to the same lines. A later one begins in the
middle of its life, with numbers of its own and an empty account of what may be published at once,
and lacks what was open then; its state is the daemon's again after the next refresh. So of those
the snapshots from there on are compared, each with the whole state, numbers apart.
"""

import json
import os
import shutil

import service


def replay(path):
    """The entries that a recording leads to, a line each."""
    text = service.run("/usr/sbin/cellgated", "--replay", path, "--json", timeout=1800)
    return text.encode().splitlines()


def whole_part(path):
    """The path of what stands before the first inputs that were lost, and how many were, in all."""
    with open(path, "rb") as file:
        lines = file.readlines()
    lost = [at for at, line in enumerate(lines) if b'"lost":' in line]
    if not lost:
        return path, 0
    with open(f"{path}.whole", "wb") as file:
        file.writelines(lines[: lost[0]])
    return f"{path}.whole", sum(json.loads(lines[at])["lost"] for at in lost)


def snapshots(lines):
    """The snapshots on request, without what is numbered."""
    found = []
    for line in lines:
        if b'"snapshot"' in line and b'"CELLGATE_CAUSE":"request"' in line:
            entry = json.loads(line)
            del entry["CELLGATE_SEQ"], entry["CELLGATE_GENERATION"]
            found.append(entry)
    return found


class Recordings:
    """The files of a run, each compared when it is full, and then removed."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.figures = {
            "files of the recording replayed": 0,
            "inputs lost by the recording": 0,
            "entries replayed to equal lines": 0,
            "snapshots replayed of later files": 0,
        }
        # How many of the daemon's snapshots the files so far replay to.
        self.passed = 0

    def check_full(self):
        """Compares what was kept since the last time."""
        while self.daemon.kept:
            name = self.daemon.kept.pop(0)
            self.check(name)
            os.remove(name)

    def check_all(self):
        """Compares the rest once the daemon has ended, and gives figures for the table."""
        self.daemon.keep_recordings()
        self.check_full()
        self.check(service.RECORDING)
        first = self.figures["files of the recording replayed"] == 1
        whole = first and not self.figures["inputs lost by the recording"]
        if whole and self.figures["entries replayed to equal lines"] != self.daemon.last:
            raise service.Fault("the recording replays to fewer entries than were written")
        return self.figures

    def check(self, name):
        lines = replay(name)
        part, lost = whole_part(name)
        self.figures["inputs lost by the recording"] += lost
        if self.figures["files of the recording replayed"] == 0:
            self.check_lines(replay(part) if lost else lines)
            self.passed = len(snapshots(lines))
        else:
            refresh = (at for at, line in enumerate(lines) if b'"CELLGATE_EVENT":"refresh"' in line)
            self.check_snapshots(name, snapshots(lines[next(refresh, len(lines)) :]))
        self.figures["files of the recording replayed"] += 1

    def check_lines(self, lines):
        for number, line in enumerate(lines, 1):
            if line != self.daemon.lines.get(number):
                written = self.daemon.lines.get(number)
                raise service.Fault(f"entry {number}\n  replayed: {line}\n  written:  {written}")
        self.figures["entries replayed to equal lines"] = len(lines)

    def check_snapshots(self, name, replayed):
        told = snapshots(self.daemon.lines.values())[self.passed :]
        for start in range(len(told) - len(replayed) + 1):
            if told[start : start + len(replayed)] == replayed:
                self.passed += start + len(replayed)
                self.figures["snapshots replayed of later files"] += len(replayed)
                return
        shutil.copy(name, f"{name}.differs")
        raise service.Fault(f"{name} replays to other snapshots; kept as {name}.differs")
