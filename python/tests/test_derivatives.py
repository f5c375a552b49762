# SPDX-License-Identifier: MIT
"""Derivatives against 50-digit numbers, with the bounds of the C++ tests; divergence, round-off."""

import numpy as np
import polhode as ph
import pytest
from references import doubles, eps, rows


def case(row):
    body = ph.Body.moments(doubles(row, "I1", "I2", "I3"))
    return body, ph.State(body, doubles(row, "q0_w", "q0_x", "q0_y", "q0_z"),
                          momentum=doubles(row, "m0_1", "m0_2", "m0_3"))


def table(row, columns):
    return np.array([[float(row[f"{name}{i}_{k}"]) for k in columns] for name in "am" for i in (1, 2, 3)])


def block_error(expected, found, scales, momentum):
    """Of a block of columns, its rows of attitude and of momentum: relative to the largest, or to 1."""
    worst = 0.0
    for part, unit in ((slice(0, 3), 1.0), (slice(3, 6), 1 / momentum)):
        e, f = expected[part] * unit * scales, found[part] * unit * scales
        worst = max(worst, np.abs(f - e).max() / max(1.0, np.abs(e).max()))
    return worst


def worst_of(row, jacobian, state, t):
    """In the table the moments are in the order given; the library has them ascending."""
    size = np.linalg.norm(state.momentum)
    order = np.argsort(np.diag(state.body.inertia), kind="stable")
    moments = np.diag(state.body.inertia)[order]
    return max(block_error(table(row, range(3)), jacobian[:, :3], 1.0, size),
               block_error(table(row, range(3, 6)), jacobian[:, 3:6], size, size),
               block_error(table(row, 6 + order), jacobian[:, 6:9], moments, size),
               block_error(table(row, [9]), jacobian[:, 9:], abs(t), size))


def test_under_torque_by_the_torques_own_numbers_too():
    torqued = {row["id"]: row for row in rows("torqued.csv")}
    kinds = {"heavy_top": (6, lambda p: ph.heavy_top(p[0:3], p[3:6])),
             "gravity_gradient_fixed": (4, lambda p: ph.gravity_gradient_fixed(p[0] * np.linalg.norm(p[1:4]),
                                                                               p[1:4])),
             "gravity_gradient_circular": (1, lambda p: ph.gravity_gradient_circular(p[0])),
             "vessel_restoring": (7, lambda p: ph.vessel_restoring(*p[:4])
                        + (ph.linear_damping(p[4:7]) if len(p) > 4 else ph.no_torque()))}
    counted = 0
    for row in rows("torqued_derivatives.csv")[::3]:  # each takes a tenth of a second; C++ does them all
        of = torqued[row["id"]]
        body, start = case(of)
        count, make = kinds[of["kind"]]
        p = np.array([float(of[f"p{k}"] or 0) for k in range(1, count + 1)])
        if of["kind"] == "vessel_restoring" and p[4] == 0:
            p = p[:4]
        t = float(of["t"])
        found = ph.torqued_derivative(body, start, torque=make, parameters=p, times=[t])
        bar = 1e3 * eps * (1 + float(row["second"]))
        assert worst_of(row, found.jacobian[0], start, t) <= bar, row["id"]
        scales = np.where(p == 0, 1.0, np.abs(p))
        size = np.linalg.norm(start.momentum)
        assert block_error(table(row, range(10, 10 + len(p))), found.by_parameters[0], scales, size) <= bar
        counted += 1
    assert counted >= 5


def test_free_motions_by_their_tensor():
    free = {row["id"]: row for row in rows("free.csv")}
    counted = 0
    for row in rows("free_derivatives.csv"):
        if row["id"] not in free or row["id"][0] != "A":
            continue
        body, start = case(free[row["id"]])
        t = float(free[row["id"]]["t"])
        motion = ph.FreeMotion(body, start)
        moments, size = np.diag(body.inertia), np.linalg.norm(start.momentum)
        found = ph.derivative_by_tensor(motion, t)
        assert block_error(table(row, range(6, 9)), found[:, :3], moments, size) \
            <= 10 * eps * (1 + float(row["second"])), row["id"]
        counted += 1
    assert counted > 5


def test_the_other_forms_of_a_jacobian():
    body = ph.Body.tensor([[2.0, 0.3, 0.1], [0.3, 3.0, 0.2], [0.1, 0.2, 4.0]])
    start = ph.State(body, ph.from_euler("ZYX", [1, 0.5, 0.2]), omega=[0.4, -0.2, 0.7])
    d = ph.derivative(ph.FreeMotion(body, start), [0.5, 7.0])
    for j, space, omega, state in zip(d.jacobian, d.in_space, d.in_omega, d.state):
        assert np.allclose(space[:3, :3], state.matrix @ j[:3, :3] @ start.matrix.T, atol=1e-13)
        assert np.allclose(space[3:, 3:6], j[3:, 3:6], atol=1e-14)
        assert np.allclose(omega[3:, 3:6], np.linalg.inv(body.inertia) @ j[3:, 3:6] @ body.inertia,
                           atol=1e-13)
    assert np.allclose(d.in_space[0, :3, :3], np.eye(3), atol=1e-14)  # a turn of all in space stays one


def test_a_recorded_formula_has_derivatives_and_a_function_has_none():
    body = ph.Body.moments([1, 2, 3])
    built = ph.torqued_derivative(body, omega=[0.3, 0.2, 1], torque=ph.heavy_top([0, 0, 1], [0, 0.3, 1]),
                                  times=[1.0, 2.0])
    typed = ph.torqued_derivative(body, omega=[0.3, 0.2, 1], times=[1.0, 2.0],
                                  torque=lambda s: np.cross(s.in_body([0, 0, 1]), [0, 0.3, 1]))
    assert built.jacobian.shape == (2, 6, 10) and built.by_parameters.shape == (2, 6, 0)
    assert np.allclose(built.jacobian, typed.jacobian, rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match="function"):
        ph.torqued_derivative(body, omega=[0.3, 0.2, 1], torque=ph.torque(lambda s: -s.omega, record=False),
                              times=[1.0])
    with pytest.raises(ValueError, match="parameters"):
        ph.torqued_derivative(body, omega=[0.3, 0.2, 1], torque=ph.linear_damping(1), parameters=[1.0],
                              times=[1.0])


def test_divergence_tells_chaos_from_order():
    body = ph.Body.moments([1, 2, 3])
    wild = ph.divergence(body, omega=[0.1, 1, 0.2], torque=ph.heavy_top([0, 0, 1], [0.4, 0.5, 0.8]),
                         end_time=200)
    free = ph.divergence(body, omega=[0.1, 0.2, 1], end_time=200)
    assert wild.exponent > 3 * free.exponent > 0 and wild.growth > 100 * free.growth
    assert free.horizon == np.inf


def test_round_off_is_a_random_walk_of_the_exact_step_and_a_drift_of_a_rough_one():
    body = ph.Body.moments([0.345, 0.653, 1.0])
    options = dict(steps=10_000, starts=10, samples=50, kept=2)
    exact = ph.round_off(body, [0.5, 0.2, np.sqrt(0.71)], **options)
    assert exact.trajectories.shape == (2, 50, 5) and exact.steps[-1] == 10_000
    assert abs(exact.energy.final_mean) < 5 * exact.energy.standard_error
    again = ph.round_off(body, [0.5, 0.2, np.sqrt(0.71)], threads=1, **options)
    assert (again.energy.mean == exact.energy.mean).all()
    few = ph.round_off(body, [0.5, 0.2, 0.8], free_method="dmv6", steps=200, starts=2, samples=2)
    assert few.energy.mean.size == 2
    with pytest.raises(ValueError, match="starts"):
        ph.round_off(body, [0.5, 0.2, 0.8], starts=1)


def test_flips_between_two_times():
    motion = ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 1], start_time=5.0)
    flips = motion.flip_times(-10, 20)
    assert np.allclose(np.diff(flips), motion.describe().polhode_period / 2) and 5.0 in flips
    assert np.abs(motion.at(flips).momentum[:, 1]).max() < 1e-13
    assert (motion.flip_times(6, 20) == flips[flips >= 6]).all()
    assert (motion.flip_times(-10, 2) == flips[flips <= 2]).all()
    assert motion.flip_times(3, 3).size == 0 and motion.flip_times(5, 5).size == 1
    assert ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0]).flip_times(-5, 5).size == 0
    with pytest.raises(ValueError, match="at least begin"):
        motion.flip_times(2, 1)
    assert motion.rounding_time(1e-3) < motion.rounding_time(1e-2)
    assert motion.rounding_time(1e-2, before=True) < 0


def test_rotation_vectors_go_and_return():
    v = np.random.default_rng(1).normal(size=(4, 5, 3)) * 0.7
    q = ph.from_rotation_vector(v)
    assert q.shape == (4, 5, 4) and np.allclose(ph.to_rotation_vector(q), v, atol=1e-14)
    from scipy.spatial.transform import Rotation

    assert np.allclose(Rotation.from_rotvec(v.reshape(-1, 3)).as_matrix(), ph.matrix_of(q).reshape(-1, 3, 3),
                       atol=1e-15)
    assert np.allclose(ph.to_rotation_vector(-q), v, atol=1e-14)
    assert (ph.from_rotation_vector([1e-200, 0, 0]) == [1, 5e-201, 0, 0]).all()
