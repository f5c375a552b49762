# SPDX-License-Identifier: MIT
"""The rotating body with its figures, as one self-contained page for a notebook: the page of `polhode
report`.
"""

from __future__ import annotations

import csv
import html
import json
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional

import numpy as np

from ._core import InvalidInput
from ._numbers import Array, whole
from .body import Body
from .free import FreeMotion
from .program import program
from .torque import data_of

if TYPE_CHECKING:
    from .simulation import Simulation

#: A page contains at most so many states; a longer run is thinned evenly.
_most_rows = 5000


class View:
    """A page that a notebook displays in a frame, without network access.

    Parameters
    ----------
    page : str
        The page, as HTML.
    height : int
        Height of the frame in pixels.

    Examples
    --------
    >>> from polhode import simulate
    >>> view = simulate(Body.box([3, 2, 1], mass=1), omega=[0.01, 1, 0], times=np.linspace(0, 60, 300)).show()
    >>> view._repr_html_()[:16]
    '<iframe srcdoc="'
    """

    def __init__(self, page: str, height: int) -> None:
        self.page = page
        self.height = height

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.page, quote=True)}" width="100%" height="{self.height}" '
                'style="border: 0" title="the body turning"></iframe>')

    def save(self, path: Any) -> None:
        """Writes the page to a file, which must not exist yet."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.page)

    def __repr__(self) -> str:
        return f"<View: a page of {len(self.page)} characters; save(path) writes it>"


def _output_of(arguments: List[str]) -> str:
    done = subprocess.run([program(), *arguments], capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise RuntimeError(f"polhode {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout


def _toml(values: Any) -> str:
    """Numbers as TOML, with all digits."""
    return json.dumps(np.asarray(values, dtype=np.float64).tolist())


def _body_lines(body: Body, folder: Path) -> str:
    """The body as lines of a scenario: with its shape, if known, so that the page can draw it."""
    if body._mesh is not None and body.mass is not None:
        vertices, triangles = body._mesh
        lines = [f"v {x!r} {y!r} {z!r}\n" for x, y, z in np.asarray(vertices).tolist()]
        lines += [f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in np.asarray(triangles).tolist()]
        (folder / "polhode-body.obj").write_text("".join(lines), encoding="utf-8")
        return f'mesh = {{ file = "polhode-body.obj", mass = {body.mass!r} }}\n'
    if body._shape:
        return body._shape + "\n"
    return f"tensor = {_toml(body.inertia)}\n"


def _thinned(count: int) -> Any:
    return np.unique(np.linspace(0, count - 1, min(count, _most_rows)).round().astype(int))


def _page(folder: Path) -> str:
    return _output_of(["report", str(folder / "run.json"), "-o", "-", "--no-figures"])


def _write(folder: Path, summary: Dict[str, Any], columns: Dict[str, Array]) -> None:
    names = list(columns)
    with open(folder / "run.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        for row in zip(*(columns[n].tolist() for n in names)):
            writer.writerow([repr(x) if np.isfinite(x) else "" for x in row])
    # The digests are those of another table.
    kept = {key: value for key, value in summary.items() if key != "digests"}
    (folder / "run.json").write_text(json.dumps(kept), encoding="utf-8")


def view_of(run: Simulation, *, title: Optional[str] = None, height: int = 760) -> View:
    """The page of a simulation.

    The program runs a scenario with the same body and start to make a summary for the page, in which the
    states of the simulation are then inserted.
    """
    if not len(run):
        raise InvalidInput("simulation: found no states, expected at least one")
    taken = _thinned(len(run))
    times, states = run.times[taken], run.states[taken]
    with tempfile.TemporaryDirectory(prefix="polhode-") as name:
        folder = Path(name)
        first = states[0]
        scenario = (f"title = {json.dumps(title or 'A simulation')}\n[body]\n{_body_lines(run.body, folder)}"
                    f"[start]\ntime = {_toml(times[0])}\n"
                    f"attitude = {{ quaternion = {_toml(first.attitude)} }}\n"
                    f"momentum = {_toml(first.momentum)}\n[times]\nlist = [{_toml(times[0])}]\n"
                    '[output]\ncolumns = ["m", "omega", "q", "energy"]\n')
        (folder / "run.toml").write_text(scenario, encoding="utf-8")
        _output_of(["run", str(folder / "run.toml"), "-o", str(folder / "run")])
        summary = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        _describe_run(summary, run, times)
        columns: Dict[str, Array] = {"t": times}
        for k, axis in enumerate("123"):
            columns[f"m_{axis}"], columns[f"omega_{axis}"] = states.momentum[:, k], states.omega[:, k]
        for k, part in enumerate("wxyz"):
            columns[f"q_{part}"] = states.attitude[:, k]
        columns["kinetic_energy"] = states.energy
        summary.pop("states", None)  # of the scenario
        summary["table"]["rows"] = len(times)
        _write(folder, summary, {c["name"]: columns[c["name"]] for c in summary["table"]["columns"]})
        return View(_page(folder), whole("height", height))


def _describe_run(summary: Dict[str, Any], run: Simulation, times: Array) -> None:
    """Adds to a summary what the page tells about the run besides its states."""
    known = np.isfinite(run.error_estimate)
    # The text is kept for the body's shape, although it does not describe this motion.
    summary["scenario"].update({"name": "a simulation in Python", "is_complete": False, "text":
                                "# Body and start of a simulation in Python, without torque and times.\n"
                                + summary["scenario"]["text"]})
    summary["torques"] = data_of(run.torque)
    summary["is_free"] = run.torque.kind == "none"
    summary["times"] = {"start": float(times[0]), "end": float(times[-1]), "count": len(times),
                        "list": times.tolist()}
    summary["end"].update({"reached": float(times[-1]), "success": run.success, "message": run.message})
    method = summary["method"]
    method.update({"engine": run.engine, "why": run.why, "order": run.order,
                   "splitting": run.splitting, "free_method": run.free_method, "step": run.step,
                   "steps": run.steps, "torque_evaluations": run.torque_evaluations,
                   "search_evaluations": run.search_evaluations})
    # The effect of rounding the inputs is known only for torque-free motion; otherwise no digits are given.
    digits = -1
    if summary["is_free"] and run.engine == "exact":
        motion = FreeMotion(run.body, run.states[0], start_time=float(times[0]))
        error = float(motion.rounding_error(times[[0, -1]]).max()) + np.finfo(float).eps
        digits = int(max(0, np.floor(-np.log10(error)))) if np.isfinite(error) else 0
    accuracy = summary["accuracy"]
    accuracy.update({"estimated_error": run.error_estimate if known else None, "trusted_digits": digits,
                     "horizon": None, "errors": []})
    # The package's numbers have no units.
    accuracy["conserved"], accuracy["conserved_unit"] = run.conserved_name, ""
    accuracy["conserved_start"], accuracy["conserved_excursion"] = (
        v if np.isfinite(v) else None for v in (run.conserved_start, run.conserved_excursion))
    summary["warnings"] = list(run.warnings)
    if run.stopped is not None:
        summary["end"]["stopped"] = {"time": run.stopped.time, "reason": run.stopped.reason,
                                     "event": run.stopped.event or ""}
    names = list(dict.fromkeys(e.name for e in run.events))
    # The quantity that a user's function computes is unknown.
    watched = [{"name": name, "quantity": "", "value": None, "crossing": "either", "stops": False,
                "body_axis": None, "space_axis": None, "orbit_axis": None} for name in names]
    summary["events"] = {"watched": watched, "count": len(run.events), "found": [
        {"name": e.name, "time": e.time, "attitude": e.state.attitude.tolist(),
         "momentum": e.state.momentum.tolist()} for e in run.events[:1000]]}


def view_of_result(summary: Dict[str, Any], columns: Dict[str, Array], *, height: int = 760) -> View:
    """The page of a result of the program."""
    with tempfile.TemporaryDirectory(prefix="polhode-") as name:
        _write(Path(name), summary, columns)
        return View(_page(Path(name)), whole("height", height))
