# SPDX-License-Identifier: MIT
"""Recording of users' functions: they are called with numbers that record the operations on them, by Python
and by NumPy.

Such numbers are kept in RecordedArray, to which NumPy passes the calls of its functions. While a function is
recorded, arrays made by numpy.zeros and similar functions can hold them, too.
"""

from __future__ import annotations

import sys
import threading
import warnings
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Tuple

import numpy as np

from . import _core
from ._core import InvalidInput
from ._numbers import Array, has_unit, number, plain


class Unrecorded(Exception):
    """A function cannot be recorded; the message says why."""


def _is_recorded(x: Any) -> bool:
    return isinstance(x, _core.Expression)


_empty = np.empty  # The original, also while a function is recorded.


def _settled(given: Any, kind: Any) -> Any:
    """Arguments of a NumPy function: recorded arrays as arrays of this kind, those without recorded numbers
    as floats.
    """
    if isinstance(given, (list, tuple)):
        return type(given)(_settled(x, kind) for x in given)
    if _is_recorded(given):
        boxed = _empty((), dtype=object)
        boxed[()] = given
        return boxed.view(kind)
    if not isinstance(given, RecordedArray):
        return given
    array = given.view(np.ndarray)
    return given.view(kind) if any(_is_recorded(x) for x in array.flat) else array.astype(float)


def _seen(result: Any) -> Any:
    """A result of a NumPy function as the user's function receives it."""
    if isinstance(result, tuple):
        return tuple(_seen(x) for x in result)
    if not isinstance(result, np.ndarray) or result.dtype != object:
        return result
    return result.item() if _is_recorded(result[()]) else result.view(RecordedArray)


def _where(condition: Any, x: Any, y: Any) -> Any:
    if isinstance(condition, _core.Condition):
        return condition.where(x, y)
    return x if condition else y


def _as_number(x: Any) -> Any:
    return +x if isinstance(x, _core.Condition) else x


def _clipped(x: Any, low: Any, high: Any) -> Any:
    raised = x if low is None else _elementwise("maximum")(x, low)
    return raised if high is None else _elementwise("minimum")(raised, high)


def _summed(subscripts: str, *operands: Any) -> Any:
    """numpy.einsum without ellipsis and repeated indices of one operand."""
    given, arrow, wanted = subscripts.replace(" ", "").partition("->")
    names = sorted(set(given) - {","})
    if not arrow:
        wanted = "".join(c for c in names if given.count(c) == 1)
    product: Any = 1.0
    for of, operand in zip(given.split(","), operands):
        array = np.transpose(operand, [of.index(c) for c in names if c in of])
        sizes = iter(array.shape)
        product = product * array.reshape([next(sizes) if c in of else 1 for c in names])
    left = [c for c in names if c in wanted]
    total = np.sum(product, axis=tuple(k for k, c in enumerate(names) if c not in wanted))
    return np.transpose(total, [left.index(c) for c in wanted])


def _elementwise(name: str) -> Any:
    function = _core.formula_functions[name]
    count = {"where": 3, "clip": 3}.get(name) or getattr(np, name).nin
    return np.frompyfunc(function, count, 1)


_functions: Dict[Callable[..., Any], Callable[..., Any]] = {
    np.where: np.frompyfunc(_where, 3, 1), np.clip: _clipped, np.einsum: _summed}
_in_place = (np.copyto, np.fill_diagonal, np.place, np.put, np.put_along_axis, np.putmask)
_logical = {np.logical_and: np.bitwise_and, np.logical_or: np.bitwise_or, np.logical_not: np.invert}
_comparisons = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)


def _of_ufunc(_: Any, ufunc: Any, method: str, *inputs: Any, out: Tuple[Any, ...] = (),
              **options: Any) -> Any:
    """A universal function applied to recorded numbers (NumPy's protocol)."""
    given = [_settled(x, np.ndarray) for x in inputs]
    if any(getattr(x, "dtype", None) == object for x in given):
        ufunc = _logical.get(ufunc, ufunc)
        if ufunc is np.add and method != "__call__":  # The sum of many counts those that hold.
            given = [np.frompyfunc(_as_number, 1, 1)(x) for x in given]
        if ufunc in _comparisons:
            options["dtype"] = object
        elif ufunc.__name__ in _core.formula_functions:
            ufunc = _elementwise(ufunc.__name__)
    result = getattr(ufunc, method)(*given, **options)
    if not out:
        return _seen(result)
    out[0][...] = result
    return out[0]


def _of_function(_: Any, function: Any, types: Any, args: Any, options: Any) -> Any:
    """Another NumPy function applied to recorded numbers (NumPy's protocol)."""
    if function not in _in_place:
        args = _settled(args, RecordedArray)
        options = {key: _settled(value, RecordedArray) for key, value in options.items()}
    known = _functions.get(function)
    return _seen(known(*args, **options) if known else function._implementation(*args, **options))


class RecordedArray(np.ndarray[Any, Any]):
    """An array of recorded numbers and floats, of dtype object."""

    __array_ufunc__ = _of_ufunc
    __array_function__ = _of_function  # type: ignore[assignment]


_core.Expression.__array_ufunc__ = _of_ufunc
_core.Expression.__array_function__ = _of_function


#: The thread in which a function is recorded.
_recording: List[int] = []


def _that_can_hold_recorded_numbers(original: Callable[..., Any]) -> Callable[..., Any]:
    def make(*args: Any, **options: Any) -> Any:
        caller = str(sys._getframe(1).f_globals.get("__name__")).partition(".")[0]
        # A module imported while a function was recorded may have kept this function.
        if _recording != [threading.get_ident()] or caller in ("numpy", "scipy"):
            return original(*args, **options)
        try:
            array = original(*args, **options)
        except TypeError:  # Recorded numbers cannot be converted to float.
            array = original(*args, **{**options, "dtype": object})
        is_wanted = getattr(array, "dtype", None) in (float, object)
        return array.astype(object).view(RecordedArray) if is_wanted else array

    return make


_makers = {name: _that_can_hold_recorded_numbers(getattr(np, name)) for name in (
    "zeros", "empty", "ones", "full", "zeros_like", "empty_like", "ones_like", "full_like", "array",
    "asarray")}
_one_at_a_time = threading.RLock()


@contextmanager
def _arrays_hold_recorded_numbers() -> Iterator[None]:
    """A context in which arrays made in this thread can hold recorded numbers."""
    with _one_at_a_time:
        before = {name: getattr(np, name) for name in _makers}, list(_recording)
        try:
            _recording[:] = [threading.get_ident()]
            for name, make in _makers.items():
                setattr(np, name, make)
            yield
        finally:
            for name, original in before[0].items():
                setattr(np, name, original)
            _recording[:] = before[1]


def recorded(function: Callable[..., Any], state_of: Callable[..., Any], count: int) -> _core.Formula:
    """A recording of a function of the state that returns `count` numbers.

    Raises
    ------
    Unrecorded
        If the function cannot be recorded.
    ValueError
        If it returns another number of values.
    """
    state = _core.RecordedState()
    numbers = np.array(state.numbers, dtype=object).view(RecordedArray)
    try:
        # NumPy before 1.25 only warns if elements of an array cannot be compared.
        with warnings.catch_warnings(), _arrays_hold_recorded_numbers():
            warnings.simplefilter("error", DeprecationWarning)
            given = function(state_of(*(part.copy() for part in np.split(numbers[:10], [4, 7])), numbers[10]))
            if has_unit(given):
                raise TypeError("it returns a quantity with a unit")
            found = np.asarray(plain("result of the function", given), dtype=object)
    except Exception as error:  # Whatever the function raises for these numbers, it is called back.
        raise Unrecorded(f"{type(error).__name__}: {error}") from None
    if found.shape != ((count,) if count > 1 else ()):
        raise InvalidInput(f"result of the function: found shape {found.shape}, expected "
                           + (f"({count},)" if count > 1 else "one number"))
    results: List[Any] = [x if _is_recorded(x) else number("result of the function", x) for x in found.flat]
    formula = _core.Formula(state, results)
    if formula.why_not:
        raise Unrecorded(formula.why_not)
    if formula.has_root_of_square:
        raise Unrecorded("the square root of a square is an absolute value, with a corner at zero: use abs()")
    _compare(function, state_of, formula)
    return formula


def _compare(function: Callable[..., Any], state_of: Callable[..., Any], formula: _core.Formula) -> None:
    """Raises Unrecorded if the recording gives other numbers than the function in some states.

    The result of the function may depend on more than its argument, or on earlier calls.
    """
    random = np.random.default_rng(1)
    attitudes = random.normal(size=(3, 4))
    attitudes /= np.linalg.norm(attitudes, axis=1)[:, None]
    rest = np.array([1.0, 0, 0, 0]), np.zeros(3), np.zeros(3), 0.0
    refusals = []
    for q, m, w, t in [*zip(attitudes, random.normal(size=(3, 3)), random.normal(size=(3, 3)),
                            (0.375, 1.375, 2.375)), rest]:
        with np.errstate(all="ignore"):
            try:
                found: Array = np.asarray(plain("result", function(state_of(q, m, w, t))),
                                          dtype=np.float64).reshape(-1)
            except Exception as error:  # The function may be undefined in this state only.
                refusals.append(f"{type(error).__name__}: {error}")
                continue
        recorded = np.array(formula.values(q, m, w, t))
        if not np.isfinite(found).all():
            continue
        scale = np.max(np.abs(found), initial=1e-300)
        differs = found.shape != recorded.shape or not (np.abs(found - recorded) <= 1e-9 * scale).all()
        if np.isfinite(recorded).all() and differs:
            raise Unrecorded("it returned other numbers than its recording")
        # The power series of a choice is computed from both alternatives.
        if not formula.is_finite(q, m, w, t):
            raise Unrecorded("an alternative that is not chosen is not finite")
    if len(refusals) == 4:
        raise Unrecorded(refusals[0])
