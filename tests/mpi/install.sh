#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh BUILD: a tree that has polhode-mpi installs it, as a component of its own, and it runs from there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder" --component mpi >/dev/null
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -np 1 "$folder/bin/polhode-mpi" --version | grep -q polhode ||
  { echo "install: polhode-mpi was not installed" >&2; exit 1; }
echo "polhode-mpi is installed, and runs from there"
