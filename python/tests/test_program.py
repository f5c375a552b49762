# SPDX-License-Identifier: MIT
"""Scenarios run by the program from Python, and its results read back."""

import numpy as np
import polhode as ph
import pytest
from references import source

scenario = """
title = "A body"
[body]
moments = [110, 150, 90]
[start]
angular_velocity = [0.0004, 0.003, 0.0011]
[[torque]]
kind = "gravity_gradient_circular"
mean_motion = 0.0011
[times]
end = 3600
every = 60
[method]
tolerance = 1e-11
[output]
hdf5 = true
columns = ["m", "q", "omega"]
[units]
time = "s"
"""


def test_a_scenario_is_the_simulation(tmp_path):
    result = ph.run_scenario(scenario, output=tmp_path / "run")
    body = result.body
    run = ph.simulate(body, omega=[0.0004, 0.003, 0.0011], torque=ph.gravity_gradient_circular(0.0011),
                      times=result.times, tolerance=1e-11)
    assert result.title == "A body" and len(result) == 61
    assert (run.attitude == result.states.attitude).all() and (run.momentum == result.states.momentum).all()
    for ending in ("", ".csv", ".json", ".h5"):
        again = ph.read_result(tmp_path / ("run" + ending))
        assert list(again.columns) == list(result.columns)
        for name in result.columns:
            assert np.array_equal(again[name], result[name], equal_nan=True)
    assert again.to_xarray()["m_1"].shape == (61,)
    assert again.units["t"] == "s"


def test_a_table_of_another_run_is_refused(tmp_path):
    for name, text in (("one", scenario), ("other", scenario.replace("150", "140"))):
        ph.run_scenario(text, output=tmp_path / name)
        for ending in (".csv", ".json"):
            (tmp_path / (name + ending)).rename(tmp_path / (name + " renamed" + ending))
    assert len(ph.read_result(tmp_path / "one renamed.csv")) == 61
    (tmp_path / "other renamed.csv").replace(tmp_path / "one renamed.csv")
    with pytest.raises(ValueError, match="found another table than that with which one renamed.json"):
        ph.read_result(tmp_path / "one renamed.csv")
    (tmp_path / "one renamed.json").unlink()
    assert len(ph.read_result(tmp_path / "one renamed.csv")) == 61


def test_every_example_scenario_is_read(tmp_path):
    result = ph.run_scenario(source / "scenarios" / "free.toml", output=tmp_path / "free")
    assert len(result) > 10 and np.isfinite(result.states.momentum).all()


def test_an_ensemble_has_a_row_for_each_run():
    result = ph.run_scenario(scenario.replace("[0.0004, 0.003, 0.0011]",
                                              "[0.0004, { normal = [0.003, 0.0001] }, 0.0011]")
                             + "[ensemble]\nruns = 5\nseed = 1\n")
    assert len(result) == 5 and "run" in result.columns
    with pytest.raises(ValueError, match="ensemble"):
        result.body


def test_refusals(tmp_path):
    with pytest.raises(ValueError, match="line 2.*moment.*expected"):
        ph.run_scenario("[body]\nmoment = [1, 2, 3]\n")
    with pytest.raises(OSError, match="none.toml"):
        ph.run_scenario(tmp_path / "none.toml")
    with pytest.raises(FileNotFoundError, match="neither"):
        ph.read_result(tmp_path / "nothing")
    (tmp_path / "run.csv").write_text("mine")
    with pytest.raises((ValueError, OSError), match="run.csv"):
        ph.run_scenario(scenario, output=tmp_path / "run")
    assert (tmp_path / "run.csv").read_text() == "mine"
