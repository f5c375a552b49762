# SPDX-License-Identifier: MIT
"""The problem that a result of the program solves, as objects of this package, made from its summary."""

from __future__ import annotations

import base64
import tempfile
from dataclasses import dataclass, field
from functools import reduce
from itertools import compress
from operator import add, not_
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from . import _core
from ._core import InvalidInput
from ._numbers import Array
from .body import Body, Part
from .simulation import Event, Simulation, simulate
from .state import State
from .torque import (FormulaState, Torque, dipole, formula_torque, gravity_gradient_circular,
                     gravity_gradient_elliptic, gravity_gradient_fixed, gyrostat, heavy_top, impulse,
                     internal_dissipation, linear_damping, no_torque, orbit_frames, potential_torque,
                     quadratic_drag, sine_torque, steady_torque, tabulated_torque, vessel_restoring)


@dataclass(frozen=True)
class Problem:
    """Body, start, torque, times and other arguments of `simulate`. Made by `Result.problem`.

    Attributes
    ----------
    body : Body
    start : State
    torque : Torque
    times : ndarray
        Times (n,).
    start_time : float
    events : tuple of Event
    options : dict
        Other arguments of `simulate`, such as tolerance, step or method.

    Examples
    --------
    >>> from polhode import run_scenario
    >>> problem = run_scenario('''
    ... [body]
    ... moments = [1, 2, 3]
    ... [start]
    ... angular_velocity = [0.01, 1, 0]
    ... [[torque]]
    ... kind = "linear_damping"
    ... coefficients = [0.1, 0.1, 0.1]
    ... [times]
    ... end = 10
    ... ''').problem()
    >>> problem.torque
    linear_damping([[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]])
    >>> len(problem.simulate())
    1001
    """

    body: Body
    start: State
    torque: Torque
    times: Array
    start_time: float = 0.0
    events: Tuple[Event, ...] = ()
    options: Dict[str, Any] = field(default_factory=dict)

    def simulate(self, **changes: Any) -> Simulation:
        """The motion. `changes` are arguments of `simulate` that replace those of the problem."""
        given: Dict[str, Any] = {"start": self.start, "torque": self.torque, "times": self.times,
                                 "start_time": self.start_time, "events": self.events, **self.options}
        return simulate(self.body, **{**given, **changes})


def problem_of(summary: Dict[str, Any]) -> Problem:
    """The problem of a summary, NAME.json."""
    if "ensemble" in summary:
        raise InvalidInput("result: found an ensemble, expected a single motion")
    body = _body(summary)
    start = State(body, attitude=summary["start"]["attitude"], momentum=summary["start"]["momentum"])
    torques = [_torque(given) for given in summary["torques"]]
    is_impulse = [given["kind"] == "impulse" for given in summary["torques"]]
    acting = _sum_of(list(compress(torques, map(not_, is_impulse))))
    torque = reduce(add, compress(torques, is_impulse), acting)
    times = summary["times"]
    watched = tuple(_event(given, body, start, summary["torques"]) for given in summary["events"]["watched"])
    return Problem(body, start, torque, _times(times), float(times["start"]), watched,
                   _options(summary["method"]))


def _sum_of(torques: List[Torque]) -> Torque:
    """By halves, as the program adds them, so that its rounding is the same."""
    if len(torques) < 2:
        return torques[0] if torques else no_torque()
    half = len(torques) // 2
    return _sum_of(torques[:half]) + _sum_of(torques[half:])


def _number(given: Dict[str, Any], name: str) -> float:
    return float(given["numbers"][name][0])


def _given(given: Dict[str, Any], *names: str) -> Dict[str, Any]:
    """Those of the named parameters that are present: a number, a list of numbers or a string each."""
    found: Dict[str, Any] = {}
    for name in names:
        if name in given["numbers"]:
            values = given["numbers"][name]
            found[name] = values[0] if len(values) == 1 else values
        elif name in given["texts"]:
            found[name] = given["texts"][name][0]
    return found


# ---------------------------------------------------------------------------------------------- the body


def _body(summary: Dict[str, Any]) -> Body:
    described = summary["body"]
    given, pivot = described["given"], described.get("pivot")
    if given["kind"] in ("moments", "tensor"):
        # If they were about the centre of mass, the tensor is about the pivot.
        if pivot is not None:
            return Body.tensor(described["tensor"])
        return (Body.moments(given["numbers"]["moments"]) if given["kind"] == "moments" else
                Body.tensor(np.reshape(given["numbers"]["tensor"], (3, 3))))
    body = _solid(given, {file["path"]: file for file in summary["scenario"].get("files", [])})
    return body if pivot is None else body.about(pivot["position"])


def _solid(given: Dict[str, Any], files: Dict[str, Dict[str, Any]]) -> Body:
    """A body of known mass and centre."""
    kind, values = given["kind"], given["numbers"]
    matter = _given(given, "mass", "density")
    hollow = _given(given, "inner_radius")
    if kind == "box":
        return Body.box(values["size"], **matter)
    if kind == "ellipsoid":
        return Body.ellipsoid(values["semi_axes"], **matter)
    if kind == "sphere":
        return Body.sphere(_number(given, "radius"), **hollow, **matter)
    if kind == "cylinder":
        return Body.cylinder(_number(given, "radius"), _number(given, "length"), **_given(given, "axis"),
                             **hollow, **matter)
    if kind == "point_masses":
        parts = given["parts"]
        return Body.point_masses([_number(p, "mass") for p in parts],
                                 [p["numbers"]["position"] for p in parts])
    if kind == "parts":
        return Body.parts([_part(part, files) for part in given["parts"]])
    if kind == "mesh":
        return _mesh(given["texts"]["file"][0], files, {**matter, **_given(given, "weld")})
    raise InvalidInput(f"body: found the kind {kind!r}, expected one of this version")


def _part(given: Dict[str, Any], files: Dict[str, Dict[str, Any]]) -> Part:
    place = given["numbers"].get("position", [0.0, 0.0, 0.0])
    if given["kind"] == "point_mass":
        return Part.point(_number(given, "mass"), place)
    return Part(_solid(given, files), place, given["numbers"].get("orientation"),
                cavity="cavity" in given["numbers"])


def _mesh(named: str, files: Dict[str, Dict[str, Any]], options: Dict[str, Any]) -> Body:
    # The summary has the path that was opened, relative to the scenario.
    not_listed: Dict[str, Any] = {}
    file = next((f for path, f in files.items() if Path(path).name == Path(named).name), not_listed)
    if "text" not in file and "base64" not in file:
        return Body.mesh(file.get("path", named), **options)
    content = file["text"].encode() if "text" in file else base64.b64decode(file["base64"])
    with tempfile.TemporaryDirectory(prefix="polhode-") as folder:
        copy = Path(folder) / Path(named).name
        copy.write_bytes(content)
        return Body.mesh(copy, **options)


# -------------------------------------------------------------------------------------------- the torques


def _torque(given: Dict[str, Any]) -> Torque:
    kind, numbers, texts = given["kind"], given["numbers"], given["texts"]
    if kind not in _torques:
        raise InvalidInput("torque: found a function, which results do not contain" if kind == "function" else
                           f"torque: found the kind {kind!r}, expected one of this version")
    return _torques[kind](given, numbers, texts)


def _names(given: Dict[str, Any], of: str) -> Dict[str, Any]:
    """The constants of a formula: parameters named `of`, a dot and the name."""
    names = [key for key in given["numbers"] if key.startswith(of + ".")]
    return {of: {key[len(of) + 1:]: _given(given, key)[key] for key in names}} if names else {}


def _formula(given: Dict[str, Any], numbers: Dict[str, List[float]], texts: Dict[str, List[str]]) -> Torque:
    names = {**_names(given, "constants"), **_names(given, "space_vectors")}
    parts = texts["torque"]
    return formula_torque(parts[0] if len(parts) == 1 else parts, **names, **_given(given, "frame"))


def _potential(given: Dict[str, Any], numbers: Dict[str, List[float]],
               texts: Dict[str, List[str]]) -> Torque:
    return potential_torque(texts["potential"][0], **_names(given, "constants"),
                            **_names(given, "space_vectors"))


#: By the kind of torque in scenarios.
_torques: Dict[str, Callable[..., Torque]] = {
    "heavy_top": lambda g, n, x: heavy_top(n["weight"], n["centre_of_mass"]),
    "gravity_gradient_fixed": lambda g, n, x: gravity_gradient_fixed(n["mean_motion"][0], n["direction"]),
    "gravity_gradient_circular": lambda g, n, x: gravity_gradient_circular(n["mean_motion"][0],
                                                                           **_given(g, "first", "towards")),
    "gravity_gradient_elliptic": lambda g, n, x: gravity_gradient_elliptic(
        n["mean_motion"][0], n["eccentricity"][0], n.get("pericentre_time", [0.0])[0],
        **_given(g, "first", "towards")),
    "vessel_restoring": lambda g, n, x: vessel_restoring(*(n[name][0] for name in (
        "mass", "gravity", "longitudinal_height", "transverse_height"))),
    "linear_damping": lambda g, n, x: linear_damping(
        np.reshape(n["matrix"], (3, 3)) if "matrix" in n else n["coefficients"]),
    "quadratic_drag": lambda g, n, x: quadratic_drag(n["coefficients"]),
    "internal_dissipation": lambda g, n, x: internal_dissipation(n["strength"][0]),
    "gyrostat": lambda g, n, x: gyrostat(n["momentum"]),
    "dipole": lambda g, n, x: dipole(n["moment"], n["field"]),
    "steady_torque": lambda g, n, x: steady_torque(n["torque"], **_given(g, "frame")),
    "sine_torque": lambda g, n, x: sine_torque(n["amplitude"], n["rate"][0], n.get("phase", [0.0])[0],
                                               **_given(g, "frame")),
    "tabulated_torque": lambda g, n, x: tabulated_torque(n["times"], np.reshape(n["torques"], (-1, 3)),
                                                         **_given(g, "frame", "beyond")),
    "impulse": lambda g, n, x: impulse(n["time"][0], n["momentum"], **_given(g, "frame")),
    "formula_torque": _formula,
    "potential_torque": _potential,
}


# ------------------------------------------------------------------------------- times, method and events


def _times(given: Dict[str, Any]) -> Array:
    if given["list"]:
        return np.array(given["list"], dtype=np.float64)
    start, end, count = float(given["start"]), float(given["end"]), int(given["count"])
    if count == 0:
        return np.array([start])
    # The same formula as in the program, for the same bits.
    times = start + np.arange(count + 1, dtype=np.float64) * (end - start) / count
    times[0], times[-1] = start, end
    return times


def _options(method: Dict[str, Any]) -> Dict[str, Any]:
    asked = method["asked"]
    options = {name: asked[key] for name, key in (
        ("tolerance", "tolerance"), ("step", "step"), ("max_step", "max_step"),
        ("free_method", "free_method"),
        ("splitting", "splitting")) if asked[key]}
    if method["summation"]:
        options["summation"] = method["summation"]
    return options


def _event(given: Dict[str, Any], body: Body, start: State, torques: List[Dict[str, Any]]) -> Event:
    return Event(_quantity(given, body, start, torques), name=given["name"], crossing=given["crossing"],
                 stops=given["stops"])


def _quantity(given: Dict[str, Any], body: Body, start: State,
              torques: List[Dict[str, Any]]) -> Callable[[FormulaState], Any]:
    """A function that crosses zero where the quantity crosses its value, in the same direction."""
    name, value = given["quantity"], given["value"]
    vectors: Dict[str, Callable[[FormulaState], Any]] = {
        "m": lambda s: s.momentum, "omega": lambda s: s.omega, "M": lambda s: s.in_space(s.momentum),
        "Omega": lambda s: s.in_space(s.omega)}
    vector, _, component = name.rpartition("_")
    if vector in vectors and component in ("1", "2", "3"):
        return lambda s: vectors[vector](s)[int(component) - 1] - value
    if name == "kinetic_energy":
        return lambda s: np.dot(s.momentum, s.omega) / 2 - value
    if name == "momentum_length":
        return lambda s: np.sqrt(np.dot(s.momentum, s.momentum)) - value
    # An angle increases where its cosine decreases.
    of_body, cosine = given["body_axis"], np.cos(value)
    if name in ("nutation", "momentum_angle"):
        axis = (_core.nutation_axis(body._inertia, start.attitude, start.momentum) if name == "nutation"
                else np.array(of_body))
        return lambda s: cosine * np.sqrt(np.dot(s.momentum, s.momentum)) - np.dot(s.momentum, axis)
    if name == "angle":
        return lambda s: cosine - np.dot(s.in_space(of_body), given["space_axis"])
    if name == "orbit_angle":
        frame = _orbit(torques)
        return lambda s: cosine - np.dot(s.in_space(of_body), frame(s.time) @ np.array(given["orbit_axis"]))
    raise InvalidInput(f"event: found the quantity {name!r}, expected one of this version")


def _orbit(torques: List[Dict[str, Any]]) -> Callable[[float], Array]:
    """The orbital frame of the first torque that has an orbit, as a function of time."""
    orbiting = ("gravity_gradient_circular", "gravity_gradient_elliptic")
    given = next(t for t in torques if t["kind"] in orbiting)
    options = {**_given(given, "first", "towards"), **_given(given, "eccentricity")}
    if "pericentre_time" in given["numbers"]:
        options["pericentre_time"] = _number(given, "pericentre_time")
    n = _number(given, "mean_motion")
    return lambda time: orbit_frames(time, n, **options)
