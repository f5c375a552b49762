# SPDX-License-Identifier: MIT
"""The same references as in C++, with the same bounds."""

import numpy as np
import polhode as ph
import pytest
from polhode import elliptic
from references import doubles, eps, extended, rows


def length(v):
    return float(np.sqrt(np.sum(v * v)))


def errors(row, state):
    m, q = extended(row, "m_1", "m_2", "m_3"), extended(row, "q_w", "q_x", "q_y", "q_z")
    return length(state.momentum - m) / length(m), length(state.attitude - q)


def start(row):
    body = ph.Body.moments(doubles(row, "I1", "I2", "I3"))
    return body, ph.State(body, doubles(row, "q0_w", "q0_x", "q0_y", "q0_z"),
                          momentum=doubles(row, "m0_1", "m0_2", "m0_3"))


def test_free_motion_meets_the_references():
    table = rows("free.csv")
    assert len(table) == 94
    worst = 0.0
    for row in table:
        body, s = start(row)
        of_m, of_q = errors(row, ph.FreeMotion(body, s).at(float(row["t"])))
        worst = max(worst, of_m / (1 + float(row["cond_m"])), of_q / (1 + float(row["cond_q"])))
    assert worst < 1.2 * eps


def test_exact_stepper_meets_the_references():
    for row in rows("free.csv"):
        body, s = start(row)
        stepper = ph.FreeStepper(body, s)
        stepper.step(float(row["t"]))
        of_m, of_q = errors(row, stepper.state)
        assert of_m < 1.5 * eps * (1 + float(row["cond_m"]))
        assert of_q < 1.5 * eps * (1 + float(row["cond_q"]))


def test_a_billion_periods():
    for row in rows("motion.csv"):
        body, s = start(row)
        motion = ph.FreeMotion(body, s)
        rounding = float(motion.rounding_error(float(row["t"])))
        assert max(errors(row, motion.at(float(row["t"])))) < 4 * eps + 2 * rounding


def torque_of(row):
    p = doubles(row, *(f"p{k}" for k in range(1, 8) if row[f"p{k}"]))
    if row["kind"] == "heavy_top":
        return ph.heavy_top(p[0:3], p[3:6])
    if row["kind"] == "gravity_gradient_fixed":
        return ph.gravity_gradient_fixed(p[0], p[1:4])
    if row["kind"] == "gravity_gradient_circular":
        return ph.gravity_gradient_circular(p[0])
    restoring = ph.vessel_restoring(*p[0:4])
    return restoring + ph.linear_damping(p[4:7]) if p[4:7].any() else restoring


def formula_of(row, body):
    """The same torque, typed as a Python function."""
    p = doubles(row, *(f"p{k}" for k in range(1, 8) if row[f"p{k}"]))
    tensor = body.inertia
    if row["kind"] == "heavy_top":
        return lambda s: np.cross(s.in_body(p[0:3]), p[3:6])
    if row["kind"] == "gravity_gradient_fixed":
        def fixed(s):
            c = s.in_body(p[1:4] / np.linalg.norm(p[1:4]))
            return 3 * p[0] ** 2 * np.cross(c, tensor @ c)
        return fixed
    if row["kind"] == "gravity_gradient_circular":
        def turning(s):
            c = s.in_body([np.cos(p[0] * s.time), np.sin(p[0] * s.time), 0])
            return 3 * p[0] ** 2 * np.cross(c, tensor @ c)
        return turning

    def vessel(s):
        u = s.in_body([0, 0, 1])
        r = np.array([p[2] * u[0], p[3] * u[1], 0])
        return -np.cross(r, p[0] * p[1] * u) - p[4:7] * s.omega
    return vessel


@pytest.mark.parametrize("by_formula", [False, True])
def test_torqued_motions_meet_the_references(by_formula):
    table = rows("torqued.csv")
    assert len(table) == 18
    for row in table:
        body, s = start(row)
        torque = ph.torque(formula_of(row, body)) if by_formula else torque_of(row)
        assert torque.kind == ("formula" if by_formula else "built in"), (row["id"], torque.why)
        run = ph.simulate(body, s, torque=torque, times=[float(row["t"])], tolerance=1e-12)
        assert run.engine == "series" and not run.stopped
        of_m, of_q = errors(row, run.states[0])
        assert of_m < 1e-12 * (1 + float(row["cond_m"])), row["id"]
        assert of_q < 1e-12 * (1 + float(row["cond_q"])), row["id"]


def test_elliptic_functions_meet_the_references():
    condition = {row["id"]: float(row["cond"]) for row in rows("elliptic_conditioning.csv")}
    counted = 0
    for row in rows("elliptic.csv"):
        function, argument = row["func"], float(row["arg"] or 0)
        if function in ("RF", "RC", "RJ", "RD"):
            names = {"RF": "xyz", "RC": "xy", "RJ": "xyzp", "RD": "xyz"}[function]
            found = getattr(elliptic, "carlson_" + function.lower())(*doubles(row, *names))
        elif row["par"] == "mc":
            mc = float(row["mc"])
            if function in ("sn", "cn", "dn"):
                found = elliptic.jacobi_mc(argument, mc)["sn cn dn".split().index(function)]
            elif function == "am":
                found = elliptic.amplitude_mc(argument, mc)
            elif function == "F":
                found = elliptic.ellint_f_mc(argument, mc)
            else:
                found = elliptic.ellint_pi_mc(float(row["n"]), argument, mc)
        else:
            continue  # A modulus: its square is rounded, which the parameter does not know.
        value = np.longdouble(row["value"])
        counted += 1
        bar = 4 * eps * max(abs(float(value)), condition.get(row["id"], 0.0))
        assert abs(found - value) <= bar, (row["id"], function, float(found), float(value))
    assert counted > 100


def test_universal_functions_take_what_numpy_gives():
    u = np.linspace(-3, 3, 24).reshape(4, 6)
    out = np.empty((4, 6))
    assert isinstance(elliptic.ellint_f, np.ufunc)
    assert elliptic.ellint_f(u[:, ::2], [[0.1], [0.2], [0.3], [0.4]]).shape == (4, 3)
    assert elliptic.ellint_f(u, 0.5, out=out) is out
    assert elliptic.ellint_f(u.astype(np.float32), 0.5).dtype == np.float64
    assert (elliptic.ellint_f(u.T, 0.5) == out.T).all()
    assert np.isnan(elliptic.jacobi(1.0, 2.0)[0])
    assert elliptic.ellint_k(np.empty(0)).shape == (0,)
