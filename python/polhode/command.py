# SPDX-License-Identifier: MIT
"""The command `polhode` of the package, and ``python -m polhode``: `fit` is implemented here, all other
commands by the program.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any, Dict, List, NoReturn, Optional, Sequence

import numpy as np

from ._numbers import Array
from .body import Body
from .fit import Attitudes, Directions, Fit, Observations, Omegas, fit
from .program import program
from .rotation import from_euler

_about = """\
Fits the moments and the start of a torque-free motion to observations (docs/fit.md).

OBSERVATIONS.csv has a header; a field is empty if a quantity was not observed. Columns:
  t                                    the time
  q_w q_x q_y q_z                      the attitude, body to space, as in tables of `polhode run`
  euler_1 euler_2 euler_3              or its Euler angles, with --euler ZXZ or any other sequence
  omega_1 omega_2 omega_3              the angular velocity in the body frame
  seen_1 seen_2 seen_3                 an observed direction in the body frame, and
  space_1 space_2 space_3              the known direction in space
  sigma_attitude sigma_omega sigma_direction    standard deviations, instead of the options
Angles are in radians and rates in radians per time; with --degrees both are in degrees; --omega-unit sets the
unit of rates alone. A table written by `polhode run` has the units of its summary, the JSON file in the same
folder: angles may be in degrees, rates are in radians per time. The options then apply to standard deviations
only.
"""


def _parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="polhode fit", description=_about,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("observations", metavar="OBSERVATIONS.csv")
    p.add_argument("--moments", required=True, metavar="I1,I2,I3",
                   help="first guess of the moments about the body's axes; only their ratios matter")
    p.add_argument("--periods", metavar="ROTATION,PRECESSION", help="first guess of the two periods")
    p.add_argument("--sigma-attitude", type=float, metavar="ANGLE",
                   help="standard deviation of the attitude about each axis")
    p.add_argument("--sigma-omega", type=float, metavar="RATE",
                   help="standard deviation of each component of the angular velocity")
    p.add_argument("--sigma-direction", type=float, metavar="ANGLE",
                   help="standard deviation of directions")
    p.add_argument("--euler", metavar="SEQUENCE", help="sequence of the columns euler_1 euler_2 euler_3")
    p.add_argument("--degrees", action="store_true",
                   help="angles of the table and of the options are in degrees, rates in degrees per time")
    p.add_argument("--omega-unit", choices=["rad", "deg"],
                   help="unit of rates, per time, if it differs from that of angles")
    p.add_argument("--loss", default="linear", choices=["linear", "soft_l1", "huber", "cauchy", "arctan"],
                   help="loss function; all but the first are robust against outliers")
    p.add_argument("--keep-moments", action="store_true", help="fit only attitude and angular velocity")
    p.add_argument("-o", "--output", metavar="FIT.json",
                   help="write the result as JSON; an existing file is not overwritten")
    return p


def _table(path: str) -> Dict[str, Array]:
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if not rows:
        raise ValueError(f"{path}: found an empty file, expected a table with a header line")
    names = [name.strip() for name in rows[0]]
    values = np.full((len(rows) - 1, len(names)), np.nan)
    known = {"t", *(f"{n}_{k}" for n in ("euler", "omega", "seen", "space") for k in "123"),
             *(f"q_{k}" for k in "wxyz"), "sigma_attitude", "sigma_omega", "sigma_direction"}
    for i, row in enumerate(rows[1:]):
        if not row:
            continue
        if len(row) != len(names):
            raise ValueError(f"{path}:{i + 2}: found {len(row)} fields, expected {len(names)}")
        for k, field in enumerate(row):
            if names[k] not in known or not field.strip():
                continue
            try:
                values[i, k] = float(field)
            except ValueError:
                raise ValueError(f"{path}:{i + 2}: found {field!r} as {names[k]}, expected a "
                                 "number") from None
    if "t" not in names:
        raise ValueError(f"{path}: found the columns {', '.join(names)}, expected t among them")
    return {name: values[:, k] for k, name in enumerate(names) if name in known}


def _columns(table: Dict[str, Array], name: str, parts: str) -> Optional[Array]:
    names = [f"{name}_{k}" for k in parts]
    missing = [n for n in names if n not in table]
    if len(missing) == len(names):
        return None
    if missing:
        raise ValueError(f"table: found no column {missing[0]}, expected all of {', '.join(names)}")
    return np.stack([table[n] for n in names], axis=1)


def _own_units(path: str) -> Optional[Dict[str, Any]]:
    """The units of a table written by `polhode run`, from the summary in the same folder; None for other
    tables.
    """
    try:
        found = json.loads(Path(path).with_suffix(".json").read_text(encoding="utf-8"))
        units: Dict[str, Any] = found["units"]
        digests = [d["sha256"] for d in found["digests"] if d["file"].endswith(".csv")]
    except (OSError, ValueError, LookupError, TypeError):
        return None  # There is no such file, or it is not a summary.
    if not digests:
        return None
    if hashlib.sha256(Path(path).read_bytes()).hexdigest() in digests:
        return units
    raise ValueError(f"{path}: found another table than that with which {Path(path).with_suffix('.json')} "
                     "was written, expected that table; to use this one, rename it and give its units with "
                     "--degrees and --omega-unit")


def _observations(table: Dict[str, Array], given: argparse.Namespace,
                  own: Optional[Dict[str, Any]] = None) -> List[Observations]:
    """Observations of a table. `own` are the units of a table of the program, which take precedence over the
    options.
    """
    degree = np.pi / 180
    angle_unit = degree if given.degrees else 1.0
    rate_unit = angle_unit if given.omega_unit is None else degree if given.omega_unit == "deg" else 1.0
    euler_unit, omega_unit = angle_unit, rate_unit
    if own is not None:
        euler_unit, omega_unit = degree if own["euler_in_degrees"] else 1.0, 1.0
        if given.euler is not None and given.euler != own["euler_sequence"]:
            raise ValueError(f"--euler: found {given.euler}, expected {own['euler_sequence']}, the sequence "
                             "in the summary of this table")
    found: List[Observations] = []

    def add(kind: str, values: Array, make: Any, unit: float = angle_unit) -> None:
        sigma: Any = getattr(given, "sigma_" + kind)
        column = table.get("sigma_" + kind)
        if column is None and sigma is None:
            raise ValueError(f"sigma of the {kind}s: found none, expected a column sigma_{kind} or the "
                             f"option --sigma-{kind}")
        each = np.full(len(values), float(sigma)) if column is None else column
        there = np.isfinite(values).all(axis=1) & np.isfinite(table["t"]) & np.isfinite(each)
        if there.any():
            found.append(make(table["t"][there], values[there], each[there] * unit))

    q, angles = _columns(table, "q", "wxyz"), _columns(table, "euler", "123")
    sequence = given.euler
    if sequence is None and q is None and angles is not None:
        if own is None:
            raise ValueError("--euler: found none, expected the sequence of the columns euler_1, euler_2, "
                             "euler_3, such as ZXZ")
        sequence = own["euler_sequence"]
    if sequence is not None:
        if angles is None:
            raise ValueError("table: found no columns euler_1, euler_2, euler_3, expected them with --euler")
        q, seen_there = np.full((len(angles), 4), np.nan), np.isfinite(angles).all(axis=1)
        q[seen_there] = from_euler(sequence, angles[seen_there] * euler_unit)
    if q is not None:
        add("attitude", q, Attitudes)
    omega = _columns(table, "omega", "123")
    if omega is not None:
        add("omega", omega * omega_unit, Omegas, rate_unit)
    seen, space = _columns(table, "seen", "123"), _columns(table, "space", "123")
    if (seen is None) != (space is None):
        there, missing = ("space", "seen") if seen is None else ("seen", "space")
        raise ValueError(f"table: found columns {there}_1 to {there}_3 alone, expected {missing}_1 to "
                         f"{missing}_3 beside them")
    if seen is not None and space is not None:
        add("direction", np.concatenate([seen, space], axis=1),
            lambda t, v, s: Directions(t, v[:, :3], v[:, 3:], s))
    return found


def _numbers(name: str, text: str, count: int) -> List[float]:
    try:
        found = [float(x) for x in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise ValueError(f"{name}: found {text!r}, expected {count} numbers separated by commas")
    return found


def _summary(found: Fit) -> Dict[str, Any]:
    tumbling, sigma = found.describe(), found.period_sigma()
    return {
        "regime": tumbling.regime, "success": found.success, "message": found.message,
        "warnings": found.warnings,
        "moment_ratios": found.moment_ratios.tolist(),
        "rotation_period": tumbling.polhode_period, "rotation_period_sigma": sigma[0],
        "precession_period": tumbling.precession_period, "precession_period_sigma": sigma[1],
        "start_time": found.start_time, "attitude": found.start.attitude.tolist(),
        "omega": found.start.omega.tolist(),
        "chi_square": found.chi_square, "degrees_of_freedom": found.degrees_of_freedom,
        "parameters": found.names, "covariance": found.covariance.tolist(),
        "undetermined": found.undetermined.tolist(),
    }


def _for_json(value: Any) -> Any:
    """The value with infinite and NaN numbers, which JSON lacks, as null."""
    if isinstance(value, dict):
        return {name: _for_json(x) for name, x in value.items()}
    if isinstance(value, list):
        return [_for_json(x) for x in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def _digits(value: float, sigma: float) -> str:
    """A number to two digits of its standard deviation."""
    if np.isposinf(sigma):
        return f"{value:.6g}, not determined"
    if not (np.isfinite(sigma) and sigma > 0):
        return f"{value:.6g}"
    places = max(0, 1 - int(np.floor(np.log10(sigma))))
    return f"{value:.{places}f} +- {sigma:.{places}f}"


def _fit(arguments: Sequence[str]) -> int:
    given = _parser().parse_args(arguments)
    try:
        if given.output is not None and os.path.exists(given.output):
            raise FileExistsError(f"{given.output}: the file exists and is not overwritten")
        seen = _observations(_table(given.observations), given, _own_units(given.observations))
        periods = None
        if given.periods is not None:
            rotation, precession = _numbers("periods", given.periods, 2)
            periods = (rotation, precession)
        free = ("attitude", "omega") if given.keep_moments else ("attitude", "omega", "moments")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # printed below
            found = fit(seen, Body.moments(_numbers("moments", given.moments, 3)), periods=periods, free=free,
                        loss=given.loss)
        summary = _summary(found)
        if given.output is not None:
            with open(given.output, "x", encoding="utf-8") as file:
                json.dump(_for_json(summary), file, indent=1, allow_nan=False)
                file.write("\n")
    except OSError as error:
        print(f"polhode: {error}", file=sys.stderr)
        return 3
    except ValueError as error:
        print(f"polhode: {error}", file=sys.stderr)
        return 4
    ratios = " : ".join(f"{r:.4f}" for r in summary["moment_ratios"])
    print(f"{summary['regime']}, moments {ratios}")
    for name in ("rotation", "precession"):
        print(f"{name + ' period':18}" + _digits(summary[name + "_period"], summary[name + "_period_sigma"]))
    print(f"at t = {summary['start_time']:.10g}   attitude "
          + " ".join(f"{x:.6f}" for x in summary["attitude"])
          + "   omega " + " ".join(f"{x:.6g}" for x in summary["omega"]))
    print(f"{sum(o.times.size for o in seen)} observations, chi^2 {summary['chi_square']:.4g} for "
          f"{summary['degrees_of_freedom']} degrees of freedom")
    for text in summary["warnings"]:
        print(f"polhode: warning: {text}", file=sys.stderr)
    if not found.success:
        print(f"polhode: the fit failed: {found.message}", file=sys.stderr)
        return 1
    return 0


def main() -> NoReturn:
    """Runs the command `polhode` of this package."""
    if sys.argv[1:2] == ["fit"]:
        sys.exit(_fit(sys.argv[2:]))
    path = program()
    os.execv(path, [path] + sys.argv[1:])
