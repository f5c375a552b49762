# SPDX-License-Identifier: MIT
"""The program polhode from Python: run scenarios, read results."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

import numpy as np

from ._core import InvalidInput
from ._numbers import Array, thread_count
from .body import Body
from .state import State

if TYPE_CHECKING:
    from .problem import Problem

PathLike = Union[str, "os.PathLike[str]"]


def program() -> str:
    """The path of the program.

    Returns
    -------
    str
        The environment variable POLHODE_PROGRAM, else the program in this package, else the one in PATH.

    Raises
    ------
    FileNotFoundError
        If there is none.

    Examples
    --------
    >>> os.path.basename(program())
    'polhode'
    """
    named = os.environ.get("POLHODE_PROGRAM")
    if named:
        return named
    beside = Path(__file__).with_name("bin") / "polhode"
    if beside.exists():
        return str(beside)
    found = shutil.which("polhode")
    if found is None:
        raise FileNotFoundError("the program polhode is neither in this package nor in PATH; set "
                                "POLHODE_PROGRAM to its path")
    return found


class Result:
    """The result of a run of the program: its summary and its table.

    Attributes
    ----------
    summary : dict
        The contents of NAME.json: body, start, method, accuracy, events, warnings.
    columns : dict of ndarray
        The columns of the table by name, each (rows,); NaN for an empty field.
    units : dict of str
        The unit of each column, if known.

    Examples
    --------
    >>> result = run_scenario('''
    ... [body]
    ... moments = [0.61, 0.965, 1.0]
    ... [start]
    ... angular_velocity = [0.06447, 0, 0.19912]
    ... [times]
    ... end = 24
    ... every = 1
    ... ''')
    >>> len(result), result.states.momentum[-1].round(5)
    (25, array([0.03031, 0.10518, 0.17092]))
    """

    summary: Dict[str, Any]
    columns: Dict[str, Array]
    units: Dict[str, str]

    def __init__(self, summary: Dict[str, Any], columns: Dict[str, Array], units: Dict[str, str]) -> None:
        self.summary, self.columns, self.units = summary, columns, units

    @property
    def failures(self) -> Dict[int, str]:
        """The reasons for which runs of an ensemble failed, by run, as far as the summary lists them. The
        rows of these runs have NaN.
        """
        failed = self.summary.get("ensemble", {}).get("failures", [])
        return {int(f["run"]): str(f["reason"]) for f in failed}

    @property
    def success(self) -> bool:
        """Whether every run reached its end with accurate digits left, or an event that stops it."""
        return not self.message

    @property
    def message(self) -> str:
        """What failed; empty on success."""
        if self.failures:
            run, reason = next(iter(self.failures.items()))
            of = self.summary["ensemble"]
            return f"{of['failed']} of {of['runs']} runs failed; the first is run {run}: {reason}"
        return str(self.summary.get("end", {}).get("message", ""))

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    def __getitem__(self, column: str) -> Array:
        try:
            return self.columns[column]
        except KeyError:
            raise KeyError(f"column: found {column!r}, expected one of {', '.join(self.columns)}") from None

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return str(self.summary.get("title", ""))

    @property
    def times(self) -> Array:
        """The column t."""
        return self["t"]

    @property
    def body(self) -> Body:
        """The body; ValueError for an ensemble, whose bodies may differ."""
        body = self.summary.get("body", {})
        if "run" in self.columns or "tensor" not in body:
            raise InvalidInput("result: found an ensemble, expected a single motion")
        return Body.tensor(body["tensor"])

    @property
    def states(self) -> State:
        """The states, if momentum and attitude are among the columns."""
        q = np.stack([self[f"q_{k}"] for k in "wxyz"], axis=-1)
        m = np.stack([self[f"m_{k}"] for k in "123"], axis=-1)
        return State._made(self.body, q, m)

    def problem(self) -> Problem:
        """Body, start, torque, times, events and options as objects, from the summary alone.

        Returns
        -------
        Problem
            Its `simulate` gives the states of the table.

        Raises
        ------
        ValueError
            For an ensemble.
        """
        from .problem import problem_of

        return problem_of(self.summary)

    def to_xarray(self) -> Any:
        """The table as an xarray.Dataset over time, or over the runs of an ensemble."""
        import xarray

        over = "t" if "run" not in self.columns else "run"
        variables = {name: ((over,), values, {"units": self.units.get(name, "")})
                     for name, values in self.columns.items() if name != over}
        return xarray.Dataset(variables, coords={over: self.columns[over]}, attrs={"title": self.title})

    def show(self, *, height: int = 760) -> Any:
        """An interactive page of the result, as `polhode report` writes: see `Simulation.show`."""
        from .view import view_of_result

        return view_of_result(self.summary, self.columns, height=height)

    def __repr__(self) -> str:
        return f"<Result {self.title!r}: {len(self)} rows of {len(self.columns)} columns>"


def read_result(path: PathLike) -> Result:
    """Reads a result of the program.

    Parameters
    ----------
    path : path
        NAME.json, NAME.csv, NAME.h5, or NAME. An HDF5 file is complete; a CSV file has its summary,
        NAME.json, in the same folder.

    Raises
    ------
    FileNotFoundError
        If there is no table.
    ValueError
        If the summary belongs to another table: body and units would be wrong.
    """
    given = Path(path)
    base = given.with_suffix("") if given.suffix in (".json", ".csv", ".h5") else given
    h5, csv, summary = (Path(str(base) + ending) for ending in (".h5", ".csv", ".json"))
    if given.suffix == ".h5" or (not csv.exists() and h5.exists()):
        return _read_hdf5(h5)
    if not summary.exists() and not csv.exists():
        raise FileNotFoundError(f"{base}: neither {csv.name} nor {h5.name} exists")
    found = json.loads(summary.read_text(encoding="utf-8")) if summary.exists() else {}
    digest = _digest_of_table(found)
    if digest and hashlib.sha256(csv.read_bytes()).hexdigest() != digest:
        raise InvalidInput(f"{csv}: found another table than that with which {summary.name} was written, "
                           "expected that one; to read a table by itself, move it away from the summary")
    with open(csv, encoding="utf-8") as file:
        names = file.readline().rstrip("\r\n").split(",")
        try:
            values = np.genfromtxt(file, delimiter=",", dtype=np.float64, ndmin=2)
        except ValueError as error:
            raise InvalidInput(f"{csv}: found a table that cannot be read ({error}), expected one written by "
                               "the program") from None
    values = values.reshape(-1, len(names)) if values.size else np.empty((0, len(names)))
    units = {c["name"]: c.get("unit", "") for c in found.get("table", {}).get("columns", [])
             if isinstance(c, dict)}
    return Result(found, {name: values[:, k].copy() for k, name in enumerate(names)}, units)


def _digest_of_table(summary: Dict[str, Any]) -> str:
    """The SHA-256 digest of the CSV table in a summary, whatever its name is now; empty if there is none."""
    try:
        table = str(Path(summary["files"][-1]).with_suffix(".csv"))
        return next((str(d["sha256"]) for d in summary["digests"] if d["file"] == table), "")
    except (LookupError, TypeError):
        return ""


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _read_hdf5(path: Path) -> Result:
    import h5py

    def own(group: Any, name: str) -> Any:
        """An object stored in the file itself, not by a link or external storage in another file."""
        # A name with a slash could lead through groups that are links.
        link = None if "/" in name else group.get(name, getlink=True)
        if not isinstance(link, h5py.HardLink):
            found = "nothing" if link is None else "a link"
            raise InvalidInput(f"{path}: found {found} at {group.name}/{name}, expected data of the program")
        data = group[name]
        if isinstance(data, h5py.Dataset) and (data.external or data.is_virtual):
            raise InvalidInput(f"{path}: found data stored in another file at {data.name}, expected data "
                               "of the program")
        return data

    columns: Dict[str, Array] = {}
    units: Dict[str, str] = {}
    with h5py.File(path, "r") as file:
        summary = json.loads(_text(file.attrs["summary"])) if "summary" in file.attrs else {}
        is_one = file.get("trajectory", getlink=True) is not None
        group = own(file, "trajectory" if is_one else "runs")
        order = [_text(name) for name in group.attrs.get("groups", list(group))]
        for name in order:
            data = own(group, name)
            values = np.asarray(data[...], dtype=np.float64)
            labels = [_text(c) for c in data.attrs["columns"]]
            for k, label in enumerate(labels):
                columns[label] = values if values.ndim == 1 else values[:, k].copy()
                units[label] = _text(data.attrs.get("unit", ""))
    return Result(summary, columns, units)


#: Exit codes of failures after which there are results: some runs failed; none reached its end.
_codes_with_results = (1, 5)


def run_scenario(scenario: PathLike, *, output: Optional[PathLike] = None, resume: bool = False,
                 restart: bool = False, force: bool = False, trajectories: bool = False,
                 threads: Optional[int] = None) -> Result:
    """Runs a scenario with the program and reads its result.

    Parameters
    ----------
    scenario : path or str
        A TOML file, or TOML text of several lines.
    output : path, optional
        The base name of the result files. Default: temporary files, which are deleted.
    resume, restart, force, trajectories : bool
        The options of `polhode run`. It never overwrites a file that it did not write, unless `force` is set.
    threads : int, optional
        Number of threads, 0 for one per processor.

    Returns
    -------
    Result
        If runs fail or stop early there is a RuntimeWarning; see `success`, `message` and `failures`.

    Raises
    ------
    ValueError
        If the scenario is invalid; the message has the line, the value found and the value expected.
    OSError
        If a file cannot be read or written.
    """
    with tempfile.TemporaryDirectory(prefix="polhode-") as folder:
        text = os.fspath(scenario)
        if "\n" in text:
            source = Path(folder) / "scenario.toml"
            source.write_text(text, encoding="utf-8")
        else:
            source = Path(text)
        base = Path(folder) / "result" if output is None else Path(output)
        command: List[str] = [program(), "run", str(source), "-o", str(base)]
        command += [flag for flag, wanted in (("--resume", resume), ("--restart", restart),
                                              ("--force", force),
                                              ("--trajectories", trajectories)) if wanted]
        if threads is not None:
            command += ["--threads", str(thread_count(threads))]
        done = subprocess.run(command, capture_output=True, text=True)
        message = done.stderr.strip()
        if done.returncode not in (0, *_codes_with_results):
            if "\n" in text:
                message = message.replace(str(source) + ":", "line ")
            raise (OSError if done.returncode == 3 else ValueError)(message)
        try:
            result = read_result(base)
        except FileNotFoundError:
            raise InvalidInput(message or f"{base}: the program wrote no results") from None
        if done.returncode != 0:
            warnings.warn(result.message or message, RuntimeWarning, stacklevel=2)
        return result
