#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes motion.csv: the free motion after up to 1e9 periods, to 30 digits, without elliptic functions for the attitude.

One period is integrated by Taylor series at 60 digits. After it the momentum is back and the attitude has turned about the
angular momentum by an angle that is read off; n periods are n times that angle. What is left of t is integrated again.
The period comes from the complete elliptic integral and is confirmed by the return of the momentum to 1e-45.
Needs mpmath (Debian: python3-mpmath).  Usage: make_motion.py > motion.csv
"""
import sys
from mpmath import mp, mpf, sqrt, ellipk, floor, atan2, cos, sin, pi, matrix, nstr

mp.dps = 60
ORDER = 44
TOLERANCE = mpf(10) ** -54


def taylor(inertia, m, q):
    """Coefficients of m and q at a point: m' = m x omega, q' = q (0, omega) / 2."""
    a = [[c] for c in m]
    b = [[c] for c in q]
    w = [[m[i] / inertia[i]] for i in range(3)]
    for k in range(ORDER):
        def conv(x, y):
            return sum(x[j] * y[k - j] for j in range(k + 1))
        dm = [conv(a[1], w[2]) - conv(a[2], w[1]), conv(a[2], w[0]) - conv(a[0], w[2]), conv(a[0], w[1]) - conv(a[1], w[0])]
        dq = [-conv(b[1], w[0]) - conv(b[2], w[1]) - conv(b[3], w[2]),
              conv(b[0], w[0]) + conv(b[2], w[2]) - conv(b[3], w[1]),
              conv(b[0], w[1]) - conv(b[1], w[2]) + conv(b[3], w[0]),
              conv(b[0], w[2]) + conv(b[1], w[1]) - conv(b[2], w[0])]
        for i in range(3):
            a[i].append(dm[i] / (k + 1))
            w[i].append(a[i][-1] / inertia[i])
        for i in range(4):
            b[i].append(dq[i] / (2 * (k + 1)))
    return a, b


def integrate(inertia, m, q, t):
    left, m, q = mpf(t), list(m), list(q)
    while left != 0:
        a, b = taylor(inertia, m, q)
        size = max(max(abs(c[-1]) for c in a), max(abs(c[-1]) for c in b))
        step = (TOLERANCE / size) ** (mpf(1) / ORDER) if size else abs(left)
        h = min(step, abs(left)) * (1 if left > 0 else -1)
        def value(c):
            v = mpf(0)
            for x in reversed(c):
                v = v * h + x
            return v
        m = [value(c) for c in a]
        q = [value(c) for c in b]
        left -= h
    return m, q


def period(inertia, m):
    i1, i2, i3 = inertia
    c1 = i1 * (i3 - i2) / (i2 * (i3 - i1))
    c2 = i3 * (i2 - i1) / (i2 * (i3 - i1))
    u = c1 * (m[2] ** 2 + c2 * m[1] ** 2)
    v = c2 * (m[0] ** 2 + c1 * m[1] ** 2)
    return 4 * ellipk(min(u, v) / max(u, v)) / sqrt(max(u, v)) / ((i3 - i1) / (i1 * i3))


BODIES = [
    ("water_short", (0.345, 0.653, 1.0), (0.5, 0.2, 0.84)),
    ("water_long", (0.345, 0.653, 1.0), (0.9, -0.2, 0.3)),
    ("apophis", (0.61, 0.965, 1.0), (0.19, 0.05, 0.98)),
    ("near_separatrix", (0.345, 0.653, 1.0), (0.50468, 0.3, 0.8095)),
    ("near_intermediate", (1.0, 1.6, 2.2), (1e-5, 1.25, -1e-5)),
    ("near_long_axis", (1.0, 1.6, 2.2), (1.25, 1e-6, -1e-6)),
    ("oblate", (1.5, 1.5, 2.0), (0.4, 0.5, 0.7)),
    ("thin_rod", (0.001, 1.0, 1.0002), (0.0005, 0.6, 0.8)),
    ("huge", (3.2e8, 5.4e9, 5.7e9), (3.2e8, 5.4e9, 5.7e9)),
]
PERIODS = [0.375, 1000.125, 1e6 + 0.71, -1e9 - 0.3, 1e9 + 0.45]

print("id,I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t,periods,m_1,m_2,m_3,q_w,q_x,q_y,q_z")
for name, inertia, m0 in BODIES:
    exact_i = [mpf(x) for x in inertia]
    exact_m = [mpf(x) for x in m0]
    q0 = [mpf(1), mpf(0), mpf(0), mpf(0)]
    g = sqrt(sum(x * x for x in exact_m))
    whole = period(exact_i, exact_m)
    m_end, q_end = integrate(exact_i, exact_m, q0, whole)
    assert max(abs(x - y) for x, y in zip(m_end, exact_m)) < g * mpf(10) ** -45, name
    half_turn = atan2(sum(q_end[i + 1] * exact_m[i] for i in range(3)) / g, q_end[0])
    for n in PERIODS:
        t = float(mpf(n) * whole)
        turns = floor(mpf(t) / whole)
        m, r = integrate(exact_i, exact_m, q0, mpf(t) - turns * whole)
        f = turns * half_turn
        c, s = cos(f), sin(f) / g
        p = [c] + [s * x for x in exact_m]
        q = [p[0] * r[0] - p[1] * r[1] - p[2] * r[2] - p[3] * r[3],
             p[0] * r[1] + p[1] * r[0] + p[2] * r[3] - p[3] * r[2],
             p[0] * r[2] - p[1] * r[3] + p[2] * r[0] + p[3] * r[1],
             p[0] * r[3] + p[1] * r[2] - p[2] * r[1] + p[3] * r[0]]
        row = [name] + ["%.17g" % x for x in inertia] + ["%.17g" % x for x in m0] + ["1", "0", "0", "0", "%.17g" % t, "%.6g" % n]
        row += [nstr(x, 30) for x in m + q]
        print(",".join(row))
        sys.stdout.flush()
