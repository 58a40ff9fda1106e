# The everyday commands; CMake does the building. Every command first installs what is missing.
#
#   make run      build, serve on 127.0.0.1:8080       make fuzz     every fuzz target, FUZZ_SECONDS each
#   make test     build, run every test                make bench    ratios against the baselines
#   make build    only build                           make soak     long mixed load, SOAK_SECONDS
#   make asan     all tests under ASan and UBSan       make format   clang-format over all sources
#   make tsan     all tests under TSan                 make docs     openapi.yaml, limits and README anew
#   make clang    the same build by clang              make clean    remove every build directory
#   make siege    the daemon under every attack that is known, SIEGE_SECONDS each (60: half an hour), and SIEGE_SLOW slow connections of each kind
#   make siege-sanitized  the same under ASan and UBSan, then under TSan, SIEGE_SANITIZED seconds each (35: ten minutes a sanitizer)
#   make musl     whether all compiles against musl, and asks nothing of a C library that musl has not
#   make tidy     whether `make format` would change anything
#   make debian12 `make run` and `make test` on a clean Debian 12 with gcc, make, git, FRESH times; make debian13: on Debian 13
#   make game NAME=x        begins a game: core/games/x.c, tests/vectors/x.vec and its line in core/games.def
#   make check-game NAME=x  builds, and runs what holds that game, in seconds
#   make compare  whether anything became slower since a commit: make compare BEFORE=v0.1.0
#   make paths    whether all instruction sets of this machine make the same tables, to their limits: some minutes
#   make far      long tables asked of a fresh daemon over HTTP, and whether the answers are right: some minutes
#   make proofs   the longest proofs of periods, by grundyd warm: some minutes
#   make clients  clients and testers made of openapi.yaml by outside tools: some minutes
#   make package  a Debian package in build-package    make package-check  install, upgrade and remove it in a chroot
#   make page-check  Lighthouse over the page
#   make mutants  wrong programs, and which of them the tests do not see: an hour
#   make steady   all tests ten times, ten times beside a load, each end-to-end test twenty times: hours; STEADY_PARTS of it, and it goes
#                 on where it was ended; JOBS may be more than there are cores
#   make figures  what replicas, the second tier and an overload reach, beside what is promised: a quarter of an hour
#   make stack    three replicas behind HAProxy, with Redis and Prometheus, by docker compose
#   make kubernetes-check  docker/kubernetes.yaml by the types of Kubernetes' own description
#   make sbom-check  the list of what is in the image, by the tools of SPDX
#   make observe-check  metrics, alerts and dashboard as Prometheus' own tools and Grafana's types see them

MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := build

# The list of Debian packages, by what needs them. Where a package is named like its command, the command from elsewhere will do.
BUILD_PACKAGES := libc6-dev cmake pkg-config libgmp-dev libcjson-dev libmicrohttpd-dev libseccomp-dev libhiredis-dev zlib1g-dev zopfli
CHECK_PACKAGES := check
TEST_PACKAGES := curl python3 npm redis-server haproxy nginx openssl
BROWSER_PACKAGES := chromium fonts-noto-cjk
CLANG_PACKAGES := clang llvm libclang-rt-dev
FORMAT_PACKAGES := clang-format
BENCH_PACKAGES := wrk nginx valgrind
MUSL_PACKAGES := musl-tools
PACKAGE_PACKAGES := dpkg-dev file
PACKAGE_CHECK_PACKAGES := lintian systemd debootstrap man-db
OBSERVE_PACKAGES := prometheus python3-prometheus-client

# What runs in several threads: the daemon, its documents, its tables and the streams. Of e2e/memory the same is asked of one thread at a time, for
# minutes under TSan.
THREADED := 'server/|core/store|e2e/(crowd|documents|doors|fair|lifecycle|shared|spool|stream|warm)'

JOBS ?= $(shell nproc)
LISTEN ?= 127.0.0.1:8080
FUZZ_SECONDS ?= 60
# 0: only the time ends it. FUZZ_SECONDS=0 FUZZ_RUNS=10000000: only the runs.
FUZZ_RUNS ?= 0
# "api http"; empty: all.
FUZZ_TARGETS ?=
SOAK_SECONDS ?= 600
SOAK_KILLS ?= 10000
MUTANTS ?= 200
SEED ?= 1
STEADY ?= 10
STEADY_E2E ?= 20
STEADY_PARTS ?= idle loaded e2e
FRESH ?= 2
SIEGE_SECONDS ?= 60
SIEGE_SANITIZED ?= 35
SIEGE_SLOW ?= 10000
# attacks, slow, overload, or kinds of attackers, separated by commas; empty: all.
SIEGE_PARTS ?=
# A file that notes each part that has ended: with the same one a siege that was broken off goes on.
SIEGE_KEPT ?=
# The commit, where the sources are in no repository.
REVISION ?=
# ON: a warning is an error.
WERROR ?= OFF
# Which tests: `make asan TESTS='-LE e2e'` leaves the end-to-end ones out.
TESTS ?=
# Which targets are built; empty: all. ctest fails where a test's program is not there.
TARGETS ?=
CTEST = ctest --output-on-failure -j$(JOBS) --no-tests=error $(TESTS)

# $(call install,PACKAGES): apt-get for those that are neither installed nor there as a command.
define install
	@missing=; for p in $(1); do \
	  command -v $$p >/dev/null || dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing+=" $$p"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	  $$root apt-get update -q && DEBIAN_FRONTEND=noninteractive $$root apt-get install -qy --no-install-recommends $$missing; \
	fi
endef

# $(call tree,DIRECTORY,OPTIONS): configures and builds one build directory. TARGETS: only these of it.
define tree
	@cmake -S . -B $(1) -DGRUNDY_WERROR=$(WERROR) $(2) >$(1).log || { cat $(1).log; exit 1; }; rm -f $(1).log
	@cmake --build $(1) -j$(JOBS) $(TARGETS:%=--target %)
endef

.PHONY: validators clients browser page-check help build run test packages test-packages image-test clang asan tsan threads debian12 debian13 musl tidy game check-game fuzz bench compare soak siege siege-sanitized mutants steady figures format docs clean package package-check observe-check stack kubernetes-check sbom-check paths far proofs

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

packages:
	$(call install,$(BUILD_PACKAGES))

test-packages: packages
	$(call install,$(CHECK_PACKAGES) $(TEST_PACKAGES))

# The validators of openapi.yaml, in the versions of the lock file.
validators: tests/openapi/node_modules
tests/openapi/node_modules: tests/openapi/package-lock.json | test-packages
	@cd tests/openapi && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error && touch node_modules

# What drives the page in a browser, in the versions of the lock file.
browser: tests/browser/node_modules | test-packages
	$(call install,$(BROWSER_PACKAGES))
tests/browser/node_modules: tests/browser/package-lock.json | test-packages
	@cd tests/browser && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error && touch node_modules

# Lighthouse over the page: figures of this machine, so no part of the tests.
tests/lighthouse/node_modules: tests/lighthouse/package-lock.json | test-packages
	@cd tests/lighthouse && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error && touch node_modules
page-check: build browser tests/lighthouse/node_modules
	@node tests/lighthouse/run.mjs build/grundyd

# What is too slow for every test: the tools and their versions stand in tests/clients.
clients: test-packages
	$(call install,$(if $(shell command -v java),,default-jre-headless))
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@cd tests/clients && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@tests/clients/run.mjs build/grundyd build/clients

# In the Dockerfile: the tests that need neither a network, nor what stands beside the project, nor Node.
image-test: packages
	$(call install,$(CHECK_PACKAGES))
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@cd build && $(CTEST) -LE 'e2e|node'

# Without the tests where nobody configured anything; who has them keeps them.
build: packages
	$(call tree,build,$(if $(wildcard build/CMakeCache.txt),,-DGRUNDY_TESTS=OFF) -DGRUNDY_REVISION=$(REVISION))

run: build
	exec build/grundyd --listen $(LISTEN)

test: test-packages validators browser
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@cd build && $(CTEST)

# Nothing of it is run: it needs nothing for debuggers.
clang: test-packages
	$(call install,$(CLANG_PACKAGES))
	$(call tree,build-clang,-DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Release)

asan: test-packages
	$(call tree,build-asan,-DGRUNDY_SANITIZE=address$(comma)undefined)
	@cd build-asan && $(CTEST)

tsan: test-packages
	$(call tree,build-tsan,-DGRUNDY_SANITIZE=thread)
	@cd build-tsan && $(CTEST)

# Of the second tier what takes seconds: under TSan its tables take minutes.
threads: TESTS = -R $(THREADED) -E server/faults
threads: TARGETS = tests_server test_core_store tests_e2e
threads: tsan
	@GRUNDY_ONLY=broken_wires_are_closed tests/e2e/cache.mjs build-tsan/grundyd

package: packages
	$(call install,$(PACKAGE_PACKAGES))
	$(call tree,build-package,-DGRUNDY_TESTS=OFF)
	@cd build-package && cpack -G DEB >package.log || { cat package.log; exit 1; }; ls -l *.deb

package-check: package
	$(call install,$(PACKAGE_CHECK_PACKAGES))
	@tests/package.sh build-package/grundy_*.deb

# What signs the tables in the Redis is made once, and kept.
stack: docker/stack/secret
	docker compose -f docker/stack/compose.yaml up --build -d
docker/stack/secret:
	head -c 32 /dev/urandom | base64 >$@

sbom-check: build
	$(call install,debootstrap)
	@tests/sbom/run.sh build/grundyd

tests/grafana/node_modules: tests/grafana/package-lock.json | test-packages
	@cd tests/grafana && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error && touch node_modules
observe-check: tests/grafana/node_modules
	$(call install,$(OBSERVE_PACKAGES))
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@node tests/grafana/run.mjs docker/observe/dashboard.json
	@tests/observe.sh build/grundyd

tests/kubernetes/node_modules: tests/kubernetes/package-lock.json | test-packages
	@cd tests/kubernetes && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error && touch node_modules
kubernetes-check: tests/kubernetes/node_modules
	@node tests/kubernetes/run.mjs docker/kubernetes.yaml

# Of the last commit. The survivors are at the end of what it prints.
mutants: test-packages
	$(call install,$(CLANG_PACKAGES))
	@tests/mutants.py build-mutants --count $(MUTANTS) --seed $(SEED) --jobs $(JOBS)

# Every test must pass however busy the machine is: the first failure ends it. Whatever ends it otherwise, it goes on where it was.
steady: test-packages validators browser
	$(call install,stress-ng)
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@tests/steady.sh build '$(STEADY_PARTS)' $(STEADY) $(STEADY_E2E) $(JOBS)

debian12 debian13:
	$(call install,debootstrap)
	@tests/fresh.sh $(if $(filter %12,$@),bookworm,trixie) $(FRESH)

musl: build
	$(call install,$(MUSL_PACKAGES))
	@tests/musl.sh build

tidy:
	$(call install,$(FORMAT_PACKAGES))
	@git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror

game:
	@cmake/game.sh "$(NAME)"

# With every question of every kind that is put to all games, and whole games by /play. The template is not served: its vectors and samples are all that there is.
OF_A_GAME := services catalogue generate mistakes
check-game: OF_IT = $(if $(filter template,$(NAME)),,$(OF_A_GAME))
check-game: test-packages
	@cmake -S . -B build -DGRUNDY_TESTS=ON >build.log || { cat build.log; exit 1; }; rm -f build.log
	@cmake --build build -j$(JOBS) --target vectors test_api_samples $(OF_IT:%=test_api_%) $(if $(OF_IT),grundyd samples)
	@cd build && GRUNDY_GAME="$(NAME)" GRUNDY_GAMES="$(subst _,-,$(NAME))" ctest --output-on-failure -j$(JOBS) --no-tests=error \
	  -R '^(vectors/$(NAME)|api/($(subst $(space),|,samples $(OF_IT)))$(if $(OF_IT),|e2e/play))$$' $(TESTS)

fuzz: test-packages
	$(call install,$(CLANG_PACKAGES))
	$(call tree,build-fuzz,-DCMAKE_C_COMPILER=clang -DGRUNDY_FUZZ=ON -DGRUNDY_SANITIZE=address$(comma)undefined)
	@JOBS=$(JOBS) tests/fuzz/run.sh build-fuzz $(FUZZ_SECONDS) $(FUZZ_RUNS) '$(FUZZ_TARGETS)'

bench: test-packages
	$(call install,$(BENCH_PACKAGES))
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@tests/bench/run.sh build

paths: test-packages
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@build/paths

far: test-packages
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@tests/bench/far.sh build

proofs: test-packages
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@tests/bench/proofs.sh build

compare: test-packages
	$(call install,valgrind)
	$(call tree,build,$(if $(wildcard build/CMakeCache.txt),,-DGRUNDY_TESTS=OFF))
	@tests/bench/compare.sh $(or $(BEFORE),HEAD~1) build

figures: test-packages
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@tests/bench/figures.sh build

siege: test-packages
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@python3 tests/soak/siege.py build/grundyd $(SIEGE_SECONDS) $(SIEGE_SLOW) '$(SIEGE_PARTS)' '$(SIEGE_KEPT)'

siege-sanitized: test-packages
	$(call tree,build-asan,-DGRUNDY_SANITIZE=address$(comma)undefined)
	@python3 tests/soak/siege.py build-asan/grundyd $(SIEGE_SANITIZED) 500 '$(SIEGE_PARTS)' '$(SIEGE_KEPT)'
	$(call tree,build-tsan,-DGRUNDY_SANITIZE=thread)
	@python3 tests/soak/siege.py build-tsan/grundyd $(SIEGE_SANITIZED) 500 '$(SIEGE_PARTS)' '$(SIEGE_KEPT)'

soak: test-packages siege siege-sanitized
	$(call install,$(BENCH_PACKAGES))
	$(call tree,build,-DGRUNDY_TESTS=ON)
	@python3 tests/soak/worst.py build/grundyd group
	@GRUNDY_KILLS=$(SOAK_KILLS) tests/e2e/kills.mjs build/grundyd
	@GRUNDY_RESTARTS=50 GRUNDY_REQUESTS=100000 tests/e2e/restarts.mjs build/grundyd
	@GRUNDY_STACK_SECONDS=300 tests/e2e/stack.mjs build/grundyd
	@GRUNDY_POISONED=1000 GRUNDY_ONLY=poisoned tests/e2e/cache.mjs build/grundyd
	@build/judge_outputs 1000000 build/grundyd 1000
	@tests/bench/soak.sh build $(SOAK_SECONDS)

format:
	$(call install,$(FORMAT_PACKAGES))
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i
	@git --no-pager diff --stat

docs: build
	@build/grundyd openapi >openapi.yaml.new && mv openapi.yaml.new openapi.yaml
	@build/grundyd limits >docs/limits.md.new && mv docs/limits.md.new docs/limits.md
	@tests/e2e/readme.sh build/grundyd --write
	@git --no-pager diff --stat -- openapi.yaml docs/limits.md README.md

clean:
	rm -rf build build-*

comma := ,
empty :=
space := $(empty) $(empty)
