# SPDX-License-Identifier: MIT
"""Attitude and angular momentum of a body, at one time or at many."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import MOMENTUM, RATE, TIME, Array, frame as is_space, number, vectors
from .body import Body, is_same_inertia
from .rotation import attitude_of, matrix_of, rotation_of, to_body, to_space


class State:
    """The attitude and angular momentum of a body: one state, or an array of states of any shape.

    Parameters
    ----------
    body : Body or array_like of Body
        The body of all states, or an array of bodies that is broadcast to the shape of the states.
    attitude : optional
        Quaternions (..., 4), matrices (..., 3, 3) or a SciPy Rotation, from the body frame to space. Default:
        identity.
    omega, momentum : array_like
        Exactly one of them: angular velocity or angular momentum, (..., 3).
    frame : {"body", "space"}
        The frame of `omega` or `momentum`.

    Attributes
    ----------
    attitude : ndarray
        Unit quaternions (..., 4), scalar first, body to space.
    momentum : ndarray
        Angular momentum in the body frame, (..., 3).

    Notes
    -----
    The repr of a single state can be evaluated; that of an array of states gives only its shape.

    Examples
    --------
    >>> body = Body.moments([1, 2, 3])
    >>> s = State(body, omega=[0, 0, 2])
    >>> s.momentum, s.energy
    (array([0., 0., 6.]), 6.0)
    >>> State([body, Body.moments([1, 2, 5])], omega=[0, 0, 2]).energy
    array([ 6., 10.])
    """

    __slots__ = ("_bodies", "_which", "attitude", "momentum")

    attitude: Array
    momentum: Array
    # The distinct bodies, and the index of that of each state; None if all are of one body.
    _bodies: Tuple[Body, ...]
    _which: Any

    def __init__(self, body: Union[Body, Sequence[Body]], attitude: Any = None, *,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                 frame: str = "body") -> None:
        bodies, which = _numbered(body)
        if (omega is None) == (momentum is None):
            raise InvalidInput("state: found " + ("neither omega nor momentum" if omega is None
                                                  else "both omega and momentum") + ", expected one of them")
        q = np.array([1.0, 0, 0, 0]) if attitude is None else attitude_of(attitude)
        v = vectors("omega", omega, unit=RATE) if omega is not None else vectors(
            "momentum", momentum, unit=MOMENTUM)  # type: ignore[arg-type]
        if not np.isfinite(v).all():
            raise InvalidInput(("omega" if omega is not None else "momentum")
                               + f": found {v[~np.isfinite(v)][0]}, expected finite numbers")
        shape = np.broadcast_shapes(q.shape[:-1], v.shape[:-1], () if which is None else which.shape)
        q = np.array(np.broadcast_to(q, shape + (4,)), order="C")
        v = np.array(np.broadcast_to(v, shape + (3,)), order="C")
        self._bodies, self._which = bodies, None if which is None else np.broadcast_to(which, shape)
        if is_space(frame):
            v = to_body(q, v)
        if omega is not None:
            v = _core.momenta(*self._parts(), v.reshape(-1, 3)).reshape(v.shape)
        _core.check_states(*self._parts(), q.reshape(-1, 4), v.reshape(-1, 3))
        self.attitude, self.momentum = q, v

    @classmethod
    def _made(cls, body: Union[Body, Sequence[Body]], attitude: Array, momentum: Array,
              which: Any = None) -> State:
        """A state of arrays that are valid already. `which`, of the states' shape, says which of several
        bodies each state belongs to.
        """
        state = object.__new__(cls)
        state._bodies = (body,) if isinstance(body, Body) else tuple(body)
        state._which = which
        state.attitude, state.momentum = attitude, momentum
        return state

    def _parts(self) -> Tuple[List[_core.Inertia], Any]:
        """The bodies and their indices in the form that the compiled module takes."""
        which = np.empty(0, np.int64) if self._which is None else self._which
        return [b._inertia for b in self._bodies], np.ascontiguousarray(which).reshape(-1)

    @property
    def body(self) -> Body:
        """The body of all states; ValueError if they are of several bodies (see `bodies`)."""
        if any(b != self._bodies[0] for b in self._bodies[1:]):
            raise InvalidInput(f"body: found states of {len(self._bodies)} bodies, expected states of one; "
                               "`bodies` has the body of each")
        return self._bodies[0]

    @property
    def bodies(self) -> Any:
        """The body of each state: an object array of the states' shape."""
        once, found = np.empty(len(self._bodies), dtype=object), np.empty(self.shape, dtype=object)
        once[:] = self._bodies
        found[...] = once[0 if self._which is None else self._which]
        return found

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of the array of states; () for a single state."""
        return self.attitude.shape[:-1]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single state has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> State:
        if not self.shape:
            raise IndexError("a single state cannot be indexed")
        # The index selects states, never components of one.
        of = index if isinstance(index, tuple) else (index,)
        of += (slice(None),) if any(i is Ellipsis for i in of) else (Ellipsis, slice(None))
        q, m = self.attitude[of], self.momentum[of]
        if self._which is None:
            return State._made(self._bodies, q, m)
        which = np.asarray(self._which[index])
        if which.size and (which == which.flat[0]).all():
            return State._made(self._bodies[int(which.flat[0])], q, m)
        return State._made(self._bodies, q, m, which)

    def __iter__(self) -> Iterator[State]:
        return (self[i] for i in range(len(self)))

    @property
    def omega(self) -> Array:
        """Angular velocity in the body frame, (..., 3)."""
        m = np.ascontiguousarray(self.momentum).reshape(-1, 3)
        return _core.angular_velocities(*self._parts(), m).reshape(self.momentum.shape)

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
        """Kinetic energy: a float, or an array of the states' shape."""
        m = np.ascontiguousarray(self.momentum).reshape(-1, 3)
        found = _core.kinetic_energies(*self._parts(), m).reshape(self.shape)
        return found if self.shape else float(found)

    @property
    def matrix(self) -> Array:
        """Rotation matrices (..., 3, 3), body to space."""
        return matrix_of(self.attitude)

    @property
    def rotation(self) -> Any:
        """The attitudes as a scipy.spatial.transform.Rotation."""
        return rotation_of(self.attitude.reshape(-1, 4) if len(self.shape) > 1 else self.attitude)

    def axis(self, body_vector: ArrayLike) -> Array:
        """A vector of the body frame expressed in space, (..., 3).

        >>> State(Body.moments([1, 2, 3]), [0, 0, 0, 1], omega=[0, 0, 1]).axis([1, 0, 0])
        array([-1.,  0.,  0.])
        """
        return to_space(self.attitude, body_vector)

    def describe(self) -> Tumbling:
        """Regime, periods and nutation of the torque-free motion from this state: see `describe`."""
        return describe(self)

    def __repr__(self) -> str:
        if self.shape:
            several = f", {len(self._bodies)} bodies" if len(self._bodies) > 1 else ""
            return f"<State of shape {self.shape}{several}>"
        return f"State({self.body!r}, {self.attitude.tolist()}, momentum={self.momentum.tolist()})"


def _numbered(body: Any) -> Tuple[Tuple[Body, ...], Any]:
    """The distinct bodies of an array, and the index of the body at each place."""
    if isinstance(body, Body):
        return (body,), None
    if not isinstance(body, (list, tuple, np.ndarray)):
        raise InvalidInput(f"body: found {type(body).__name__}, expected a Body or an array of them")
    given = np.array(body, dtype=object)
    for b in given.flat:
        if not isinstance(b, Body):
            raise InvalidInput(f"body: found {type(b).__name__}, expected a Body")
    if not given.size:
        raise InvalidInput("body: found none, expected at least one")
    distinct: Dict[int, Body] = {id(b): b for b in given.flat}
    place = {key: k for k, key in enumerate(distinct)}
    which = np.array([place[id(b)] for b in given.flat], dtype=np.int64).reshape(given.shape)
    return tuple(distinct.values()), which


def refuse_other_body(state: State, body: Body, what: str = "start") -> None:
    """Raises ValueError if a state is of a body with another inertia.

    A state stores the momentum; for another inertia the same momentum is another angular velocity.
    """
    for of in state._bodies:
        if not is_same_inertia(of, body):
            raise InvalidInput(f"{what}: found a state of another body, {of!r}, expected one of {body!r}")


def starts_of(bodies: Union[Body, Sequence[Body]],
              starts: Union[State, Sequence[State]]) -> Tuple[List[Body], Array, Array]:
    """Bodies, attitudes (n, 4) and momenta (n, 3) of n starts. `bodies` is one for all or one each; each
    start must be a state of its body.
    """
    given = [starts] if isinstance(starts, State) else list(starts)
    for s in given:
        if not isinstance(s, State):
            raise InvalidInput(f"starts: found {type(s).__name__}, expected a State")
    q = np.concatenate([s.attitude.reshape(-1, 4) for s in given]) if given else np.empty((0, 4))
    m = np.concatenate([s.momentum.reshape(-1, 3) for s in given]) if given else np.empty((0, 3))
    several = [bodies] if isinstance(bodies, Body) else list(bodies)
    for b in several:
        if not isinstance(b, Body):
            raise InvalidInput(f"bodies: found {type(b).__name__}, expected a Body")
    if len(several) not in (1, len(q)):
        raise InvalidInput(f"bodies: found {len(several)}, expected 1 or {len(q)}, one for each start")
    if len(several) == 1:
        for s in given:
            refuse_other_body(s, several[0], "starts")
        return several, q, m
    of_starts = [of for s in given for of in s.bodies.reshape(-1)]
    for place, (of, body) in enumerate(zip(of_starts, several)):
        if not is_same_inertia(of, body):
            raise InvalidInput(f"starts: found a state of another body, {of!r}, at place {place}, "
                                   "expected "
                               f"one of {body!r}")
    return several, q, m


class Tumbling:
    """How a torque-free body tumbles, in the terms used for asteroids.

    Angles are in radians, times in the unit of the state. A period or flip that does not exist is infinite,
    and the corresponding rate is 0.

    Attributes
    ----------
    regime : str
        "rest", "pure rotation", "long-axis mode", "short-axis mode" or "separatrix".
    axis : str
        The axis about which the body rotates or which the polhode encircles or tends to: "long",
        "intermediate", "short", "any" or "none".
    polhode_period : float
        The rotation period, after which the momentum in the body frame repeats.
    precession_rate, precession_period : float
        Mean rate and period of the encircled axis about the angular momentum.
    long_axis_rate : float
        Mean rate of the long axis about the angular momentum.
    rotation_number : float
        Turns of the encircled axis about the angular momentum in one polhode period.
    smallest_nutation, largest_nutation : float
        Extremes of the angle between the angular momentum and the encircled axis.
    next_flip : float
        Time until the momentum along the intermediate axis next passes through zero.

    Examples
    --------
    >>> apophis = State(Body.moments([0.61, 0.965, 1.0]), omega=[0.06447, 0, 0.19912])
    >>> t = describe(apophis)
    >>> t.regime, round(t.polhode_period, 2), round(t.precession_period, 3)
    ('short-axis mode', 264.61, 27.38)
    """

    regime: str
    axis: str
    polhode_period: float
    precession_rate: float
    precession_period: float
    long_axis_rate: float
    rotation_number: float
    smallest_nutation: float
    largest_nutation: float
    next_flip: float

    def __init__(self, found: Dict[str, Any]) -> None:
        self.__dict__.update(found)

    def __repr__(self) -> str:
        if self.regime in ("rest", "pure rotation"):
            return f"<{self.regime}, axis: {self.axis}>"
        return (f"<{self.regime}: rotation period {self.polhode_period:.6g}, "
                f"precession period {self.precession_period:.6g}>")


def _one(state: State) -> State:
    """The argument, if it is a single State."""
    if not isinstance(state, State):
        raise InvalidInput(f"state: found {type(state).__name__}, expected a State")
    if state.shape:
        raise InvalidInput(f"state: found {state.shape} states, expected one")
    return state


def describe(state: State) -> Tumbling:
    """Regime, periods, mean rates and nutation of the torque-free motion from a state.

    Parameters
    ----------
    state : State
        A single state.

    Returns
    -------
    Tumbling

    Examples
    --------
    >>> describe(State(Body.moments([1, 2, 3]), omega=[0, 0, 1])).regime
    'pure rotation'
    """
    s = _one(state)
    return Tumbling(_core.describe(s.body._inertia, s.attitude, s.momentum))


def flip_times(state: State, duration: float) -> Array:
    """The times at which the momentum along the intermediate axis passes through zero, in torque-free motion.

    Parameters
    ----------
    state : State
        A single state, at time 0.
    duration : float
        The last time, of either sign.

    Returns
    -------
    ndarray
        The times (n,), in the order in which they occur from the state on.

    Examples
    --------
    >>> flip_times(State(Body.moments([1, 2, 3]), omega=[1e-3, 1, 0]), 20).round(3)
    array([14.366])
    """
    s = _one(state)
    return _core.flip_times(s.body._inertia, s.attitude, s.momentum, number("duration", duration, TIME))


def state_from_periods(body: Body, mode: str, polhode_period: float, precession_period: float, *,
                       phase: float = 0, attitude: Any = None) -> State:
    """A state whose torque-free motion has given periods.

    Parameters
    ----------
    body : Body
    mode : {"long-axis mode", "short-axis mode"}
    polhode_period, precession_period : float
        As in `Tumbling`.
    phase : float
        Fraction of the rotation period elapsed since the momentum crossed the plane of the long and short
        axes.
    attitude : optional
        The attitude. Default: identity.

    Raises
    ------
    ValueError
        If the body has no motion with these periods in this mode.

    Examples
    --------
    >>> s = state_from_periods(Body.moments([1, 3.08, 3.24]), "long-axis mode", 5.37, 7.42)
    >>> round(s.describe().precession_period, 9)
    7.42
    """
    m = _core.momentum_from_periods(body._inertia, mode, number("polhode_period", polhode_period, TIME),
                                    number("precession_period", precession_period, TIME),
                                    number("phase", phase))
    return State(body, attitude, momentum=m)
