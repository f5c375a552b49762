# SPDX-License-Identifier: MIT
"""The free motion as a function of time: begun once, then asked for any time."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import TIME, Array, number, series, thread_count
from .body import Body
from .state import State, Tumbling, _one, describe, refuse_other_body


def start_of(body: Body, start: Optional[State], attitude: Any, omega: Optional[ArrayLike],
             momentum: Optional[ArrayLike]) -> State:
    """The start, given as a State or by its parts; a copy, which does not change with the user's."""
    if not isinstance(body, Body):
        raise InvalidInput(f"body: found {type(body).__name__}, expected a Body")
    if start is None:
        start = State(body, attitude, omega=omega, momentum=momentum)
    elif attitude is not None or omega is not None or momentum is not None:
        raise InvalidInput("start: found a state and parts of one, expected either")
    s = _one(start)
    refuse_other_body(s, body)
    return State._made(body, s.attitude.copy(), s.momentum.copy())


class FreeMotion:
    """The motion of a body on which nothing acts, exact at any time, before or after its start.

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
        """The state at start_time; a copy, since the motion does not change."""
        return State._made(self.body, self._start.attitude.copy(), self._start.momentum.copy())

    @property
    def body(self) -> Body:
        """The body that moves."""
        return self._start.body

    def at(self, times: ArrayLike, *, threads: int = 0) -> State:
        """The states at times of any shape and in any order; with several threads (0: all) the same digits
        sooner."""
        t, shape = series("times", times)
        q, m = np.empty((t.size, 4)), np.empty((t.size, 3))
        self._motion.at(t, q, m, thread_count(threads))
        return State._made(self.body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))

    def rounding_error(self, times: ArrayLike) -> Array:
        """How far the state at a time can be known at all: what rounding each input by half a unit in its
        last place does to it, relative to the momentum or of the quaternion, whichever is larger.

        >>> motion = FreeMotion(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
        >>> bool(motion.rounding_error(24.0) < 1e-14)
        True
        """
        t, shape = series("times", times)
        effect = _core.RoundingEffect(self.body._inertia, self._start.attitude, self._start.momentum,
                                      self.start_time)
        return effect.at(t).reshape(shape)

    def rounding_time(self, error: float, *, before: bool = False) -> float:
        """The earliest time after start_time, or before it, at which rounding_error is this large, above
        1e-15 and within a thousandth; infinite where it never is.

        >>> motion = FreeMotion(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
        >>> 1e13 < motion.rounding_time(0.01) < 1e15
        True
        """
        effect = _core.RoundingEffect(self.body._inertia, self._start.attitude, self._start.momentum,
                                      self.start_time)
        return effect.time_of(number("error", error), bool(before))

    def flip_times(self, begin: float, end: float) -> Array:
        """The times from `begin` to `end`, ascending, at which the momentum along the intermediate axis
        passes through zero.

        >>> motion = FreeMotion(Body.moments([1, 2, 3]), omega=[1e-3, 1, 0], start_time=100)
        >>> motion.flip_times(60, 120).round(3)
        array([ 85.634, 114.366])
        """
        first, last = number("begin", begin, TIME), number("end", end, TIME)
        if not first <= last:
            raise InvalidInput(f"end: found {last}, expected one that is not before {first}")
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
        """Regime, periods and nutation."""
        return describe(self._start)

    def simulate(self, times: ArrayLike) -> Any:
        """The same as a Simulation, which can be drawn and labelled."""
        from .simulation import simulate

        return simulate(self.body, self._start, times=times, start_time=self.start_time)

    def __reduce__(self) -> Any:
        return _again, (self._start, self.start_time)

    def __repr__(self) -> str:
        return f"<FreeMotion of {self.body!r}, {self.describe()!r}>"


def _again(start: State, start_time: float) -> FreeMotion:
    return FreeMotion(start.body, start, start_time=start_time)
