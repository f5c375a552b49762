# SPDX-License-Identifier: MIT
"""polhode fit, and the commands that the package passes to the program."""

import json
import subprocess
import sys

import numpy as np
import polhode as ph
import pytest
from polhode.command import _fit
from polhode.program import program
from references import source


def table(folder, header, rows):
    path = folder / "seen.csv"
    path.write_text(header + "\n" + "\n".join(",".join(str(x) for x in row) for row in rows) + "\n")
    return str(path)


def toutatis(folder):
    lines = (source / "tests" / "reference" / "toutatis_1992.csv").read_text().splitlines()[1:]
    return table(folder, "date,t,euler_1,euler_2,euler_3,omega_1,omega_2,omega_3",
                 [line.split(",") for line in lines])


options = ["--moments", "3,3.3,1", "--euler", "ZXZ", "--degrees", "--sigma-attitude", "5",
           "--sigma-omega", "4", "--loss", "soft_l1"]


def test_toutatis_by_the_command(tmp_path, capsys):
    to = tmp_path / "fit.json"
    assert _fit([toutatis(tmp_path), *options, "-o", str(to)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("long-axis mode, moments") and "34 observations" in printed
    found = json.loads(to.read_text())
    assert abs(found["rotation_period"] - 5.376) < 0.02 and abs(found["precession_period"] - 7.42) < 0.02
    assert np.array(found["covariance"]).shape == (8, 8)
    kept = to.read_bytes()
    assert _fit([toutatis(tmp_path), *options, "-o", str(to)]) == 3 and to.read_bytes() == kept
    assert "is not overwritten" in capsys.readouterr().err


def test_a_table_of_the_program_can_be_fitted(tmp_path, capsys):
    ph.run_scenario("[body]\nmoments = [1, 2, 3]\n[start]\nangular_velocity = [0.3, 0.1, 1]\n"
                    "[times]\nend = 30\n"
                    "every = 1\n[output]\ncolumns = [\"m\", \"q\", \"omega\"]\n", output=tmp_path / "run")
    assert _fit([str(tmp_path / "run.csv"), "--moments", "1.05,1.9,3", "--sigma-attitude", "0.01",
                 "--sigma-omega", "0.01", "-o", str(tmp_path / "fit.json")]) == 0
    found = json.loads((tmp_path / "fit.json").read_text())
    assert np.allclose(found["moment_ratios"], [1 / 3, 2 / 3, 1], rtol=1e-8)
    assert np.allclose(found["omega"], [0.3, 0.1, 1], atol=1e-8)


def test_the_units_of_a_table_are_those_of_its_summary(tmp_path, capsys):
    ph.run_scenario("[body]\nmoments = [1, 2, 3]\n[start]\nangular_velocity = [0.3, 0.1, 1]\n"
                    "[times]\nend = 30\nevery = 1\n"
                    "[output]\ncolumns = [\"euler\", \"omega\"]\ndegrees = true\n",
                    output=tmp_path / "run")
    path = tmp_path / "run.csv"
    sigma = {"degrees": ["--degrees", "--sigma-attitude", "1", "--sigma-omega", "1"],
             "radians": ["--sigma-attitude", "0.0174", "--sigma-omega", "0.0174"]}
    for name, options in sigma.items():
        to = tmp_path / f"{name}.json"
        assert _fit([str(path), "--moments", "1.05,1.9,3", "--euler", "ZYX", *options, "-o", str(to)]) == 0
        found = json.loads(to.read_text())
        assert np.allclose(found["moment_ratios"], [1 / 3, 2 / 3, 1], rtol=1e-8)
        assert np.allclose(found["omega"], [0.3, 0.1, 1], atol=1e-8) and found["chi_square"] < 1e-9
    # The summary names the sequence, too.
    to = tmp_path / "sequence.json"
    assert _fit([str(path), "--moments", "1.05,1.9,3", *sigma["degrees"], "-o", str(to)]) == 0
    assert "62 observations" in capsys.readouterr().out and not np.any(json.loads(to.read_text())["undetermined"])
    assert _fit([str(path), "--moments", "1,1.9,3", "--euler", "ZXZ", *sigma["degrees"]]) == 4
    assert "--euler: found ZXZ, expected ZYX" in capsys.readouterr().err
    # Changed since, the units are no longer known; by another name, the options say them.
    path.write_text("\n".join(path.read_text().splitlines()[:-1]) + "\n")
    assert _fit([str(path), "--moments", "1,1.9,3", "--euler", "ZYX", *sigma["degrees"]]) == 4
    assert "found another table than that with which" in capsys.readouterr().err
    other, to = path.rename(tmp_path / "other.csv"), tmp_path / "again.json"
    options = ["--omega-unit", "rad", "--degrees", "--sigma-attitude", "1", "--sigma-omega", "0.02"]
    assert _fit([str(other), "--moments", "1.05,1.9,3", "--euler", "ZYX", *options, "-o", str(to)]) == 0
    assert np.allclose(json.loads(to.read_text())["omega"], [0.3, 0.1, 1], atol=1e-8)


def test_what_is_undetermined_is_said(tmp_path, capsys):
    motion = ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[0.3, 0.1, 1.0])
    t = np.linspace(0, 20, 41)
    omega = motion.at(t).omega + 0.01 * np.random.default_rng(1).normal(size=(41, 3))
    seen = table(tmp_path, "t,omega_1,omega_2,omega_3", np.column_stack([t, omega]))
    assert _fit([seen, "--moments", "1.05,1.9,3", "--sigma-omega", "0.01", "-o", str(tmp_path / "fit.json")]) == 0
    assert "warning: undetermined: the attitude" in capsys.readouterr().err
    found = json.loads((tmp_path / "fit.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert found["success"] and "undetermined" in found["warnings"][0]
    assert np.array(found["undetermined"]).shape == (3, 8)
    assert found["covariance"][0][0] is None and found["covariance"][3][3] < 1e-3
    # A motion that is not free: the angular velocity falls by a third.
    seen = table(tmp_path, "t,omega_1,omega_2,omega_3", np.column_stack([t, omega * np.exp(-t / 50)[:, None]]))
    assert _fit([seen, "--moments", "1.05,1.9,3", "--sigma-omega", "0.01"]) == 1
    assert "the fit failed: the residuals cannot come from noise" in capsys.readouterr().err


def test_empty_fields_and_directions(tmp_path, capsys):
    body = ph.Body.moments([1, 2, 3])
    motion = ph.FreeMotion(body, omega=[0.3, 0.1, 1.0])
    rows = []
    for i, t in enumerate(np.linspace(0, 20, 41)):
        s = motion.at(t)
        star = [[1, 0, 0], [0, 0.6, 0.8]][i % 2]
        seen = [*ph.to_body(s.attitude, star), *star]
        q = list(s.attitude) if i == 0 else [""] * 4
        omega = list(s.omega) if i % 4 == 0 else [""] * 3
        rows.append([t, *q, *omega, *seen, 0.01])
    path = table(tmp_path, "t,q_w,q_x,q_y,q_z,omega_1,omega_2,omega_3,seen_1,seen_2,seen_3,space_1,space_2,"
                 "space_3,sigma_direction", rows)
    assert _fit([path, "--moments", "1,1.9,3", "--sigma-attitude", "0.01", "--sigma-omega", "0.01",
                 "-o", str(tmp_path / "fit.json")]) == 0
    assert np.allclose(json.loads((tmp_path / "fit.json").read_text())["moment_ratios"], [1 / 3, 2 / 3, 1],
                       rtol=1e-7)
    assert "53 observations" in capsys.readouterr().out


def test_empty_euler_angles(tmp_path, capsys):
    motion = ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[0.3, 0.1, 1.0])
    rows = []
    for i, t in enumerate(np.linspace(0, 20, 41)):
        s = motion.at(t)
        angles = [""] * 3 if i % 5 == 2 else list(ph.to_euler("ZYX", s.attitude, degrees=True))
        rows.append([t, *angles, *np.degrees(s.omega)])
    path = table(tmp_path, "t,euler_1,euler_2,euler_3,omega_1,omega_2,omega_3", rows)
    assert _fit([path, "--moments", "1,1.9,3", "--euler", "ZYX", "--degrees", "--sigma-attitude", "0.5",
                 "--sigma-omega", "0.5"]) == 0
    assert "74 observations" in capsys.readouterr().out


@pytest.mark.parametrize("header, rows, more, code, words", [
    ("time,q_w", [], [], 4, "expected t among"),
    ("t,q_w", [[1, 2]], [], 4, "q_x"),
    ("t,omega_1,omega_2,omega_3", [[0, 1, 2, "x"]], ["--sigma-omega", "1"], 4, ":2: found 'x' as omega_3"),
    ("t,omega_1,omega_2,omega_3", [[0, 1, 2]], ["--sigma-omega", "1"], 4, ":2: found 3 fields"),
    ("t,omega_1,omega_2,omega_3", [[0, 1, 2, 3]], [], 4, "--sigma-omega"),
    ("t,omega_1,omega_2,omega_3", [[0, 1, 2, 3]], ["--sigma-omega", "1"], 4, "too few"),
    ("t,omega_1,omega_2,omega_3,euler_1,euler_2,euler_3", [[0] * 7], ["--sigma-omega", "1"], 4, "--euler: found none"),
    ("t,omega_1,omega_2,omega_3,seen_1,seen_2,seen_3", [[0] * 7], ["--sigma-omega", "1"], 4, "seen_1 to seen_3 alone"),
    ("t", [[0]], ["--moments", "1,2"], 4, "3 numbers|none"),
])
def test_refusals(tmp_path, capsys, header, rows, more, code, words):
    import re

    assert _fit([table(tmp_path, header, rows), "--moments", "1,2,3", *more]) == code
    assert re.search(words, capsys.readouterr().err)


def test_files_and_the_program(tmp_path, capsys):
    assert _fit([str(tmp_path / "none.csv"), "--moments", "1,2,3"]) == 3
    done = subprocess.run([sys.executable, "-m", "polhode", "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("polhode")
    done = subprocess.run([sys.executable, "-m", "polhode", "fit", "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "omega_1 omega_2 omega_3" in done.stdout
    done = subprocess.run([program(), "fit", "x.csv"], capture_output=True, text=True)
    assert done.returncode == 2 and "python -m polhode fit" in done.stderr
