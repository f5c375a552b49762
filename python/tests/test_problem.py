# SPDX-License-Identifier: MIT
"""Result.problem() makes objects from a summary alone, whose simulation is the table bit for bit."""

import json

import numpy as np
import polhode as ph
import pytest
from test_doors import Problem as RandomProblem

start = "[start]\nattitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }\nmomentum = [0.1, 1, 0.3]\n"
times = "[times]\nend = 6\ncount = 12\n"
columns = '[output]\ncolumns = ["m", "q"]\n'


def result_of(text):
    return ph.run_scenario(text + columns)


def check(result):
    problem = result.problem()
    again = problem.simulate()
    assert np.array_equal(again.times, result.times)
    assert np.array_equal(again.momentum, result.states.momentum)
    assert np.array_equal(again.attitude, result.states.attitude)
    return problem, again


@pytest.mark.parametrize("body", [
    "moments = [1, 2, 2.5]",
    "tensor = [[2, 0.1, 0], [0.1, 1.5, 0.2], [0, 0.2, 1.8]]",
    "box = { size = [1, 2, 3], mass = 2 }",
    "ellipsoid = { semi_axes = [1, 2, 3], density = 0.1 }",
    "sphere = { radius = 1, inner_radius = 0.5, mass = 3 }",
    'cylinder = { radius = 0.5, length = 2, axis = "x", mass = 3 }',
    "point_masses = [{ mass = 1, position = [1, 0, 0] }, { mass = 2, position = [0, 1, 0] }, "
    "{ mass = 3, position = [0, 0, 1] }]",
    "parts = [{ box = { size = [1, 1, 2], mass = 1 }, position = [1, 0, 0], "
    'orientation = { axis = [1, 1, 0], angle = 30, unit = "degrees" } }, { point_mass = 2, position = [0, 1, 0] }, '
    "{ sphere = { radius = 0.2, density = 1 }, cavity = true, position = [1, 0, 0] }]",
])
def test_bodies(body):
    problem, _ = check(result_of(f"[body]\n{body}\n" + start + times))
    assert np.isclose(np.linalg.norm(problem.start.momentum), np.sqrt(1.1))


def test_a_body_on_a_pivot_and_a_mesh_that_is_gone(tmp_path):
    (tmp_path / "t.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    (tmp_path / "s.toml").write_text(
        '[body]\nmesh = { file = "t.obj", density = 3 }\n' + start + times + columns
        + '[[torque]]\nkind = "heavy_top"\npivot = [0, 0, 0]\ngravity = 9.81\n')
    result = ph.run_scenario(tmp_path / "s.toml", output=tmp_path / "r")
    (tmp_path / "t.obj").unlink()
    problem, _ = check(result)
    assert problem.body.centre is None
    (tmp_path / "s.toml").unlink()
    assert np.array_equal(ph.run_scenario(tmp_path / "r.json").columns["m_1"], result["m_1"])


def test_the_sums_of_point_masses_and_of_torques_are_those_of_the_program():
    text = ("[body]\npoint_masses = [{ mass = 0.7, position = [0.1, 1.3, -0.4] }, { mass = 0.3, position = [1.7, 0.2, "
            "0.9] }, { mass = 0.9, position = [-0.6, 0.8, 1.1] }, { mass = 0.6, position = [0.3, -1.9, 0.7] }]\n"
            + start + times.replace("6", "30"))
    top = '[[torque]]\nkind = "heavy_top"\npivot = [0.1, 1.7, -0.3]\ngravity = 0.7\nup = [0.3, 0.5, 0.9]\n'
    others = ('[[torque]]\nkind = "dipole"\nmoment = [0.1, 0.3, 0.7]\nfield = [0.3, 0.1, -0.6]\n'
              '[[torque]]\nkind = "steady_torque"\ntorque = [0.1, 0.7, 0.3]\nframe = "space"\n'
              '[[torque]]\nkind = "impulse"\ntime = 3\nmomentum = [0.1, 0.2, 0.3]\n')
    check(result_of(text + top))
    check(result_of(text + top + others))


@pytest.mark.parametrize("torque", [
    'kind = "heavy_top"\nweight = 2\nup = [0, 1, 1]\ncentre_of_mass = [0.1, 0, 0.2]',
    'kind = "dipole"\nmoment = [0.1, 0, 0.2]\nfield = [0, 1, 2]',
    'kind = "gravity_gradient_fixed"\nmean_motion = 0.3\ndirection = [1, 2, 0]',
    'kind = "gravity_gradient_circular"\nmean_motion = 0.3\ntowards = [0, 0, 1]',
    'kind = "gravity_gradient_elliptic"\nmean_motion = 0.3\neccentricity = 0.2\npericentre_time = 1',
    'kind = "vessel_restoring"\nmass = 1\ngravity = 9.81\nlongitudinal_height = 1\ntransverse_height = 0.3',
    'kind = "linear_damping"\nmatrix = [[0.1, 0.01, 0], [0.01, 0.2, 0], [0, 0, 0.1]]',
    'kind = "quadratic_drag"\ncoefficients = [0.1, 0.2, 0.3]',
    'kind = "internal_dissipation"\nstrength = 0.02',
    'kind = "gyrostat"\nmomentum = [0, 0.3, 0.1]',
    'kind = "steady_torque"\ntorque = [0, 0.1, 0]\nframe = "space"',
    'kind = "sine_torque"\namplitude = [0, 0.1, 0]\nrate = 2\nphase = 0.3',
    'kind = "tabulated_torque"\ntimes = [0, 1, 4]\n'
    'torques = [[0, 0, 0], [0.1, 0, 0], [0, 0.2, 0]]\nbeyond = "hold"',
    'kind = "impulse"\ntime = 2.5\nmomentum = [0, 0.1, 0]\nframe = "space"',
    'kind = "formula_torque"\ntorque = ["-d*omega1", "0", "a"]\nconstants = { d = 0.5, a = 0.1 }',
    'kind = "potential_torque"\npotential = "dot(up, b)"\nconstants = { b = [0, 0, 0.1] }\n'
    "space_vectors = { up = [0, 0, 1] }",
])
def test_torques(torque):
    check(result_of("[body]\nmoments = [1, 2, 2.5]\n" + start + times + f"[[torque]]\n{torque}\n"))


@pytest.mark.parametrize("method", [
    "tolerance = 1e-6", "step = 0.1", 'name = "strang_kick"\nstep = 0.05', "max_step = 0.3",
    'name = "dmv6"\nstep = 0.01', 'name = "rk4"\nstep = 0.01\nsummation = "plain"'])
def test_methods(method):
    is_free = "dmv6" in method or "rk4" in method
    text = "[body]\nmoments = [1, 2, 2.5]\n" + start + times + f"[method]\n{method}\n"
    if not is_free:
        text += '[[torque]]\nkind = "steady_torque"\ntorque = [0, 0.1, 0]\n'
    check(result_of(text))


orbit = '[[torque]]\nkind = "gravity_gradient_circular"\nmean_motion = 0.3\n'


@pytest.mark.parametrize("event", [
    'quantity = "m_2"', 'quantity = "omega_1"\nvalue = 0.1', 'quantity = "M_3"\nvalue = -0.2',
    'quantity = "Omega_2"\nvalue = -0.3\ncrossing = "rising"', 'quantity = "kinetic_energy"\nvalue = 0.2',
    'quantity = "momentum_length"\nvalue = 1.05', 'quantity = "angle"\nvalue = 80\nunit = "degrees"',
    'quantity = "angle"\nvalue = "70 deg"\nbody_axis = [1, 1, 0]\nspace_axis = [0, 1, 0]\ncrossing = "falling"',
    'quantity = "nutation"\nvalue = 100\nunit = "degrees"',
    'quantity = "momentum_angle"\nvalue = 60\nunit = "degrees"\nbody_axis = [0, 1, 1]',
    'quantity = "orbit_angle"\nvalue = 100\nunit = "degrees"\nbody_axis = [1, 0, 0]',
])
def test_events(event):
    result = result_of("[body]\nmoments = [1, 2, 2.5]\n" + start + times.replace("6", "30") + orbit
                       + f"[[event]]\n{event}\n")
    _, again = check(result)
    found = result.summary["events"]["found"]
    assert found, "the test finds nothing"
    assert [e.name for e in again.events] == [e["name"] for e in found]
    assert np.allclose([e.time for e in again.events], [e["time"] for e in found], rtol=0, atol=1e-9)


def test_a_stopping_event_is_the_last_row():
    result = result_of("[body]\nmoments = [1, 2, 2.5]\n" + start + times
                       + '[[event]]\nname = "flip"\nquantity = "m_1"\nstops = true\n')
    again = result.problem().simulate()
    assert again.success and again.stopped.event == "flip"
    assert result.summary["end"]["stopped"]["event"] == "flip"
    assert len(again) == len(result) and again.times[-1] == pytest.approx(result.times[-1], abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_random_problems(seed):
    made = RandomProblem(seed)
    text = (f"[body]\n{made.body_text}\n[start]\ntime = {made.start_time!r}\n"
            f"attitude = {{ quaternion = {made.attitude.tolist()} }}\nmomentum = {made.momentum.tolist()}\n"
            f"[times]\nlist = {made.times.tolist()}\n[method]\ntolerance = {made.tolerance!r}\n{made.torque_text}\n")
    check(result_of(text))


def test_what_cannot_be_given_back_is_refused():
    many = ph.run_scenario("[body]\nmoments = [1, 2, 2.5]\n" + start + times + "[ensemble]\nruns = 2\nseed = 1\n")
    with pytest.raises(ValueError, match="found an ensemble"):
        many.problem()
    one = result_of("[body]\nmoments = [1, 2, 2.5]\n" + start + times)
    changed = json.loads(json.dumps(one.summary))
    changed["torques"] = [{"kind": "function", "numbers": {}, "texts": {"name": ["mine"]}}]
    with pytest.raises(ValueError, match="found a function, which results do not contain"):
        ph.Result(changed, one.columns, one.units).problem()
    changed["torques"][0]["kind"] = "later"
    with pytest.raises(ValueError, match="'later'"):
        ph.Result(changed, one.columns, one.units).problem()


def test_changes_take_the_place_of_what_was_asked():
    problem = result_of("[body]\nmoments = [1, 2, 2.5]\n" + start + times + orbit).problem()
    assert problem.options["tolerance"] == 1e-10
    coarse = problem.simulate(tolerance=1e-4, times=[1.0])
    assert len(coarse) == 1 and coarse.steps < problem.simulate(times=[1.0]).steps + 1
