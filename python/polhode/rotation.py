# SPDX-License-Identifier: MIT
"""Attitudes, and conversions from and to other conventions.

An attitude is a unit quaternion (w, x, y, z): scalar first, Hamilton product, active, from the body frame to
space: v_space = q v_body q^-1. All functions accept any leading shape. Quaternions are normalised, with a
warning if their length differs from 1 by more than 1e-6; a zero quaternion raises a ValueError. A row that
contains NaN, as of a motion that failed, gives NaN.
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
    """Unit quaternions of attitudes given in any supported form.

    Parameters
    ----------
    given : array_like or scipy.spatial.transform.Rotation
        Quaternions (..., 4), rotation matrices (..., 3, 3) or a SciPy Rotation, from the body frame to space.

    Returns
    -------
    ndarray
        Unit quaternions (..., 4).

    Examples
    --------
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
    """Rows (n, 4) normalised; a warning refers to the line `stacklevel` calls up."""
    unit, far = _core.normalise_attitudes(np.ascontiguousarray(q))
    if far:
        warnings.warn(f"{far} of the attitudes did not have unit length and were normalised",
                      stacklevel=stacklevel)
    return unit


def _unit_quaternions(name: str, given: ArrayLike) -> Array:
    """Quaternions (..., 4) normalised, except rows that contain NaN."""
    q = vectors(name, given, 4)
    rows = q.reshape(-1, 4)
    is_known = ~np.isnan(rows).any(axis=1)
    if is_known.all():
        return _normalised(rows, 4).reshape(q.shape)
    unit = rows.copy()
    unit[is_known] = _normalised(rows[is_known], 4)
    return unit.reshape(q.shape)


def read_quaternion(numbers_: ArrayLike, *, scalar: str = "first", sense: str = "body to space") -> Array:
    """Attitudes from quaternions of another convention.

    Parameters
    ----------
    numbers_ : array_like
        Quaternions (..., 4).
    scalar : {"first", "last"}
        Position of the scalar part.
    sense : {"body to space", "space to body"}
        The rotation that the quaternions describe.

    Returns
    -------
    ndarray
        Unit quaternions (..., 4), scalar first, body to space.

    Examples
    --------
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
    """Attitudes as quaternions of another convention.

    The inverse of `read_quaternion`: bit for bit if the quaternions have unit length.

    Parameters
    ----------
    attitude : array_like
        Quaternions (..., 4), scalar first, body to space.
    scalar : {"first", "last"}
        Position of the scalar part in the result.
    sense : {"body to space", "space to body"}
        The rotation that the result describes.

    Returns
    -------
    ndarray
        Unit quaternions (..., 4).

    Examples
    --------
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
    """Rotation matrices (..., 3, 3), body to space, of attitudes (..., 4).

    >>> matrix_of([1, 0, 0, 0])[0]
    array([1., 0., 0.])
    """
    q = _unit_quaternions("attitude", attitude)
    return _core.matrices(q.reshape(-1, 4)).reshape(q.shape[:-1] + (3, 3))


def from_euler(sequence: str, angles: ArrayLike, *, degrees: bool = False) -> Array:
    """Attitudes from Euler angles.

    Parameters
    ----------
    sequence : str
        Three axes, as in SciPy: capitals ("ZXZ") are intrinsic rotations, about the body's axes; lower case
        ("zxz") extrinsic ones, about the axes of space. All twelve sequences.
    angles : array_like
        Angles (..., 3).
    degrees : bool
        Whether the angles are in degrees instead of radians.

    Returns
    -------
    ndarray
        Unit quaternions (..., 4).

    Examples
    --------
    >>> from_euler("ZYX", [180, 0, 0], degrees=True).round(12)
    array([0., 0., 0., 1.])
    """
    a = vectors("angles", angles, unit="deg" if degrees else RADIANS)
    if degrees:
        a = np.radians(a)
    return _core.attitudes_from_euler(sequence, a.reshape(-1, 3)).reshape(a.shape[:-1] + (4,))


def to_euler(sequence: str, attitude: ArrayLike, *, degrees: bool = False) -> Array:
    """Euler angles of attitudes.

    Parameters
    ----------
    sequence : str
        As for `from_euler`.
    attitude : array_like
        Quaternions (..., 4).
    degrees : bool
        Whether to return degrees instead of radians.

    Returns
    -------
    ndarray
        Angles (..., 3). In gimbal lock, where only the sum or difference of the outer two is determined, the
        last one is 0.

    Examples
    --------
    >>> to_euler("ZXZ", from_euler("ZXZ", [10, 20, 30], degrees=True), degrees=True).round(9)
    array([10., 20., 30.])
    """
    q = _unit_quaternions("attitude", attitude)
    angles = _core.euler_angles(sequence, q.reshape(-1, 4)).reshape(q.shape[:-1] + (3,))
    return np.asarray(np.degrees(angles)) if degrees else angles


def from_mrp(parameters: ArrayLike) -> Array:
    """Attitudes (..., 4) from modified Rodrigues parameters (..., 3): axis times tan(angle / 4).

    >>> from_mrp([0, 0, 1]).round(12)
    array([0., 0., 0., 1.])
    """
    p = vectors("parameters", parameters)
    square = np.sum(p * p, axis=-1, keepdims=True)
    return np.concatenate([(1 - square) / (1 + square), 2 * p / (1 + square)], axis=-1)


def to_mrp(attitude: ArrayLike) -> Array:
    """Modified Rodrigues parameters (..., 3) of attitudes (..., 4), of length at most 1.

    >>> to_mrp([1, 0, 0, 0])
    array([0., 0., 0.])
    """
    q = _unit_quaternions("attitude", attitude)
    q = np.where(q[..., :1] < 0, -q, q)
    return q[..., 1:] / (1 + q[..., :1])


def from_rotation_vector(vector: ArrayLike) -> Array:
    """Attitudes (..., 4) from rotation vectors (..., 3): axis times angle, in radians.

    >>> from_rotation_vector([0, 0, np.pi]).round(12)
    array([0., 0., 0., 1.])
    """
    v = vectors("vector", vector, unit=RADIANS)
    return _core.attitudes_from_rotation_vectors(v.reshape(-1, 3)).reshape(v.shape[:-1] + (4,))


def to_rotation_vector(attitude: ArrayLike) -> Array:
    """Rotation vectors (..., 3) of attitudes (..., 4), of length at most pi; q and -q give the same vector.

    >>> to_rotation_vector([0, 0, 0, 1]).round(12)
    array([0.        , 0.        , 3.14159265])
    """
    q = _unit_quaternions("attitude", attitude)
    return _core.rotation_vectors(q.reshape(-1, 4)).reshape(q.shape[:-1] + (3,))


def to_space(attitude: ArrayLike, vector: ArrayLike) -> Array:
    """Vectors of the body frame expressed in space.

    Parameters
    ----------
    attitude : array_like
        Quaternions (..., 4), broadcast with `vector`.
    vector : array_like
        Vectors (..., 3) in the body frame.

    Returns
    -------
    ndarray
        Vectors (..., 3) in space.

    Examples
    --------
    >>> to_space([0, 0, 0, 1], [1, 2, 3])
    array([-1., -2.,  3.])
    """
    return _rotated(_unit_quaternions("attitude", attitude), vector, True)


def to_body(attitude: ArrayLike, vector: ArrayLike) -> Array:
    """Vectors of space expressed in the body frame: the inverse of `to_space`, with the same arguments.

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
    """The attitude (4,) with the least sum of squared chordal distances to attitudes (n, 4); the signs of the
    quaternions do not matter.

    >>> mean_attitude([[1, 0, 0, 0], [-1, 0, 0, 0]])
    array([1., 0., 0., 0.])
    """
    return _core.mean_attitude(_unit_quaternions("attitudes", attitudes).reshape(-1, 4))


def rotation_of(attitude: ArrayLike) -> Any:
    """Attitudes (4,) or (n, 4) as a scipy.spatial.transform.Rotation.

    >>> rotation_of([1, 0, 0, 0]).magnitude()
    0.0
    """
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(np.roll(_unit_quaternions("attitude", attitude), -1, axis=-1))


def angle_between(a: ArrayLike, b: ArrayLike) -> Array:
    """The rotation angle between attitudes, in radians, 0 to pi; `a` and `b` (..., 4) are broadcast.

    >>> float(angle_between([1, 0, 0, 0], [0, 0, 0, 1]).round(12))
    3.14159265359
    """
    p, q = np.broadcast_arrays(_unit_quaternions("attitude", a), _unit_quaternions("attitude", b))
    scalar = np.sum(p * q, axis=-1)
    # The vector part of p^-1 q, whose length keeps all digits if the angle is small.
    vector = p[..., :1] * q[..., 1:] - q[..., :1] * p[..., 1:] - np.cross(p[..., 1:], q[..., 1:])
    return np.asarray(2 * np.arctan2(np.linalg.norm(vector, axis=-1), np.abs(scalar)))
