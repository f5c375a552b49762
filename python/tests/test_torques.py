# SPDX-License-Identifier: MIT
"""User-defined torques: the same motion recorded and called back; locks, threads, interrupts, checkpoints,
events."""

import copy
import inspect
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import polhode as ph
import pytest
from references import source

body = ph.Body.tensor([[2.0, 0.3, 0.1], [0.3, 3.0, 0.2], [0.1, 0.2, 4.0]])
start = ph.State(body, [0.9, 0.1, -0.3, 0.2] / np.linalg.norm([0.9, 0.1, -0.3, 0.2]), omega=[0.4, -0.2, 0.7])
times = np.linspace(0.5, 20, 40)


def spring(s):
    w, v = s.attitude[0], s.attitude[1:]
    return -0.6 * w * v - 0.1 * s.omega


def field(s):
    b = s.in_body([0.2 * np.cos(0.3 * s.time), 0.1, 0.5])
    return np.cross([0.1, 0.0, 0.4], b) / (1 + np.linalg.norm(b) ** 2)


def mixture(s):
    m = s.momentum
    return np.array([np.sin(m[0]) * np.exp(-s.time / 9), np.tanh(m[1]) - np.sqrt(1 + m[2] ** 2) / 5,
                     np.arctan(m[0] * m[1]) / (2 + np.log(3 + m[2] ** 2)) + 0.1 * np.tan(0.1 * m[0])]) * 0.05


@pytest.mark.parametrize("function", [spring, field, mixture])
def test_recorded_and_called_back_are_one_motion(function):
    recorded, called = ph.torque(function), ph.torque(function, record=False)
    assert (recorded.kind, called.kind) == ("formula", "function")
    a = ph.simulate(body, start, torque=recorded, times=times, tolerance=1e-11)
    b = ph.simulate(body, start, torque=called, times=times, tolerance=1e-11)
    assert (a.engine, b.engine) == ("series", "runge-kutta")
    assert np.abs(a.attitude - b.attitude).max() < 1e-9
    assert np.abs(a.momentum - b.momentum).max() < 1e-9 * np.linalg.norm(start.momentum)
    assert np.allclose(recorded.at(start, 1.5), called.at(start, 1.5), atol=1e-15)


def test_built_in_torque_and_its_formula_are_one_motion():
    a = ph.simulate(body, start, torque=ph.heavy_top([0, 0, 1.5], [0.1, 0, 0.4]), times=times)
    b = ph.simulate(body, start, torque=lambda s: np.cross(s.in_body([0, 0, 1.5]), [0.1, 0, 0.4]),
                    times=times)
    c = ph.simulate(body, start, torque=ph.potential_torque(lambda s: np.dot(s.in_body([0, 0, 1.5]),
                                                                             [0.1, 0, 0.4])),
                    times=times)
    assert b.torque.kind == c.torque.kind == "formula"
    assert np.abs(a.attitude - b.attitude).max() < 1e-9 and np.abs(a.attitude - c.attitude).max() < 1e-9
    assert c.conserved_name == "energy" and abs(c.conserved_excursion / c.conserved_start) < 1e-9


@pytest.mark.parametrize("function, why", [
    (lambda s: -s.omega if s.omega[0] > 0 else s.omega * 0, "branches"),
    (lambda s: -s.omega * max(0.1, s.omega[0]), "use numpy.where"),
    (lambda s: [float(s.omega[0]), 0, 0], "Error"),
    (lambda s: np.array([np.sin(float(s.time)), 0, 0]), "Error"),
])
def test_what_cannot_be_recorded_is_called_back_and_says_why(function, why):
    torque = ph.torque(function)
    assert torque.kind == "function" and why in torque.why
    assert ph.simulate(body, start, torque=torque, times=[1.0], tolerance=1e-6).engine == "runge-kutta"


matrix = np.array([[1.0, 2, 3], [0, 1, 4], [5, 6, 0]])


def changes_its_own(s):
    v = s.omega
    v *= 2
    return v


def changes_a_copy(s):
    v = s.omega.copy()
    v *= -0.5
    v[1] = v[1] ** 2 - s.time
    return v


def fills(s):
    out = np.zeros(3)
    out[0] = -s.omega[0]
    out[1:] = s.omega[1:] * s.time
    out *= -0.5
    return out


def fills_in_space(s):
    push = np.empty((3,), dtype=float)
    push[:] = 0
    push[2] = np.sin(s.time)
    return s.in_body(push) + np.full(3, 0.5)


# What people write, and which of it can be a formula.
odd = {
    "formula": [
        lambda s: matrix @ s.omega * [0.1, 0.2, 0.3], lambda s: s.omega @ matrix,
        lambda s: np.dot(matrix, s.omega),
        lambda s: [0.5 * x for x in s.omega], lambda s: tuple(s.omega), lambda s: [1, 2, 3],
        lambda s: s.omega / np.linalg.norm(s.momentum), lambda s: s.omega * np.linalg.norm(s.omega, axis=0),
        lambda s: np.cross(matrix[0], np.cross(s.momentum, s.omega)),
        lambda s: np.outer(s.omega, s.momentum)[1],
        lambda s: s.omega * np.sum(s.omega ** 2), lambda s: np.vdot(s.omega, s.omega) * s.omega,
        lambda s: np.where([True, False, True], s.omega, 0), lambda s: np.linalg.inv(matrix) @ s.omega,
        lambda s: np.polyval([1, 2, 3], s.time) * s.omega, lambda s: np.stack([s.omega[0], s.time, 1.0]),
        lambda s: 2.0 ** s.omega, lambda s: np.hypot(s.omega, s.momentum),
        lambda s: np.log10(1 + s.omega ** 2),
        lambda s: np.radians(s.omega), lambda s: np.float32(0.25) * s.omega[::-1], lambda s: s.omega ** 3,
        lambda s: (1.0 + s.omega ** 2) ** -1.7, lambda s: np.roll(s.in_body(s.in_space(s.omega)), 1),
        lambda s: np.interp(0.5, [0, 1, 2], [0, 1, 0]) * s.omega, lambda s: np.std(s.omega) * s.momentum,
        changes_a_copy, fills, fills_in_space,
        lambda s: np.where(s.omega > 0, -s.omega, 0), lambda s: np.maximum(s.omega, 0),
        lambda s: np.sign(s.omega),
        lambda s: (1 + s.omega ** 2) ** s.time, lambda s: np.einsum("ij,j->i", matrix, s.omega),
        lambda s: np.einsum("i,ij", s.omega, matrix) * np.einsum("i,i", s.omega, s.momentum),
        lambda s: np.einsum("ij,kj,k->i", matrix, np.outer(s.omega, s.omega), s.momentum),
        lambda s: np.clip(-s.omega, -0.1, 0.1), lambda s: s.omega.clip(-0.1, None),
        lambda s: s.omega * (s.omega > 0),
        lambda s: s.omega * np.clip(s.time, 0, 1), lambda s: np.where(s.time >= 1.5, s.omega, -s.omega),
        lambda s: np.where((s.omega > 0.1) & ~(s.momentum < 1) | (s.time <= 1), s.omega, -s.momentum),
        lambda s: np.where(np.logical_and(s.omega > 0.1, s.momentum < 1), s.omega, 0),
        lambda s: np.max(s.omega) * s.momentum, lambda s: np.minimum.reduce(s.omega) * s.omega,
        lambda s: np.arctan2(s.omega, s.momentum),
        lambda s: np.arcsin(s.attitude[1:]) + np.arccos(s.attitude[0]),
        lambda s: np.sinh(s.omega) * np.cosh(s.time), lambda s: np.array([s.time, 0, 1], dtype=float),
        lambda s: np.linalg.inv(np.diag(np.ones(3)) + np.zeros((3, 3))) @ s.omega,
        lambda s: np.concatenate([s.omega[:1], np.zeros(2)]), lambda s: np.full_like(s.omega, 2) * s.momentum,
        lambda s: np.sum(s.omega > 0.1) * s.momentum, lambda s: s.omega * (s.omega < 1) * (s.omega > 0.1),
        lambda s: s.omega * (1.0 * (s.omega > 0.1) + (s.momentum > 0.1)),
    ],
    "function": [
        lambda s: np.where(s.omega == 0, 1, s.omega), lambda s: np.where(s.omega, 1, s.momentum),
        lambda s: s.omega * (s.omega != 0), lambda s: s.omega * (s.time == 0),
        lambda s: s.omega * max(s.omega), lambda s: np.sort(s.omega), lambda s: np.eye(3)[np.argmax(s.omega)],
        lambda s: np.interp(s.time, [0, 1, 2], [0, 1, 0]) * s.omega,
        lambda s: s.omega if s.time in (0, 1) else -s.omega,
        lambda s: s.omega if np.any(s.omega) else s.momentum,
        lambda s: s.omega if isinstance(s.time, float) else -s.omega, lambda s: np.sinc(s.omega),
        lambda s: s.omega if s.omega.dtype == float else -s.omega, lambda s: s.omega % 1,
        lambda s: np.linalg.solve(matrix, s.omega), lambda s: s.omega.astype(float),
        lambda s: np.round(s.omega),
        lambda s: ph.to_body(s.attitude, [1, 0, 0]),
        lambda s: (-2.0) ** np.round(s.omega),
        lambda s: np.einsum("...i", s.omega), lambda s: np.einsum("ii", np.outer(s.omega, s.omega)) * s.omega,
        # Of NumPy's truth values the sum is `or`, not a number: both seldom hold where a recording is compared.
        lambda s: s.omega * ((s.omega > 2.3) + (s.momentum > 2.3)),
        lambda s: s.omega * ((s.omega[0] > 2.3) & (s.time > 1) + (s.omega[1] > 2.3)),
        lambda s: s.omega * np.dot(s.omega > 2.3, s.momentum > 2.3),
        changes_its_own,
    ],
}


@pytest.mark.parametrize("kind", odd)
def test_odd_functions_are_never_wrong(kind):
    random = np.random.default_rng(8)
    for place, function in enumerate(odd[kind]):
        torque = ph.torque(function)
        assert torque.kind == kind, (place, torque.why)
        assert (torque.why == "") == (kind == "formula")
        for omega in (*random.normal(size=(4, 3)), np.zeros(3)):  # a body at rest, where 0 is 0
            s = ph.State(body, start.attitude, omega=omega)
            if not omega.any() and place == 6 and kind == "formula":
                continue  # 0 / 0
            with np.errstate(all="ignore"):
                expected = np.asarray(function(ph.FormulaState(s.attitude.copy(), s.momentum.copy(),
                                                               s.omega.copy(), 1.5)), dtype=float)
            assert np.allclose(torque.at(s, 1.5), expected, rtol=1e-13, atol=1e-13), (kind, place)


def test_new_functions_have_derivatives_and_lanes():
    def smooth(s):
        w = s.omega
        return [np.arcsin(s.attitude[1] / 2) - np.hypot(w[0], w[1]), 0.1 * np.sinh(w[2]),
                -0.1 * np.cosh(w[0])]

    def choosing(s):
        return np.where(s.time > 1.1, 0.1 * np.arctan2(s.omega, s.momentum),
                        np.clip(s.omega, -0.2, 0.2))

    found = ph.torqued_derivative(body, start, torque=smooth, times=[1.5]).jacobian[0, 3:, 3]
    step = 1e-4 * np.array([1, 0, 0])
    ends = [ph.simulate(body, ph.State(body, start.attitude, momentum=start.momentum + k * step),
                        torque=smooth, times=[1.5], tolerance=1e-13).momentum[0] for k in (1, -1)]
    assert np.allclose(found, (ends[0] - ends[1]) / 2e-4, atol=1e-7)
    starts = ph.State(body, omega=np.random.default_rng(6).normal(size=(9, 3)))
    for function in (smooth, choosing):
        many = ph.simulate_many(body, starts, torque=function, times=[2.0]).states
        alone = [ph.simulate(body, one, torque=function, times=[2.0]).momentum[0] for one in starts]
        assert (many.momentum[:, 0] == alone).all()


@pytest.mark.parametrize("guarded", [
    lambda s: np.where(np.linalg.norm(s.omega) > 1e-12, s.omega / np.linalg.norm(s.omega), 0),
    lambda s: np.where(s.time > 1e-9, np.sin(s.time) / s.time, 1.0) * s.omega,
    lambda s: np.where(s.attitude[0] < 1 - 1e-12, s.attitude[1:] / np.sqrt(1 - s.attitude[0] ** 2), 0),
])
def test_a_part_that_is_not_chosen_does_not_stop_a_run(guarded):
    torque = ph.torque(guarded)
    assert torque.kind == "function" and "not finite" in torque.why
    at_rest = ph.State(body, omega=[0, 0, 0])
    assert np.isfinite(torque.at(at_rest)).all()
    assert ph.simulate(body, at_rest, torque=torque, times=[1.0]).success


def test_numpy_is_as_it_was_after_a_recording():
    before = {name: getattr(np, name) for name in dir(np)}
    elsewhere = []

    kept = []

    def looks_elsewhere(s):
        kept.append(np.zeros)
        thread = threading.Thread(target=lambda: elsewhere.append(np.zeros(3)))
        thread.start()
        thread.join()
        assert type(np.zeros(3)) is not np.ndarray or isinstance(s.time, float)
        return np.zeros(3) + s.omega

    assert ph.torque(looks_elsewhere).kind == "formula"
    assert all(type(a) is np.ndarray and a.dtype == float for a in elsewhere)
    ph.torque(lambda s: 1 / 0)
    assert all(getattr(np, name) is value for name, value in before.items())
    assert all(type(make(3)) is np.ndarray and make(3).dtype == float for make in kept)


def test_what_is_filled_or_chosen_is_followed_by_series():
    def controller(s):
        error = np.zeros(3)
        for k in range(3):
            error[k] = np.clip(2 * s.attitude[k + 1], -0.3, 0.3)
        return -np.where(s.time > 3.3, 2 * error, error) - 0.2 * s.omega

    recorded, called = ph.torque(controller), ph.torque(controller, record=False, breakpoints=[3.3])
    a = ph.simulate(body, start, torque=recorded, times=times, tolerance=1e-11)
    b = ph.simulate(body, start, torque=called, times=times, tolerance=1e-7)
    assert (a.engine, b.engine) == ("series", "runge-kutta") and a.success
    assert np.abs(a.attitude - b.attitude).max() < 1e-7
    assert a.error_estimate < 1e-10


def test_a_sum_says_why_its_functions_are_called_back():
    called = ph.torque(spring, record=False)
    assert called.why == "record=False was given"
    both = ph.torque(field) + called + ph.linear_damping(0.1)
    assert (both.kind, both.why) == ("function", called.why)
    assert ph.torque(spring).why == ph.linear_damping(1).why == ph.no_torque().why == ""


def test_a_function_that_refuses_every_state_is_no_formula():
    torque = ph.torque(lambda s: (s.omega > 0) - (s.momentum > 0))
    assert torque.kind == "function" and "boolean subtract" in torque.why


def test_data_of_a_function_is_taken_when_it_is_recorded():
    gain = np.array([0.1, 0.2, 0.3])
    recorded = ph.torque(lambda s: -gain * s.omega)
    called = ph.torque(lambda s: -gain * s.omega, record=False)
    before = recorded.at(start)
    gain *= 2
    assert (recorded.at(start) == before).all() and np.allclose(called.at(start), 2 * before)


def table_of_functions():
    """The rows of the table in docs/torques.md: text, C++, Python."""
    lines = (Path(__file__).parents[2] / "docs" / "torques.md").read_text().splitlines()
    begin = lines.index("| what it is | text | C++ | Python |") + 2
    end = lines.index("", begin)
    return [tuple(cell.strip(" `") for cell in line.split("|")[2:5]) for line in lines[begin:end]]


def test_the_table_has_every_function():
    names = [re.match(r"np\.(\w+)", row[2])[1] for row in table_of_functions()]
    assert names == list(ph._core.formula_functions)


@pytest.mark.parametrize("text, cpp, python", table_of_functions())
def test_every_function_is_the_same_in_texts_and_in_python(text, cpp, python):
    # x and y from -1 to 1 and z above, or where they are defined.
    shift = {"log": 1.5, "sqrt": 1.5, "pow": 1.5}.get(text.split("(")[0], 0)
    x, y, z = f"(qx + {shift})", "(qy - 0.1)", "(1 + t/9)"
    typed = ph.formula_torque([re.sub(r"\b[xyz]\b", lambda m: {"x": x, "y": y, "z": z}[m[0]], text), "0",
                               "0"])
    written = eval(f"lambda x, y, z: {python}", {"np": np})
    function = ph.torque(lambda s: [written(s.attitude[1] + shift, s.attitude[2] - 0.1, 1 + s.time / 9),
                                    0, 0])
    assert function.kind == "formula", function.why
    assert cpp.removeprefix("s.") == text
    for given in np.random.default_rng(4).normal(size=(5, 4)):
        s = ph.State(body, given / np.linalg.norm(given), omega=[1, 2, 3])
        expected = written(s.attitude[1] + shift, s.attitude[2] - 0.1, 1 + 0.5 / 9)
        assert typed.at(s, 0.5)[0] == function.at(s, 0.5)[0] == pytest.approx(expected, rel=4e-15, abs=1e-15)
    runs = [ph.simulate(body, start, torque=t, times=[2.0], tolerance=1e-10) for t in (typed, function)]
    assert runs[0].engine == runs[1].engine == "series"
    assert np.abs(runs[0].momentum - runs[1].momentum).max() <= 1e-15


def test_texts_with_corners_are_formulas():
    for made in (ph.formula_torque(["-abs(omega1) * omega1", "max(t, 1)", "0"]),
                 ph.potential_torque("abs(dot(up, [0, 0, 1]))", space_vectors={"up": [0, 0, 1]})):
        assert (made.kind, made.why) == ("formula", "")
        run = ph.simulate(ph.Body.moments([1, 2, 3]), omega=[1, 2, 0.1], torque=made, times=[0, 3])
        assert run.success and run.engine == "series"


ORBIT = "mean_motion = 0.1\nfirst = [0, 1, 0]\ntowards = [0, 0, 1]\n"
PLANE = {"first": [0, 1, 0], "towards": [0, 0, 1]}


@pytest.mark.parametrize("torque, text", [
    (ph.heavy_top([0, 0, 9.81], [0, 0, 1]),
     'kind = "heavy_top"\nweight = 9.81\ncentre_of_mass = [0, 0, 1]'),
    (ph.gravity_gradient_fixed(0.1, [1, 0, 0]),
     'kind = "gravity_gradient_fixed"\nmean_motion = 0.1\ndirection = [1, 0, 0]'),
    (ph.gravity_gradient_circular(0.1, **PLANE), f'kind = "gravity_gradient_circular"\n{ORBIT}'),
    (ph.gravity_gradient_elliptic(0.1, 0.2, 3, **PLANE),
     f'kind = "gravity_gradient_elliptic"\n{ORBIT}eccentricity = 0.2\npericentre_time = 3'),
    (ph.vessel_restoring(1, 9.81, 2, 0.5),
     'kind = "vessel_restoring"\nmass = 1\ngravity = 9.81\nlongitudinal_height = 2\ntransverse_height = 0.5'),
    (ph.linear_damping([[1, 0, 0], [0, 1, 0.5], [0, 0, 1]]),
     'kind = "linear_damping"\nmatrix = [[1, 0, 0], [0, 1, 0.5], [0, 0, 1]]'),
    (ph.quadratic_drag([1, 2, 3]), 'kind = "quadratic_drag"\ncoefficients = [1, 2, 3]'),
    (ph.internal_dissipation(1e-3), 'kind = "internal_dissipation"\nstrength = 0.001'),
    (ph.gyrostat([0, 0.02, 0]), 'kind = "gyrostat"\nmomentum = [0, 0.02, 0]'),
    (ph.steady_torque([0, 0, 1], frame="space"),
     'kind = "steady_torque"\ntorque = [0, 0, 1]\nframe = "space"'),
    (ph.tabulated_torque([0, 1], [[0, 0, 0], [0, 0, 1]], beyond="hold"),
     'kind = "tabulated_torque"\ntimes = [0, 1]\ntorques = [[0, 0, 0], [0, 0, 1]]\n'
     'frame = "body"\nbeyond = "hold"'),
    (ph.impulses([0.5, 0.7], [[0, 0, 2], [0, 1, 2]]),
     'kind = "impulse"\ntime = 0.5\nmomentum = [0, 0, 2]\nframe = "body"\n[[torque]]\n'
     'kind = "impulse"\ntime = 0.7\nmomentum = [0, 1, 2]\nframe = "body"'),
    (ph.formula_torque(["-d * omega1", "0", "a"], constants={"d": 0.5, "a": 1}),
     'kind = "formula_torque"\ntorque = ["-d * omega1", "0", "a"]\nconstants = { d = 0.5, a = 1 }\n'
     'frame = "body"'),
    (ph.potential_torque("dot(up, b)", constants={"b": [0, 0, 0.1]}, space_vectors={"up": [0, 0, 1]}),
     'kind = "potential_torque"\npotential = "dot(up, b)"\nconstants = { b = [0, 0, 0.1] }\n'
     "space_vectors = { up = [0, 0, 1] }"),
])
def test_torques_as_data_are_as_the_program_has_them(torque, text):
    from polhode.torque import data_of

    result = ph.run_scenario("[body]\nmoments = [1, 2, 2.5]\n[start]\nmomentum = [0, 0.1, 1]\n[times]\n"
                             f"list = [0.1]\n[[torque]]\n{text}\n")
    assert data_of(torque) == result.summary["torques"]
    assert data_of(torque + ph.no_torque() + ph.torque(lambda s: -s.omega)) == [
        *data_of(torque), {"kind": "function", "numbers": {}, "texts": {"name": ["function"]}}]


@pytest.mark.parametrize("size", [
    lambda x: np.sqrt(x ** 2), lambda x: np.sqrt(x * x), lambda x: (x ** 2) ** 0.5,
    lambda x: np.sqrt(2 * x ** 2 / 2),
    lambda x: np.linalg.norm([x]), lambda x: (0.0 + x * x) ** 1.5,
])
def test_roots_of_squares_are_called_back(size):
    # A series would go on with the other sign where x becomes negative.
    torque = ph.torque(lambda s: np.array([0, 0, -1.0]) - 0.5 * size(s.omega[2]) * s.omega)
    assert torque.kind == "function"
    assert "corner" in torque.why


@pytest.mark.parametrize("size, kind", [(abs, "formula"), (np.abs, "formula"),
                                        (lambda x: np.sqrt(x ** 2), "function")])
def test_absolute_values_may_begin_at_zero_and_pass_it(size, kind):
    # I w' = -1 - |w| w / 2. A recorded root would stop the run at its start from zero (docs/series.md).
    torque = ph.torque(lambda s: np.array([0, 0, -1.0 - 0.5 * size(s.omega[2]) * s.omega[2]]))
    assert torque.kind == kind
    body, rate, t = ph.Body.moments([1, 2, 3]), 1 / (3 * np.sqrt(2)), 4.0
    for w, zero in ((0.0, 0.0), (1.0, np.arctan(1 / np.sqrt(2)) / rate)):
        run = ph.simulate(body, omega=[0, 0, w], torque=torque, times=[t], tolerance=1e-10)
        assert abs(run.omega[-1, 2] + np.sqrt(2) * np.tanh(rate * (t - zero))) < 1e-9


def test_a_function_that_changes_is_called_back():
    count = [0]

    def drifting(s):
        count[0] += 1
        return count[0] * s.omega

    assert ph.torque(drifting).kind == "function"


def test_results_of_functions_are_looked_at():
    with pytest.raises(ValueError, match=r"found shape \(2,\)"):
        ph.torque(lambda s: [0, 0])
    late = ph.torque(lambda s: [0, 0] if s.time > 1 else [0, 0, 0])
    with pytest.raises(ValueError, match="result of the function"):
        ph.simulate(body, start, torque=late, times=[2.0])
    with pytest.raises(ZeroDivisionError):
        ph.simulate(body, start, torque=ph.torque(lambda s: [1 / 0, 0, 0], record=False), times=[2.0])
    with pytest.raises(ValueError, match="momentum"):
        ph.potential_torque(lambda s: np.dot(s.omega, s.omega))


def test_sums_breakpoints_impulses_and_tables():
    pushed = ph.simulate(body, start, torque=ph.impulses([1.0], [[0, 0, 1]]), times=[1.0])
    free = ph.FreeMotion(body, start).at(1.0)
    assert np.allclose(pushed.momentum[0] - free.momentum, [0, 0, 1], atol=1e-14)
    both = ph.gravity_gradient_circular(0.1) + ph.linear_damping(0.01) + ph.torque(spring)
    assert both.kind == "formula"
    assert np.allclose(both.at(start), ph.gravity_gradient_circular(0.1).at(start)
                       + ph.linear_damping(0.01).at(start)
                       + ph.torque(spring).at(start))
    table = ph.tabulated_torque([0, 1, 2], [[0, 0, 0], [0, 0, 1], [0, 0, 0]], frame="space", beyond="zero")
    run = ph.simulate(body, start, torque=table, times=[2.0, 3.0])
    assert np.allclose(run.states.spatial_momentum[0] - start.spatial_momentum, [0, 0, 1], atol=1e-9)


def test_events_recorded_and_called_back():
    up = ph.Event(lambda s: s.in_space([0, 0, 1])[2], name="up", crossing="rising")
    slow = ph.Event(lambda s: float(ph.to_space(s.attitude, [0, 0, 1])[2]), name="up", crossing="rising")
    assert (up.kind, slow.kind) == ("formula", "function")
    a, b = (ph.simulate(body, start, torque=ph.gyrostat([0, 0.5, 0]), times=[120.0], events=[e])
            for e in (up, slow))
    assert len(a.events) > 1 and [e.name for e in a.events] == ["up"] * len(a.events)
    assert np.allclose([e.time for e in a.events], [e.time for e in b.events], atol=1e-9)
    assert abs(a.events[0].state.axis([0, 0, 1])[2]) < 1e-9
    last = ph.simulate(body, start, times=[40.0], events=[ph.Event(lambda s: s.time - 3, stops=True)])
    assert last.stopped is not None and abs(last.stopped.time - 3) < 1e-12
    assert last.success and last.message == "" and last.times.tolist() == [last.stopped.time]
    assert (last.attitude[-1] == last.stopped.state.attitude).all()


def test_threads_do_not_change_digits():
    random = np.random.default_rng(2)
    starts = ph.State(body, omega=random.normal(size=(30, 3)))
    runs = [ph.simulate_many(body, starts, torque=spring, times=times, threads=n) for n in (1, 2, 5)]
    for other in runs[1:]:
        assert (other.states.attitude == runs[0].states.attitude).all()
    alone = ph.simulate(body, starts[7], torque=spring, times=times)
    assert (runs[0].states[7].momentum == alone.momentum).all()
    called = ph.simulate_many(body, starts[:3], torque=ph.torque(spring, record=False), times=[5.0],
                              threads=3)
    assert np.abs(called.states.momentum - runs[0].states[:3, 9:10].momentum).max() < 1  # and no deadlock
    plain = ph.Body.moments([1, 2, 3])
    with pytest.warns(RuntimeWarning, match="1 of 2 motions failed; the first is motion 1"):
        refused = ph.simulate_many([plain, body], [ph.State(plain, omega=[1, 0, 1]), starts[1]], times=[1.0],
                                   torque=ph.quadratic_drag([0.1, 0.1, 0.1]))
    assert refused.refusals[0] == "" and refused.refusals[1] and np.isnan(refused.states[1, 0].momentum).all()
    assert refused.success.tolist() == [True, False] and refused.messages[1] == refused.refusals[1]


def long_run(**options):
    return ph.simulate(ph.Body.moments([1, 2, 3]), omega=[0.1, 3, 0.1],
                       torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]),
                       times=np.linspace(1, 3e5, 50), estimate_error=False, **options)


def test_progress_can_stop_a_run_and_the_lock_is_free():
    told, counted = [], [0]
    stop = threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    # It goes on until the other thread has counted, which it can do only while the lock is free.
    run = long_run(progress=lambda part: told.append(part) or counted[0] < 50)
    stop.set()
    other.join()
    assert run.stopped is not None and told == sorted(told) and 0 <= told[-1] < 1


def endless():
    """Works that would go on for hours, by name."""
    free = ph.Body.moments([1, 2, 3])
    motion = ph.FreeMotion(free, omega=[0.1, 3, 0.1])
    many = ph.State(free, omega=np.random.default_rng(1).normal(size=(1000, 3)))
    top = ph.heavy_top([0, 0, 3], [0.1, 0.2, 1])

    def called(s):
        return -1e-9 * s.omega

    def again(work):
        while True:
            work()

    return {
        "simulate": lambda: long_run(),
        "simulate by a function": lambda: ph.simulate(free, omega=[0.1, 3, 0.1], times=[1e5],
                                                      torque=ph.torque(called, record=False)),
        "simulate_many": lambda: ph.simulate_many(free, many, torque=top, times=[1e5], threads=2),
        "motion.at": lambda: again(lambda: motion.at(np.linspace(0, 1e6, 3_000_000), threads=2)),
        "a stepper": lambda: ph.FreeStepper(free, omega=[0.1, 3, 0.1], free_method="dmv6").step(1e-3,
                                                                                                10 ** 12),
        "a batch": lambda: ph.Batch(free, many, threads=2).step(0.01, 10 ** 12),
        "arrays": lambda: ph.step_in_place(free, np.eye(4)[:, :1] + np.zeros((4, 9)), np.ones((3, 9)), 0.1,
                                           10 ** 12),
        "coupled bodies": lambda: ph.CoupledBodies(free, many[:3], lambda q, t: 0 * q[:, 1:],
                                                   splitting="strang_kick").step(0.01, 10 ** 12),
        "round-off": lambda: ph.round_off(free, [0.1, 1, 0.2], steps=10 ** 6, starts=10 ** 5),
    }


def interrupted_one_after_the_other():
    """Run by the test below: prints the name of each work when it begins, and what ended it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name, work in endless().items():
        try:
            print(name, flush=True)
            work()
            print("came to its end", flush=True)
        except KeyboardInterrupt:
            print("interrupted", flush=True)


def test_control_c_ends_long_work():
    # A process that was started in the background ignores SIGINT, and its children do: this one sets it.
    code = ("import sys; sys.path.insert(0, %r)\nimport test_torques as t\n"
            "t.interrupted_one_after_the_other()\n")
    child = subprocess.Popen([sys.executable, "-c", code % os.path.dirname(__file__)], stdout=subprocess.PIPE,
                             text=True)
    for name in endless():
        assert child.stdout.readline() == name + "\n"
        time.sleep(0.3)
        begin = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n", name
        assert time.monotonic() - begin < 20, name  # at once, but on a machine that may be busy
    assert child.wait(timeout=60) == 0


def test_checkpoints_go_on_to_the_same_bits():
    kept = []
    options = dict(torque=ph.heavy_top([0, 0, 1], [0, 0, 1]), times=np.linspace(0, 50, 501)[1:])
    whole = ph.simulate(body, start, **options)
    again = ph.simulate(body, start, checkpoint=kept.append, checkpoint_every=0, **options)
    assert (again.attitude == whole.attitude).all() and len(kept) > 3
    rest = ph.simulate(body, start, resume_from=kept[len(kept) // 2], **options)
    assert 0 < len(rest) < 500 and (rest.attitude == whole.attitude[-len(rest):]).all()
    assert (rest.times == whole.times[-len(rest):]).all()
    with pytest.raises(ValueError, match="checkpoint"):
        ph.simulate(body, start, resume_from=b"none", **options)


@pytest.mark.parametrize("make", [
    lambda: ph.FreeStepper(body, start, free_method="dmv6"),
    lambda: ph.SplittingStepper(body, start, torque=spring, splitting="blanes_moan_s6",
                                summation="compensated"),
])
def test_steppers_keep_and_resume(make):
    one, two = make(), make()
    one.step(0.01, 50)
    kept = one.checkpoint()
    _, states = one.run(0.01, 10, every=5)
    two.resume(kept)
    two.step(0.01, 50)
    assert two.time == one.time and (two.state.momentum == states[-1].momentum).all()
    one.reset(start)
    assert one.time == 0 and np.allclose(one.state.momentum, start.momentum, atol=1e-15)


def test_torqued_motion_is_the_simulation():
    torque = ph.torque(field)
    motion = ph.TorquedMotion(body, start, torque=torque, end_time=20, tolerance=1e-11)
    run = ph.simulate(body, start, torque=torque, times=times, tolerance=1e-11)
    assert np.abs(motion.at(times).attitude - run.attitude).max() < 1e-10
    assert motion.at(times.reshape(8, 5)[::-1], threads=2).shape == (8, 5)
    with pytest.raises(ValueError, match="interval|time"):
        motion.at(21.0)
    with pytest.raises(ValueError, match="function"):
        ph.TorquedMotion(body, start, torque=ph.torque(field, record=False), end_time=1)


rod = ph.Body.box([0.01, 0.01, 1], mass=3)
weight = ph.heavy_top([0, 0, 3 * 9.81], [0, 0, -0.5])
swing = dict(omega=[0, 1.0, 0])


@pytest.mark.parametrize("door", [
    lambda b, w: ph.simulate(b, torque=w, times=[0.1], **swing),
    lambda b, w: ph.simulate_many(b, ph.State(b, **swing), torque=w, times=[0.1]),
    lambda b, w: ph.TorquedMotion(b, torque=w, end_time=0.1, **swing),
    lambda b, w: ph.SplittingStepper(b, torque=w, splitting="strang_kick", **swing),
    lambda b, w: ph.Batch(b, ph.State(b, **swing), torque=w, splitting="strang_kick"),
    lambda b, w: ph.ControlledBody(b, always=w, **swing),
    lambda b, w: ph.divergence(b, torque=w, end_time=0.1, **swing),
    lambda b, w: ph.torqued_derivative(b, torque=w, times=[0.1], **swing),
    lambda b, w: ph.torqued_derivative(b, torque=lambda p: w + ph.linear_damping(p[0]), times=[0.1],
                                       parameters=[0.1], **swing),
])
@pytest.mark.parametrize("acting", [weight, ph.linear_damping(0.1) + weight,
                                    pickle.loads(pickle.dumps(weight + ph.linear_damping(0.1)))])
def test_a_weight_wants_the_inertia_about_its_pivot(door, acting):
    with pytest.warns(RuntimeWarning, match=r"body.about\(\[0.0, 0.0, 0.5\]\)") as heard:
        door(rod, acting)
    assert len(heard) == 1 and heard[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for body in (rod.about([0, 0, 0.5]), ph.Body.tensor(rod.inertia), copy.copy(rod.about([0, 0, 0.5]))):
            door(body, acting)
        door(rod, ph.heavy_top([0, 0, 1], [0, 0, 0]) + ph.linear_damping(0.1))


def test_split_batches_are_split_steppers():
    torque = ph.gravity_gradient_circular(0.3) + ph.linear_damping(0.02)
    batch = ph.Batch(body, [start, start], torque=torque, splitting="strang_kick", threads=2)
    one = ph.SplittingStepper(body, start, torque=torque, splitting="strang_kick")
    batch.step(0.05, 20)
    one.step(0.05, 20)
    assert np.allclose(batch.states.momentum, one.state.momentum, atol=1e-13) and batch.time == one.time


def test_methods_have_their_orders():
    exact = ph.FreeMotion(body, start).at(2.0)
    for name in ("dmv", "dmv4", "dmv6"):
        errors = []
        for n in (20, 40):
            stepper = ph.FreeStepper(body, start, free_method=name)
            stepper.step(2.0 / n, n)
            errors.append(np.linalg.norm(stepper.state.momentum - exact.momentum))
        assert abs(np.log2(errors[0] / errors[1]) - ph.free_methods()[name]["momentum_order"]) < 0.2


def test_max_step_sees_what_is_narrower_than_a_step():
    body = ph.Body.moments([1, 1, 1])
    spike = ph.torque(lambda s: [0.0, 1.0 if abs(s.time - 5.37) < 0.01 else 0.0, 0.0], record=False)
    start = ph.State(body, momentum=[0, 0.01, 0])
    seen = ph.simulate(body, start, torque=spike, times=[10.0], tolerance=1e-8, max_step=0.05)
    assert seen.engine == "runge-kutta"
    assert seen.step <= 0.05 * (1 + 1e-12)
    assert abs(seen.momentum[-1, 1] - 0.03) < 1e-9
    many = ph.simulate_many(body, [start], torque=ph.heavy_top([0, 0, 1], [0, 0.1, 0.2]), times=[10.0],
                            max_step=0.05)
    assert many.reports[0]["step"] <= 0.05 * (1 + 1e-12)
    with pytest.raises(ValueError, match="max_step: found -1"):
        ph.simulate(body, start, torque=spike, times=[10.0], max_step=-1)


def test_names_are_those_of_scenarios_and_of_the_library():
    """tests/app/catalogue_test.cpp compares the same table with scenarios and with C++."""
    page = (source / "docs" / "torques.md").read_text().split("## Names")[1].split("\n## ")[0]
    rows = [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
            for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 16
    for name, parameters, *_ in rows:
        assert name in ph.__all__
        given = set(inspect.signature(getattr(ph, name)).parameters) - {"name"}
        assert given == set(parameters.split(", ")), name
