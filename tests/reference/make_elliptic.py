#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes elliptic_conditioning.csv and elliptic_more.csv; needs mpmath. Run in this folder: ./make_elliptic.py

Inputs are doubles, printed with 17 digits and taken as exact. Jacobi's functions come from mpmath's theta
functions, K from its hypergeometric function, F and Pi from its Carlson forms; every Pi and F with mc > 1e-3 is
computed a second time by quadrature of the defining integral, along a path that passes above the poles (the real
part is then Cauchy's principal value, the residues being real), and must agree to 1e-25.
"""
import csv
import random

from mpmath import mp, mpf
import mpmath


def digits_for(mc):
    """Working digits: what cancels at m near 1, and a margin for differences."""
    return 110 + (int(-2.2 * mpmath.log10(mc)) if 0 < mc < 1e-3 else 0)


def turns(phi):
    j = mpmath.nint(phi / mp.pi)
    return j, phi - j * mp.pi


def quarter_k(mc):
    return mp.inf if mc == 0 else mp.pi / (2 * mpmath.agm(1, mpmath.sqrt(mc)))


def jacobi(u, mc):
    if mc == 0:
        return mpmath.tanh(u), mpmath.sech(u), mpmath.sech(u)
    k = quarter_k(mc)
    j = mpmath.nint(u / (2 * k))
    r = u - 2 * j * k
    sign = -1 if int(j) % 2 else 1
    sn, cn, dn = (mpmath.ellipfun(f, r, m=1 - mc).real for f in ("sn", "cn", "dn"))
    return sign * sn, sign * cn, dn


def amplitude(u, mc):
    if mc == 0:
        return mpmath.atan(mpmath.sinh(u))
    k = quarter_k(mc)
    j = mpmath.nint(u / (2 * k))
    sn, cn, _ = jacobi(u - 2 * j * k, mc)
    return j * mp.pi + mpmath.atan2(sn, cn)


def first(phi, mc):
    j, r = turns(phi)
    s, c = mpmath.sin(r), mpmath.cos(r)
    part = s * mpmath.elliprf(c * c, mc + (1 - mc) * c * c, 1)
    return part if j == 0 else part + 2 * j * quarter_k(mc)


def third_quarter(n, s, c, mc):
    m, ss, cc = 1 - mc, s * s, c * c
    dd = mc + m * cc
    if n * ss < 1:
        return s * mpmath.elliprf(cc, dd, 1) + n / 3 * s**3 * mpmath.elliprj(cc, dd, 1, 1 - n * ss)
    other = m / n
    p1 = mpmath.sqrt((n - 1) * (1 - other))
    delta = c * mpmath.sqrt(dd)
    log = mpmath.log(abs((delta + p1 * s) / (delta - p1 * s))) / (2 * p1)
    return log - other / 3 * s**3 * mpmath.elliprj(cc, dd, 1, 1 - other * ss)


def third(n, phi, mc):
    j, r = turns(phi)
    part = third_quarter(n, mpmath.sin(r), mpmath.cos(r), mc)
    return part if j == 0 else part + 2 * j * third_quarter(n, mpf(1), mpf(0), mc)


def complete_third(n, mc):
    return third_quarter(n, mpf(1), mpf(0), mc)


def by_quadrature(n, phi, mc):
    """The integral itself; above the poles when there are any."""
    def f(t):
        s2 = mpmath.sin(t) ** 2
        return 1 / ((1 - n * s2) * mpmath.sqrt(1 - (1 - mc) * s2))
    with mpmath.workdps(40):
        pieces = max(2, int(8 * abs(phi)))
        grid = [phi * i / pieces for i in range(pieces + 1)]
        if n > 1:
            # Below the branch points of Delta, which lie above pi/2 (m > 0) or above 0 (m < 0).
            branch = mpmath.sqrt(mc) if mc < 1 else mpmath.asinh(1 / mpmath.sqrt(mc - 1)) if mc > 1 else mpf(1)
            height = mpf("0.3") * branch * 1j
            grid = [mpf(0), height] + [g + height for g in grid[1:]] + [phi]
        return mpmath.quad(f, grid).real


FUNCTIONS = {
    "sn": lambda u, mc: jacobi(u, mc)[0],
    "cn": lambda u, mc: jacobi(u, mc)[1],
    "dn": lambda u, mc: jacobi(u, mc)[2],
    "am": amplitude,
    "F": first,
    "K": quarter_k,
    "PI": third,
    "PIC": complete_third,
    "RF": mpmath.elliprf,
    "RC": mpmath.elliprc,
    "RJ": mpmath.elliprj,
    "RD": mpmath.elliprd,
}


def complement(par, x):
    return {"k": lambda: (1 - x) * (1 + x), "m": lambda: 1 - x, "mc": lambda: x}[par]()


def evaluate(func, args, par=None):
    """args as exact numbers; the last one is the parameter if par names one."""
    args = list(args)
    if par:
        args[-1] = complement(par, args[-1])
    return mpmath.re(FUNCTIONS[func](*args))


def conditioning(func, args, par=None):
    """max over the arguments x of |x df/dx|; for the parameter |df/dm| times the smaller of |m| and mc, which is the
    least that a relative change of the pair (m, mc) can mean."""
    args, sizes = list(args), [abs(x) for x in args]
    if par:
        args[-1] = complement(par, args[-1])
        sizes[-1] = min(abs(1 - args[-1]), args[-1])
    worst, step = mpf(0), mpf(10) ** (-30)
    for i, size in enumerate(sizes):
        if size == 0:
            continue
        lower, upper = list(args), list(args)
        lower[i] -= step * size
        upper[i] += step * size
        worst = max(worst, abs(mpmath.re(FUNCTIONS[func](*upper) - FUNCTIONS[func](*lower))) / (2 * step))
    return worst


def number(text):
    return mpf(float(text))


def of_reference_row(row):
    func = row["func"]
    if func in ("RF", "RC", "RJ", "RD"):
        return func, [number(row[c]) for c in "xyzp" if row[c]], None
    args = ([number(row["n"])] if func == "PI" else []) + [number(row["arg"]), number(row[row["par"]])]
    return func, args, row["par"]


def make_conditioning():
    with open("elliptic.csv") as source, open("elliptic_conditioning.csv", "w") as target:
        target.write("id,cond\n")
        for row in csv.DictReader(source):
            func, args, par = of_reference_row(row)
            mp.dps = digits_for(complement(par, args[-1])) if par else 110
            if func == "RF" and max(args) > 1e100:
                mp.dps = 600
            target.write("%s,%s\n" % (row["id"], mpmath.nstr(conditioning(func, args, par), 4)))
            target.flush()


def inputs():
    """(tag, func, n, arg, par, value of par) as floats; None where the function has no such argument."""
    rng = random.Random(20240611)
    log = lambda a, b: 10 ** rng.uniform(a, b)
    pi = float(mp.pi)

    for mc in (1.0, 0.5, 1e-3, 1e-10, 1e-16, 1e-30, 1e-100, 1e-300, 2.0, 1e6, 1e12):
        yield "complete", "K", None, None, "mc", mc
    for _ in range(30):
        yield "complete", "K", None, None, "mc", log(-20, 3)
    for m in (0.0, 1e-20, 0.5, 0.99, -3.0):
        yield "complete", "K", None, None, "m", m
    for n in (-1e30, -1e12, -100.0, -1.0, -1e-3, -1e-12, 1e-12, 0.5, 0.999, 1 - 2.0**-40, 1 + 2.0**-40, 1.001, 2.0, 100.0, 1e10):
        for par, x in (("m", 0.3), ("m", 0.0), ("mc", 1e-8), ("mc", 1e-30), ("m", -2.0)):
            yield "complete", "PIC", n, None, par, x
    for _ in range(60):
        n = rng.choice([-log(-4, 6), rng.random(), 1 + log(-6, 3), 1 - log(-10, 0)])
        yield "complete", "PIC", n, None, "mc", rng.choice([rng.random(), log(-12, 0)])

    for _ in range(40):  # the principal value, up to some turns
        yield "n above 1", "PI", 1 + log(-3, 3), rng.uniform(-12, 12), "m", rng.uniform(0, 0.99)
    for _ in range(20):
        yield "n above 1 and m near 1", "PI", 1 + log(-3, 2), rng.uniform(-2, 2), "mc", log(-12, -2)
    for _ in range(40):
        yield "beyond a quarter", "PI", rng.choice([-log(-3, 5), rng.uniform(0, 1)]), rng.uniform(-40, 40), "m", rng.random()
    for k in (-3, -2, -1, 1, 2, 5, 1000):
        for n in (-2.0, 0.5, 2.0):
            yield "multiple of pi", "PI", n, k * pi, "m", 0.5
        yield "multiple of pi", "F", None, k * pi, "m", 0.5
        yield "odd multiple of pi/2", "F", None, (2 * k + 1) * (pi / 2), "m", 0.5
        yield "odd multiple of pi/2", "PI", -3.0, (2 * k + 1) * (pi / 2), "m", 0.9
    for n in (-1e-3, -0.5, -1.0, -7.0, -1e4):
        yield "n = m < 0", "PIC", n, None, "m", n
        for phi in (0.3, 1.0, 1.5, 4.0, -9.0):
            yield "n = m < 0", "PI", n, phi, "m", n
    for phi in (1e-9, 0.3, 1.0, 1.5, 1.57, -1.2):
        for par, x in (("m", 0.0), ("m", 0.5), ("mc", 1e-12), ("m", -4.0)):
            yield "n = 1", "PI", 1.0, phi, par, x
    for _ in range(40):
        yield "m < 0", "PI", rng.choice([-log(-3, 4), rng.uniform(0, 1), 1 + log(-2, 2)]), rng.uniform(-8, 8), "m", -log(-3, 4)
        yield "m < 0", "F", None, rng.uniform(-8, 8), "m", -log(-3, 4)
    for _ in range(60):
        yield "random", "PI", rng.choice([-log(-6, 8), rng.random(), 1 - log(-12, 0)]), rng.uniform(-1.5707, 1.5707), "mc", rng.choice([rng.random(), log(-30, 0)])
        yield "random", "F", None, rng.choice([rng.uniform(-6, 6), pi / 2 - log(-15, 0)]), "mc", rng.choice([rng.random(), log(-300, 0)])

    jacobi_names = ("sn", "cn", "dn", "am")
    for e in range(6, 16):
        for par, x in (("m", 0.1), ("m", 0.5), ("mc", 1e-6), ("mc", 1e-30)):
            for f in jacobi_names:
                yield "large u", f, None, min(rng.uniform(1, 9) * 10.0**e, 1e15), par, x
    for u in (1e-300, 1e-154, 1e-20, 1e-9, 3e-9, 1e-8, 1e-5, 1e-2):
        for par, x in (("m", 0.5), ("mc", 1e-30), ("m", -9.0)):
            for f in jacobi_names:
                yield "tiny u", f, None, u, par, x
    for u in (1e-9, 0.7, 3.0, 20.0, 300.0):
        for par, x in (("m", 0.0), ("m", 1.0)):
            for f in jacobi_names:
                yield "m = 0 and m = 1", f, None, u, par, x
    for _ in range(50):
        mc = rng.choice([rng.random(), log(-18, 0), log(-300, 0), 1 + log(-3, 4)])
        u = rng.choice([1, -1]) * float(quarter_k(mpf(mc))) * rng.choice([rng.random(), 1 - log(-8, 0), rng.uniform(0, 12)])
        for f in jacobi_names:
            yield "random", f, None, u, "mc", mc

    # Where other libraries were reported to break; docs/accuracy.md says which and how.
    for f in jacobi_names:
        yield "SciPy 8480", f, None, 50.0, "k", 0.99999999997
        yield "SciPy 3904", f, None, float(quarter_k(mpf("0.5"))), "m", 0.5
        yield "GSL and Boost m alone", f, None, 20.0, "mc", 1e-20
        yield "Cephes and large u", f, None, 1e9, "m", 0.7
        yield "xsf 88", f, None, 1e-3, "m", -1e10
    yield "mpmath 517", "PI", 2.0, -20.0, "m", 0.5
    yield "paulmasson 6", "PIC", 2.0, None, "m", 0.5
    yield "Principia 2368", "PI", 1.5, 3 * pi, "m", 0.9
    yield "Principia and n = 1", "PI", 1.0, 1.3, "m", 0.9
    yield "ellip 111", "PI", 2.0, 2 * pi, "m", 0.5
    yield "ellip 111", "PIC", -0.5, None, "m", -0.5
    yield "ellip 111", "F", None, pi, "m", 0.5
    yield "Arb 309", "PI", 0.2, pi / 2, "m", 0.1
    yield "Arb 309", "PI", -0.2, -pi / 2, "m", 0.9
    yield "Hipparchus 152", "PI", 1.2, 1.3, "m", 0.6
    yield "Hipparchus 152", "PI", 1.2, 1.1, "m", 0.6
    yield "elliptic 28", "F", None, 17 * (pi / 2), "m", 0.5
    yield "Elliptic.jl 31", "PI", 0.3, 3.0543261909900763, "m", 0.93301270189221919


def make_more():
    with open("elliptic_more.csv", "w") as target:
        target.write("id,tag,func,n,arg,par,parameter,value,cond\n")
        for i, (tag, func, n, arg, par, x) in enumerate(inputs()):
            args = [mpf(v) for v in (n, arg, x) if v is not None]
            mp.dps = digits_for(complement(par, mpf(x)))
            if func == "PI" and n is not None and n > 1:
                mp.dps += 40
            value = evaluate(func, args, par)
            mc = complement(par, mpf(x))
            if func in ("F", "PI") and 1e-3 < mc < 1e3 and abs(arg) < 50:
                again = by_quadrature(mpf(n or 0), mpf(arg), mc)
                if abs(again - value) > mpf("1e-25") * (1 + abs(value)):
                    raise SystemExit("quadrature disagrees: %s %s %s %s" % (tag, n, arg, mpmath.nstr(again - value, 3)))
            cells = ["" if v is None else "%.17g" % v for v in (n, arg)]
            target.write("M%03d,%s,%s,%s,%s,%s,%.17g,%s,%s\n" % (
                i + 1, tag, func, cells[0], cells[1], par, x,
                mpmath.nstr(value, 32, min_fixed=1, max_fixed=0), mpmath.nstr(conditioning(func, args, par), 4)))
            target.flush()


if __name__ == "__main__":
    make_conditioning()
    make_more()
