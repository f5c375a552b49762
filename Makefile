# SPDX-License-Identifier: MIT
# Each command installs what it lacks (tools/setup), configures, builds and runs. CMakePresets.json says how.

PREFIX ?= /usr/local
DESTDIR ?=

export CTEST_PARALLEL_LEVEL ?= $(shell nproc)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help program demo python test test-python test-single-files test-types bench-python test-sanitize test-threads test-web mpi test-mpi test-long explorer package test-package fuzz bench docs install format clean

help:
	@echo 'make demo           the flip of a T-handle: a scenario run, its report in demo/flip.html'
	@echo 'make program        the program alone: build/release/app/polhode'
	@echo 'make test           every test but the long ones, built by g++'
	@echo 'make python         the Python package, ready in the environment build/python: build/python/bin/python'
	@echo 'make test-python    the tests of the Python package; make test does this too'
	@echo 'make test-single-files  each source file compiled by itself; .ci/run does this too'
	@echo 'make test-types     mypy on the Python package and code that uses it; .ci/run does this too'
	@echo 'make bench-python   the Python package against SciPy, as ratios'
	@echo 'make test-sanitize  the tests once more, built by clang++ with sanitizers; .ci/run does them all'
	@echo 'make test-threads   two threads on every const function, built with the thread sanitizer; .ci/run does this too'
	@echo 'make test-web       the pages in a real Chromium, and the explorer against the program; .ci/run does this too'
	@echo 'make explorer       the library in the browser: build/explorer/explorer.html'
	@echo 'make test-long      the long tests, and each header by itself'
	@echo 'make package        a Debian package of all, build/package/polhode_*.deb'
	@echo 'make test-package   the package installed by dpkg into an empty root, and programs built against it with several options; .ci/run does this too'
	@echo 'make mpi            polhode-mpi, ensembles by many processes: build/release/app/polhode-mpi (installs Open MPI)'
	@echo 'make test-mpi       ranks against parts against one process, killed ranks; .ci/run does this too'
	@echo 'make fuzz           the readers of scenarios, tables, meshes, results and journals against random input, FUZZ_SECONDS=600 each; FUZZ=csv one of them'
	@echo 'make bench          the benchmarks, as ratios; error against time, a table and a picture in build/bench/'
	@echo 'make docs           the documentation as a site, build/docs/html/index.html'
	@echo 'make install        the library, the program and what make mpi built, below PREFIX=$(PREFIX) (DESTDIR= is honoured)'
	@echo 'make format         format the C++ files'
	@echo 'make clean          remove build/ and demo/'

# The program alone, without what the tests need. A tree that is configured already stays as it is:
# CMake would remove the tests that are built.
program:
	@tools/setup build
	@test -f build/release/build.ninja || cmake --preset program
	@cmake --build --preset program

demo: program
	build/release/app/polhode run scenarios/free.toml -o demo/flip --restart
	build/release/app/polhode report demo/flip.json

test:
	@tools/setup build test
	@cmake --preset release
	@cmake --build --preset release
	@ctest --preset release --output-log build/release/ctest.log
	@$(MAKE) --no-print-directory test-python

# An environment that uses the system's packages and finds the package in the build tree: an edit is seen at once.
python:
	@tools/setup build python
	@test -f build/release/build.ninja || cmake --preset program
	@cmake -S . -B build/release -D POLHODE_BUILD_PYTHON=ON -D Python_EXECUTABLE="$$(tools/find_python)" >/dev/null
	@cmake --build build/release --target polhode_python polhode_program
	@python/make_environment build/python build/release

test-python: python
	@python/test build/python build/release

test-types: python
	@python/check_types build/python

# Without unity builds and precompiled headers, which hide a missing include.
test-single-files:
	@tools/setup build test python
	@cmake --preset single-files -D Python_EXECUTABLE="$$(tools/find_python)" >/dev/null
	@tools/check_single_files build/single-files

bench-python: python
	@build/python/bin/python bench/python.py

test-sanitize:
	@tools/setup build sanitize
	@cmake --preset sanitize
	@cmake --build --preset sanitize
	@ctest --preset sanitize --output-log build/sanitize/ctest.log

test-threads:
	@tools/setup build sanitize
	@cmake --preset threads
	@cmake --build --preset threads
	@ctest --preset threads --output-log build/threads/ctest.log

# The library compiled to WebAssembly, and one page that holds it.
explorer:
	@tools/setup build explorer
	@mkdir -p build
	@test -f build/explorer/build.ninja || NODE_PATH=/usr/share/nodejs emcmake cmake -S explorer -B build/explorer -G Ninja \
	  -D CMAKE_BUILD_TYPE=Release >build/explorer.log || { cat build/explorer.log; exit 1; }
	@NODE_PATH=/usr/share/nodejs cmake --build build/explorer
	@ls build/explorer/explorer.html

test-web: program explorer
	@tools/setup web
	@cmake --build --preset install
	@tests/web/run.sh build/release/app/polhode build/web

test-long:
	@tools/setup build test
	@cmake --preset release
	@cmake --build --preset long
	@ctest --preset long
	@$(MAKE) --no-print-directory python
	@OMP_NUM_THREADS=1 build/python/bin/python -m pytest python/tests -m long

# From the tree that `make test` or `make program` has built: the shared library is linked from the same objects.
package:
	@tools/setup build package
	@test -f build/release/build.ninja || cmake --preset program
	@cmake -S . -B build/release -D POLHODE_SHARED=ON >/dev/null
	@cmake --build --preset package
	@rm -rf build/package && mkdir -p build/package
	@cpack --config build/release/CPackConfig.cmake -B build/package >build/package/cpack.log || { cat build/package/cpack.log; exit 1; }
	@ls build/package/*.deb

test-package: package
	@tests/package/deb.sh build/package/*.deb README.md build/package/test

# From the same tree; nothing else needs MPI.
mpi:
	@tools/setup build mpi
	@test -f build/release/build.ninja || cmake --preset program
	@cmake -S . -B build/release -D POLHODE_MPI=ON >/dev/null
	@cmake --build --preset mpi

test-mpi: mpi
	@tests/mpi/ranks.sh build/release/app/polhode build/release/app/polhode-mpi
	@tests/mpi/install.sh build/release

FUZZ_SECONDS ?= 600
FUZZ_TIMEOUT ?= 10
FUZZ ?= $(patsubst fuzz/%_fuzz.cpp,%,$(wildcard fuzz/*_fuzz.cpp))

fuzz:
	@tools/setup build fuzz
	@cmake --preset fuzz
	@cmake --build --preset fuzz
	@for name in $(FUZZ); do \
	  echo; echo "== $$name"; mkdir -p build/fuzz/found/"$$name"; \
	  build/fuzz/fuzz/"$$name"_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -timeout=$(FUZZ_TIMEOUT) -print_final_stats=1 \
	    -artifact_prefix=build/fuzz/found/ build/fuzz/found/"$$name" fuzz/corpus/"$$name" || exit 1; done

# The page last: it shows what the others wrote.
bench:
	@tools/setup build bench
	@cmake --preset bench
	@cmake --build --preset bench
	@rm -rf build/bench/results
	@for source in $(filter-out bench/page.cpp,$(wildcard bench/*.cpp)) bench/page.cpp; do \
	  name=$$(basename "$$source" .cpp); \
	  echo; echo "== $$name"; (cd build/bench && bench/"$$name") || exit 1; done

docs:
	@tools/setup docs
	@docs/build

install: program
	@cmake --build --preset install
	@test ! -f build/release/app/polhode-mpi || cmake --build --preset mpi
	@DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'

format:
	@tools/setup format
	@tools/check_format --fix

clean:
	rm -rf build demo
