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
    >>> bool(np.allclose(d.transition[0], np.eye(6), atol=1e-9))
    True
    """
    t, shape = series("times", times)
    q, m, jacobian = _jacobian(motion, t)
    state = State._made(motion.body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))
    return MotionDerivative(state, jacobian.reshape(shape + (6, 10)))


def _product(a: Array, b: Array) -> Array:
    w = a[..., :1] * b[..., :1] - np.sum(a[..., 1:] * b[..., 1:], axis=-1, keepdims=True)
    v = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([w, v], axis=-1)


def _jacobian(motion: FreeMotion, times: Array) -> Tuple[Array, Array, Array]:
    """Central differences of the exact flow."""
    body, start = motion.body._inertia, motion.start
    moments, axes = body.moments, body.axes
    size = float(np.linalg.norm(start.momentum)) or 1.0
    h = 1e-6

    def at(inertia: _core.Inertia, q: Array, m: Array) -> Tuple[Array, Array]:
        states = np.empty((times.size, 4)), np.empty((times.size, 3))
        _core.FreeMotion(inertia, q, m, motion.t0).at(times, *states, 1)
        return states

    q0, m0 = at(body, start.attitude, start.momentum)
    inverse = q0 * np.array([1.0, -1, -1, -1])
    jacobian = np.zeros((times.size, 6, 10))
    jacobian[:, 0:3, 0:3] = np.swapaxes(_core.matrices(q0).reshape(-1, 3, 3), 1, 2) @ start.matrix
    for k in range(6):
        ends = []
        for sign in (1, -1):
            if k < 3:
                m = start.momentum.copy()
                m[k] += sign * h * size
                ends.append(at(body, start.attitude, m))
            else:
                changed = moments.copy()
                changed[k - 3] *= 1 + sign * h
                inertia = _core.Inertia.from_tensor(axes @ np.diag(changed) @ axes.T)
                ends.append(at(inertia, start.attitude, start.momentum))
        step = 2 * h * (size if k < 3 else moments[k - 3])
        # For rotations by small angles the vector parts of q0^-1 q are half of them.
        jacobian[:, 0:3, 3 + k] = 2 * (_product(inverse, ends[0][0]) - _product(inverse, ends[1][0]))[:, 1:] / step
        jacobian[:, 3:6, 3 + k] = (ends[0][1] - ends[1][1]) / step
    omega = motion.body.omega(m0)
    jacobian[:, 0:3, 9] = omega
    jacobian[:, 3:6, 9] = np.cross(m0, omega)
    return q0, m0, jacobian
