# SPDX-License-Identifier: MIT
"""Observations with noise, of known motions."""

import numpy as np
import polhode as ph


def noisy(random, true, t, noise, kinds="AO"):
    """Attitudes (A), angular velocities (O) and directions of two stars in turn (D)."""
    s, n = true.at(t), t.size
    seen = []
    if "A" in kinds:
        off = ph.rotation_of(ph.from_rotation_vector(noise * random.normal(size=(n, 3))))
        seen.append(ph.Attitudes(t, ph.rotation_of(s.attitude) * off, np.full(n, noise)))
    if "O" in kinds:
        seen.append(ph.Omegas(t, s.omega + noise * random.normal(size=(n, 3)), np.full(n, noise)))
    if "D" in kinds:
        stars = np.array([[1.0, 0, 0], [0, 0.6, 0.8]])[np.arange(n) % 2]
        seen.append(ph.Directions(t, ph.to_body(s.attitude, stars) + noise * random.normal(size=(n, 3)),
                                  stars, noise))
    return seen


def tumbling(random, turns, per_turn, wrong, kinds="AO", noise=0.02):
    """A body of random moments, its motion from a random start with |omega| = 1, `per_turn` observations a
    turn at random times, and the body with two moments wrong by a part, each to a random side."""
    while True:
        moments = np.sort(random.uniform(0.3, 1, 3))
        if moments[0] + moments[1] > moments[2] and (moments[1:] / moments[:-1] > 1.1).all():
            break
    moments /= moments[2]
    body = ph.Body.moments(moments)
    omega, attitude = random.normal(size=3), random.normal(size=4)
    true = ph.FreeMotion(body, omega=omega / np.linalg.norm(omega),
                         attitude=attitude / np.linalg.norm(attitude))
    t = np.sort(random.uniform(0, turns * 2 * np.pi, max(12, round(turns * per_turn))))
    guess = ph.Body.moments(moments * (1 + wrong) ** np.append(random.choice([-1, 1], 2), 0))
    return body, true, noisy(random, true, t, noise, kinds), guess


def errors_over_sigma(found, true):
    """Of the eight parameters of a fit from a body with other moments."""
    at = true.at(found.start_time)
    # The parameters are named by the order of the moments of the first guess.
    order = np.argsort(np.diag(found._parameters.given.inertia))
    moments = (np.diag(true.body.inertia) / np.diag(found.body.inertia))[order]
    return np.concatenate([
        (found.start.rotation.inv() * at.rotation).as_rotvec(), at.omega - found.start.omega,
        np.log(moments / moments[2])[:2]]) / list(found.sigma.values())
