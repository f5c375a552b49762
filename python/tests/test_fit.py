# SPDX-License-Identifier: MIT
"""Fits find what made the observations, and their covariance is what repeated fits scatter by."""

import numpy as np
import polhode as ph
import pytest
from references import doubles, rows


def toutatis():
    table = rows("toutatis_1992.csv")
    values = np.array([[float(x) for x in list(row.values())[1:]] for row in table])
    return values[:, 0], ph.from_euler("ZXZ", values[:, 1:4], degrees=True), np.radians(values[:, 4:7])


def test_toutatis_from_its_observations_alone():
    t, q, omega = toutatis()
    seen = [ph.Attitudes(t, q, sigma=np.radians(5)), ph.Omegas(t, omega, sigma=np.radians(4))]
    found = ph.fit(seen, ph.Body.moments([3.0836, 3.235, 1]), loss="soft_l1")
    tumbling = found.describe()
    # Published: 5.376 and 7.420 days.
    assert found.success and tumbling.regime == "long-axis mode"
    assert abs(tumbling.polhode_period - 5.37) < 0.02 and abs(tumbling.precession_period - 7.42) < 0.02
    for o in seen:
        state = found.motion.at(t)
        assert np.allclose(found.residuals[o.name], o.compare(state.attitude, state.omega)[0], atol=1e-9)
    sigma = found.period_sigma()
    assert 0.001 < sigma[0] < 0.1 and 0.001 < sigma[1] < 0.1
    # From the published periods and a body that is less well known.
    again = ph.fit(seen, ph.Body.moments([3.0, 3.3, 1]), periods=(5.41, 7.35), loss="soft_l1")
    assert np.allclose(again.moment_ratios, found.moment_ratios, atol=1e-6)
    assert abs(again.describe().precession_period - tumbling.precession_period) < 1e-6


def made(random, noise, turned=False):
    body = ph.Body.moments([1, 2, 3])
    if turned:
        r = ph.matrix_of(ph.from_euler("ZYX", [0.3, 0.2, 0.1]))
        body = ph.Body.tensor(r @ np.diag([1.0, 2, 3]) @ r.T)
    true = ph.FreeMotion(body, omega=[0.3, 0.1, 1.0], attitude=ph.from_euler("ZYX", [1.0, 0.4, -0.3]))
    t = np.sort(random.uniform(0, 25, 60))
    s = true.at(t)
    turn = noise * random.normal(size=(60, 3))
    q = ph.rotation_of(s.attitude) * ph.rotation_of(np.concatenate([np.ones((60, 1)), turn / 2], 1)
                                                      / np.sqrt(1 + np.sum(turn ** 2, 1)[:, None] / 4))
    stars = np.array([[1.0, 0, 0], [0, 0.6, 0.8]])
    seen = [ph.Attitudes(t[:20], q[:20], noise),
            ph.Directions(t[20:40], ph.to_body(s.attitude[20:40], stars[np.arange(20) % 2])
                          + noise * random.normal(size=(20, 3)), stars[np.arange(20) % 2], noise),
            ph.Omegas(t[40:], s.omega[40:] + noise * random.normal(size=(20, 3)), np.full(20, noise))]
    return body, true, seen


@pytest.mark.parametrize("turned", [False, True])
def test_exact_observations_give_back_the_motion(turned):
    body, true, seen = made(np.random.default_rng(1), 1e-12, turned)
    guess = ph.State(body, true.start.attitude, omega=true.start.omega + [0.02, -0.02, 0.01])
    found = ph.fit([type(o)(**{k: v for k, v in arguments(o).items()}) for o in seen], body, guess, t0=0)
    assert found.success
    assert np.allclose(found.body.inertia, body.inertia, rtol=1e-8, atol=1e-8)
    assert ph.angle_between(found.start.attitude, true.start.attitude) < 1e-8
    assert np.allclose(found.start.omega, true.start.omega, atol=1e-8)


def arguments(o):
    if isinstance(o, ph.Attitudes):
        return dict(times=o.times, attitudes=o.attitude, sigma=1e-3)
    if isinstance(o, ph.Directions):
        return dict(times=o.times, body=o.body, space=o.space, sigma=1e-3)
    return dict(times=o.times, omega=o.omega, sigma=1e-3)


def test_the_covariance_is_what_fits_scatter_by():
    normalised, chi = [], []
    for seed in range(12):
        body, true, seen = made(np.random.default_rng(seed), 0.01)
        found = ph.fit(seen, ph.Body.moments([1.02, 1.97, 3]),
                       ph.State(body, true.start.attitude, omega=true.start.omega),
                       t0=0)
        error = np.log(found.moment_ratios[:2] * [3, 1.5])
        normalised.append(error / [found.sigma["log(I1 / I3)"], found.sigma["log(I2 / I3)"]])
        chi.append(found.chi_square / found.degrees_of_freedom)
        prediction = found.predict([0.0, 50.0])
        assert (prediction.attitude_sigma < 0.1).all()
        assert ph.angle_between(prediction.state.attitude[1],
                                true.at(50.0).attitude) < 5 * prediction.attitude_sigma[1]
    # 24 numbers of variance one; chi^2 over its degrees of freedom is near one.
    assert 0.4 < np.mean(np.square(normalised)) < 2.2
    assert 0.8 < np.mean(chi) < 1.25


def test_robust_losses_withstand_outliers():
    body, true, seen = made(np.random.default_rng(5), 0.003)
    spoiled = seen[0].attitude.copy()
    spoiled[3] = ph.from_euler("ZYX", [2, 1, 0])
    seen[0] = ph.Attitudes(seen[0].times, spoiled, 0.003)
    guess = ph.State(body, true.start.attitude, omega=true.start.omega)
    plain, robust = (ph.fit(seen, body, guess, t0=0, loss=loss) for loss in ("linear", "cauchy"))
    errors = [np.abs(f.moment_ratios - [1 / 3, 2 / 3, 1]).max() for f in (plain, robust)]
    assert errors[1] < 0.1 * errors[0]
    assert errors[1] < 4 * max(robust.sigma["log(I1 / I3)"], robust.sigma["log(I2 / I3)"])


def test_the_jacobian_of_the_residuals():
    from polhode.fit import _Parameters

    body, true, seen = made(np.random.default_rng(3), 0.01, True)
    parameters = _Parameters(true.start, 0.0, ("attitude", "omega", "moments"))
    p = np.random.default_rng(4).normal(size=8) * 0.05
    for o in seen:
        q, omega, by_rotation, by_omega = parameters.states(p, o.times)
        _, of_rotation, of_omega = o.compare(q, omega)
        slopes = of_rotation @ by_rotation + of_omega @ by_omega
        for k in range(8):
            ends = []
            for sign in (1, -1):
                changed = p.copy()
                changed[k] += sign * 1e-5
                a, b, _, _ = parameters.states(changed, o.times)
                ends.append(o.compare(a, b)[0])
            difference = (ends[0] - ends[1]) / 2e-5
            assert np.allclose(slopes[:, :, k], difference,
                               atol=2e-5 * (1 + np.abs(slopes[:, :, k]).max())), (o.name, k)


def test_what_is_free_and_refusals():
    body, true, seen = made(np.random.default_rng(7), 0.01)
    held = ph.fit(seen, body, true.start, t0=0, free=["omega"])
    assert held.names == ["omega 1", "omega 2", "omega 3"] and held.body is body
    assert held.correlation.shape == (3, 3) and np.allclose(np.diag(held.correlation), 1)
    for bad, words in ((dict(observations=[], body=body), "none"),
                       (dict(observations=seen[1:2], body=body), "start"),
                       (dict(observations=seen, body=body, free=["mass"]), "free"),
                       (dict(observations=seen, body=body, periods=(1.0, 0.001)), "periods")):
        with pytest.raises(ValueError, match=words):
            ph.fit(**bad)
    with pytest.raises(ValueError, match="sigma"):
        ph.Omegas([0.0], [[1, 2, 3]], sigma=0)
