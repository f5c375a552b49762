#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""make_tumbling.py: writes tumbling_derivatives.csv, periods, rates, nutation and the next flip with their derivatives.

The formulas are Landau and Lifshitz's (Mechanics, 37) and Legendre's integrals of mpmath, at 120 digits; derivatives are
central differences with relative changes of 1e-35. None of this is what the library does. Takes a minute.
"""
import sys

from mpmath import atan2, ellipf, ellipk, ellippi, floor, mp, mpf, pi, sqrt

mp.dps = 120
NAMES = ["polhode_period", "precession_rate", "long_axis_rate", "rotation_number", "smallest_nutation", "largest_nutation",
         "next_flip"]
STEP = mpf(10) ** -35


class Motion:
    """Which formulas hold: those of the unchanged motion, also where a change leads across a limit."""

    def __init__(self, i, m):
        energy, square = self.invariants(i, m)
        self.short = square > energy * i[1]
        self.on_separatrix = abs(square / (energy * i[1]) - 1) < mpf(10) ** -60
        self.symmetric = i[0] == i[1] or i[1] == i[2]
        self.turns = floor(self.phase(i, m) / pi) + 1

    @staticmethod
    def invariants(i, m):
        return sum(x * x / y for x, y in zip(m, i)), sum(x * x for x in m)

    def constants(self, i, m):
        """The circled axis last: moments a, b, c, squared amplitudes along a and b, rate of the phase, k^2."""
        energy, square = self.invariants(i, m)
        a, b, c = i if self.short else i[::-1]
        off = (energy * c - square) / (c - a)
        away = (square - energy * a) / (c - a)
        rate = sqrt((c - b) * away * (c - a) / (a * b * c))
        k2 = (b - a) * off / ((c - b) * away)
        return a, b, c, a * off, b * off * (c - a) / (c - b), rate, k2, square

    def phase(self, i, m):
        a, b, c, first, second, rate, k2, square = self.constants(i, m)
        cos, along = (m[0], m[2]) if self.short else (m[2], m[0])
        return atan2((m[1] if along > 0 else -m[1]) / sqrt(second), cos / sqrt(first))

    def numbers(self, i, m):
        a, b, c, first, second, rate, k2, square = self.constants(i, m)
        g = sqrt(square)
        flip = None
        if not self.symmetric:
            flip = self.until_flip(i, m, rate, k2)
        if self.on_separatrix:
            return [None] * 6 + [flip]
        quarter = ellipk(k2)
        period = 4 * quarter / rate
        # Mean of (x_a^2 / a + x_b^2 / b) / (x_a^2 + x_b^2) with x_a^2 = first cos^2, x_b^2 = second sin^2.
        n = 1 - second / first
        if abs(n) < mpf(10) ** -30:  # symmetric, or changed by the difference alone: to the first order in n
            # (1 - s^2) / (1 - n s^2) = (1 - s^2)(1 + n s^2) + ..., whose means are those of sn^2 and sn^4 at k = 0,
            # and at first order in k^2.
            mean = mpf(1) / 2 - k2 / 16 + n * (mpf(1) / 2 - mpf(3) / 8)
        else:
            mean = 1 / n + (1 - 1 / n) * ellippi(n, k2) / quarter
        precession = g * (1 / b + (1 / a - 1 / b) * mean)
        other = precession - 2 * pi / period if self.short else precession
        smallest = self.nutation(i, m, True)
        largest = self.nutation(i, m, False)
        return [period, precession, other, precession * period / (2 * pi), smallest, largest, flip]

    def until_flip(self, i, m, rate, k2):
        phase = self.phase(i, m)
        if self.on_separatrix:
            # F(phi | m) about m = 1, for -pi/2 < phi < 0: the flip is at 0. To the first order in m - 1.
            s = mp.sin(-phase)
            c = mp.cos(phase)
            at_one = mp.atanh(s)
            slope = (s / (c * c) - at_one) / 4
            return (at_one + (k2 - 1) * slope) / rate
        return (ellipf(self.turns * pi, k2) - ellipf(phase, k2)) / rate

    def nutation(self, i, m, is_smallest):
        a, b, c, first, second, rate, k2, square = self.constants(i, m)
        tip = first if is_smallest else second
        return mp.asin(sqrt(tip / square))


def rows():
    f = float
    yield "water_sam", (0.345, 0.653, 1.0), (0.5, 0.2, 0.84)
    yield "water_sam_before", (0.345, 0.653, 1.0), (0.5, -0.2, 0.84)
    yield "water_lam", (0.345, 0.653, 1.0), (0.9, 0.3, 0.2)
    yield "water_lam_reversed", (0.345, 0.653, 1.0), (-0.9, 0.3, -0.2)
    yield "apophis", (0.61, 0.965, 1.0), (0.0393267, 0.02, 0.19912)
    yield "at_a_flip", (0.345, 0.653, 1.0), (0.5, 0.0, 0.84)
    yield "farthest_sam", (0.345, 0.653, 1.0), (0.0, 0.4, 0.84)
    yield "farthest_lam", (0.345, 0.653, 1.0), (0.9, -0.4, 0.0)
    yield "near_short_axis", (0.345, 0.653, 1.0), (1e-4, -2e-4, 1.0)
    yield "nearer_long_axis", (0.345, 0.653, 1.0), (-1.0, 3e-9, 1e-9)
    yield "near_separatrix", (1.0, 2.0, 3.0), (0.5001, 0.3, 0.8660254037844386)
    yield "nearer_separatrix", (1.0, 2.0, 3.0), (0.5000000001, -0.3, 0.8660254037844386)
    yield "near_intermediate", (1.0, 2.0, 4.0), (1e-6, 1.0, 2e-6)
    yield "separatrix_coming", (3.0, 4.0, 6.0), (1.0, -0.5, 1.0)
    yield "oblate", (1.0, 1.0, 2.0), (0.3, 0.4, 1.2)
    yield "prolate", (1.0, 2.0, 2.0), (1.2, 0.3, 0.4)
    yield "nearly_oblate", (1.0, f(1 + 1e-9), 2.0), (0.3, 0.4, 1.2)
    yield "nearly_prolate", (1.0, 2.0, f(2 + 1e-11)), (1.2, 0.3, 0.4)
    yield "rod", (1e-12, 1.0, 1.0625), (1e-13, 0.6, 0.8)
    yield "rod_about_itself", (1e-8, 1.0, 1.5), (1.0, 0.6, 0.8)
    yield "near_sphere", (1.0, f(1 + 3e-10), f(1 + 1e-9)), (0.3, 0.5, 0.9)
    yield "no_body_of_mass", (0.1, 0.2, 5.0), (0.3, 0.5, 0.9)


def main():
    moments = ["I1", "I2", "I3"]
    momenta = ["m1", "m2", "m3"]
    header = ["id"] + moments + momenta
    for name in NAMES:
        header += [name] + [name + "_" + x for x in momenta + moments] + [name + "_second"]
    print(",".join(header))
    for name, given_moments, given_momentum in rows():
        print(name, file=sys.stderr)
        x = [mpf(v) for v in given_momentum + given_moments]
        motion = Motion(x[3:], x[:3])
        length = sqrt(sum(v * v for v in x[:3]))
        scale = [length] * 3 + x[3:]

        def at(changes):
            y = list(x)
            for k, by in changes:
                y[k] += by * STEP * scale[k]
            return motion.numbers(y[3:], y[:3])

        here = at([])
        single = {(k, s): at([(k, s)]) for k in range(6) for s in (1, -1)}
        double = {(k, l, s): at([(k, s), (l, s)]) for k in range(6) for l in range(k) for s in (1, -1)}
        cells = [name] + ["%.17g" % v for v in given_moments + given_momentum]
        for n in range(len(NAMES)):
            if here[n] is None:
                cells += [""] * 8
                continue
            slope = [(single[k, 1][n] - single[k, -1][n]) / (2 * STEP) for k in range(6)]  # relative
            second = mpf(0)
            for k in range(6):
                both = (single[k, 1][n] + single[k, -1][n] - 2 * here[n]) / STEP ** 2
                second = max(second, abs(both))
                for l in range(k):
                    mixed = sum(double[k, l, s][n] - single[k, s][n] - single[l, s][n] + here[n] for s in (1, -1))
                    second = max(second, abs(mixed / (2 * STEP ** 2)))
            largest = max([abs(v) for v in slope] + [abs(here[n])])
            cells.append(mp.nstr(here[n], 30))
            cells += [mp.nstr(v / s, 30) for v, s in zip(slope, scale)]
            cells.append(mp.nstr(second / largest, 6))
        print(",".join(cells))


if __name__ == "__main__":
    main()
