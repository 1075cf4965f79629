# Every step of work on Firn by name. `make` lists them.
JOBS ?= $(shell nproc)
RELEASE := build/release
DEMO := hip_examples/snowball_drop/scene.json
FUZZ_SECONDS ?= 20

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec
MAKEFLAGS += --no-print-directory

.PHONY: help setup build demo gallery test check bench bench-peers plugin docs format tidy clang asan tsan fuzz clean
.DEFAULT_GOAL := help
.NOTPARALLEL:

# build_preset(preset[, target]): configures and builds; says nothing but what goes wrong, and how far it is.
define build_preset
	@echo "$(1): configuring into build/$(1)"
	@cmake --preset $(1) --log-level=WARNING >/dev/null
	@echo "$(1): building with $(JOBS) jobs"
	@NINJA_STATUS='[%f/%t] ' cmake --build build/$(1) -j $(JOBS) -- $(2) | python3 -B tools/quiet_ninja.py
endef

help: ## lists the steps
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 16

setup: ## installs the Debian packages that are missing (tools/packages.txt)
	@tools/setup.sh

build: ## builds the program, the library, tests and benchmarks into build/release
	$(call build_preset,release)

demo: setup build ## builds, drops a snowball, makes pictures of it and says where they are
	@tools/demo.sh $(RELEASE)/cli/firn $(DEMO)

gallery: ## simulates and renders every example to docs/gallery/ (hours); EXAMPLES="snowball_drop …" takes some
	$(call build_preset,release,firn)
	@python3 -B tools/gallery.py $(RELEASE)/cli/firn $(EXAMPLES)

check: ## checks the source tree: layout, layers, unfinished notes, machine paths, file lengths
	@python3 -B tools/check_text.py
	@python3 -B tools/check_layers.py
	@python3 -B tools/check_hdk_api.py
	@python3 -B tools/check_format.py
	@python3 -B tools/check_gallery.py

test: setup check build fuzz ## everything: checks, build, fuzzers, all tests
	@echo "test: running every test in build/release"
	@ctest --preset release -j $(JOBS) --no-label-summary

bench: ## builds and runs the benchmarks
	$(call build_preset,release)
	@tools/bench.sh $(RELEASE)/bench

bench-peers: ## runs the snow step beside the same step written for Taichi (from PyPI, into build/peers)
	$(call build_preset,release,bench_mpm_step)
	@bench/peers/run.sh $(RELEASE)/bench/bench_mpm_step

plugin: ## the Houdini plug-in, with HFS=<folder of a Houdini>; without, against the stand-in host of the tests
ifdef HFS
	@echo "plugin: for the Houdini in $(HFS)"
	@cmake -S . -B build/houdini -G Ninja -DCMAKE_BUILD_TYPE=Release -DFIRN_HFS=$(HFS) -DFIRN_TESTS=OFF -DFIRN_BENCH=OFF
	@cmake --build build/houdini -j $(JOBS) --target houdini_package
	@echo "plugin: build/houdini/houdini/firn is ready; docs/houdini.md says how to install it"
else
	$(call build_preset,release,houdini_package)
	@echo "plugin: HFS is not set: $(RELEASE)/houdini/firn was built against the stand-in host and is for tests only"
endif

docs: build ## writes the generated pages of docs/ anew
	@mkdir -p docs
	@$(RELEASE)/cli/firn docs docs
	@for page in parameters.md attributes.md scene.schema.json; do \
		test -f docs/$$page || { echo "docs: firn wrote no docs/$$page" >&2; exit 1; }; \
	done
	@echo "docs: docs/parameters.md, docs/attributes.md and docs/scene.schema.json are current"

format: ## lays out every C++ file with clang-format 14
	@python3 -B tools/check_format.py --fix

tidy: ## runs clang-tidy on the C++ files changed since main (FILES=all: on every one; slow)
	@cmake --preset tidy --log-level=WARNING >/dev/null
	@tools/tidy.sh build/tidy $(FILES)

clang: ## builds and tests the release build with clang
	$(call build_preset,clang)
	@ctest --preset clang -j $(JOBS)

asan: ## builds and tests with the address and undefined-behaviour sanitizers
	$(call build_preset,asan)
	@ctest --preset asan -j $(JOBS)

tsan: ## builds and tests with the thread sanitizer
	$(call build_preset,tsan)
	@ctest --preset tsan -j $(JOBS)

fuzz: ## builds the fuzzers with clang and runs each for FUZZ_SECONDS (20) from its kept inputs
	$(call build_preset,fuzz,fuzzers)
	@tools/fuzz.sh build/fuzz/fuzzers $(FUZZ_SECONDS) $(JOBS)

clean: ## removes everything that was built
	@rm -rf build
	@echo "clean: removed build/"
