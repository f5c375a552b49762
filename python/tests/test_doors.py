# SPDX-License-Identifier: MIT
"""The same input gives the same bytes as a call, as one of many, as a scenario and as a row of a table."""

import csv
import subprocess

import numpy as np
import polhode as ph
import pytest
from polhode.program import program


def numbers(values):
    """As TOML and CSV take them, every digit kept."""
    return ", ".join(repr(float(x)) for x in values)


class Problem:
    """A random one, as the objects of Python and as texts."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        chance = self.random.uniform
        self.unit = 10 ** chance(-6, 6) if chance() < 0.5 else 1.0
        moments = self.random.permutation([chance(0.3, 1), chance(0.4, 1), 1]) * self.unit
        self.is_tensor = chance() < 0.3
        if self.is_tensor:
            axes = np.linalg.qr(self.random.normal(size=(3, 3)))[0]
            tensor = axes @ np.diag(moments) @ axes.T
            tensor = (tensor + tensor.T) / 2
            self.body = ph.Body.tensor(tensor)
            self.body_text = "tensor = [" + ", ".join(f"[{numbers(row)}]" for row in tensor) + "]"
        else:
            self.body = ph.Body.moments(moments)
            self.body_text = f"moments = [{numbers(moments)}]"
        self.moments = moments
        self.momentum = self.random.normal(size=3) * self.unit
        # Of length one to the last bit: a table takes it as it is, a scenario divides by the length.
        self.attitude = self.random.permutation([1.0, 0, 0, 0]) if chance() < 0.5 else np.full(4, 0.5)
        self.attitude = self.attitude * self.random.choice([-1, 1], 4)
        self.start_time = 0.0 if chance() < 0.6 else chance(-100, 100)
        direction = 1 if chance() < 0.7 else -1
        self.times = self.start_time + direction * np.cumsum(chance(0.1, 3, size=self.random.integers(1, 6)))
        self.tolerance = 10 ** chance(-12, -4)
        self.torque, self.torque_text, self.row = None, "", None
        if chance() < 0.85:
            for _ in range(self.random.integers(1, 3)):
                self.add_torque()

    def add_torque(self):
        kind = self.random.choice(["top", "ggfix", "ggrot", "ggell", "vessel", "damping", "gyrostat", "drag",
                                   "steady", "table", "impulse", "formula"])
        u, v, w = self.unit, self.random.normal(size=3), self.random.normal(size=3)
        size, rate, positive = v * u, abs(w[0]) + 0.1, np.abs(w) * u
        end = self.times[-1]
        row = None
        if kind == "top":
            torque = ph.heavy_top(size, w)
            text = f'kind = "heavy_top"\nweight = [{numbers(size)}]\ncentre_of_mass = [{numbers(w)}]'
            row = ("heavy_top", [*size, *w])
        elif kind == "ggfix":
            torque = ph.gravity_gradient_fixed(rate, v)
            text = f'kind = "gravity_gradient_fixed"\nmean_motion = {rate!r}\ndirection = [{numbers(v)}]'
            row = ("gravity_gradient_fixed", [rate, *v])
        elif kind == "ggrot":
            torque = ph.gravity_gradient_circular(rate)
            text = f'kind = "gravity_gradient_circular"\nmean_motion = {rate!r}'
            row = ("gravity_gradient_circular", [rate])
        elif kind == "ggell":
            e, pericentre = self.random.uniform(0, 0.8), v[0]
            torque = ph.gravity_gradient_elliptic(rate, e, pericentre)
            text = (f'kind = "gravity_gradient_elliptic"\nmean_motion = {rate!r}\neccentricity = {e!r}\n'
                    f"pericentre_time = {float(pericentre)!r}")
            row = ("gravity_gradient_elliptic", [rate, e, pericentre])
        elif kind == "vessel":
            torque = ph.vessel_restoring(positive[0], 9.81, abs(v[0]), abs(v[1]))
            text = (f'kind = "vessel_restoring"\nmass = {float(positive[0])!r}\ngravity = 9.81\n'
                    f"longitudinal_height = {float(abs(v[0]))!r}\ntransverse_height = {float(abs(v[1]))!r}")
            row = ("vessel_restoring", [positive[0], 9.81, abs(v[0]), abs(v[1]), 0, 0, 0])
        elif kind == "damping":
            torque = ph.linear_damping(0.2 * positive)
            text = f'kind = "linear_damping"\ncoefficients = [{numbers(0.2 * positive)}]'
            row = ("linear_damping", 0.2 * positive)
        elif kind == "gyrostat":
            torque = ph.gyrostat(size)
            text = f'kind = "gyrostat"\nmomentum = [{numbers(size)}]'
            row = ("gyrostat", size)
        elif kind == "drag":
            if self.is_tensor:
                return
            torque = ph.quadratic_drag(0.1 * positive)
            text = f'kind = "quadratic_drag"\ncoefficients = [{numbers(0.1 * positive)}]'
        elif kind == "steady":
            frame = self.random.choice(["body", "space"])
            torque = ph.steady_torque(size, frame=frame)
            text = f'kind = "steady_torque"\ntorque = [{numbers(size)}]\nframe = "{frame}"'
        elif kind == "table":
            times = np.sort(self.random.uniform(min(self.start_time, end), max(self.start_time, end), 4))
            torques = self.random.normal(size=(4, 3)) * u
            torque = ph.tabulated_torque(times, torques)
            text = (f'kind = "tabulated_torque"\ntimes = [{numbers(times)}]\n'
                    "torques = [" + ", ".join(f"[{numbers(x)}]" for x in torques) + "]")
        elif kind == "impulse":
            at = self.start_time + self.random.uniform() * (end - self.start_time)
            torque = ph.impulses([at], [size])
            text = f'kind = "impulse"\ntime = {float(at)!r}\nmomentum = [{numbers(size)}]'
        else:
            texts = [f"{x!r}*sin({rate!r}*t)*qx" for x in map(float, size)]
            texts[1] = f"{float(size[1])!r}*tanh(omega2) - abs({float(size[0])!r}*qy)"
            torque = ph.formula_torque(texts)
            text = 'kind = "formula_torque"\ntorque = [' + ", ".join(f'"{x}"' for x in texts) + "]"
        self.row = row if self.torque is None else None
        self.torque = torque if self.torque is None else self.torque + torque
        self.torque_text += f"[[torque]]\n{text}\n"

    def scenario(self):
        return (f"[body]\n{self.body_text}\n[start]\ntime = {float(self.start_time)!r}\n"
                f"attitude = {{ quaternion = [{numbers(self.attitude)}] }}\n"
                f"momentum = [{numbers(self.momentum)}]\n{self.torque_text}"
                f"[times]\nlist = [{numbers(self.times)}]\n[method]\ntolerance = {float(self.tolerance)!r}\n"
                '[output]\ncolumns = ["m", "q"]\n')

    def call(self, **options):
        return ph.simulate(self.body, attitude=self.attitude, momentum=self.momentum, torque=self.torque,
                           times=self.times, start_time=self.start_time, tolerance=self.tolerance, **options)


def same(states, momentum, attitude):
    return (np.array_equal(states.momentum, momentum, equal_nan=True)
            and np.array_equal(states.attitude, attitude, equal_nan=True))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("first", (0, 20))
def test_every_door_gives_the_same_bytes(first, tmp_path):
    check_doors(range(first, first + 20), tmp_path)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("first", range(40, 340, 20))
def test_every_door_gives_the_same_bytes_for_many_problems(first, tmp_path):
    check_doors(range(first, first + 20), tmp_path)


def check_doors(seeds, tmp_path):
    rows = {}
    for seed in seeds:
        problem = Problem(seed)
        run = problem.call()
        assert same(problem.call(estimate_error=False).states, run.momentum, run.attitude), seed
        start = ph.State(problem.body, attitude=problem.attitude, momentum=problem.momentum)
        many = ph.simulate_many([problem.body] * 2, [start] * 2, torque=problem.torque, times=problem.times,
                                start_time=problem.start_time, tolerance=problem.tolerance)
        # Where a run stops early, as under drag backwards in time, one of many has rows without numbers.
        assert same(many.states[1][:len(run)], run.momentum, run.attitude), seed
        assert np.isnan(many.states[1].momentum[len(run):]).all() and run.success == many.success[1], seed
        result = ph.run_scenario(problem.scenario(), output=tmp_path / f"run{seed}")
        assert same(result.states, run.momentum, run.attitude), problem.scenario()
        if not problem.is_tensor and problem.start_time == 0 and (problem.torque is None or problem.row):
            rows[seed] = (problem, run)
    assert rows
    check_rows(rows, tmp_path)


def check_rows(rows, folder):
    """Each is asked for its last time, with a tolerance of its own."""
    for seed, (problem, run) in rows.items():
        kind, parameters = problem.row or ("free", [])
        # A free row goes in one exact step unless the motion at any time is asked for.
        how = ["--tolerance", repr(float(problem.tolerance))] if problem.row else ["--method", "motion"]
        names = (["I1", "I2", "I3", "m0_1", "m0_2", "m0_3", "q0_w", "q0_x", "q0_y", "q0_z", "t", "kind"]
                 + [f"p{i + 1}" for i in range(len(parameters))])
        values = [*problem.moments, *problem.momentum, *problem.attitude, problem.times[-1]]
        table = folder / f"{seed}.csv"
        table.write_text(",".join(names) + "\n" + ",".join(
            [*(repr(float(x)) for x in values), kind, *(repr(float(x)) for x in parameters)]) + "\n")
        for report in [], ["--report"]:
            said = subprocess.run([program(), "propagate", table, *how, *report], capture_output=True, text=True,
                                  check=True)
            row = next(csv.DictReader(said.stdout.splitlines()))
            found = [float(row[name]) for name in ("m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z")]
            # A row of a table is one state: nothing is asked for on the way.
            alone = ph.simulate(problem.body, attitude=problem.attitude, momentum=problem.momentum,
                                torque=problem.torque, times=problem.times[-1:], tolerance=problem.tolerance)
            assert found == [*alone.momentum[-1], *alone.attitude[-1]], (seed, kind)
            assert found == [*run.momentum[-1], *run.attitude[-1]], (seed, kind)
