"""Running programs, and files of the kernel."""

import json
import subprocess
from pathlib import Path
from typing import Any

#: Where programs of the test bed keep their files.
RUN = Path("/run/bed")


class CommandFailed(Exception):
    """A command that has to succeed has failed."""


def run(*words: str) -> str:
    """Runs a command that has to succeed, and returns what it wrote."""
    done = subprocess.run(
        words, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise CommandFailed(f"{' '.join(words)}: status {done.returncode}: {done.stdout.strip()}")
    return done.stdout


def ip(words: str) -> str:
    """Runs ip(8) with words that hold no spaces themselves."""
    return run("ip", *words.split())


def ip_json(words: str) -> list[dict[str, Any]]:
    """What ip(8) shows, as values."""
    shown: list[dict[str, Any]] = json.loads(run("ip", "-j", *words.split()) or "[]")
    return shown


def start(*words: str, log: str) -> subprocess.Popen[bytes]:
    """Starts a program that goes on; what it writes is in the log of that name."""
    with open(RUN / f"{log}.log", "ab") as output:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a program, and waits for that."""
    process.terminate()
    process.wait()


def exists(link: str) -> bool:
    """Whether there is a link of that name."""
    return Path("/sys/class/net", link).exists()


def operational_state(link: str) -> str:
    """A link's state of RFC 2863, such as `up` or `dormant`; empty where there is no link."""
    try:
        return Path("/sys/class/net", link, "operstate").read_text().strip()
    except OSError:
        return ""
