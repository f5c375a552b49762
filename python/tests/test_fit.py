# SPDX-License-Identifier: MIT
"""Fits find the motion that was observed, and their covariance agrees with the scatter of repeated fits."""

import re

import numpy as np
import polhode as ph
import pytest
from observed import errors_over_sigma, noisy, tumbling
from references import rows


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
    found = ph.fit([type(o)(**{k: v for k, v in arguments(o).items()}) for o in seen], body, guess,
                   start_time=0)
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
        guess = ph.Body.moments([1.02, 1.97, 3])
        found = ph.fit(seen, guess, ph.State(guess, true.start.attitude, omega=true.start.omega),
                       start_time=0)
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
    with pytest.warns(RuntimeWarning, match="outliers"):
        plain = ph.fit(seen, body, guess, start_time=0)
    assert not plain.success and "cannot come from noise" in plain.message
    robust = ph.fit(seen, body, guess, start_time=0, loss="cauchy")
    assert robust.success and not robust.warnings
    errors = [np.abs(f.moment_ratios - [1 / 3, 2 / 3, 1]).max() for f in (plain, robust)]
    assert errors[1] < 0.1 * errors[0]
    assert errors[1] < 4 * max(robust.sigma["log(I1 / I3)"], robust.sigma["log(I2 / I3)"])


@pytest.mark.parametrize("becomes_symmetric", [False, True])
def test_the_jacobian_of_the_residuals(becomes_symmetric):
    from polhode.fit import _Parameters

    body, true, seen = made(np.random.default_rng(3), 0.01, True)
    parameters = _Parameters(true.start, 0.0, ("attitude", "omega", "moments"))
    p = np.random.default_rng(4).normal(size=8) * 0.05
    if becomes_symmetric:
        p[6:] = [np.log(2), 0]
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
    held = ph.fit(seen, body, true.start, start_time=0, free=["omega"])
    assert held.names == ["omega 1", "omega 2", "omega 3"] and held.body is body
    assert held.correlation.shape == (3, 3) and np.allclose(np.diag(held.correlation), 1)
    for bad, words in ((dict(observations=[], body=body), "none"),
                       (dict(observations=seen, body=body,
                             start=ph.State(ph.Body.moments([1, 2, 4]), omega=[1, 0, 1])), "another body"),
                       (dict(observations=seen, body=body, start_time=np.nan), "start_time"),
                       (dict(observations=seen, body=body, f_scale=0), "f_scale"),
                       (dict(observations=seen, body=body, loss="square"), "loss"),
                       (dict(observations=ph.Omegas([0.0], [[1, 2, 3]], 0.1), body=body), "too few"),
                       (dict(observations=seen, body=body, free=["mass"]), "free"),
                       (dict(observations=seen, body=body, periods=(1.0, 0.001)), "periods")):
        with pytest.raises(ValueError, match=words):
            ph.fit(**bad)
    for bad in (0, np.nan, [1, 2]):
        with pytest.raises(ValueError, match="sigma"):
            ph.Omegas([0.0], [[1, 2, 3]], sigma=bad)
    for make in (lambda: ph.Omegas([0.0], [[1, np.nan, 3]], 1), lambda: ph.Omegas([np.inf], [[1, 2, 3]], 1),
                 lambda: ph.Attitudes([0.0], [[1, np.nan, 3, 0]], 1),
                 lambda: ph.Directions([0.0], [[1, np.nan, 3]], [1, 0, 0], 1)):
        with pytest.raises(ValueError, match="finite"):
            make()


def test_the_order_and_repetition_of_times_do_not_matter():
    random = np.random.default_rng(2)
    _, _, seen, guess = tumbling(random, 4, 5, 0.05)
    found = ph.fit(seen, guess)
    k = random.permutation(seen[0].times.size)
    turned = [ph.Attitudes(seen[0].times[k], seen[0].attitude[k], seen[0].sigma[k]), seen[1]]
    assert np.allclose(ph.fit(turned, guess).moment_ratios, found.moment_ratios, rtol=1e-9)
    # Each observation twice is each with a sigma smaller by the root of 2.
    twice = ph.fit(seen + seen, guess)
    assert np.allclose(twice.covariance * 2, found.covariance, rtol=1e-6, atol=1e-12)
    assert sorted(twice.residuals) == ["attitudes", "attitudes 2", "omegas", "omegas 2"]
    # About a time within the observations.
    middle = ph.fit(seen, guess, start_time=12.0)
    assert np.allclose(middle.moment_ratios, found.moment_ratios, rtol=1e-7)
    assert ph.angle_between(middle.start.attitude, found.motion.at(12.0).attitude) < 1e-6


def undetermined(words, *arguments, **options):
    with pytest.warns(RuntimeWarning, match=words):
        found = ph.fit(*arguments, **options)
    assert any(re.search(words, told) for told in found.warnings) and found.success
    return found, np.array(list(found.sigma.values()))


def test_angular_velocities_alone_do_not_give_the_attitude():
    _, true, seen, guess = tumbling(np.random.default_rng(3), 5, 6, 0.05)
    found, sigma = undetermined("the attitude: angular velocities", seen[1], guess)
    assert np.isinf(sigma[:3]).all() and (sigma[3:] < 0.05).all()
    assert found.undetermined.shape == (3, 8) and found.degrees_of_freedom == 3 * seen[1].times.size - 5
    assert np.array_equal(found.start.attitude, [1, 0, 0, 0])
    assert np.isfinite(found.period_sigma()).all()
    prediction = found.predict([0.0, 5.0])
    assert np.isinf(prediction.attitude_sigma).all() and (prediction.omega_sigma < 0.05).all()
    assert np.isnan(found.correlation[0, 4]) and np.isfinite(found.correlation[3:, 3:]).all()
    assert "UNDETERMINED" in repr(found)


@pytest.mark.parametrize("with_omegas", [False, True])
def test_one_star_leaves_a_turn_about_it(with_omegas):
    random = np.random.default_rng(4)
    body, true, seen, guess = tumbling(random, 5, 6, 0.05)
    star = np.array([0.0, 0.6, 0.8])
    t = seen[1].times
    one = ph.Directions(t, ph.to_body(true.at(t).attitude, star) + 0.01 * random.normal(size=(t.size, 3)),
                        star, 0.01)
    found, sigma = undetermined(r"a rotation about the direction \(-?0, -?0.6, -?0.8\) in space",
                                [one, seen[1]] if with_omegas else one, guess)
    assert np.isinf(sigma[:3]).all() and (sigma[3:] < 0.05).all()
    assert found.undetermined.shape == (1, 8)
    assert np.allclose(np.abs(ph.to_space(found.start.attitude, found.undetermined[0, :3])), star, atol=1e-6)
    error = np.log(found.moment_ratios[:2] / np.diag(body.inertia)[:2]) / sigma[6:]
    assert (np.abs(error) < 4).all()


def spinning(random, moments, omega, noise=0.01, count=60):
    true = ph.FreeMotion(ph.Body.moments(moments), omega=omega)
    t = np.linspace(0, 40, count)
    return true, noisy(random, true, t, noise)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_steady_spin_does_not_give_the_moments(axis):
    _, seen = spinning(np.random.default_rng(axis), [1, 2, 3], np.eye(3)[axis])
    guess = ph.Body.moments([1.1, 1.9, 3])
    found, sigma = undetermined("the moments: .*steadily about its principal axis", seen, guess)
    assert np.isinf(sigma[6:]).all() and (sigma[:6] < 0.02).all()
    assert np.array_equal(np.diag(found.body.inertia), [1.1, 1.9, 3])
    assert np.abs(found.start.omega - np.eye(3)[axis]).max() < 0.02


def test_flat_spin_of_a_symmetric_body_does_not_give_its_axial_moment():
    _, seen = spinning(np.random.default_rng(5), [1, 3, 3], [0, 0.8, 0.6])
    found, sigma = undetermined("the moment about the axis", seen, ph.Body.moments([1.1, 2.95, 3]))
    assert np.isinf(sigma[6]) and np.abs(np.log(found.moment_ratios[1])) < 5 * sigma[7] < 0.01


@pytest.mark.parametrize("moments, omega", [([2, 2, 3], [0.3, 0.2, 1]), ([3, 3, 3], [0.5, 0.8, 0.6])])
def test_equal_moments_are_determined_by_other_motions(moments, omega):
    _, seen = spinning(np.random.default_rng(6), moments, omega)
    found = ph.fit(seen, ph.Body.moments(np.multiply(moments, [0.96, 0.98, 1])))
    sigma = np.array(list(found.sigma.values()))
    assert found.success and not found.warnings and (sigma < 0.01).all()
    assert (np.abs(np.log(np.diag(found.body.inertia) / moments)[:2]) < 4 * sigma[6:]).all()


def test_a_wobble_above_the_noise_gives_the_moments_with_a_large_sigma():
    # A wobble of some ten standard deviations: the moments are known to some 10 %, and that is said.
    errors = []
    for seed in range(6):
        true, seen = spinning(np.random.default_rng(seed), [1.5, 2, 3], [0.03, 0.0, 1])
        found = ph.fit(seen, ph.Body.moments([1.45, 1.97, 3]))
        sigma = np.array(list(found.sigma.values()))[6:]
        assert found.success and not found.warnings and (sigma > 0.02).any() and (sigma < 0.6).all()
        errors.append(np.log(found.moment_ratios[:2] * [2, 1.5]) / sigma)
    assert 0.4 < np.sqrt(np.mean(np.square(errors))) < 1.8


def test_two_stars_that_nearly_coincide():
    random = np.random.default_rng(8)
    body, true, seen, _ = tumbling(random, 3, 6, 0.0)
    t = seen[0].times
    about, z = [], []
    for apart in (1e-2, 1e-3, 1e-7, 1e-14):
        stars = np.where(np.arange(t.size)[:, None] % 2, [0, 0, 1.0], [np.sin(apart), 0, np.cos(apart)])
        for noise in random.normal(size=(6 if apart == 1e-2 else 1, t.size, 3)) * 1e-4:
            two = ph.Directions(t, ph.to_body(true.at(t).attitude, stars) + noise, stars, 1e-4)
            arguments = [two, body, ph.State(body, true.at(t[0]).attitude, omega=true.at(t[0]).omega)]
            if apart < 1e-12:
                undetermined("a rotation about", *arguments)
                continue
            if apart == 1e-7:
                found, _ = undetermined("barely determined: .*attitude", *arguments)
            else:
                found = ph.fit(*arguments)
                assert found.success and not found.warnings
            up = ph.to_body(found.start.attitude, [0, 0, 1])
            about.append(np.sqrt(up @ found.covariance[:3, :3] @ up))
            if apart == 1e-2:
                z.append(up @ (found.start.rotation.inv() * true.at(t[0]).rotation).as_rotvec() / about[-1])
    # The sigma of the turn about them grows as they approach each other, and is right.
    assert np.allclose(about[6:], np.mean(about[:6]) * np.array([1e1, 1e5]), rtol=0.1)
    assert 0.4 < np.sqrt(np.mean(np.square(z))) < 1.9


@pytest.mark.parametrize("kinds, turns, wrong", [("AO", 20, 0.05), ("AO", 20, 0.2), ("AO", 100, 0.05),
                                                 ("A", 10, 0.05), ("O", 10, 0.05), ("D", 8, 0.05)])
@pytest.mark.filterwarnings("ignore:.*angular velocities do not depend:RuntimeWarning")
def test_arcs_that_grow_find_the_motion_from_the_observations_alone(kinds, turns, wrong):
    for seed in range(2):
        body, true, seen, guess = tumbling(np.random.default_rng([seed, turns]), turns,
                                           3 if kinds == "AO" else 6, wrong, kinds)
        found = ph.fit(seen, guess)
        assert found.success and (np.abs(errors_over_sigma(found, true))[6:] < 4.5).all()
        if kinds != "O":
            assert (np.abs(errors_over_sigma(found, true)) < 4.5).all()


def evenly(seed, step, wrong=0.05, kinds="A", guess=None, count=60):
    """A fit from even times, with |omega| = 1 and so `step` radians apart, and its errors over sigma."""
    random = np.random.default_rng([seed, 77])
    _, true, _, near = tumbling(random, 20, 3, wrong)
    seen = noisy(random, true, step * np.arange(count), 0.02, kinds)
    found = ph.fit(seen, near if guess is None else guess)
    return found, errors_over_sigma(found, true)


@pytest.mark.parametrize("kinds, step", [("A", 0.2), ("A", 1.0), ("D", 0.5)])
def test_even_times_give_the_slowest_motion(kinds, step):
    # Each has others with the same attitudes at these times, with a turn more from one to the next.
    for seed in range(5):
        found, errors = evenly(seed, step, kinds=kinds)
        assert found.success and not found.warnings and (np.abs(errors) < 6).all(), seed


def test_whole_turns_between_even_times_are_not_seen():
    from polhode.fit import _Parameters, _spacing, _with_turns

    body = ph.Body.moments([1, 2, 2.5])
    mixed = 4.0  # With a turn less some moments would be negative, and all of them if it is slower.
    for omega, turns in ((1.0, 1), (1.0, -1), (mixed, -1), (mixed, 1), (11.0, -1)):
        true = ph.FreeMotion(body, omega=omega * np.array([0.3, 0.2, 0.9]), attitude=[0.5, 0.5, 0.5, 0.5])
        t = 0.7 + np.arange(40)
        p = _Parameters(true.at(3.3), 3.3, ("attitude", "omega", "moments"))
        problem = type("Problem", (), dict(distinct=t))
        found = _with_turns(problem, p, 1.0, turns)
        if turns == -1 and omega == mixed:
            assert found is None
            continue
        other = found.motion(np.zeros(8))
        assert not np.allclose(np.diag(other.body.inertia), [1, 2, 2.5], rtol=0.1)
        assert found.log_ratios[2] == 0
        angles = ph.angle_between(other.at(t).attitude, true.at(t).attitude)
        assert angles.max() < 1e-12
        assert ph.angle_between(other.at(1.1).attitude, true.at(1.1).attitude) > 0.1
    even = np.linspace(-3, 50, 101)
    assert np.isclose(_spacing(even), 0.53) and np.isclose(_spacing(np.delete(even, [4, 5, 30])), 0.53)
    assert np.isclose(_spacing(np.array([0, 2, 5, 7, 10.0])), 1)
    random = np.random.default_rng(1)
    assert _spacing(np.sort(random.uniform(0, 50, 40))) == 0 and _spacing(np.array([0.0, 1])) == 0
    assert np.isclose(_spacing(even + 1e-3 * random.uniform(-1, 1, 101)), 0.53, rtol=1e-3)


def test_even_times_with_more_than_half_a_turn_in_between_warn():
    for seed in range(3):
        words = "whole turns between the observations: these are 3.5 or multiples of it apart"
        with pytest.warns(RuntimeWarning, match=words):
            found, errors = evenly(seed, 3.5, 0.02)
        # The moments that were given decide.
        assert found.success and (np.abs(errors) < 6).all() and len(found.warnings) == 1
    # A body that is given far from what the slowest motion has.
    with pytest.warns(RuntimeWarning, match="whole turns"):
        found, errors = evenly(1, 0.5, guess=ph.Body.moments([0.99, 1, 1]))
    assert abs(np.linalg.norm(found.start.omega) - 1) < 0.02


def test_a_start_says_how_many_turns_there_are():
    random = np.random.default_rng(5)
    body, _, _, guess = tumbling(random, 20, 3, 0.01)
    true = ph.FreeMotion(body, omega=[4.0, 5.0, 1.0])
    seen = noisy(random, true, np.arange(60.0), 0.01, "A")
    found = ph.fit(seen, guess, ph.State(guess, true.start.attitude, omega=true.start.omega + 0.01))
    assert found.success and not found.warnings and (np.abs(errors_over_sigma(found, true)) < 6).all()


def test_no_success_where_residuals_are_not_noise():
    _, true, seen, _ = tumbling(np.random.default_rng(9), 10, 4, 0.0)
    wrong = ph.Body.moments(np.diag(true.body.inertia) * [1.2, 0.9, 1])
    with pytest.warns(RuntimeWarning, match="cannot come from noise"):
        held = ph.fit(seen, wrong, free=("attitude", "omega"))
    assert not held.success and "chi^2" in held.message and "FAILED" in repr(held)
    # Neither where sigma is of unknown scale, nor with a robust loss.
    for options in (dict(sigma_is_absolute=False), dict(loss="soft_l1")):
        with pytest.warns(RuntimeWarning, match="cannot come from noise"):
            assert not ph.fit(seen, wrong, free=("attitude", "omega"), **options).success


@pytest.mark.parametrize("loss", ["soft_l1", "cauchy"])
@pytest.mark.parametrize("spoil", ["unit of the rates", "attitudes"])
def test_no_success_where_most_of_a_kind_are_outliers(loss, spoil):
    true, t = ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[0.3, 0.1, 1.0]), np.linspace(0, 30, 60)
    random = np.random.default_rng(3)
    q, omega = true.at(t).attitude, true.at(t).omega + 0.02 * random.normal(size=(60, 3))
    if spoil == "attitudes":
        some = random.permutation(60)[:42]
        q[some] = ph.from_rotation_vector(3 * random.normal(size=(42, 3)))
    else:
        omega = np.radians(omega)
    seen = [ph.Attitudes(t, q, 0.02), ph.Omegas(t, omega, 0.02)]
    with pytest.warns(RuntimeWarning, match="most observations of a kind are outliers"):
        found = ph.fit(seen, ph.Body.moments([1.05, 1.9, 3]), loss=loss)
    assert not found.success and re.search(r"\d\d of 60 attitudes", found.message)
    # A fifth of them is what a robust loss is for.
    q[:] = true.at(t).attitude
    q[::5] = ph.from_rotation_vector(3 * random.normal(size=(12, 3)))
    seen = [ph.Attitudes(t, q, 0.02), ph.Omegas(t, true.at(t).omega, 0.02)]
    assert ph.fit(seen, ph.Body.moments([1.05, 1.9, 3]), loss=loss).success


def test_observations_do_not_change_with_what_was_given():
    t, q, v, sigma = np.arange(3.0), np.eye(4)[:3].copy(), np.eye(3), np.full(3, 0.1)
    seen = [ph.Attitudes(t, q, sigma), ph.Directions(t, v, v, sigma), ph.Omegas(t, v, sigma)]
    for given in (t, q, v, sigma):
        given *= 7
    for o in seen:
        assert o.times.tolist() == [0, 1, 2] and (o.sigma == 0.1).all()
    assert (seen[0].attitude == np.eye(4)[:3]).all() and (seen[2].omega == np.eye(3)).all()
    assert (seen[1].body == np.eye(3)).all() and (seen[1].space == np.eye(3)).all()


def test_a_sigma_that_is_too_small():
    _, true, seen, guess = tumbling(np.random.default_rng(10), 5, 6, 0.05)
    small = [ph.Attitudes(seen[0].times, seen[0].attitude, seen[0].sigma / 3),
             ph.Omegas(seen[1].times, seen[1].omega, seen[1].sigma / 3)]
    with pytest.warns(RuntimeWarning, match="times as much as sigma says"):
        found = ph.fit(small, guess)
    right, scaled = ph.fit(seen, guess), ph.fit(small, guess, sigma_is_absolute=False)
    assert found.success and scaled.success and not scaled.warnings
    assert np.allclose(found.covariance * 9, right.covariance, rtol=1e-3, atol=1e-9)
    assert np.allclose(scaled.covariance, right.covariance * right.chi_square / right.degrees_of_freedom,
                       rtol=1e-3, atol=1e-9)
    # As many parameters as numbers: nothing says how large sigma is.
    few = [ph.Attitudes(seen[0].times[:2], seen[0].attitude[:2], 0.01)]
    with pytest.warns(RuntimeWarning, match="the scale of sigma"):
        exact = ph.fit(few, guess, free=("attitude", "omega"), sigma_is_absolute=False)
    assert np.isinf(list(exact.sigma.values())).all()


@pytest.mark.parametrize("loss", ["soft_l1", "cauchy"])
def test_the_covariance_of_robust_losses(loss):
    found = []
    for seed in range(5):
        _, true, seen, guess = tumbling(np.random.default_rng([seed, 7]), 6, 6, 0.02)
        found.append(errors_over_sigma(ph.fit(seen, guess, loss=loss), true))
    assert 0.85 < np.sqrt(np.mean(np.square(found))) < 1.2


class OneNumber(ph.Observations):
    """The component of a direction of space along an axis of the body."""

    name, freedom = "components", 1

    def __init__(self, times, values, space, axis, sigma):
        super().__init__(times, len(values), sigma)
        self.values, self.space, self.axis = np.asarray(values), np.asarray(space), np.asarray(axis)

    def compare(self, q, omega):
        u = ph.to_body(q, self.space)
        residuals = (self.values - u @ self.axis) / self.sigma
        # A small rotation d of the body changes u by u x d.
        by_rotation = -np.cross(self.axis, u) / self.sigma[:, None]
        return residuals[:, None], by_rotation[:, None, :], np.zeros((len(q), 1, 3))


def test_observations_of_your_own():
    random = np.random.default_rng(11)
    _, true, seen, guess = tumbling(random, 5, 6, 0.05, "O")
    t = seen[0].times
    own = [OneNumber(t, true.at(t).axis(axis) @ star + 0.01 * random.normal(size=t.size), star, axis, 0.01)
           for star, axis in (([1.0, 0, 0], [0, 0, 1.0]), ([0, 0.6, 0.8], [1.0, 0, 0]))]
    begin = ph.State(guess, true.at(t[0]).attitude, omega=true.at(t[0]).omega)
    found = ph.fit([*seen, *own], guess, begin)
    assert found.success and not found.warnings and found.residuals["components 2"].shape == (t.size, 1)
    assert (np.abs(errors_over_sigma(found, true)) < 4).all()
