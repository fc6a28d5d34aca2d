# Cellgate: `make` lists what can be made.

# Where it is installed. systemd looks for units, users and catalogs under /usr and /usr/local only,
# and so does D-Bus for services, so with another PREFIX those go to /usr/local and the rest to PREFIX.
PREFIX ?= /usr/local
# Put before every installed path, for packagers; then nothing of the running system is told.
DESTDIR ?=
# What `make run` gives to cellgated, and `make bench` to cellgate-bench.
ARGS ?=
# How long `make fuzz` runs all targets together, and `make soak`, building aside.
fuzz: SECONDS ?= 600
soak: SECONDS ?= 3600
SWIFT ?= swift

bindir := $(PREFIX)/bin
sbindir := $(PREFIX)/sbin
mandir := $(PREFIX)/share/man
docdir := $(PREFIX)/share/doc/cellgate
scenariodir := $(PREFIX)/share/cellgate/scenarios
completiondir := $(PREFIX)/share/bash-completion/completions
interfacedir := $(PREFIX)/share/dbus-1/interfaces
system-prefix := $(if $(filter /usr,$(PREFIX)),/usr,/usr/local)
unitdir := $(system-prefix)/lib/systemd/system
userunitdir := $(system-prefix)/lib/systemd/user
sysusers := $(system-prefix)/lib/sysusers.d/cellgate.conf
catalog := $(system-prefix)/lib/systemd/catalog/cellgate.catalog
bus-service := $(system-prefix)/share/dbus-1/system-services/org.cellgate.Cellgate1.service
# The daemon reads its defaults here whatever the PREFIX; dbus-daemon(1) and polkit(8) read policies
# of packages nowhere else.
defaultsdir := /usr/lib/cellgate
bus-policy := /usr/share/dbus-1/system.d/org.cellgate.Cellgate1.conf
polkit-policy := /usr/share/polkit-1/actions/org.cellgate.cellgate1.policy

programs := $(addprefix .build/release/,cellgated cellgatectl cellgate-agent)
sources := Package.swift $(shell find Sources -type f)
defaults := $(shell find config/cellgate -type f -printf '%P\n' 2>/dev/null)
pages := $(notdir $(wildcard config/man/*.[1-8]))
page-path = $(mandir)/man$(subst .,,$(suffix $(1)))/$(1)
units := $(notdir $(wildcard systemd/*.service))
user-units := $(notdir $(wildcard systemd/user/*.service))
scenarios := $(notdir $(wildcard config/scenarios/*.scenario))
interfaces := $(notdir $(wildcard config/dbus/interfaces/*.xml))
completions := $(notdir $(wildcard config/completion/*.bash))
# All files that are installed, but for the folder of the documentation.
installed := $(sbindir)/cellgated $(bindir)/cellgatectl $(bindir)/cellgate-agent \
    $(units:%=$(unitdir)/%) $(user-units:%=$(userunitdir)/%) $(sysusers) $(catalog) \
    $(bus-service) $(bus-policy) $(polkit-policy) $(interfaces:%=$(interfacedir)/%) \
    $(scenarios:%=$(scenariodir)/%) \
    $(completions:%.bash=$(completiondir)/%) $(foreach page,$(pages),$(call page-path,$(page))) \
    $(defaults:%=$(defaultsdir)/%)
# The folders that a system need not have, and install then makes, each before what it is in. Those
# of /usr are the system's, but for the one of the defaults, and so are the upper ones of /usr/local.
page-folders := $(addprefix $(mandir)/,$(sort $(subst .,man,$(suffix $(pages)))))
made-folders := $(scenariodir) $(PREFIX)/share/cellgate \
    $(filter-out /usr/share/%,$(page-folders) $(completiondir) \
    $(PREFIX)/share/bash-completion $(interfacedir) $(PREFIX)/share/dbus-1 $(PREFIX)/share/doc)
ifneq ($(system-prefix),/usr)
made-folders := $(unitdir) $(userunitdir) $(dir $(catalog)) $(system-prefix)/lib/systemd $(dir $(sysusers)) \
    $(dir $(bus-service)) $(made-folders) $(system-prefix)/share/dbus-1
endif
ifeq ($(filter /usr /usr/local,$(PREFIX)),)
made-folders += $(mandir) $(PREFIX)/share $(bindir) $(sbindir)
endif
# Whether systemd runs here and the files are for this machine.
on-this-system = [ -z '$(DESTDIR)' ] && [ -d /run/systemd/system ]
# Has the service manager and the bus read what is installed. dbus-daemon watches its folders, but a
# start that follows at once is not to depend on when it looks; it need not run at all.
reload-bus = busctl -q call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig 2>/dev/null || :
reload = systemctl daemon-reload; $(reload-bus)

.DEFAULT_GOAL := help
.PHONY: bench fuzz soak tsan
.PHONY: help run check check-vm captures coverage build release install uninstall format lint packages packages-build packages-vm \
    toolchain

help: ## Lists this.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# With job control (set -m) the daemon alone has the terminal: otherwise Ctrl-C would end make, too,
# and as an error.
run: build ## Builds and runs the daemon in the foreground: make run ARGS='--config config/cellgate'.
	@if [ -t 0 ]; then set -m; fi; .build/debug/cellgated $(ARGS) || exit $$?

# Some tests install what is released.
check: packages build release ## Runs every test.
	@Tests/run

check-vm: packages-vm release ## Plays what happens to real Wi-Fi and modem drivers in a virtual machine.
	@Tests/VM/check

captures: packages-vm ## Records anew what the kernel tells, for the tests; README.md of the recordings says more.
	Tests/VM/guest --timeout 1200 --share '$(CURDIR)/Tests/NetlinkTests/Fixtures' -- \
	    Tests/Captures/capture

coverage: packages ## Shows which share of the lines the tests run; takes minutes.
	@Tests/coverage

# On standard error: standard output is the daemon's alone in `make run ARGS=--json`.
build: packages-build toolchain ## Builds for debugging.
	@echo '$(SWIFT) build' >&2
	@$(SWIFT) build >&2

release: packages-build toolchain $(programs) ## Builds what is installed.

# Stripped, and without need of a Swift installation where it runs.
.build/release/%: $(sources)
	$(SWIFT) build -c release --static-swift-stdlib --product $* -Xlinker -s
	@touch $@

install: release ## Installs below PREFIX (/usr/local), for packagers below DESTDIR.
	install -D -m 755 .build/release/cellgated '$(DESTDIR)$(sbindir)/cellgated'
	install -D -m 755 .build/release/cellgatectl '$(DESTDIR)$(bindir)/cellgatectl'
	install -D -m 755 .build/release/cellgate-agent '$(DESTDIR)$(bindir)/cellgate-agent'
	install -D -m 644 -t '$(DESTDIR)$(unitdir)' $(units:%='systemd/%')
	install -D -m 644 -t '$(DESTDIR)$(userunitdir)' $(user-units:%='systemd/user/%')
	sed -i -e '/^ExecStart=/s|/usr/local/sbin/|$(sbindir)/|' \
	    -e '/^ExecStart=/s|/usr/local/bin/|$(bindir)/|' $(units:%='$(DESTDIR)$(unitdir)/%') \
	    $(user-units:%='$(DESTDIR)$(userunitdir)/%')
	install -D -m 644 systemd/cellgate.sysusers '$(DESTDIR)$(sysusers)'
	install -D -m 644 systemd/cellgate.catalog '$(DESTDIR)$(catalog)'
	install -D -m 644 config/dbus/org.cellgate.Cellgate1.service '$(DESTDIR)$(bus-service)'
	install -D -m 644 config/dbus/org.cellgate.Cellgate1.conf '$(DESTDIR)$(bus-policy)'
	install -D -m 644 config/polkit/org.cellgate.cellgate1.policy '$(DESTDIR)$(polkit-policy)'
	install -D -m 644 -t '$(DESTDIR)$(interfacedir)' $(interfaces:%='config/dbus/interfaces/%')
	install -D -m 644 -t '$(DESTDIR)$(scenariodir)' $(scenarios:%='config/scenarios/%')
	install -d '$(DESTDIR)/etc/cellgate/apps.d' '$(DESTDIR)/etc/cellgate/cellgated.conf.d'
	@$(foreach file,$(defaults),install -D -m 644 'config/cellgate/$(file)' '$(DESTDIR)$(defaultsdir)/$(file)' && ):
	@$(foreach page,$(pages),install -D -m 644 'config/man/$(page)' '$(DESTDIR)$(call page-path,$(page))' && ):
	@$(foreach file,$(completions),install -D -m 644 'config/completion/$(file)' '$(DESTDIR)$(completiondir)/$(file:.bash=)' && ):
	install -D -m 644 -t '$(DESTDIR)$(docdir)' README.md CHANGELOG.md LICENSE
	@if [ -z '$(DESTDIR)' ]; then systemd-sysusers '$(sysusers)'; journalctl --update-catalog; fi
	@if $(on-this-system); then $(reload); fi

# The bus forgets how the service is started before it is stopped: otherwise a call starts it between.
uninstall: ## Removes what install put there; configuration, state and user stay.
	rm -f '$(DESTDIR)$(bus-service)'
	@if $(on-this-system); then \
	    $(reload-bus); \
	    [ ! -e '$(unitdir)/cellgated.service' ] || systemctl disable --now cellgated.service || :; \
	fi
	rm -f $(installed:%='$(DESTDIR)%')
	rm -rf '$(DESTDIR)$(docdir)'
	@for folder in $(patsubst %,'$(DESTDIR)%',$(defaultsdir) $(made-folders)); do \
	    [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder" || :; \
	done
	@if [ -z '$(DESTDIR)' ]; then journalctl --update-catalog; fi
	@if $(on-this-system); then $(reload); systemctl -q reset-failed cellgated.service 2>/dev/null || :; fi

fuzz: packages-build toolchain ## Fuzzes decoders and readers: make fuzz SECONDS=600.
	Tests/Fuzz/run $(SECONDS)

soak: packages release ## Random networks and faults beside the released daemon: make soak SECONDS=3600.
	Tests/Soak/run $(SECONDS)

tsan: packages toolchain ## Runs most tests under the thread sanitizer; takes minutes.
	Tests/ThreadSanitizer/run

# NetworkManager is measured where it is installed, and not installed for it: it would take over the
# machine's links.
bench: packages-build toolchain .build/release/cellgated .build/release/cellgate-bench ## Measures beside other means, as root: make bench ARGS='--quick latency'.
	@config/packages/install bench
	@.build/release/cellgate-bench $(ARGS)

format: toolchain ## Formats the Swift sources in place.
	$(SWIFT) format -i -r -p Package.swift Sources Tests

lint: packages toolchain ## Checks formatting, layering, scripts and manual pages.
	.ci/lint

packages: ## Installs the Debian packages that are missing to build and test.
	@config/packages/install build check

packages-build:
	@config/packages/install build

packages-vm:
	@config/packages/install build vm

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	    echo 'Swift is not on PATH. Install 6.2 or later: https://www.swift.org/install/linux/' >&2; \
	    exit 1; }
