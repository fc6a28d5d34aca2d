"""Entries as lines that can be compared: all that they tell but times and numbers."""

import re

#: What differs from run to run, and is judged apart or not at all.
_LEFT_OUT = {"SEQ", "GENERATION", "PROBE_COST_MS"}
_PATH = [
    "PATH_STATUS", "PATH_REASON", "INTERFACES", "INTERFACE", "INTERFACE_TYPE", "TYPE_SOURCE",
    "IPV4", "IPV6", "DNS", "EXPENSIVE", "EXPENSIVE_SOURCE", "CONSTRAINED",
]  # fmt: skip
_WORDS = [
    "REASON", "RESTRICTED_STATE", "UNKNOWN_REASON", "CHOICE", "CHOICE_SOURCE", "GUIDANCE",
    "PROBE_RESULT", "PROBE_NETWORK", "MODEM", "CHANGED",
]  # fmt: skip


class Listing:
    """The lines of entries, in order. What an app's entry says of the path is told only where that
    is not what the entry of the path before it said."""

    def __init__(self) -> None:
        self._path: dict[str, str] = {}

    def line(self, entry: dict[str, str]) -> str:
        """The line of the next entry."""
        fields = {
            name.removeprefix("CELLGATE_"): value
            for name, value in entry.items()
            if name.startswith("CELLGATE_")
        }
        for name in _LEFT_OUT:
            fields.pop(name, None)
        words = [fields.pop("EVENT")]
        cause = fields.pop("CAUSE", "")
        app = fields.pop("APP", None)
        path = {name: fields.pop(name) for name in _PATH if name in fields}
        if app is None:
            self._path = path or self._path
            words += _path_words(path) + _gateways(entry["MESSAGE"], path)
        else:
            words += [app] + _app_words(fields)
            if path and path != self._path:
                words += ["on:"] + _path_words(path)
        words += [fields.pop(name) for name in _WORDS if name in fields]
        words += [f"{name}={value}" for name, value in sorted(fields.items())]
        return " ".join([*words, cause])


def _path_words(path: dict[str, str]) -> list[str]:
    if not path:
        return []
    links = path["INTERFACES"].split()
    first = ":".join([path["INTERFACE"], path["INTERFACE_TYPE"]]) if path["INTERFACE"] else ""
    words = [] if path["PATH_STATUS"] == "satisfied" else [path["PATH_STATUS"]]
    words += [path[name] for name in ["PATH_REASON"] if path.get(name)]
    words += links + [path[name] for name in ["TYPE_SOURCE"] if path.get(name)]
    if first != (links[0] if links else ""):
        words.append(f"first={first}")
    families = [("IPV4", "IPv4"), ("IPV6", "IPv6"), ("DNS", "DNS"), ("EXPENSIVE", "expensive")]
    words += [word for name, word in families if path.get(name) == "yes"]
    if path.get("EXPENSIVE_SOURCE", "") not in ("", "type"):
        words.append(f"by-{path['EXPENSIVE_SOURCE']}")
    return words + (["constrained"] if path.get("CONSTRAINED") == "yes" else [])


def _gateways(message: str, path: dict[str, str]) -> list[str]:
    found = re.search(r"gateway (.*)$", message)
    return ["via " + found[1].replace(" and ", ",")] if found and path else []


def _app_words(fields: dict[str, str]) -> list[str]:
    """Says only where it contradicts the reason that the app is available."""
    available = fields.pop("AVAILABLE", None)
    agrees = available is None or (available == "yes") == (fields.get("REASON") == "available")
    return [] if agrees else [f"available={available}"]
