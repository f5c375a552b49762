# SPDX-License-Identifier: MIT
"""Bodies that are taken through time step by step, by any of the library's methods; one body or many."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Type, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import (INERTIA, MOMENTUM, TIME, TORQUE, Array, choice, frame as is_space, has_unit, number,
                       numbers, plain, summation as is_compensated, thread_count, vector, whole)
from .body import Body, _remade
from .free import start_of
from .state import State, starts_of
from .torque import AnyTorque, torque_of, warn_of_pivot


def methods() -> Dict[str, Dict[str, Any]]:
    """The methods for free bodies by name, with their order, what they keep, and where they were published.

    >>> methods()["dmv4"]["momentum_order"], methods()["exact"]["keeps_energy"]
    (4, True)
    """
    return {m["name"]: m for m in _core.free_methods()}


def splittings() -> Dict[str, Dict[str, Any]]:
    """The splittings for bodies under torque by name, with their order and coefficients.

    >>> splittings()["strang_kick"]["order"]
    2
    """
    return {s["name"]: s for s in _core.splittings()}


class Splitting:
    """Coefficients of a splitting of yours: how long, in parts of the step, the free motion (drifts) and the
    torque (kicks) act in turn. They must read the same backwards and add up to 1. `order` is what you say of
    it; a method that keeps its order only for torques that do not know the momentum says so.

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
        self._made_by: Tuple[str, Tuple[Any, ...], Dict[str, Any]] = (
            "", (name,), {"order": order, **parts, "starts_with_kick": starts_with_kick, "needs": needs})

    @classmethod
    def composition(cls, name: str, order: int, weights: ArrayLike, *,
                    starts_with_kick: bool = True) -> Splitting:
        """Strang steps, an odd number of them, by the weights before the middle one; that one makes the sum
        1."""
        made, w = object.__new__(cls), _coefficients("weights", weights)
        made._splitting = _core.composition(name, whole("order", order), w, starts_with_kick)
        made._made_by = ("composition", (name, order, w), {"starts_with_kick": starts_with_kick})
        return made

    @property
    def properties(self) -> Dict[str, Any]:
        """As splittings() has them."""
        return self._splitting.properties

    def __reduce__(self) -> Any:
        return _remade, (Splitting, *self._made_by)

    def __repr__(self) -> str:
        return f"<Splitting {self.properties['name']!r} of order {self.properties['order']}>"


def _coefficients(name: str, given: ArrayLike) -> Any:
    """With all digits of long double."""
    return np.array(plain(name, given), dtype=np.longdouble).reshape(-1)


AnySplitting = Union[str, Splitting]


def splitting_of(given: AnySplitting) -> _core.Splitting:
    """By its name, or as it is."""
    if isinstance(given, Splitting):
        return given._splitting
    if not isinstance(given, str):
        raise ValueError(f"splitting: found {type(given).__name__}, expected a name or a Splitting")
    return _core.splitting(given)


class Run(NamedTuple):
    """States after some steps: times (n,) and states of shape (n,)."""

    times: Array
    states: State


class _Stepper:
    _stepper: Any
    body: Body
    # What it was made with, for copies, which go on from its checkpoint.
    _made_with: Dict[str, Any]

    def __reduce__(self) -> Any:
        return _resumed, (type(self), self.body, self._made_with, self.checkpoint())

    def step(self, h: float, count: int = 1) -> None:
        """Advances by `count` steps of h, of either sign."""
        if whole("count", count):
            self._stepper.run(number("h", h, TIME), 1, count)

    def run(self, h: float, count: int, *, every: int = 1) -> Run:
        """Takes count * every steps of h and gives the state after each `every` of them."""
        times, q, m = self._stepper.run(number("h", h, TIME), whole("count", count), whole("every", every))
        return Run(times, State._made(self.body, q, m))

    @property
    def time(self) -> float:
        """The time of the state."""
        return float(self._stepper.time())

    @property
    def state(self) -> State:
        """Now."""
        return State._made(self.body, *self._stepper.state())

    def reset(self, state: State, time: float = 0) -> None:
        """Begins again at another state."""
        s = start_of(self.body, state, None, None, None)
        self._stepper.reset(s.attitude, s.momentum, number("time", time, TIME))

    def checkpoint(self) -> bytes:
        """Where the motion is: a stepper made in the same way goes on from there to the same last bit."""
        return bytes(self._stepper.checkpoint())

    def resume(self, checkpoint: bytes) -> None:
        """Goes to where a checkpoint was taken."""
        self._stepper.resume(checkpoint)


def _resumed(kind: Type[_Stepper], body: Body, made_with: Dict[str, Any], checkpoint: bytes) -> _Stepper:
    made: _Stepper = kind(body, **made_with)  # type: ignore[call-arg]
    made.resume(checkpoint)
    return made


class FreeStepper(_Stepper):
    """A free body, step by step, by a method of `methods()`: "exact", "dmv10", "lie_poisson_123", ... A copy
    goes on by itself, to the same last bit.

    >>> stepper = FreeStepper(Body.moments([1, 2, 3]), omega=[1, 0, 1], method="dmv6")
    >>> times, states = stepper.run(0.1, 100)
    >>> states.energy.shape, round(stepper.time, 9)
    ((100,), 10.0)
    """

    def __init__(self, body: Body, start: Optional[State] = None, *, attitude: Any = None,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                 method: str = "exact",
                 summation: str = "plain") -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self._made_with = {"start": s, "method": method, "summation": summation}
        self._stepper = _core.FreeStepper(body._inertia, s.attitude, s.momentum, _method(method),
                                          is_compensated(summation))

    def add_momentum(self, jump: ArrayLike) -> None:
        """Adds to the momentum, in the body frame."""
        self._stepper.add_momentum(vector("jump", jump, unit=MOMENTUM))


class SplittingStepper(_Stepper):
    """A body under torque, step by step, by a splitting of `splittings()` and a method of `methods()` for its
    free part. A copy goes on by itself, to the same last bit.

    >>> from polhode import heavy_top
    >>> weight = heavy_top([0, 0, 1], [0, 0, 1])
    >>> top = SplittingStepper(Body.moments([1, 1, 0.5]), omega=[0, 0.1, 20], torque=weight,
    ...                        splitting="blanes_moan_srkn6b")
    >>> top.step(0.01, 100)
    >>> round(top.time, 12), top.order
    (1.0, 4)
    """

    def __init__(self, body: Body, start: Optional[State] = None, *, torque: AnyTorque,
                 splitting: AnySplitting,
                 attitude: Any = None, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None,
                 method: str = "exact", summation: str = "plain", time: float = 0) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self.torque = torque_of(torque)
        warn_of_pivot(self.torque, [body])
        begin = number("time", time, TIME)
        self._made_with = {"start": s, "torque": self.torque, "splitting": splitting, "method": method,
                           "summation": summation, "time": begin}
        self._stepper = _core.SplittingStepper(body._inertia, s.attitude, s.momentum, self.torque._torque,
                                               splitting_of(splitting), _method(method),
                                               is_compensated(summation), begin)

    @property
    def conserved(self) -> float:
        """What the torque conserves, now; NaN where it names nothing."""
        return float(self._stepper.conserved())

    @property
    def conserved_name(self) -> str:
        """What that is, such as "energy"."""
        return str(self._stepper.conserved_name)

    @property
    def order(self) -> int:
        """The order of the whole."""
        return int(self._stepper.order)

    @property
    def warnings(self) -> List[str]:
        """What you should know before trusting the run."""
        return list(self._stepper.warnings)

    def add_momentum(self, jump: ArrayLike, *, frame: str = "body") -> None:
        """Adds to the momentum now, in the body frame or in space."""
        self._stepper.add_momentum(vector("jump", jump, unit=MOMENTUM), is_space(frame))


class ControlledBody:
    """A body in a control loop: the torque and the momentum of its wheels are held in each cycle and can be
    set between cycles. A copy goes on by itself from the same state, within the tolerance.

    >>> body = ControlledBody(Body.moments([2, 3, 4]), omega=[0.1, 0, 0])
    >>> for _ in range(200):
    ...     body.set_torque(-2.0 * body.state.omega)
    ...     body.step(0.1)
    >>> bool(np.linalg.norm(body.state.omega) < 1e-6)
    True
    """

    def __init__(self, body: Body, start: Optional[State] = None, *, attitude: Any = None,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                 tolerance: float = 1e-10,
                 time: float = 0, always: AnyTorque = None) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self._tolerance, self._always = number("tolerance", tolerance), torque_of(always)
        warn_of_pivot(self._always, [body])
        # What was set last.
        self._torque: Optional[Array] = None
        self._wheels: Optional[Array] = None
        self._controlled = _core.ControlledBody(body._inertia, s.attitude, s.momentum, self._tolerance,
                                                number("time", time, TIME), self._always._torque)

    def __reduce__(self) -> Any:
        return _controlled_again, (type(self), self.state, self._tolerance,
                                   self.time, self._always, self._torque, self._wheels)

    def set_torque(self, torque: ArrayLike) -> None:
        """In the body frame, from now on."""
        given = vector("torque", torque, unit=TORQUE).copy()
        self._controlled.set_torque(given)
        self._torque = given

    def set_wheels(self, momentum: ArrayLike) -> None:
        """The momentum h of the wheels relative to the body, from now on. It is not part of the momentum of
        `state`, which stays as it is: the total momentum of body and wheels jumps by the change of h. Motors
        conserve that total, for they act on the body with -dh/dt: where h changes in a cycle, add
        -(change of h) / dt to the torque of that cycle yourself, with set_torque().

        >>> body = ControlledBody(Body.moments([2, 3, 4]), omega=[0, 0, 0])
        >>> body.set_torque([0, 0, -0.2 / 0.1])         # of the motor that gives its wheel 0.2 in this cycle
        >>> body.step(0.1)
        >>> body.set_torque([0, 0, 0])
        >>> body.set_wheels([0, 0, 0.2])
        >>> bool(abs(body.state.momentum[2] + 0.2) < 1e-15)     # with the wheel's, 0 as before
        True
        """
        given = vector("momentum", momentum, unit=MOMENTUM).copy()
        self._controlled.set_wheels(given)
        self._wheels = given

    def step(self, dt: float) -> None:
        """Goes on by dt > 0."""
        self._controlled.step(number("dt", dt, TIME))

    @property
    def time(self) -> float:
        """The time of the state."""
        return self._controlled.time()

    @property
    def state(self) -> State:
        """Now."""
        return State._made(self.body, *self._controlled.state())


def _controlled_again(kind: Type[ControlledBody], state: State, tolerance: float, time: float,
                      always: AnyTorque, torque: Optional[Array],
                      wheels: Optional[Array]) -> ControlledBody:
    made = kind(state.body, state, tolerance=tolerance, time=time, always=always)
    if torque is not None:
        made.set_torque(torque)
    if wheels is not None:
        made.set_wheels(wheels)
    return made


def _method(name: str) -> str:
    """The name of a free method."""
    if name not in methods():
        raise ValueError(f"method: found {name!r}, expected one of methods(): {', '.join(methods())}")
    return name


class Batch:
    """Many bodies at once, free or under one torque, on SIMD lanes and threads (0: all). A body's digits do
    not depend on its neighbours or on the threads. `bodies` is one for all or one each; each start must be a
    state of its body. A copy goes on by itself: of free bodies to the same last bit, under torque to
    rounding.

    >>> body = Body.moments([1, 2, 3])
    >>> batch = Batch(body, State(body, omega=np.random.default_rng(1).normal(size=(1000, 3))))
    >>> batch.step(0.01, 10)
    >>> batch.states.attitude.shape
    (1000, 4)
    """

    def __init__(self, bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]], *,
                 torque: AnyTorque = None, splitting: Optional[AnySplitting] = None, method: str = "exact",
                 summation: str = "plain", time: float = 0, threads: int = 1) -> None:
        several, q, m = starts_of(bodies, starts)
        self._bodies = several
        self._made_with = {"splitting": splitting, "method": method, "summation": summation,
                           "threads": threads}
        inertias = [b._inertia for b in several]
        self.torque = torque_of(torque)
        warn_of_pivot(self.torque, several)
        self._offset = 0.0
        self._failed = 0
        self._batch: Any
        if self.torque.kind == "none":
            if splitting is not None:
                raise ValueError("splitting: found one for free bodies, expected none without a torque")
            self._offset = number("time", time, TIME)
            self._batch = _core.FreeBatch(inertias, q, m, _method(method), is_compensated(summation),
                                          thread_count(threads))
        else:
            if splitting is None:
                raise ValueError("splitting: found none, expected the name of one under torque")
            self._batch = _core.SplittingBatch(inertias, q, m, self.torque._torque,
                                               splitting_of(splitting), _method(method),
                                               is_compensated(summation), number("time", time, TIME),
                                               thread_count(threads))

    def __reduce__(self) -> Any:
        is_free = isinstance(self._batch, _core.FreeBatch)
        return _batch_again, (type(self), self._bodies, self.states, self.torque, self._made_with,
                              self._offset if is_free else self.time, self.checkpoint() if is_free else None)

    def step(self, h: float, count: int = 1) -> None:
        """Advances all by `count` steps of h. The state of a body that cannot be stepped becomes NaN, with a
        `RuntimeWarning` that names the first such body and says why; the others go on."""
        failed, reason = self._batch.step(number("h", h, TIME), whole("count", count))
        if failed > self._failed:
            _warn_of_failures(failed, len(self.states), reason)
        self._failed = failed

    @property
    def time(self) -> float:
        """The time of the states."""
        return self._offset + float(self._batch.time())

    @property
    def states(self) -> State:
        """Now, of shape (n,), in each body's own frame."""
        q, m = self._batch.states()
        return State._made(self._bodies, q, m, np.arange(len(q)) if len(self._bodies) > 1 else None)

    def add_momentum(self, place: int, jump: ArrayLike, *, frame: str = "body") -> None:
        """Adds to the momentum of the body at a place now, in its body frame or in space."""
        self._batch.add_momentum(whole("place", place), vector("jump", jump, unit=MOMENTUM), is_space(frame))

    def checkpoint(self) -> bytes:
        """Where all are: a batch made in the same way goes on from there to the same last bit. Of free bodies
        alone."""
        if not isinstance(self._batch, _core.FreeBatch):
            raise ValueError("checkpoint: found bodies under torque, expected free ones")
        return bytes(self._batch.checkpoint())

    def resume(self, checkpoint: bytes) -> None:
        """Goes to where a checkpoint was taken."""
        if not isinstance(self._batch, _core.FreeBatch):
            raise ValueError("checkpoint: found bodies under torque, expected free ones")
        self._batch.resume(checkpoint)
        self._failed = 0


def _warn_of_failures(failed: int, count: int, reason: str) -> None:
    warnings.warn(f"{reason} ({failed} of {count} bodies could not be stepped and are NaN; the others went on)",
                  RuntimeWarning, stacklevel=3)


def _batch_again(kind: Type[Batch], bodies: List[Body], states: State, torque: AnyTorque,
                 made_with: Dict[str, Any], time: float, checkpoint: Optional[bytes]) -> Batch:
    made = kind(bodies, states, torque=torque, time=time, **made_with)
    if checkpoint is not None:
        made.resume(checkpoint)
    return made


def step_in_place(body: Union[Body, ArrayLike], attitude: Any, momentum: Any, h: Union[float, ArrayLike],
                  count: int = 1, *, method: str = "exact", threads: int = 1) -> None:
    """Steps of many free bodies whose states are in your arrays: attitude (4, n) and momentum (3, n), float64
    or float32, changed in place. Where their rows are contiguous nothing is copied. The quaternions must be
    of length one, within 1e-6 (1e-3 of float32), and the arrays must not overlap.

    Everything is in the ascending principal frame: `body` is one Body with ascending moments along its axes,
    or moments (3, n) with I1 <= I2 <= I3. A body that the method cannot step becomes NaN, with a
    `RuntimeWarning` that names the first such body and says why; the others go on.

    >>> q = np.zeros((4, 100)); q[0] = 1
    >>> m = np.ones((3, 100))
    >>> step_in_place(Body.moments([1, 2, 3]), q, m, 0.1, count=10)
    >>> bool(np.allclose((m * m).sum(axis=0), 3, rtol=1e-15))
    True
    """
    for name, a, width in (("attitude", attitude, 4), ("momentum", momentum, 3)):
        if not isinstance(a, np.ndarray) or a.dtype not in (np.float64, np.float32):
            raise ValueError(f"{name}: found {getattr(a, 'dtype', type(a).__name__)}, "
                             "expected an array of float64 or float32")
        if has_unit(a) or isinstance(a, np.ma.MaskedArray):
            raise ValueError(
                f"{name}: found {type(a).__name__}, expected a plain array, without unit and mask")
        if a.ndim != 2 or a.shape[0] != width:
            raise ValueError(f"{name}: found shape {a.shape}, expected ({width}, n)")
        if not a.flags.writeable:
            raise ValueError(f"{name}: found an array that is not writeable")
    if attitude.dtype != momentum.dtype or attitude.shape[1] != momentum.shape[1]:
        raise ValueError(f"momentum: found {momentum.dtype} of shape {momentum.shape}, "
                         f"expected {attitude.dtype} of shape (3, {attitude.shape[1]})")
    kind = attitude.dtype
    bodies: Any
    if isinstance(body, Body):
        if not np.array_equal(body.principal_axes, np.eye(3)):
            raise ValueError("body: found axes that are not the ascending principal ones, "
                             "expected ascending moments about the axes of the body frame")
        bodies = body._inertia
    else:
        bodies = np.ascontiguousarray(numbers("moments", body, INERTIA), dtype=kind)
        if bodies.shape != momentum.shape:
            raise ValueError(f"moments: found shape {bodies.shape}, expected {momentum.shape}")
    _refuse_bad_arrays(attitude, momentum)
    lengths: Any
    given = numbers("h", h, TIME)
    if given.shape == ():
        lengths = float(given)
    else:
        lengths = np.ascontiguousarray(given, dtype=kind)
        if lengths.shape != (momentum.shape[1],):
            raise ValueError(f"h: found shape {lengths.shape}, expected one number or ({momentum.shape[1]},)")
    q, m = (np.require(a, requirements=["C", "A"]) for a in (attitude, momentum))
    function = _core.step_in_place if kind == np.float64 else _core.step_in_place_float
    failed, reason = function(bodies, q, m, lengths, whole("count", count), _method(method),
                             thread_count(threads))
    if q is not attitude:
        attitude[...] = q
    if m is not momentum:
        momentum[...] = m
    if failed:
        _warn_of_failures(failed, attitude.shape[1], reason)


def _refuse_bad_arrays(attitude: Any, momentum: Any) -> None:
    for name, a in (("attitude", attitude), ("momentum", momentum)):
        # Elements that share memory, as those of a broadcast array do.
        if a.size > 1 and any(n > 1 and stride == 0 for n, stride in zip(a.shape, a.strides)):
            raise ValueError(f"{name}: found an array whose elements share memory, expected one of its own")
    if np.may_share_memory(attitude, momentum) and np.shares_memory(attitude, momentum):
        raise ValueError("momentum: found an array that overlaps the attitude, expected two arrays")
    with np.errstate(all="ignore"):
        square = np.einsum("ki,ki->i", attitude, attitude)
    # What is not finite fails by itself, with its place.
    wrong = np.abs(square - 1) > (2e-6 if attitude.dtype == np.float64 else 2e-3)
    if wrong.any():
        place = int(np.argmax(wrong))
        raise ValueError(f"attitude of body {place}: found a quaternion of length "
                         f"{np.sqrt(square[place]):.6g}, expected unit quaternions "
                         f"({int(wrong.sum())} are not)")
