# SPDX-License-Identifier: MIT
"""Elliptic functions and integrals as NumPy universal functions: any shapes, broadcasting, ``out=``,
``where=``.

The parameter is m = k^2. Functions named ``..._mc`` take the complementary parameter mc = 1 - m instead,
which keeps all digits near m = 1. Errors are below 4 eps times the larger of the value and its conditioning
(docs/accuracy.md).

>>> ellint_k(0.0)
1.5707963267948966
>>> sn, cn, dn = jacobi([0.0, 1.0], 0.5)
>>> (sn ** 2 + cn ** 2).round(15)
array([1., 1.])
"""

from ._core import (amplitude, amplitude_mc, carlson_rc, carlson_rd, carlson_rf, carlson_rj, ellint_f,
                    ellint_f_mc, ellint_k, ellint_k_mc, ellint_pi, ellint_pi_mc, jacobi, jacobi_mc)

__all__ = [
    "amplitude", "amplitude_mc", "carlson_rc", "carlson_rd", "carlson_rf", "carlson_rj", "ellint_f",
    "ellint_f_mc", "ellint_k", "ellint_k_mc", "ellint_pi", "ellint_pi_mc", "jacobi", "jacobi_mc",
]
