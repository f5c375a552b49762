# SPDX-License-Identifier: MIT
"""Where a body is and how it turns: attitude and angular momentum, of one instant or of many."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Array, frame as is_space, vectors
from .body import Body
from .rotation import attitude_of, matrix_of, rotation_of, to_body, to_space


class State:
    """The attitude and the angular momentum of a body: one state, or an array of them of any shape.

    Give one of `omega` (angular velocity) and `momentum`, in the frame of the body or of space. The attitude
    is a quaternion (w, x, y, z), a matrix or a SciPy Rotation, from the body to space; none is that of space.

    >>> body = Body.moments([1, 2, 3])
    >>> s = State(body, omega=[0, 0, 2])
    >>> s.momentum, s.energy
    (array([0., 0., 6.]), 6.0)
    """

    __slots__ = ("body", "attitude", "momentum")

    #: The body, of which all states are.
    body: Body
    #: Unit quaternions (..., 4), scalar first, body to space.
    attitude: Array
    #: Angular momentum in the body frame, (..., 3).
    momentum: Array

    def __init__(self, body: Body, attitude: Any = None, *, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None, frame: str = "body") -> None:
        if not isinstance(body, Body):
            raise ValueError(f"body: found {type(body).__name__}, expected a Body")
        if (omega is None) == (momentum is None):
            raise ValueError("state: found " + ("neither omega nor momentum" if omega is None
                                                else "both omega and momentum") + ", expected one of them")
        q = np.array([1.0, 0, 0, 0]) if attitude is None else attitude_of(attitude)
        v = vectors("omega", omega) if omega is not None else vectors("momentum",
                                                                      momentum)  # type: ignore[arg-type]
        if not np.isfinite(v).all():
            raise ValueError(("omega" if omega is not None else "momentum")
                             + f": found {v[~np.isfinite(v)][0]}, expected finite numbers")
        shape = np.broadcast_shapes(q.shape[:-1], v.shape[:-1])
        q = np.array(np.broadcast_to(q, shape + (4,)), order="C")
        v = np.array(np.broadcast_to(v, shape + (3,)), order="C")
        if is_space(frame):
            v = to_body(q, v)
        if omega is not None:
            v = body.momentum(v)
        _core.check_state(body._inertia, q.reshape(-1, 4), v.reshape(-1, 3))
        self.body, self.attitude, self.momentum = body, q, v

    @classmethod
    def _made(cls, body: Body, attitude: Array, momentum: Array) -> State:
        state = object.__new__(cls)
        state.body, state.attitude, state.momentum = body, attitude, momentum
        return state

    @property
    def shape(self) -> Tuple[int, ...]:
        """() of one state, (n,) of a list."""
        return self.attitude.shape[:-1]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("one state has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> State:
        if not self.shape:
            raise IndexError("one state has no parts")
        return State._made(self.body, self.attitude[index], self.momentum[index])

    def __iter__(self) -> Iterator[State]:
        return (self[i] for i in range(len(self)))

    @property
    def omega(self) -> Array:
        """Angular velocity in the body frame, (..., 3)."""
        return self.body.omega(self.momentum)

    @property
    def spatial_momentum(self) -> Array:
        """Angular momentum in space, (..., 3)."""
        return to_space(self.attitude, self.momentum)

    @property
    def spatial_omega(self) -> Array:
        """Angular velocity in space, (..., 3)."""
        return to_space(self.attitude, self.omega)

    @property
    def energy(self) -> Any:
        """Kinetic energy: a number, or an array of the states' shape."""
        found = self.body._inertia.kinetic_energy(self.momentum.reshape(-1, 3)).reshape(self.shape)
        return found if self.shape else float(found)

    @property
    def matrix(self) -> Array:
        """The rotations as matrices (..., 3, 3), body to space."""
        return matrix_of(self.attitude)

    @property
    def rotation(self) -> Any:
        """The rotations as a scipy.spatial.transform.Rotation."""
        return rotation_of(self.attitude.reshape(-1, 4) if len(self.shape) > 1 else self.attitude)

    def axis(self, body_vector: ArrayLike) -> Array:
        """Where a vector of the body points in space, (..., 3).

        >>> State(Body.moments([1, 2, 3]), [0, 0, 0, 1], omega=[0, 0, 1]).axis([1, 0, 0])
        array([-1.,  0.,  0.])
        """
        return to_space(self.attitude, body_vector)

    def describe(self) -> Tumbling:
        """Regime, periods, nutation of the free motion from this state: see describe()."""
        return describe(self)

    def __repr__(self) -> str:
        if self.shape:
            return f"<State of shape {self.shape}>"
        return f"State(attitude={self.attitude.tolist()}, momentum={self.momentum.tolist()})"


class Tumbling:
    """How a free body tumbles, in the words of asteroid astronomers; angles in radians, times in your unit.

    What does not exist (a period on the separatrix, a flip that never comes) is infinite; a rate of it is 0.

    >>> apophis = State(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
    >>> t = describe(apophis)
    >>> t.regime, round(t.polhode_period, 2), round(t.precession_period, 3)
    ('short-axis mode', 264.61, 27.38)
    """

    #: "rest", "pure rotation", "long-axis mode", "short-axis mode" or "separatrix"
    regime: str
    #: "none", "long", "intermediate", "short" or "any": turned about, circled, or tended to
    axis: str
    #: The rotation period: the momentum in the body returns.
    polhode_period: float
    #: The mean rate of the circled axis about the angular momentum.
    precession_rate: float
    precession_period: float
    #: The mean rate of the long axis about the angular momentum.
    long_axis_rate: float
    #: Turns of the circled axis in one polhode period.
    rotation_number: float
    #: The extremes of the angle from the angular momentum to the circled axis.
    smallest_nutation: float
    largest_nutation: float
    #: The time until the momentum along the intermediate axis next passes through zero.
    next_flip: float

    def __init__(self, found: Dict[str, Any]) -> None:
        self.__dict__.update(found)

    def __repr__(self) -> str:
        if self.regime in ("rest", "pure rotation"):
            return f"<{self.regime}, axis: {self.axis}>"
        return (f"<{self.regime}: rotation period {self.polhode_period:.6g}, "
                f"precession period {self.precession_period:.6g}>")


def _one(state: State) -> State:
    if not isinstance(state, State):
        raise ValueError(f"state: found {type(state).__name__}, expected a State")
    if state.shape:
        raise ValueError(f"state: found {state.shape} states, expected one")
    return state


def describe(state: State) -> Tumbling:
    """Regime, periods, mean rates and nutation of the free motion from one state.

    >>> describe(State(Body.moments([1, 2, 3]), omega=[0, 0, 1])).regime
    'pure rotation'
    """
    s = _one(state)
    return Tumbling(_core.describe(s.body._inertia, s.attitude, s.momentum))


def flip_times(state: State, duration: float) -> Array:
    """The times, from the state on, at which the momentum along the intermediate axis passes through zero.

    >>> flip_times(State(Body.moments([1, 2, 3]), omega=[1e-3, 1, 0]), 20).round(3)
    array([14.366])
    """
    s = _one(state)
    return _core.flip_times(s.body._inertia, s.attitude, s.momentum, float(duration))


def state_from_periods(body: Body, mode: str, polhode_period: float, precession_period: float, *,
                       phase: float = 0,
                       attitude: Any = None) -> State:
    """A state with these two periods, in 'long-axis mode' or 'short-axis mode'; `phase` is the part of the
    rotation period that has passed since the momentum crossed the plane of the long and the short axis.

    >>> s = state_from_periods(Body.moments([1, 3.08, 3.24]), "long-axis mode", 5.37, 7.42)
    >>> round(s.describe().precession_period, 9)
    7.42
    """
    m = _core.momentum_from_periods(body._inertia, mode, float(polhode_period), float(precession_period),
                                    float(phase))
    return State(body, attitude, momentum=m)
