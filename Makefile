# Cellgate: `make` lists what can be made.

# Where it is installed. systemd looks for units, users and catalogs under /usr and /usr/local only,
# so with another PREFIX those go to /usr/local/lib and the rest to PREFIX.
PREFIX ?= /usr/local
# Put before every installed path, for packagers; then nothing of the running system is told.
DESTDIR ?=
# What `make run` gives to cellgated.
ARGS ?=
# How long `make fuzz` runs all targets together, building aside.
SECONDS ?= 600
SWIFT ?= swift

sbindir := $(PREFIX)/sbin
mandir := $(PREFIX)/share/man
docdir := $(PREFIX)/share/doc/cellgate
libdir := $(if $(filter /usr,$(PREFIX)),/usr/lib,/usr/local/lib)
unit := $(libdir)/systemd/system/cellgated.service
sysusers := $(libdir)/sysusers.d/cellgate.conf
catalog := $(libdir)/systemd/catalog/cellgate.catalog
# The daemon reads its defaults here whatever the PREFIX.
defaultsdir := /usr/lib/cellgate

release := .build/release/cellgated
sources := Package.swift $(shell find Sources -type f)
defaults := $(shell find config/cellgate -type f -printf '%P\n' 2>/dev/null)
pages := $(notdir $(wildcard config/man/*.[1-8]))
page-path = $(mandir)/man$(subst .,,$(suffix $(1)))/$(1)
# Whether systemd runs here and the files are for this machine.
on-this-system = [ -z '$(DESTDIR)' ] && [ -d /run/systemd/system ]

.DEFAULT_GOAL := help
.PHONY: fuzz tsan
.PHONY: help run check coverage build release install uninstall format lint packages packages-build toolchain

help: ## Lists this.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# With job control (set -m) the daemon alone has the terminal: otherwise Ctrl-C would end make, too,
# and as an error.
run: build ## Builds and runs the daemon in the foreground: make run ARGS='--config config/cellgate'.
	@if [ -t 0 ]; then set -m; fi; .build/debug/cellgated $(ARGS) || exit $$?

# Some tests install what is released.
check: packages build release ## Runs every test.
	@Tests/run

coverage: packages ## Shows which share of the lines the tests run; takes minutes.
	@Tests/coverage

# On standard error: standard output is the daemon's alone in `make run ARGS=--json`.
build: packages-build toolchain ## Builds for debugging.
	@echo '$(SWIFT) build' >&2
	@$(SWIFT) build >&2

release: packages-build toolchain $(release) ## Builds what is installed.

# Stripped, and without need of a Swift installation where it runs.
$(release): $(sources)
	$(SWIFT) build -c release --static-swift-stdlib --product cellgated -Xlinker -s
	@touch $@

install: release ## Installs below PREFIX (/usr/local), for packagers below DESTDIR.
	install -D -m 755 $(release) '$(DESTDIR)$(sbindir)/cellgated'
	install -D -m 644 systemd/cellgated.service '$(DESTDIR)$(unit)'
	sed -i 's|^ExecStart=/usr/local/sbin/|ExecStart=$(sbindir)/|' '$(DESTDIR)$(unit)'
	install -D -m 644 systemd/cellgate.sysusers '$(DESTDIR)$(sysusers)'
	install -D -m 644 systemd/cellgate.catalog '$(DESTDIR)$(catalog)'
	install -d '$(DESTDIR)/etc/cellgate/apps.d' '$(DESTDIR)/etc/cellgate/cellgated.conf.d'
	@$(foreach file,$(defaults),install -D -m 644 'config/cellgate/$(file)' '$(DESTDIR)$(defaultsdir)/$(file)' && ):
	@$(foreach page,$(pages),install -D -m 644 'config/man/$(page)' '$(DESTDIR)$(call page-path,$(page))' && ):
	install -D -m 644 -t '$(DESTDIR)$(docdir)' README.md CHANGELOG.md LICENSE
	@if [ -z '$(DESTDIR)' ]; then systemd-sysusers '$(sysusers)'; journalctl --update-catalog; fi
	@if $(on-this-system); then systemctl daemon-reload; fi

uninstall: ## Removes what install put there; configuration, state and user stay.
	@if $(on-this-system) && [ -e '$(unit)' ]; then systemctl disable --now cellgated.service; fi
	rm -f '$(DESTDIR)$(sbindir)/cellgated' '$(DESTDIR)$(unit)' '$(DESTDIR)$(sysusers)' '$(DESTDIR)$(catalog)'
	rm -f $(foreach page,$(pages),'$(DESTDIR)$(call page-path,$(page))')
	rm -f $(foreach file,$(defaults),'$(DESTDIR)$(defaultsdir)/$(file)')
	rm -rf '$(DESTDIR)$(docdir)'
	@if [ -z '$(DESTDIR)' ]; then journalctl --update-catalog; fi
	@if $(on-this-system); then systemctl daemon-reload; fi

fuzz: packages-build toolchain ## Fuzzes decoders and readers: make fuzz SECONDS=600.
	Tests/Fuzz/run $(SECONDS)

tsan: packages toolchain ## Runs most tests under the thread sanitizer; takes minutes.
	Tests/ThreadSanitizer/run

format: toolchain ## Formats the Swift sources in place.
	$(SWIFT) format -i -r -p Package.swift Sources Tests

lint: packages toolchain ## Checks formatting, layering, scripts and manual pages.
	.ci/lint

packages: ## Installs the Debian packages that are missing to build and test.
	@config/packages/install build check

packages-build:
	@config/packages/install build

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	    echo 'Swift is not on PATH. Install 6.2 or later: https://www.swift.org/install/linux/' >&2; \
	    exit 1; }
