# SPDX-License-Identifier: MIT
# Each command installs what it lacks (tools/setup), configures, builds and runs. CMakePresets.json says how.

PREFIX ?= /usr/local
DESTDIR ?=

export CTEST_PARALLEL_LEVEL ?= $(shell nproc)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-release test-sanitize test-long bench install format clean

help:
	@echo 'make demo           the flip of a T-handle: a table, and a picture in demo/'
	@echo 'make test           every test but the long ones: g++, then clang++ with sanitizers'
	@echo 'make test-release   the g++ half of it'
	@echo 'make test-sanitize  the clang++ half of it'
	@echo 'make test-long      the long tests'
	@echo 'make bench          the benchmarks, as ratios; error against time, a table and a picture in build/bench/'
	@echo 'make install        the library and the program, below PREFIX=$(PREFIX) (DESTDIR= is honoured)'
	@echo 'make format         format the C++ files'
	@echo 'make clean          remove build/ and demo/'

demo:
	@tools/setup build
	@cmake --preset release
	@cmake --build --preset program
	build/release/app/polhode demo --output demo

# The summaries are repeated, so that both stand together at the end.
test: test-release test-sanitize
	@echo
	@for preset in release sanitize; do \
	  echo "$$preset:"; grep -E 'tests passed|^Total Test time' build/$$preset/ctest.log; done

test-release:
	@tools/setup build test
	@cmake --preset release
	@cmake --build --preset release
	@ctest --preset release --output-log build/release/ctest.log

test-sanitize:
	@tools/setup build test
	@cmake --preset sanitize
	@cmake --build --preset sanitize
	@ctest --preset sanitize --output-log build/sanitize/ctest.log

test-long:
	@tools/setup build
	@cmake --preset release
	@cmake --build --preset release
	@ctest --preset long

bench:
	@tools/setup build bench
	@cmake --preset bench
	@cmake --build --preset bench
	@for source in bench/*.cpp; do \
	  name=$$(basename "$$source" .cpp); \
	  [ -e "$$source" ] || continue; \
	  echo; echo "== $$name"; (cd build/bench && bench/"$$name") || exit 1; done

install:
	@tools/setup build
	@cmake --preset release
	@cmake --build --preset install
	@DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'

format:
	@tools/setup test
	@tools/check_format --fix

clean:
	rm -rf build demo
