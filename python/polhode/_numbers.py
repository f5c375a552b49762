# SPDX-License-Identifier: MIT
"""Arguments as arrays of double. They are validated once, here; messages give the value found and the value
expected.

Units: plain numbers are in the user's units, angles in radians. A quantity with a unit (astropy, pint) is
converted to radians; its other units must be SI, since the package cannot know the units of the plain numbers
used with it. Every function below is given the SI unit of its argument. If that is "", an angle is refused:
90 degrees as a fraction of a period is not 1.57 periods.
"""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import InvalidInput

Array = NDArray[np.float64]

#: The SI units of arguments, as astropy and pint read them; "" if an argument is dimensionless.
RADIANS = "rad"
RATE = "rad / s"
TIME = "s"
MASS = "kg"
LENGTH = "m"
VELOCITY = "m / s"
DENSITY = "kg / m**3"
INERTIA = "kg * m**2"
MOMENTUM = "kg * m**2 / s"
TORQUE = "kg * m**2 / s**2"
FORCE = "kg * m / s**2"

_plain_types = {float, int, bool, np.float64, np.float32, np.int64, np.int32, np.bool_}


def _unit(given: Any) -> Any:
    """The unit of a quantity, or None."""
    # The types of nearly all arguments, first for speed.
    if type(given) is np.ndarray or type(given) in _plain_types:
        return None
    for name in ("unit", "units"):
        unit = getattr(given, name, None)
        if unit is not None and not callable(unit) or hasattr(unit, "to"):
            return unit
    return None


def has_unit(given: Any) -> bool:
    """Whether this is a quantity, or a list that contains one."""
    if isinstance(given, (list, tuple)):
        return not set(map(type, given)) <= _plain_types and any(has_unit(g) for g in given)
    return _unit(given) is not None


def _is_masked(given: Any) -> bool:
    if isinstance(given, np.ma.MaskedArray):
        return bool(np.any(given.mask))
    return hasattr(given, "unmasked") and bool(np.any(getattr(given, "mask", False)))


def _refusal(name: str, given: Any, unit: str) -> ValueError:
    expected = f"a quantity in {unit}" if unit else "a quantity without a unit"
    return ValueError(f"{name}: found a quantity in {_unit(given)}, expected plain numbers"
                      + (" in your units and radians" if unit else "") + f" or {expected}")


def _from_astropy(given: Any, unit: str) -> Any:
    """The value in `unit`, or None if anything but an angle would be converted."""
    for base in given.unit.bases:
        if base.physical_type != "angle" and base.decompose().scale != 1:
            return None
    if given.unit.scale != 1:
        return None
    # equivalencies=None ignores those that the user has enabled, such as dimensionless_angles(), by which a
    # turn would be a plain number.
    return given.to_value(unit, equivalencies=None)


_si_units = {"[length]": "meter", "[mass]": "kilogram", "[time]": "second", "[current]": "ampere"}


def _from_pint(given: Any, unit: str) -> Any:
    """The value in `unit`, or None if anything but an angle would be converted.

    To pint an angle is dimensionless. A rate must therefore name its angle, or turns would be taken for
    radians, and a dimensionless argument must not be an angle.
    """
    found = dict(given.unit_items()) if hasattr(given, "unit_items") else dict(given._units)
    if not unit:
        return None if found else given.magnitude
    quantity = given._REGISTRY.Quantity
    has_angle = False
    for name in found:
        one = quantity(1.0, name)
        if one.dimensionless:
            if (one / quantity(1.0, "radian")).to_base_units().units != quantity(1.0).units:
                return None  # Such as a count or a percentage.
            has_angle = True
            continue
        # The base units of the registry may be those of another system, such as cgs.
        for dimension, power in one.dimensionality.items():
            one = one / quantity(1.0, _si_units[dimension]) ** power
        if abs(one.to("dimensionless").magnitude - 1) > 1e-12:
            return None
    if "rad" in unit and not has_angle and found:
        return None
    return given.to(unit).magnitude


def _converted(name: str, given: Any, unit: str) -> Any:
    """The value of a quantity in this unit."""
    found = _unit(given)
    if isinstance(found, str):  # A label, such as an attribute of an xarray.DataArray.
        if found.replace(" ", "") in ("", unit.replace(" ", "")):
            return np.asarray(given)
        raise _refusal(name, given, unit)
    made = None
    try:
        if hasattr(given, "to_value") and hasattr(found, "bases"):
            made = _from_astropy(given, unit)
        elif hasattr(given, "magnitude") and hasattr(given, "_REGISTRY"):
            made = _from_pint(given, unit)
    except Exception as error:  # Each library has its own exceptions for incompatible units.
        raise _refusal(name, given, unit) from error
    if made is None:
        raise _refusal(name, given, unit)
    return made


def plain(name: str, given: Any, unit: str = "") -> Any:
    """The argument without its unit and mask: quantities are converted or refused, masked numbers refused."""
    if type(given) is np.ndarray:
        if given.dtype != object:
            return given
        if not any(_unit(entry) is not None for entry in given.flat):
            return given
        given = given.tolist()
    if isinstance(given, (list, tuple)):
        if set(map(type, given)) <= _plain_types:
            return given
        return [plain(name, g, unit) for g in given]
    if _is_masked(given):
        raise InvalidInput(f"{name}: found masked numbers, expected numbers without a mask")
    if isinstance(given, np.ma.MaskedArray):
        given = given.data
    elif hasattr(given, "unmasked"):
        given = given.unmasked
    return given if _unit(given) is None else _converted(name, given, unit)


def numbers(name: str, given: Any, unit: str = "") -> Array:
    """Real numbers of any shape as contiguous doubles. Arrays that already are such are not copied."""
    given = plain(name, given, unit)
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise InvalidInput(f"{name}: found {given!r}, expected numbers ({error})") from None
    if found.dtype.kind not in "biuf":
        raise InvalidInput(f"{name}: found {found.dtype} numbers, expected real numbers")
    made = np.ascontiguousarray(found, dtype=np.float64).reshape(found.shape)
    return made if made.flags.aligned else made.copy()


def vectors(name: str, given: ArrayLike, width: int = 3, unit: str = "") -> Array:
    """Rows of `width` numbers: shape (..., width)."""
    found = numbers(name, given, unit)
    if found.ndim == 0 or found.shape[-1] != width:
        raise InvalidInput(f"{name}: found shape {found.shape}, expected (..., {width})")
    return found


def vector(name: str, given: ArrayLike, width: int = 3, unit: str = "") -> Array:
    """One row: shape (width,)."""
    found = numbers(name, given, unit)
    if found.shape != (width,):
        raise InvalidInput(f"{name}: found shape {found.shape}, expected ({width},)")
    return found


def matrix(name: str, given: ArrayLike, unit: str = "") -> Array:
    """A matrix of shape (3, 3)."""
    found = numbers(name, given, unit)
    if found.shape != (3, 3):
        raise InvalidInput(f"{name}: found shape {found.shape}, expected (3, 3)")
    return found


def number(name: str, given: Any, unit: str = "") -> float:
    """One real number."""
    if type(given) is float:
        return given
    found = numbers(name, given, unit)
    if found.shape != ():
        raise InvalidInput(f"{name}: found shape {found.shape}, expected one number")
    return float(found)


def series(name: str, given: ArrayLike, unit: str = TIME) -> Tuple[Array, Tuple[int, ...]]:
    """Numbers of any shape, flattened, and their shape."""
    found = numbers(name, given, unit)
    return found.reshape(-1), found.shape


def listed(name: str, given: ArrayLike, unit: str = TIME) -> Array:
    """Numbers of shape (n,); a single number gives a list of one."""
    found = numbers(name, given, unit)
    if found.ndim > 1:
        raise InvalidInput(f"{name}: found shape {found.shape}, expected (n,)")
    return found.reshape(-1)


def whole(name: str, given: Any) -> int:
    """A nonnegative integer."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, (int, np.integer)) or given < 0:
        raise InvalidInput(f"{name}: found {given!r}, expected a nonnegative integer")
    return int(given)


def thread_count(given: Any) -> int:
    """A number of threads; 0 for one per processor."""
    found = whole("threads", given)
    if found > 1024:
        raise InvalidInput(f"threads: found {found}, expected 0 (all) to 1024")
    return found


def choice(name: str, given: str, allowed: Tuple[str, ...]) -> str:
    """One of the words allowed."""
    if given not in allowed:
        words = " or ".join(repr(word) for word in allowed)
        raise InvalidInput(f"{name}: found {given!r}, expected {words}")
    return given


def summation(given: str) -> bool:
    """Whether summation is compensated."""
    return choice("summation", given, ("plain", "compensated")) == "compensated"


def frame(given: str) -> bool:
    """Whether the frame is that of space."""
    return choice("frame", given, ("body", "space")) == "space"
