"""What goes wrong beside the network: each kind of fault, how it begins and how it ends."""

import os
import signal
import subprocess
import time

import service

APPS = tuple(f"org.example.{name}" for name in ("Mail", "Maps", "News", "Radio", "Chat", "Café"))
CONFIGURATION = "/etc/cellgate"
RESOLVER = "/etc/resolv.conf"
# A memory cgroup of version 1, as `run` binds it; systemd's units are in those of version 2.
MEMORY = "/mnt/memory"


class Faults:
    """Injects faults, by the seed, and counts them by kind."""

    def __init__(self, chance, daemon, flood, told, seconds):
        self.chance = chance
        # Is called with each fault, by kind.
        self.told = told
        self.memory_is_free_until = time.monotonic() + seconds / 2
        self.daemon = daemon
        # Sends more messages than a buffer holds.
        self.flood = flood
        self.counts = {}
        # Those since the last checkpoint.
        self.recent = set()
        # What is still to be ended: after so many batches of operations, and how.
        self.open = []
        self.commands = []
        # Whether the files may be edited; one that has an error keeps them all from being read.
        self.files_are_free = True
        can_limit = os.path.isdir(MEMORY)
        if can_limit:
            # Who needs more than there is waits, and is not killed.
            write(f"{MEMORY}/memory.oom_control", "1")
            write(f"{MEMORY}/cgroup.procs", str(daemon.pid))
        self.kinds = {
            "daemon stopped (SIGSTOP)": (self.stop_daemon, 5),
            "journald restarted": (self.restart_journal, 1),
            "journald killed": (self.kill_journal, 1),
            "journald stopped (SIGSTOP)": (self.stop_journal, 2),
            "dbus-daemon restarted": (self.restart_bus, 1),
            "dbus-daemon killed": (self.kill_bus, 1),
            "clock set": (self.set_clock, 4),
            "memory limited": (self.limit_memory, 3 if can_limit else 0),
            "signal": (self.signal, 5),
            "policy file edited": (self.edit_app, 8),
            "settings edited": (self.edit_settings, 3),
            "resolver edited": (self.edit_resolver, 2),
            "choice on D-Bus": (self.choose, 5),
        }
        for app in APPS:
            self.edit_app(app)

    def inject(self):
        """Begins one fault; now and then none."""
        if self.chance.random() < 0.45:
            return
        weights = [weight for _, weight in self.kinds.values()]
        kind = self.chance.choices(list(self.kinds), weights)[0]
        if self.kinds[kind][0]() is not False:
            self.count(kind)

    def count(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.told(kind)
        self.recent.add(kind)

    def may_lose_entries(self):
        """Whether a fault since the last checkpoint keeps entries from the journal."""
        return any("journald" in kind or "memory" in kind for kind in self.recent)

    def pass_batch(self):
        """A batch of operations was done: what is over ends."""
        for each in self.open:
            each[1] -= 1
        for each in [each for each in self.open if each[1] <= 0]:
            self.end(each)

    def end_all(self):
        for each in list(self.open):
            self.end(each)
        for command in self.commands:
            command.wait(timeout=service.PATIENCE)
        self.commands.clear()

    def end(self, each):
        self.open.remove(each)
        each[2]()

    def begin(self, kind, most, end):
        """Remembers what has begun; gives False where it is going on already."""
        self.open.append([kind, self.chance.randint(1, most), end])

    def is_on(self, kind):
        return any(each[0] == kind for each in self.open)

    # --- processes

    def stop_daemon(self):
        if self.is_on("daemon"):
            return False
        self.daemon.signal(signal.SIGSTOP)
        self.begin("daemon", 8, self.go_on)
        return True

    def go_on(self):
        """Now and then only after its netlink buffer has overrun."""
        if self.chance.random() < 0.4:
            self.flood()
        self.daemon.signal(signal.SIGCONT)

    def stop_journal(self):
        if self.is_on("journal"):
            return False
        pid = int(service.run("systemctl", "show", "-P", "MainPID", "systemd-journald"))
        os.kill(pid, signal.SIGSTOP)
        self.begin("journal", 6, lambda: os.kill(pid, signal.SIGCONT))
        return True

    def restart_journal(self):
        if self.is_on("journal"):
            return False
        service.run("systemctl", "restart", "systemd-journald")
        return True

    def kill_journal(self):
        if self.is_on("journal"):
            return False
        service.run("systemctl", "kill", "-s", "KILL", "systemd-journald")
        return True

    def restart_bus(self):
        service.run("systemctl", "restart", "dbus.service")

    def kill_bus(self):
        service.run("systemctl", "kill", "-s", "KILL", "dbus.service")

    def signal(self):
        self.daemon.signal(self.chance.choice((signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)))

    # --- clock and memory

    def set_clock(self):
        """The daemon's time of day jumps, by up to ten years."""
        size = 10 ** self.chance.uniform(0, 8.5)
        offset = int(self.chance.choice((-1, 1)) * size * 1e6)
        with open(service.CLOCK, "r+b") as file:
            file.write(offset.to_bytes(8, "little", signed=True))

    def limit_memory(self):
        """The daemon may have no page more than now, and waits where it needs one.

        The recording may lose inputs by it, and is whole only up to there: so not at once.
        """
        if self.is_on("memory") or time.monotonic() < self.memory_is_free_until:
            return False
        limit = f"{MEMORY}/memory.limit_in_bytes"
        with open(f"{MEMORY}/memory.usage_in_bytes", encoding="ascii") as file:
            usage = int(file.read())
        try:
            write(limit, str(max(usage, 64 << 10)))
        except OSError:  # EBUSY: it has grown meanwhile
            return False
        self.begin("memory", 6, lambda: write(limit, "-1"))
        return True

    # --- files and choices

    def edit_app(self, app=None):
        if not self.files_are_free:
            return False
        app = app or self.chance.choice(APPS)
        path = f"{CONFIGURATION}/apps.d/{app}.conf"
        drawn = self.chance.random()
        if drawn < 0.1 and os.path.exists(path):
            os.remove(path)
            return True
        choice = self.chance.choice(("ask", "wifi-and-cellular", "wifi-only", "off"))
        locked = "Locked=yes\n" if choice != "ask" and self.chance.random() < 0.2 else ""
        replace(path, f"[App]\nChoice={choice}\n{locked}")
        return True

    def edit_settings(self):
        """Types by name, what costs, and whom an undecided app waits for."""
        if not self.files_are_free:
            return False

        def some(*names):
            return " ".join(name for name in names if self.chance.random() < 0.4)

        replace(
            f"{CONFIGURATION}/cellgated.conf.d/50-soak.conf",
            "[Interfaces]\n"
            f"Cellular={some('usb*', 'eth2', 'wlan3')}\n"
            f"Wifi={some('lan0', 'eth[01]')}\n"
            f"Wired={some('wwan3', 'br1', 'usb1')}\n"
            f"Other={some('wlan2', 'tun1')}\n"
            f"Expensive={some('wlan0', 'br*', 'eth0', 'tun0')}\n"
            f"Constrained={some('wwan*', 'lan0', 'wlan1')}\n"
            "[Permission]\n"
            f"Profile={self.chance.choice(('cellular', 'cellular', 'any-network', 'allow'))}\n",
        )
        return True

    def edit_resolver(self):
        text = self.chance.choice(("nameserver 192.0.2.1\n", "# none\n", "search example.org\n"))
        if self.chance.random() < 0.5:
            replace(RESOLVER, text)
        else:
            write(RESOLVER, text)

    def choose(self):
        """A choice of the user's; nobody waits for it before the checkpoint."""
        app = self.chance.choice((*APPS, "org.example.Other"))
        choice = self.chance.choice(("wifi-and-cellular", "wifi-only", "off", None))
        words = ["set", app, choice] if choice else ["clear", app]
        self.commands.append(
            subprocess.Popen(
                ["cellgatectl", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def replace(path, text):
    """Puts a file in place of another at once."""
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    new = f"{folder}/.{name}.new"
    write(new, text)
    os.replace(new, path)
