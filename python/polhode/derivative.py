# SPDX-License-Identifier: MIT
"""How the free motion changes with its start and its body."""

from __future__ import annotations

from typing import NamedTuple, Tuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Array, series
from .free import FreeMotion
from .state import State


class MotionDerivative(NamedTuple):
    """States with their derivatives.

    `jacobian` has the shape (..., 6, 10). Rows: a small rotation of the body at the end, as a vector in the
    body (3), and the momentum in the body (3). Columns: a small rotation of the body at the start, as a
    vector in the body (3), the momentum at the start (3), the principal moments, ascending, with the momentum
    held (3), and the time.
    """

    state: State
    jacobian: Array

    @property
    def transition(self) -> Array:
        """(..., 6, 6): what a filter propagates its covariance with."""
        return self.jacobian[..., :6]


def derivative(motion: FreeMotion, times: ArrayLike) -> MotionDerivative:
    """The states at times of any shape, and how they change with start, body and time.

    >>> from polhode import Body
    >>> d = derivative(FreeMotion(Body.moments([1, 2, 3]), omega=[1, 0, 1]), [0.0, 1.0])
    >>> d.jacobian.shape
    (2, 6, 10)
    >>> bool(np.allclose(d.transition[0], np.eye(6), atol=1e-15))
    True
    """
    t, shape = series("times", times)
    q, m, jacobian = _jacobian(motion, t)
    state = State._made(motion.body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))
    return MotionDerivative(state, jacobian.reshape(shape + (6, 10)))


def _jacobian(motion: FreeMotion, times: Array) -> Tuple[Array, Array, Array]:
    """Attitudes (n, 4), momenta (n, 3) and Jacobians (n, 6, 10) at times (n,)."""
    start = motion.start
    q, m, jacobian = _core.derivatives_at(motion.body._inertia, start.attitude, start.momentum, motion.t0,
                                          times)
    return q, m, jacobian.reshape(-1, 6, 10)
