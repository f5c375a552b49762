#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/web/run.sh PROGRAM FOLDER [TEST...]: makes pages with the program and looks at them in Chromium. The pages and
# what npm installs lie below FOLDER; the explorer's build is the folder explorer beside it. WEB_PICTURES=DIR keeps
# screenshots there.
set -eu
program=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
scenarios=$here/../../scenarios
mkdir -p "$2"
folder=$(realpath "$2")

mkdir -p "$folder/pages" "$folder/tests"
for scenario in "$scenarios"/*.toml; do
  name=$(basename "$scenario" .toml)
  "$program" run "$scenario" -o "$folder/pages/$name" --restart >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  "$program" report "$folder/pages/$name.json" >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done
"$program" compare "$scenarios/free.toml" --methods exact,rk4,dmv6 --step 0.02,0.01 -o "$folder/pages/compare" >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
"$program" run "$here/ensemble.toml" -o "$folder/pages/ensemble" --trajectories --restart >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$program" report "$folder/pages/ensemble.json" >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$program" reproduce --all --quick --resume -o "$folder/pages/gallery" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

# Rows that are farther apart than the motion, with each group of columns by itself; a run that an event stops; a Julian date.
mkdir -p "$folder/pages/columns"
for columns in '"m"' '"omega"' '"q"' '"matrix"' '"euler"' '"spatial_momentum"' '"spatial_omega"' '"energy"' '"conserved"' '"errors"' \
  '"nutation"' '"momentum_angles"' '"orbit_q"' '"orbit_angles"' '"digits"' '"t"' \
  '"m", "q", "omega", "energy", "errors", "digits", "orbit_q", "orbit_angles", "euler", "nutation"'; do
  name=$(echo "$columns" | tr -dc 'a-z_')
  sed "s/^columns = .*/columns = [$columns]/" "$here/far_rows.toml" >"$folder/pages/columns/$name.toml"
  "$program" run "$folder/pages/columns/$name.toml" -o "$folder/pages/columns/$name" --restart --force >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  "$program" report "$folder/pages/columns/$name.json" --force >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done
for name in julian stopped; do
  "$program" run "$here/$name.toml" -o "$folder/pages/$name" --restart --force >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  "$program" report "$folder/pages/$name.json" --force >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done

cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$folder/tests/"
cd "$folder/tests"
npm ci --no-audit --no-fund >"$folder/npm.log" 2>&1 || { cat "$folder/npm.log"; exit 1; }
shift 2
[ $# -gt 0 ] || set -- ./*.test.mjs
WEB_PAGES="$folder/pages" EXPLORER="$folder/../explorer" PROGRAM="$program" LIBRARY_JS="$here/../../explorer/page/library.js" \
  node --test --test-concurrency=1 --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$folder/tests.tap" "$@"
