# SPDX-License-Identifier: MIT
"""Attitudes and other people's conventions.

An attitude is a unit quaternion (w, x, y, z), scalar first, Hamilton's product, active, from the body to
space: v_space = q v_body q^-1. These functions read and write the others. All take any leading shape.
Quaternions of another length are made of length one, with a warning where it is off by more than 1e-6; zero
is refused. A row with NaN, as of a motion that failed, gives NaN.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import RADIANS, Array, choice, numbers, vectors


def attitude_of(given: Any) -> Array:
    """The quaternions (..., 4) of quaternions (..., 4), matrices (..., 3, 3) or a SciPy Rotation, made of
    length one.

    >>> attitude_of(np.eye(3))
    array([1., 0., 0., 0.])
    """
    if hasattr(given, "as_quat"):
        q = np.roll(numbers("attitude", given.as_quat()), 1, axis=-1)
    else:
        found = numbers("attitude", given)
        if found.ndim >= 2 and found.shape[-2:] == (3, 3):
            return _core.attitudes_from_matrices(found.reshape(-1, 9)).reshape(found.shape[:-2] + (4,))
        if found.ndim == 0 or found.shape[-1] != 4:
            raise InvalidInput(f"attitude: found shape {found.shape}, "
                               "expected (..., 4), (..., 3, 3) or a SciPy Rotation")
        q = found
    return _normalised(q.reshape(-1, 4), 4).reshape(q.shape)


def _normalised(q: Array, stacklevel: int) -> Array:
    """Rows (n, 4) of length one. A warning is at the line so many calls up."""
    unit, far = _core.normalise_attitudes(np.ascontiguousarray(q))
    if far:
        warnings.warn(f"{far} of the attitudes were not of length one and were made so",
                      stacklevel=stacklevel)
    return unit


def _unit_quaternions(name: str, given: ArrayLike) -> Array:
    """What the functions below take: quaternions (..., 4), made of length one but for rows with NaN."""
    q = vectors(name, given, 4)
    rows = q.reshape(-1, 4)
    there = ~np.isnan(rows).any(axis=1)
    if there.all():
        return _normalised(rows, 4).reshape(q.shape)
    made = rows.copy()
    made[there] = _normalised(rows[there], 4)
    return made.reshape(q.shape)


def read_quaternion(numbers_: ArrayLike, *, scalar: str = "first", sense: str = "body to space") -> Array:
    """Our quaternions of four numbers in another order (`scalar`: first, last) or of the opposite rotation
    (`sense`: body to space, space to body).

    >>> read_quaternion([0, 0, 0, 1], scalar="last")
    array([1., 0., 0., 0.])
    """
    q = _unit_quaternions("quaternion", numbers_)
    if choice("scalar", scalar, ("first", "last")) == "last":
        q = np.roll(q, 1, axis=-1)
    if choice("sense", sense, ("body to space", "space to body")) == "space to body":
        q = q * np.array([1.0, -1, -1, -1])
    return np.ascontiguousarray(q)


def write_quaternion(attitude: ArrayLike, *, scalar: str = "first", sense: str = "body to space") -> Array:
    """The four numbers that mean an attitude elsewhere: the inverse of read_quaternion, bit for bit where
    the length is one.

    >>> write_quaternion([1, 0, 0, 0], scalar="last")
    array([0., 0., 0., 1.])
    """
    q = _unit_quaternions("attitude", attitude)
    if choice("sense", sense, ("body to space", "space to body")) == "space to body":
        q = q * np.array([1.0, -1, -1, -1])
    if choice("scalar", scalar, ("first", "last")) == "last":
        q = np.roll(q, -1, axis=-1)
    return np.ascontiguousarray(q)


def matrix_of(attitude: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3), body to space.

    >>> matrix_of([1, 0, 0, 0])[0]
    array([1., 0., 0.])
    """
    q = _unit_quaternions("attitude", attitude)
    return _core.matrices(q.reshape(-1, 4)).reshape(q.shape[:-1] + (3, 3))


def from_euler(sequence: str, angles: ArrayLike, *, degrees: bool = False) -> Array:
    """Attitudes of three angles (..., 3). Capitals ("ZXZ") turn about the body's axes, lower case ("zxz")
    about those of space, as in SciPy; all twelve orders of axes.

    >>> from_euler("ZYX", [180, 0, 0], degrees=True).round(12)
    array([0., 0., 0., 1.])
    """
    a = vectors("angles", angles, unit="deg" if degrees else RADIANS)
    if degrees:
        a = np.radians(a)
    return _core.attitudes_from_euler(sequence, a.reshape(-1, 3)).reshape(a.shape[:-1] + (4,))


def to_euler(sequence: str, attitude: ArrayLike, *, degrees: bool = False) -> Array:
    """The three angles (..., 3) of attitudes. Where the outer two cannot be told apart the last is 0.

    >>> to_euler("ZXZ", from_euler("ZXZ", [10, 20, 30], degrees=True), degrees=True).round(9)
    array([10., 20., 30.])
    """
    q = _unit_quaternions("attitude", attitude)
    angles = _core.euler_angles(sequence, q.reshape(-1, 4)).reshape(q.shape[:-1] + (3,))
    return np.asarray(np.degrees(angles)) if degrees else angles


def from_mrp(parameters: ArrayLike) -> Array:
    """Attitudes of modified Rodrigues parameters (..., 3): axis times tan(angle / 4).

    >>> from_mrp([0, 0, 1]).round(12)
    array([0., 0., 0., 1.])
    """
    p = vectors("parameters", parameters)
    square = np.sum(p * p, axis=-1, keepdims=True)
    return np.concatenate([(1 - square) / (1 + square), 2 * p / (1 + square)], axis=-1)


def to_mrp(attitude: ArrayLike) -> Array:
    """Modified Rodrigues parameters (..., 3) of attitudes, of length one at most.

    >>> to_mrp([1, 0, 0, 0])
    array([0., 0., 0.])
    """
    q = _unit_quaternions("attitude", attitude)
    q = np.where(q[..., :1] < 0, -q, q)
    return q[..., 1:] / (1 + q[..., :1])


def from_rotation_vector(vector: ArrayLike) -> Array:
    """Attitudes of rotation vectors (..., 3): axis times angle, in radians.

    >>> from_rotation_vector([0, 0, np.pi]).round(12)
    array([0., 0., 0., 1.])
    """
    v = vectors("vector", vector, unit=RADIANS)
    return _core.attitudes_from_rotation_vectors(v.reshape(-1, 3)).reshape(v.shape[:-1] + (4,))


def to_rotation_vector(attitude: ArrayLike) -> Array:
    """Rotation vectors (..., 3) of attitudes, of length pi at most; q and -q are one.

    >>> to_rotation_vector([0, 0, 0, 1]).round(12)
    array([0.        , 0.        , 3.14159265])
    """
    q = _unit_quaternions("attitude", attitude)
    return _core.rotation_vectors(q.reshape(-1, 4)).reshape(q.shape[:-1] + (3,))


def to_space(attitude: ArrayLike, vector: ArrayLike) -> Array:
    """Body vectors in space. Attitudes (..., 4) and vectors (..., 3) are broadcast.

    >>> to_space([0, 0, 0, 1], [1, 2, 3])
    array([-1., -2.,  3.])
    """
    return _rotated(_unit_quaternions("attitude", attitude), vector, True)


def to_body(attitude: ArrayLike, vector: ArrayLike) -> Array:
    """Space vectors in the body.

    >>> to_body([0, 0, 0, 1], [1, 2, 3])
    array([-1., -2.,  3.])
    """
    return _rotated(_unit_quaternions("attitude", attitude), vector, False)


def _rotated(q: Array, vector: ArrayLike, into_space: bool) -> Array:
    v = vectors("vector", vector)
    shape = np.broadcast_shapes(q.shape[:-1], v.shape[:-1])
    q = np.ascontiguousarray(np.broadcast_to(q, shape + (4,))).reshape(-1, 4)
    v = np.ascontiguousarray(np.broadcast_to(v, shape + (3,))).reshape(-1, 3)
    return _core.rotate(q, v, into_space).reshape(shape + (3,))


def mean_attitude(attitudes: ArrayLike) -> Array:
    """The attitude that is nearest to all of (n, 4), in the least squares of chordal distances; q and -q are
    one.

    >>> mean_attitude([[1, 0, 0, 0], [-1, 0, 0, 0]])
    array([1., 0., 0., 0.])
    """
    return _core.mean_attitude(_unit_quaternions("attitudes", attitudes).reshape(-1, 4))


def rotation_of(attitude: ArrayLike) -> Any:
    """A scipy.spatial.transform.Rotation of attitudes (4,) or (n, 4).

    >>> rotation_of([1, 0, 0, 0]).magnitude()
    0.0
    """
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(np.roll(_unit_quaternions("attitude", attitude), -1, axis=-1))


def angle_between(a: ArrayLike, b: ArrayLike) -> Array:
    """The angle, in radians, of the rotation from one attitude to another; they are broadcast.

    >>> float(angle_between([1, 0, 0, 0], [0, 0, 0, 1]).round(12))
    3.14159265359
    """
    p, q = np.broadcast_arrays(_unit_quaternions("attitude", a), _unit_quaternions("attitude", b))
    scalar = np.sum(p * q, axis=-1)
    # The vector part of p^-1 q, whose length keeps its digits where the angle is small.
    vector = p[..., :1] * q[..., 1:] - q[..., :1] * p[..., 1:] - np.cross(p[..., 1:], q[..., 1:])
    return np.asarray(2 * np.arctan2(np.linalg.norm(vector, axis=-1), np.abs(scalar)))
