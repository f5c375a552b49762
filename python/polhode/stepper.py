# SPDX-License-Identifier: MIT
"""Bodies that are taken through time step by step, by any of the library's methods; one body or many."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Array, choice, frame as is_space, number, summation as is_compensated, vector, whole
from .body import Body
from .free import start_of
from .state import State
from .torque import AnyTorque, torque_of


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

    __slots__ = ("_splitting",)

    def __init__(self, name: str, *, order: int, drifts: ArrayLike, kicks: ArrayLike,
                 starts_with_kick: bool = True, needs: str = "any torque") -> None:
        needs = choice("needs", needs, ("any torque", "a torque that does not depend on the momentum"))
        self._splitting = _core.Splitting(name, whole("order", order), starts_with_kick,
                                          np.asarray(drifts, dtype=np.longdouble).reshape(-1),
                                          np.asarray(kicks, dtype=np.longdouble).reshape(-1),
                                          needs != "any torque")

    @classmethod
    def composition(cls, name: str, order: int, weights: ArrayLike, *,
                    starts_with_kick: bool = True) -> Splitting:
        """Strang steps, an odd number of them, by the weights before the middle one; that one makes the sum
        1."""
        made = object.__new__(cls)
        made._splitting = _core.composition(name, whole("order", order),
                                            np.asarray(weights, dtype=np.longdouble).reshape(-1),
                                            starts_with_kick)
        return made

    @property
    def properties(self) -> Dict[str, Any]:
        """As splittings() has them."""
        return self._splitting.properties


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

    def step(self, h: float, count: int = 1) -> None:
        """Advances by `count` steps of h, of either sign."""
        if count > 0:
            self._stepper.run(number("h", h), 1, whole("count", count))

    def run(self, h: float, count: int, *, every: int = 1) -> Run:
        """Takes count * every steps of h and gives the state after each `every` of them."""
        times, q, m = self._stepper.run(number("h", h), whole("count", count), whole("every", every))
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
        self._stepper.reset(s.attitude, s.momentum, number("time", time))

    def checkpoint(self) -> bytes:
        """Where the motion is: a stepper made in the same way goes on from there to the same last bit."""
        return bytes(self._stepper.checkpoint())

    def resume(self, checkpoint: bytes) -> None:
        """Goes to where a checkpoint was taken."""
        self._stepper.resume(checkpoint)


class FreeStepper(_Stepper):
    """A free body, step by step, by a method of `methods()`: "exact", "dmv10", "lie_poisson_123", ...

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
        self._stepper = _core.FreeStepper(body._inertia, s.attitude, s.momentum, method,
                                          is_compensated(summation))

    def add_momentum(self, jump: ArrayLike) -> None:
        """Adds to the momentum, in the body frame."""
        self._stepper.add_momentum(vector("jump", jump))


class SplittingStepper(_Stepper):
    """A body under torque, step by step, by a splitting of `splittings()` and a method of `methods()` for its
    free part.

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
        self._stepper = _core.SplittingStepper(body._inertia, s.attitude, s.momentum, self.torque._torque,
                                               splitting_of(splitting), method, is_compensated(summation),
                                               number("time", time))

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
        self._stepper.add_momentum(vector("jump", jump), is_space(frame))


class ControlledBody:
    """A body in a control loop: the torque and the momentum of its wheels are held in each cycle and can be
    set between cycles.

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
        self._controlled = _core.ControlledBody(body._inertia, s.attitude, s.momentum,
                                                number("tolerance", tolerance),
                                                number("time", time), torque_of(always)._torque)

    def set_torque(self, torque: ArrayLike) -> None:
        """In the body frame, from now on."""
        self._controlled.set_torque(vector("torque", torque))

    def set_wheels(self, momentum: ArrayLike) -> None:
        """The momentum of the wheels relative to the body, from now on."""
        self._controlled.set_wheels(vector("momentum", momentum))

    def step(self, dt: float) -> None:
        """Goes on by dt > 0."""
        self._controlled.step(number("dt", dt))

    @property
    def time(self) -> float:
        """The time of the state."""
        return self._controlled.time()

    @property
    def state(self) -> State:
        """Now."""
        return State._made(self.body, *self._controlled.state())


def _bodies(bodies: Union[Body, Sequence[Body]], count: int) -> List[Body]:
    several = [bodies] if isinstance(bodies, Body) else list(bodies)
    if len(several) not in (1, count):
        raise ValueError(f"bodies: found {len(several)}, expected 1 or {count}, one for each start")
    return several


def _rows(starts: Union[State, Sequence[State]]) -> Tuple[Array, Array]:
    if isinstance(starts, State):
        return starts.attitude.reshape(-1, 4), starts.momentum.reshape(-1, 3)
    q = np.array([s.attitude for s in starts], dtype=np.float64).reshape(-1, 4)
    return q, np.array([s.momentum for s in starts], dtype=np.float64).reshape(-1, 3)


class Batch:
    """Many bodies at once, free or under one torque, on SIMD lanes and threads (0: all). A body's digits do
    not depend on its neighbours or on the threads.

    >>> body = Body.moments([1, 2, 3])
    >>> batch = Batch(body, State(body, omega=np.random.default_rng(1).normal(size=(1000, 3))))
    >>> batch.step(0.01, 10)
    >>> batch.states.attitude.shape
    (1000, 4)
    """

    def __init__(self, bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]], *,
                 torque: AnyTorque = None, splitting: Optional[AnySplitting] = None, method: str = "exact",
                 summation: str = "plain", time: float = 0, threads: int = 1) -> None:
        q, m = _rows(starts)
        several = _bodies(bodies, len(q))
        self._first = several[0]
        inertias = [b._inertia for b in several]
        self.torque = torque_of(torque)
        self._offset = 0.0
        self._batch: Any
        if self.torque.kind == "none":
            if splitting is not None:
                raise ValueError("splitting: found one for free bodies, expected none without a torque")
            self._offset = number("time", time)
            self._batch = _core.FreeBatch(inertias, q, m, method, is_compensated(summation), threads)
        else:
            if splitting is None:
                raise ValueError("splitting: found none, expected the name of one under torque")
            self._batch = _core.SplittingBatch(inertias, q, m, self.torque._torque,
                                               splitting_of(splitting), method, is_compensated(summation),
                                               number("time", time), threads)

    def step(self, h: float, count: int = 1) -> None:
        """Advances all by `count` steps of h."""
        self._batch.step(number("h", h), whole("count", count))

    @property
    def time(self) -> float:
        """The time of the states."""
        return self._offset + float(self._batch.time())

    @property
    def states(self) -> State:
        """Now, of shape (n,), in each body's own frame. With a body each, `omega` and `energy` of it are the
        first body's: use the momenta."""
        return State._made(self._first, *self._batch.states())

    def add_momentum(self, place: int, jump: ArrayLike, *, frame: str = "body") -> None:
        """Adds to the momentum of the body at a place now, in its body frame or in space."""
        self._batch.add_momentum(whole("place", place), vector("jump", jump), is_space(frame))

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


def step_in_place(body: Union[Body, ArrayLike], attitude: Any, momentum: Any, h: Union[float, ArrayLike],
                  count: int = 1, *, method: str = "exact", threads: int = 1) -> None:
    """Steps of many free bodies whose states are in your arrays: attitude (4, n) and momentum (3, n), float64
    or float32, changed in place. Where their rows are contiguous nothing is copied.

    Everything is in the ascending principal frame: `body` is one Body with ascending moments along its axes,
    or moments (3, n) with I1 <= I2 <= I3. A body that the method cannot step becomes NaN and is refused with
    its place.

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
        bodies = np.ascontiguousarray(body, dtype=kind)
        if bodies.shape != momentum.shape:
            raise ValueError(f"moments: found shape {bodies.shape}, expected {momentum.shape}")
    lengths: Any
    given = np.asarray(h)
    if given.shape == ():
        lengths = number("h", h)
    else:
        lengths = np.ascontiguousarray(given, dtype=kind)
        if lengths.shape != (momentum.shape[1],):
            raise ValueError(f"h: found shape {lengths.shape}, expected one number or ({momentum.shape[1]},)")
    q, m = (np.require(a, requirements=["C", "A"]) for a in (attitude, momentum))
    function = _core.step_in_place if kind == np.float64 else _core.step_in_place_float
    failed, first = function(bodies, q, m, lengths, whole("count", count), method, threads)
    if q is not attitude:
        attitude[...] = q
    if m is not momentum:
        momentum[...] = m
    if failed:
        raise ValueError(f"step of body {first}: found a state that {method} cannot step ({failed} in all), "
                         "expected finite states and steps")
