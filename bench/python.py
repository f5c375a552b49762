# SPDX-License-Identifier: MIT
"""The Python package against SciPy, in one run: the best of several rounds each, as times and ratios."""

import time

import numpy as np
import polhode as ph
from scipy.integrate import solve_ivp


def best(rounds, work):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begin)
    return min(times), result


def free_motion():
    body = ph.Body.moments([0.61, 0.965, 1.0])
    motion = ph.FreeMotion(body, omega=[0.06447, 0, 0.19912])
    for name, times in (("a million times, 1 apart (a 27th of a turn)", np.linspace(0, 1e6, 1_000_001)),
                        ("the same, 0.1 apart", np.linspace(0, 1e5, 1_000_001)),
                        ("the same, in any order over 1e6",
                         np.random.default_rng(1).permutation(np.linspace(0, 1e6, 1_000_001)))):
        one, _ = best(3, lambda: motion.at(times))
        two, _ = best(3, lambda: motion.at(times, threads=0))
        print(f"motion.at, {name}: {one * 1e3:.0f} ns a state, {two * 1e3:.0f} on all threads")


def torqued_motion():
    n = 0.0011
    body = ph.Body.moments([110.0, 150.0, 90.0])
    start = ph.State(body, omega=[0.0004, 0.003, 0.0011])
    moments, times = np.array([110.0, 150.0, 90.0]), np.linspace(0, 14400, 101)[1:]

    def torque(s):
        c = s.in_body([np.cos(n * s.time), np.sin(n * s.time), 0])
        return 3 * n * n * np.cross(c, moments * c) - 0.01 * s.omega

    def rates(t, y):
        q, m = y[:4], y[4:]
        w = m / moments
        u, v = q[1:], np.array([np.cos(n * t), np.sin(n * t), 0.0])
        p = 2 * np.cross(u, v)
        c = v - q[0] * p + np.cross(u, p)
        dq = 0.5 * np.array([-u @ w, *(q[0] * w + np.cross(u, w))])
        return np.concatenate([dq, np.cross(m, w) + 3 * n * n * np.cross(c, moments * c) - 0.01 * w])

    y0 = np.concatenate([start.attitude, start.momentum])
    reference = ph.simulate(body, start, torque=torque, times=times, tolerance=1e-13)
    size = np.linalg.norm(start.momentum)

    def error(q, m):
        return max(np.abs(q - reference.attitude).max(), np.abs(m - reference.momentum).max() / size)

    # SciPy's tolerance is that of a step: the largest of these powers of ten with which its error is below
    # 1e-9.
    for tolerance in (1e-9, 1e-10, 1e-11, 1e-12, 1e-13):
        solved, result = best(3, lambda: solve_ivp(rates, (0, 14400), y0, "DOP853", t_eval=times,
                                                   rtol=tolerance,
                                                   atol=tolerance
                                                   * np.concatenate([np.ones(4), np.full(3, size)])))
        if error(result.y[:4].T, result.y[4:].T) < 1e-9:
            break
    for name, options in (("as it is called", {}), ("without its error estimate", {"estimate_error": False})):
        ours, run = best(7, lambda: ph.simulate(body, start, torque=torque, times=times, tolerance=1e-9,
                                                **options))
        recorded = ph.torque(torque)
        again, _ = best(7, lambda: ph.simulate(body, start, torque=recorded, times=times, tolerance=1e-9,
                                               **options))
        print(f"torque as a Python function, error below 1e-9, {name}: {ours * 1e3:.2f} ms "
              f"({again * 1e3:.2f} if it is recorded before), error {error(run.attitude, run.momentum):.0e}; "
              f"solve_ivp(DOP853, rtol {tolerance:.0e}) {solved * 1e3:.0f} ms, error "
              f"{error(result.y[:4].T, result.y[4:].T):.0e}: "
              f"{solved / ours:.0f} times ({solved / again:.0f})")


def toutatis():
    from pathlib import Path

    table = Path(__file__).parents[1] / "tests" / "reference" / "toutatis_1992.csv"
    values = np.genfromtxt(table, delimiter=",", skip_header=1, usecols=range(1, 8))
    seen = [ph.Attitudes(values[:, 0], ph.from_euler("ZXZ", values[:, 1:4], degrees=True), np.radians(5)),
            ph.Omegas(values[:, 0], np.radians(values[:, 4:7]), np.radians(4))]
    body = ph.Body.moments([3, 3.3, 1])
    ph.fit(seen, body)
    alone, found = best(3, lambda: ph.fit(seen, body, loss="soft_l1"))
    searched, _ = best(3, lambda: ph.fit(seen, body, periods=(5.41, 7.35), loss="soft_l1"))
    print(f"fit of Toutatis: {alone * 1e3:.0f} ms ({found.evaluations} motions); from its periods alone "
          f"{searched * 1e3:.0f} ms")


if __name__ == "__main__":
    free_motion()
    torqued_motion()
    toutatis()
