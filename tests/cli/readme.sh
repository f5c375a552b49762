#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh PROGRAM README: runs the commands of the README that need no file but those they make, in their order.
set -eu
PATH=$(dirname "$1"):$PATH
readme=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

grep -E '^    polhode (new|run|report|compare|reproduce$|reproduce +#|periods|methods|demo)' "$readme" | sed 's/^ *//; s/ *#.*//' > commands
[ "$(wc -l < commands)" -ge 8 ] || { echo "only these commands were found:"; cat commands; exit 1; }
while read -r command; do
  echo "$ $command"
  sh -c "$command" > said 2>&1 || { cat said; exit 1; }
  [ -s said ] || [ "${command#polhode new}" != "$command" ] || { echo "it said nothing"; exit 1; }
done < commands
