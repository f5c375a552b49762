# SPDX-License-Identifier: MIT
"""What users give, as arrays of double; refused once, here, with what was found and what was expected."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def numbers(name: str, given: Any) -> Array:
    """Real numbers of any shape, as contiguous doubles. Arrays that are that already are not copied."""
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{name}: found {given!r}, expected numbers ({error})") from None
    if found.dtype.kind not in "biuf":
        raise ValueError(f"{name}: found {found.dtype} numbers, expected real numbers")
    made = np.ascontiguousarray(found, dtype=np.float64).reshape(found.shape)
    return made if made.flags.aligned else made.copy()


def vectors(name: str, given: ArrayLike, width: int = 3) -> Array:
    """Rows of a width: shape (..., width)."""
    found = numbers(name, given)
    if found.ndim == 0 or found.shape[-1] != width:
        raise ValueError(f"{name}: found shape {found.shape}, expected (..., {width})")
    return found


def vector(name: str, given: ArrayLike, width: int = 3) -> Array:
    """One row: shape (width,)."""
    found = numbers(name, given)
    if found.shape != (width,):
        raise ValueError(f"{name}: found shape {found.shape}, expected ({width},)")
    return found


def matrix(name: str, given: ArrayLike) -> Array:
    """Shape (3, 3)."""
    found = numbers(name, given)
    if found.shape != (3, 3):
        raise ValueError(f"{name}: found shape {found.shape}, expected (3, 3)")
    return found


def number(name: str, given: Any) -> float:
    """One real number."""
    found = numbers(name, given)
    if found.shape != ():
        raise ValueError(f"{name}: found shape {found.shape}, expected one number")
    return float(found)


def series(name: str, given: ArrayLike) -> Tuple[Array, Tuple[int, ...]]:
    """Numbers of any shape, as a list, with that shape."""
    found = numbers(name, given)
    return found.reshape(-1), found.shape


def whole(name: str, given: Any) -> int:
    """A whole number, not negative."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, (int, np.integer)) or given < 0:
        raise ValueError(f"{name}: found {given!r}, expected a whole number, not negative")
    return int(given)


def choice(name: str, given: str, allowed: Tuple[str, ...]) -> str:
    """One of some words."""
    if given not in allowed:
        raise ValueError(f"{name}: found {given!r}, expected " + " or ".join(repr(word) for word in allowed))
    return given


def summation(given: str) -> bool:
    """Whether sums are compensated."""
    return choice("summation", given, ("plain", "compensated")) == "compensated"


def frame(given: str) -> bool:
    """Whether the frame is that of space."""
    return choice("frame", given, ("body", "space")) == "space"
