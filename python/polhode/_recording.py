# SPDX-License-Identifier: MIT
"""Functions of the user's are called with numbers that record what is done with them, by Python and by NumPy.

The numbers are in arrays of a kind of their own, which NumPy asks what its functions make of them. While a
function is recorded, arrays that it makes by numpy.zeros and its like can hold such numbers, too.
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
    """Why a function cannot be recorded."""


def _is_recorded(x: Any) -> bool:
    return isinstance(x, _core.Expression)


_empty = np.empty  # Also while others stand for it, below.


def _settled(given: Any, kind: Any) -> Any:
    """What a function of NumPy's is called with: arrays of this kind, those without recorded numbers as plain
    numbers."""
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
    """What a function of the user's gets back."""
    if isinstance(result, tuple):
        return tuple(_seen(x) for x in result)
    if not isinstance(result, np.ndarray) or result.dtype != object:
        return result
    return result.item() if _is_recorded(result[()]) else result.view(RecordedArray)


def _where(condition: Any, x: Any, y: Any) -> Any:
    if isinstance(condition, _core.Condition):
        return condition.where(x, y)
    if _is_recorded(condition):  # Made of several conditions, 1 where they hold and 0 where they do not.
        return condition * x + (1 - condition) * y
    return x if condition else y


def _clipped(x: Any, low: Any, high: Any) -> Any:
    raised = x if low is None else _elementwise("maximum")(x, low)
    return raised if high is None else _elementwise("minimum")(raised, high)


def _summed(subscripts: str, *operands: Any) -> Any:
    """As numpy.einsum has it, without an ellipsis and diagonals."""
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
    """What a universal function makes of recorded numbers (NumPy's protocol)."""
    given = [_settled(x, np.ndarray) for x in inputs]
    if any(getattr(x, "dtype", None) == object for x in given):
        ufunc = _logical.get(ufunc, ufunc)
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
    """What another function of NumPy's makes of them (its protocol)."""
    if function not in _in_place:
        args = _settled(args, RecordedArray)
        options = {key: _settled(value, RecordedArray) for key, value in options.items()}
    known = _functions.get(function)
    return _seen(known(*args, **options) if known else function._implementation(*args, **options))


class RecordedArray(np.ndarray[Any, Any]):
    """Numbers that record, and others, of dtype object."""

    __array_ufunc__ = _of_ufunc
    __array_function__ = _of_function  # type: ignore[assignment]


_core.Expression.__array_ufunc__ = _of_ufunc
_core.Expression.__array_function__ = _of_function


#: The thread in which a function is recorded.
_recording: List[int] = []


def _that_can_hold_recorded_numbers(original: Callable[..., Any]) -> Callable[..., Any]:
    def make(*args: Any, **options: Any) -> Any:
        caller = str(sys._getframe(1).f_globals.get("__name__")).partition(".")[0]
        # Whoever imported this while a function was recorded keeps it.
        if _recording != [threading.get_ident()] or caller in ("numpy", "scipy"):
            return original(*args, **options)
        try:
            array = original(*args, **options)
        except TypeError:  # Recorded numbers are no floats.
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
    """In this thread, arrays that are made can hold numbers that record."""
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
    """What a function of a state makes of it, `count` numbers; Unrecorded says why not."""
    state = _core.RecordedState()
    numbers = np.array(state.numbers, dtype=object).view(RecordedArray)
    try:
        # NumPy before 1.25 only warns where numbers in an array refuse to be compared, and goes on.
        with warnings.catch_warnings(), _arrays_hold_recorded_numbers():
            warnings.simplefilter("error", DeprecationWarning)
            given = function(state_of(*(part.copy() for part in np.split(numbers[:10], [4, 7])), numbers[10]))
            if has_unit(given):
                raise TypeError("it gives a quantity with a unit")
            found = np.asarray(plain("result of the function", given), dtype=object)
    except Exception as error:  # A function may refuse these numbers in any way: it is then called back.
        raise Unrecorded(f"{type(error).__name__}: {error}") from None
    if found.shape != ((count,) if count > 1 else ()):
        raise InvalidInput(f"result of the function: found shape {found.shape}, expected "
                           + (f"({count},)" if count > 1 else "one number"))
    results: List[Any] = [x if _is_recorded(x) else number("result of the function", x) for x in found.flat]
    formula = _core.Formula(state, results)
    if formula.why_not:
        raise Unrecorded(formula.why_not)
    if formula.has_root_of_square:
        raise Unrecorded("the root of a square is an absolute value, which has a corner at zero: use abs()")
    _compare(function, state_of, formula)
    return formula


def _compare(function: Callable[..., Any], state_of: Callable[..., Any], formula: _core.Formula) -> None:
    """A function that looks at more than its argument, or that keeps something from call to call, may give
    other numbers than its recording: it is then called back."""
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
            except Exception as error:  # A state that the function refuses says nothing about the others.
                refusals.append(f"{type(error).__name__}: {error}")
                continue
        recorded = np.array(formula.values(q, m, w, t))
        if not np.isfinite(found).all():
            continue
        scale = np.max(np.abs(found), initial=1e-300)
        differs = found.shape != recorded.shape or not (np.abs(found - recorded) <= 1e-9 * scale).all()
        if np.isfinite(recorded).all() and differs:
            raise Unrecorded("it gave other numbers than its recording")
        # The series of a choice is made of both sides.
        if not formula.is_finite(q, m, w, t):
            raise Unrecorded("a part that it does not choose is not finite where it is")
    if len(refusals) == 4:
        raise Unrecorded(refusals[0])
