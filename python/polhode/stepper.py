# SPDX-License-Identifier: MIT
"""Steppers: bodies advanced step by step by any of the library's methods; one body or many."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import (INERTIA, MOMENTUM, TIME, TORQUE, Array, choice, frame as is_space, has_unit, number,
                       numbers, plain, summation as is_compensated, thread_count, vector, whole)
from ._recipe import Recipe
from .body import Body
from .free import start_of
from .state import State, starts_of
from .torque import AnyTorque, torque_of, warn_of_pivot


def free_methods() -> Dict[str, Dict[str, Any]]:
    """Methods for torque-free bodies.

    Returns
    -------
    dict
        By name: order, conserved quantities and reference of each.

    Examples
    --------
    >>> free_methods()["dmv4"]["momentum_order"], free_methods()["exact"]["keeps_energy"]
    (4, True)
    """
    return {m["name"]: m for m in _core.free_methods()}


def splittings() -> Dict[str, Dict[str, Any]]:
    """Splitting methods for bodies under torque.

    Returns
    -------
    dict
        By name: order, coefficients and reference of each.

    Examples
    --------
    >>> splittings()["strang_kick"]["order"]
    2
    """
    return {s["name"]: s for s in _core.splittings()}


class Splitting:
    """A splitting method with your own coefficients.

    In a step of size h, torque-free motion (drifts) and torque (kicks) alternate.

    Parameters
    ----------
    name : str
    order : int
        The order of accuracy; it is not verified.
    drifts, kicks : array_like
        Durations as fractions of the step. Each list must be symmetric and sum to 1.
    starts_with_kick : bool
    needs : {"any torque", "a torque that does not depend on the momentum"}
        Whether the method keeps its order for torques that depend on the momentum.

    Examples
    --------
    >>> strang = Splitting("mine", order=2, drifts=[1], kicks=[0.5, 0.5])
    >>> Splitting.composition("triple jump", 4, [1 / (2 - 2 ** (1 / 3))]).properties["kicks_per_step"]
    3
    """

    __slots__ = ("_splitting", "_made_by")

    def __init__(self, name: str, *, order: int, drifts: ArrayLike, kicks: ArrayLike,
                 starts_with_kick: bool = True, needs: str = "any torque") -> None:
        needs = choice("needs", needs, ("any torque", "a torque that does not depend on the momentum"))
        parts = {"drifts": _coefficients("drifts", drifts), "kicks": _coefficients("kicks", kicks)}
        self._splitting = _core.Splitting(name, whole("order", order), starts_with_kick, parts["drifts"],
                                          parts["kicks"], needs != "any torque")
        self._made_by = Recipe("", (name,), {"order": order, **parts, "starts_with_kick": starts_with_kick,
                                             "needs": needs})

    @classmethod
    def composition(cls, name: str, order: int, weights: ArrayLike, *,
                    starts_with_kick: bool = True) -> Splitting:
        """A symmetric composition of an odd number of Strang steps.

        Parameters
        ----------
        name : str
        order : int
            The order of accuracy; it is not verified.
        weights : array_like
            The weights of the steps before the middle one, whose weight makes the sum 1.
        starts_with_kick : bool
        """
        made, w = object.__new__(cls), _coefficients("weights", weights)
        made._splitting = _core.composition(name, whole("order", order), w, starts_with_kick)
        made._made_by = Recipe("composition", (name, order, w), {"starts_with_kick": starts_with_kick})
        return made

    @property
    def properties(self) -> Dict[str, Any]:
        """The same entries as in `splittings()`."""
        return self._splitting.properties

    def __reduce__(self) -> Any:
        return self._made_by.reduced_of(Splitting)

    def __repr__(self) -> str:
        return f"<Splitting {self.properties['name']!r} of order {self.properties['order']}>"


def _coefficients(name: str, given: ArrayLike) -> Any:
    """Coefficients in long double."""
    return np.array(plain(name, given), dtype=np.longdouble).reshape(-1)


AnySplitting = Union[str, Splitting]


def splitting_of(given: AnySplitting) -> _core.Splitting:
    """The compiled splitting of a name or a Splitting."""
    if isinstance(given, Splitting):
        return given._splitting
    if not isinstance(given, str):
        raise InvalidInput(f"splitting: found {type(given).__name__}, expected a name or a Splitting")
    return _core.splitting(given)


class Run(NamedTuple):
    """States after steps: times (n,) and states of shape (n,)."""

    times: Array
    states: State


class Advancing:
    """What all steppers have in common: the steps and the time of a compiled stepper."""

    _stepper: Any

    def step(self, h: float, count: int = 1) -> None:
        """Advances by `count` steps of size `h`, of either sign."""
        if whole("count", count):
            self._stepper.run(number("h", h, TIME), 1, count)

    def _run(self, h: float, count: int, every: int) -> Any:
        return self._stepper.run(number("h", h, TIME), whole("count", count), whole("every", every))

    @property
    def time(self) -> float:
        """The current time."""
        return float(self._stepper.time())


class _Stepper(Advancing):
    body: Body
    # The other arguments of the constructor, for copies, which resume from a checkpoint.
    _made_with: Dict[str, Any]

    def __reduce__(self) -> Any:
        return partial(type(self), **self._made_with), (self.body,), self.checkpoint()

    def run(self, h: float, count: int, *, every: int = 1) -> Run:
        """Takes count * every steps of size `h`; returns the state after each `every` steps."""
        times, q, m = self._run(h, count, every)
        return Run(times, State._made(self.body, q, m))

    @property
    def state(self) -> State:
        """The current state."""
        return State._made(self.body, *self._stepper.state())

    def reset(self, state: State, start_time: float = 0) -> None:
        """Restarts at another state and time."""
        s = start_of(self.body, state, None, None, None)
        self._stepper.reset(s.attitude, s.momentum, number("start_time", start_time, TIME))

    def checkpoint(self) -> bytes:
        """The state of the stepper, for `resume`."""
        return bytes(self._stepper.checkpoint())

    def resume(self, checkpoint: bytes) -> None:
        """Restores a checkpoint of a stepper constructed with the same arguments: it continues bit for
        bit."""
        self._stepper.resume(checkpoint)

    __setstate__ = resume


class FreeStepper(_Stepper):
    """A torque-free body, advanced step by step.

    A copy continues independently, bit for bit.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at time 0; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    free_method : str
        A name from `free_methods()`, such as "exact", "dmv10" or "lie_poisson_123".
    summation : {"plain", "compensated"}
        Whether round-off of the updates is compensated.

    Examples
    --------
    >>> stepper = FreeStepper(Body.moments([1, 2, 3]), omega=[1, 0, 1], free_method="dmv6")
    >>> times, states = stepper.run(0.1, 100)
    >>> states.energy.shape, round(stepper.time, 9)
    ((100,), 10.0)
    """

    def __init__(self, body: Body, start: Optional[State] = None, *, attitude: Any = None,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                 free_method: str = "exact", summation: str = "plain") -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self._made_with = {"start": s, "free_method": free_method, "summation": summation}
        self._stepper = _core.FreeStepper(body._inertia, s.attitude, s.momentum, _method(free_method),
                                          is_compensated(summation))

    def add_momentum(self, jump: ArrayLike) -> None:
        """Adds to the current angular momentum, in the body frame."""
        self._stepper.add_momentum(vector("jump", jump, unit=MOMENTUM))


class SplittingStepper(_Stepper):
    """A body under torque, advanced step by step by a splitting method.

    A copy continues independently, bit for bit.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    torque : Torque or callable
    splitting : str or Splitting
        A name from `splittings()`, or your own.
    free_method : str
        The method for the torque-free part: a name from `free_methods()`.
    summation : {"plain", "compensated"}
        Whether round-off of the updates is compensated.
    start_time : float
        The initial time.

    Examples
    --------
    >>> from polhode import heavy_top
    >>> weight = heavy_top([0, 0, 1], [0, 0, 1])
    >>> top = SplittingStepper(Body.moments([1, 1, 0.5]), omega=[0, 0.1, 20], torque=weight,
    ...                        splitting="blanes_moan_srkn6b")
    >>> top.step(0.01, 100)
    >>> round(top.time, 12), top.order
    (1.0, 4)
    """

    def __init__(self, body: Body, start: Optional[State] = None, *, torque: AnyTorque,
                 splitting: AnySplitting, attitude: Any = None, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None, free_method: str = "exact", summation: str = "plain",
                 start_time: float = 0) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self.torque = torque_of(torque)
        warn_of_pivot(self.torque, [body])
        begin = number("start_time", start_time, TIME)
        self._made_with = {"start": s, "torque": self.torque, "splitting": splitting,
                           "free_method": free_method, "summation": summation, "start_time": begin}
        self._stepper = _core.SplittingStepper(body._inertia, s.attitude, s.momentum, self.torque._torque,
                                               splitting_of(splitting), _method(free_method),
                                               is_compensated(summation), begin)

    @property
    def conserved(self) -> float:
        """The current value of the quantity that the torque conserves; NaN if there is none."""
        return float(self._stepper.conserved())

    @property
    def conserved_name(self) -> str:
        """The name of that quantity, such as "energy"."""
        return str(self._stepper.conserved_name)

    @property
    def order(self) -> int:
        """The order of accuracy of the combined method."""
        return int(self._stepper.order)

    @property
    def warnings(self) -> List[str]:
        """Reasons for caution about the results."""
        return list(self._stepper.warnings)

    def add_momentum(self, jump: ArrayLike, *, frame: str = "body") -> None:
        """Adds to the current angular momentum; `jump` is in the body frame or in space."""
        self._stepper.add_momentum(vector("jump", jump, unit=MOMENTUM), is_space(frame))


class ControlledBody:
    """A body in a control loop: torque and wheel momentum are constant within each cycle and set between
    cycles.

    A copy continues independently, bit for bit.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    tolerance : float
        Bound on the error of each cycle.
    start_time : float
        The initial time.
    always : Torque or callable, optional
        A torque that acts all the time, such as a gravity gradient.

    Examples
    --------
    >>> body = ControlledBody(Body.moments([2, 3, 4]), omega=[0.1, 0, 0])
    >>> for _ in range(200):
    ...     body.set_torque(-2.0 * body.state.omega)
    ...     body.step(0.1)
    >>> bool(np.linalg.norm(body.state.omega) < 1e-6)
    True
    """

    def __init__(self, body: Body, start: Optional[State] = None, *, attitude: Any = None,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                 tolerance: float = 1e-10, start_time: float = 0, always: AnyTorque = None) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self._start, self._tolerance, self._always = s, number("tolerance", tolerance), torque_of(always)
        self._start_time = number("start_time", start_time, TIME)
        warn_of_pivot(self._always, [body])
        self._controlled = _core.ControlledBody(body._inertia, s.attitude, s.momentum, self._tolerance,
                                                self._start_time, self._always._torque)

    def __reduce__(self) -> Any:
        made = partial(type(self), tolerance=self._tolerance, start_time=self._start_time,
                       always=self._always)
        return made, (self.body, self._start), self.checkpoint()

    def set_torque(self, torque: ArrayLike) -> None:
        """Sets the control torque, in the body frame, from the current time on."""
        self._controlled.set_torque(vector("torque", torque, unit=TORQUE))

    def set_wheels(self, momentum: ArrayLike) -> None:
        """Sets the wheels' angular momentum relative to the body, in the body frame, from the current time
        on.

        Notes
        -----
        The momentum of `state` does not include the wheels and is not changed: the total momentum of body and
        wheels jumps by the change of h. Motors conserve the total, since they act on the body with the torque
        -dh/dt. If h changes in a cycle of length dt, add -(change of h) / dt to the control torque of that
        cycle with `set_torque`.

        Examples
        --------
        >>> body = ControlledBody(Body.moments([2, 3, 4]), omega=[0, 0, 0])
        >>> body.set_torque([0, 0, -0.2 / 0.1])         # reaction of the motor that spins the wheel up to 0.2
        >>> body.step(0.1)
        >>> body.set_torque([0, 0, 0])
        >>> body.set_wheels([0, 0, 0.2])
        >>> bool(abs(body.state.momentum[2] + 0.2) < 1e-15)     # the total momentum is still 0
        True
        """
        self._controlled.set_wheels(vector("momentum", momentum, unit=MOMENTUM))

    def step(self, dt: float) -> None:
        """Advances by `dt` > 0."""
        self._controlled.step(number("dt", dt, TIME))

    def checkpoint(self) -> bytes:
        """The state, and the torque and wheels set last, for `resume`."""
        return bytes(self._controlled.checkpoint())

    def resume(self, checkpoint: bytes) -> None:
        """Restores a checkpoint of a body constructed with the same arguments: it continues bit for bit."""
        self._controlled.resume(checkpoint)

    __setstate__ = resume

    @property
    def time(self) -> float:
        """The current time."""
        return self._controlled.time()

    @property
    def state(self) -> State:
        """The current state."""
        return State._made(self.body, *self._controlled.state())


def _method(name: str) -> str:
    """The name of a method for torque-free bodies, validated."""
    if name not in free_methods():
        raise InvalidInput(f"free_method: found {name!r}, expected one of free_methods(): "
                           f"{', '.join(free_methods())}")
    return name


class Batch:
    """Many bodies at once, torque-free or under one torque, on SIMD lanes and threads.

    The result for a body does not depend on the other bodies or on the number of threads. A copy continues
    independently, bit for bit.

    Parameters
    ----------
    bodies : Body or sequence of Body
        One for all, or one each.
    starts : State or sequence of State
        The states; each must be a state of its body.
    torque : Torque or callable, optional
    splitting : str or Splitting, optional
        Needed under torque: a name from `splittings()`, or your own.
    free_method : str
        The method for the torque-free motion: a name from `free_methods()`.
    summation : {"plain", "compensated"}
        Whether round-off of the updates is compensated.
    start_time : float
        The initial time.
    threads : int
        Number of threads, 0 for one per processor.

    Examples
    --------
    >>> body = Body.moments([1, 2, 3])
    >>> batch = Batch(body, State(body, omega=np.random.default_rng(1).normal(size=(1000, 3))))
    >>> batch.step(0.01, 10)
    >>> batch.states.attitude.shape
    (1000, 4)
    """

    def __init__(self, bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]], *,
                 torque: AnyTorque = None, splitting: Optional[AnySplitting] = None,
                 free_method: str = "exact", summation: str = "plain", start_time: float = 0,
                 threads: int = 0) -> None:
        several, q, m = starts_of(bodies, starts)
        self._bodies = several
        self._made_with = {"splitting": splitting, "free_method": free_method, "summation": summation,
                           "threads": threads}
        inertias = [b._inertia for b in several]
        self.torque = torque_of(torque)
        warn_of_pivot(self.torque, several)
        self._failed = 0
        self._batch: Any
        if self.torque.kind == "none":
            if splitting is not None:
                raise InvalidInput("splitting: found one without a torque, expected none for torque-free "
                                   "bodies")
            self._batch = _core.FreeBatch(inertias, q, m, _method(free_method), is_compensated(summation),
                                          number("start_time", start_time, TIME), thread_count(threads))
        else:
            if splitting is None:
                raise InvalidInput("splitting: found none, expected a name or a Splitting for bodies under "
                                   "torque")
            self._batch = _core.SplittingBatch(inertias, q, m, self.torque._torque,
                                               splitting_of(splitting), _method(free_method),
                                               is_compensated(summation),
                                               number("start_time", start_time, TIME),
                                               thread_count(threads))

    def __reduce__(self) -> Any:
        made = partial(type(self), torque=self.torque, **self._made_with)
        # Their states are those of the checkpoint; of a body that has failed no state can be constructed.
        count = len(self.states)
        at_rest = State._made(self._bodies, np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)), np.zeros((count, 3)),
                              np.arange(count) if len(self._bodies) > 1 else None)
        return made, (self._bodies, at_rest), self.checkpoint()

    def step(self, h: float, count: int = 1) -> None:
        """Advances all bodies by `count` steps of size `h`.

        The state of a body that cannot be stepped becomes NaN, and the other bodies are stepped. A
        RuntimeWarning then gives the first such body and the reason.
        """
        failed, reason = self._batch.step(number("h", h, TIME), whole("count", count))
        if failed > self._failed:
            _warn_of_failures(failed, len(self.states), reason)
        self._failed = failed

    @property
    def time(self) -> float:
        """The current time."""
        return float(self._batch.time())

    @property
    def states(self) -> State:
        """The current states, of shape (n,)."""
        q, m = self._batch.states()
        return State._made(self._bodies, q, m, np.arange(len(q)) if len(self._bodies) > 1 else None)

    def add_momentum(self, place: int, jump: ArrayLike, *, frame: str = "body") -> None:
        """Adds to the current momentum of the body at a place; `jump` is in its body frame or in space."""
        self._batch.add_momentum(whole("place", place), vector("jump", jump, unit=MOMENTUM), is_space(frame))

    def checkpoint(self) -> bytes:
        """The states of the bodies, for `resume`."""
        return bytes(self._batch.checkpoint())

    def resume(self, checkpoint: bytes) -> None:
        """Restores a checkpoint of a batch constructed with the same arguments: it continues bit for bit."""
        self._batch.resume(checkpoint)
        self._failed = 0

    __setstate__ = resume


def _warn_of_failures(failed: int, count: int, reason: str) -> None:
    warnings.warn(f"{reason} ({failed} of {count} bodies could not be stepped and are NaN; the others went "
                  "on)", RuntimeWarning, stacklevel=3)


def step_in_place(body: Union[Body, ArrayLike], attitude: Any, momentum: Any, h: Union[float, ArrayLike],
                  count: int = 1, *, free_method: str = "exact", threads: int = 0) -> None:
    """Advances many torque-free bodies whose states are in your arrays, which are overwritten.

    All vectors are in the ascending principal frame of each body. Contiguous arrays are not copied.

    Parameters
    ----------
    body : Body or array_like
        One body with ascending moments about the axes of its frame, or moments (3, n) with I1 <= I2 <= I3.
    attitude : ndarray
        Unit quaternions (4, n), float64 or float32, of unit length within 1e-6 (1e-3 for float32).
    momentum : ndarray
        Angular momenta (3, n) of the same type; must not overlap `attitude`.
    h : float or array_like
        Step size, one for all or (n,).
    count : int
        Number of steps.
    free_method : str
        A name from `free_methods()`.
    threads : int
        Number of threads, 0 for one per processor.

    Raises
    ------
    InvalidInput
        If the arrays are not as described.

    Warns
    -----
    RuntimeWarning
        If a body cannot be stepped; the message gives the first such body and the reason. The state of such a
        body becomes NaN, and the other bodies are stepped.

    Examples
    --------
    >>> q = np.zeros((4, 100)); q[0] = 1
    >>> m = np.ones((3, 100))
    >>> step_in_place(Body.moments([1, 2, 3]), q, m, 0.1, count=10)
    >>> bool(np.allclose((m * m).sum(axis=0), 3, rtol=1e-15))
    True
    """
    for name, a, width in (("attitude", attitude, 4), ("momentum", momentum, 3)):
        if not isinstance(a, np.ndarray) or a.dtype not in (np.float64, np.float32):
            raise InvalidInput(f"{name}: found {getattr(a, 'dtype', type(a).__name__)}, "
                               "expected an array of float64 or float32")
        if has_unit(a) or isinstance(a, np.ma.MaskedArray):
            raise InvalidInput(
                f"{name}: found {type(a).__name__}, expected a plain array, without unit and mask")
        if a.ndim != 2 or a.shape[0] != width:
            raise InvalidInput(f"{name}: found shape {a.shape}, expected ({width}, n)")
        if not a.flags.writeable:
            raise InvalidInput(f"{name}: found a read-only array, expected a writeable one")
    if attitude.dtype != momentum.dtype or attitude.shape[1] != momentum.shape[1]:
        raise InvalidInput(f"momentum: found {momentum.dtype} of shape {momentum.shape}, "
                           f"expected {attitude.dtype} of shape (3, {attitude.shape[1]})")
    kind = attitude.dtype
    bodies: Any
    if isinstance(body, Body):
        if not np.array_equal(body.principal_axes, np.eye(3)):
            raise InvalidInput("body: found a body frame that is not the ascending principal frame, "
                               "expected ascending moments about the axes of the body frame")
        bodies = body._inertia
    else:
        bodies = np.ascontiguousarray(numbers("moments", body, INERTIA), dtype=kind)
        if bodies.shape != momentum.shape:
            raise InvalidInput(f"moments: found shape {bodies.shape}, expected {momentum.shape}")
    _refuse_bad_arrays(attitude, momentum)
    lengths: Any
    given = numbers("h", h, TIME)
    if given.shape == ():
        lengths = float(given)
    else:
        lengths = np.ascontiguousarray(given, dtype=kind)
        if lengths.shape != (momentum.shape[1],):
            raise InvalidInput(f"h: found shape {lengths.shape}, expected one number or "
                               f"({momentum.shape[1]},)")
    q, m = (np.require(a, requirements=["C", "A"]) for a in (attitude, momentum))
    function = _core.step_in_place if kind == np.float64 else _core.step_in_place_float
    failed, reason = function(bodies, q, m, lengths, whole("count", count), _method(free_method),
                              thread_count(threads))
    if q is not attitude:
        attitude[...] = q
    if m is not momentum:
        momentum[...] = m
    if failed:
        _warn_of_failures(failed, attitude.shape[1], reason)


def _refuse_bad_arrays(attitude: Any, momentum: Any) -> None:
    for name, a in (("attitude", attitude), ("momentum", momentum)):
        # As of a broadcast array.
        if a.size > 1 and any(n > 1 and stride == 0 for n, stride in zip(a.shape, a.strides)):
            raise InvalidInput(f"{name}: found an array whose elements share memory, expected distinct "
                               "elements")
    if np.may_share_memory(attitude, momentum) and np.shares_memory(attitude, momentum):
        raise InvalidInput("momentum: found an array that overlaps that of the attitude, expected two arrays")
    with np.errstate(all="ignore"):
        square = np.einsum("ki,ki->i", attitude, attitude)
    # Numbers that are not finite make the step fail, which is reported with their place.
    wrong = np.abs(square - 1) > (2e-6 if attitude.dtype == np.float64 else 2e-3)
    if wrong.any():
        place = int(np.argmax(wrong))
        raise InvalidInput(f"attitude of body {place}: found a quaternion of length "
                           f"{np.sqrt(square[place]):.6g}, expected unit quaternions "
                           f"({int(wrong.sum())} are not)")
