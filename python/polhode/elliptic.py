# SPDX-License-Identifier: MIT
"""Elliptic functions and integrals as NumPy's universal functions: any shapes, out=, where=.

Parameter m = k^2; functions named ..._mc take the complementary parameter mc = 1 - m instead, which near m =
1 holds all the digits. Errors are below 4 eps of the larger of value and conditioning (docs/accuracy.md).

>>> ellint_k(0.0)
1.5707963267948966
>>> sn, cn, dn = jacobi([0.0, 1.0], 0.5)
>>> (sn ** 2 + cn ** 2).round(15)
array([1., 1.])
"""

from ._core import (amplitude, amplitude_mc, carlson_rc, carlson_rd, carlson_rf, carlson_rj, ellint_f,
                    ellint_f_mc,
                    ellint_k, ellint_k_mc, ellint_pi, ellint_pi_mc, jacobi, jacobi_mc)

__all__ = ["amplitude", "amplitude_mc", "carlson_rc", "carlson_rd", "carlson_rf", "carlson_rj", "ellint_f",
           "ellint_f_mc",
           "ellint_k", "ellint_k_mc", "ellint_pi", "ellint_pi_mc", "jacobi", "jacobi_mc"]
