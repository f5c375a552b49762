# SPDX-License-Identifier: MIT
"""Torque-free motion as a function of time."""

from __future__ import annotations

from functools import partial
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import TIME, Array, number, series, thread_count
from .body import Body
from .state import State, Tumbling, _one, describe, refuse_other_body


def start_of(body: Body, start: Optional[State], attitude: Any, omega: Optional[ArrayLike],
             momentum: Optional[ArrayLike]) -> State:
    """A copy of the start, given either as a State or by attitude and omega or momentum."""
    if not isinstance(body, Body):
        raise InvalidInput(f"body: found {type(body).__name__}, expected a Body")
    if start is None:
        start = State(body, attitude, omega=omega, momentum=momentum)
    elif attitude is not None or omega is not None or momentum is not None:
        raise InvalidInput("start: found a state together with attitude, omega or momentum, expected one "
                           "or the other")
    s = _one(start)
    refuse_other_body(s, body)
    return State._made(body, s.attitude.copy(), s.momentum.copy())


def states_at(motion: Union[_core.FreeMotion, _core.TorquedMotion], body: Body, times: ArrayLike,
              threads: int) -> State:
    """The states of a compiled motion, of the shape of `times`."""
    t, shape = series("times", times)
    q, m = np.empty((t.size, 4)), np.empty((t.size, 3))
    motion.at(t, q, m, thread_count(threads))
    return State._made(body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))


class FreeMotion:
    """The exact torque-free motion of a body, at any time before or after its start.

    Construct it once, then evaluate it with `at`; the cost does not depend on the time.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`, a state of `body`. Otherwise give its parts:
    attitude, omega, momentum : optional
        As for `State`: the attitude (default: identity) and one of angular velocity and angular momentum, in
        the body frame.
    start_time : float
        The time of the start.

    Raises
    ------
    ValueError
        If the start is incomplete, not finite, or a state of a body with another inertia.

    Examples
    --------
    >>> motion = FreeMotion(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
    >>> motion.at(1e9).momentum.round(5)
    array([-0.01372, -0.15474,  0.13062])
    >>> motion.at(np.linspace(0, 24, 1000)).attitude.shape
    (1000, 4)
    """

    __slots__ = ("start_time", "_start", "_motion")

    def __init__(self, body: Body, start: Optional[State] = None, *, attitude: Any = None,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                 start_time: float = 0) -> None:
        self._start = start_of(body, start, attitude, omega, momentum)
        self.start_time = number("start_time", start_time, TIME)
        self._motion = _core.FreeMotion(body._inertia, self._start.attitude, self._start.momentum,
                                        self.start_time)

    @property
    def start(self) -> State:
        """The state at `start_time` (a copy)."""
        return State._made(self.body, self._start.attitude.copy(), self._start.momentum.copy())

    @property
    def body(self) -> Body:
        """The body that moves."""
        return self._start.body

    def at(self, times: ArrayLike, *, threads: int = 0) -> State:
        """The states at given times.

        Parameters
        ----------
        times : array_like
            Times of any shape, in any order.
        threads : int
            Number of threads, 0 for one per processor. The result does not depend on it.

        Returns
        -------
        State
            States of the shape of `times`.
        """
        return states_at(self._motion, self.body, times, threads)

    def _rounding_effect(self) -> _core.RoundingEffect:
        s = self._start
        return _core.RoundingEffect(s.body._inertia, s.attitude, s.momentum, self.start_time)

    def rounding_error(self, times: ArrayLike) -> Array:
        """The uncertainty of the state at given times that comes from rounding the inputs.

        Each input is perturbed by half a unit in the last place. No program can compute the state more
        accurately.

        Parameters
        ----------
        times : array_like
            Times of any shape.

        Returns
        -------
        ndarray
            The larger of the change of the momentum, relative to its length, and that of the quaternion; of
            the shape of `times`.

        Examples
        --------
        >>> motion = FreeMotion(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
        >>> bool(motion.rounding_error(24.0) < 1e-14)
        True
        """
        t, shape = series("times", times)
        return self._rounding_effect().at(t).reshape(shape)

    def rounding_time(self, error: float, *, before: bool = False) -> float:
        """The time nearest to `start_time` at which `rounding_error` reaches a given value.

        Parameters
        ----------
        error : float
            The uncertainty, above 1e-15.
        before : bool
            Search times before `start_time` instead of after it.

        Returns
        -------
        float
            The time, to within a thousandth of its distance from `start_time`; infinite if `error` is never
            reached.

        Examples
        --------
        >>> motion = FreeMotion(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
        >>> 1e13 < motion.rounding_time(0.01) < 1e15
        True
        """
        return self._rounding_effect().time_of(number("error", error), bool(before))

    def flip_times(self, begin: float, end: float) -> Array:
        """The times at which the momentum along the intermediate axis passes through zero.

        Parameters
        ----------
        begin, end : float
            The interval, begin <= end. It may lie before or after `start_time`.

        Returns
        -------
        ndarray
            The times (n,), ascending.

        Examples
        --------
        >>> motion = FreeMotion(Body.moments([1, 2, 3]), omega=[1e-3, 1, 0], start_time=100)
        >>> motion.flip_times(60, 120).round(3)
        array([ 85.634, 114.366])
        """
        first, last = number("begin", begin, TIME), number("end", end, TIME)
        if not first <= last:
            raise InvalidInput(f"end: found {last}, expected at least begin = {first}")
        s = self._start
        found = [np.zeros(0)]
        if first < self.start_time:
            found.append(_core.flip_times(s.body._inertia, s.attitude, s.momentum,
                                          first - self.start_time)[::-1])
        if s.momentum @ s.body.principal_axes[:, 1] == 0 and np.isfinite(self.describe().next_flip):
            found.append(np.zeros(1))
        if last > self.start_time:
            found.append(_core.flip_times(s.body._inertia, s.attitude, s.momentum, last - self.start_time))
        times = self.start_time + np.concatenate(found)
        return np.asarray(times[(times >= first) & (times <= last)])

    def describe(self) -> Tumbling:
        """Regime, periods and nutation of the motion: see `describe`."""
        return describe(self._start)

    def simulate(self, times: ArrayLike) -> Any:
        """The same motion at given times as a `Simulation`, which can be plotted and exported."""
        from .simulation import simulate

        return simulate(self.body, self._start, times=times, start_time=self.start_time)

    def __reduce__(self) -> Any:
        return partial(FreeMotion, start_time=self.start_time), (self.body, self._start)

    def __repr__(self) -> str:
        return f"<FreeMotion of {self.body!r}, {self.describe()!r}>"
