#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An ensemble in parts on the workers of Dask, which share a folder with this program; then their merge.

    dask_parts.py tcp://scheduler:8786 cloud.toml 100 /shared/cloud

Parts that are complete are not computed again. "local" in place of the scheduler: on this machine, without Dask.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys


def compute_part(scenario: str, first: int, last: int, name: str) -> str:
    """Runs first to last - 1, in one thread; a worker of Dask has as many of these at a time as it has threads."""
    done = subprocess.run(
        ["polhode", "run", scenario, "--runs", f"{first}:{last}", "--threads", "1", "--resume", "-o", name],
        capture_output=True, text=True)
    if done.returncode > 1:  # 1: some runs have failed, and the others are there
        raise RuntimeError(done.stderr)
    return name + ".part"


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    scheduler, scenario, parts, result = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    found = re.search(r"^ *runs *= *([0-9_]+)", pathlib.Path(scenario).read_text(), re.MULTILINE)
    if not found:
        print(f"{scenario}: no runs", file=sys.stderr)
        return 4
    runs = int(found[1])
    cuts = [runs * i // parts for i in range(parts + 1)]
    pathlib.Path(result + "-parts").mkdir(parents=True, exist_ok=True)
    if scheduler == "local":
        client = concurrent.futures.ThreadPoolExecutor()
    else:
        from dask.distributed import Client
        client = Client(scheduler)
    futures = [client.submit(compute_part, scenario, first, last, f"{result}-parts/{i:06d}")
               for i, (first, last) in enumerate(zip(cuts, cuts[1:])) if first < last]
    names = [future.result() for future in futures]
    return subprocess.run(["polhode", "merge", *names, "-o", result]).returncode


if __name__ == "__main__":
    sys.exit(main())
