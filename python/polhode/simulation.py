# SPDX-License-Identifier: MIT
"""The motion of a body at given times to a given tolerance; the library chooses the method."""

from __future__ import annotations

from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple,
                    Union)

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Array, choice, number, series, summation as is_compensated
from .body import Body
from .free import start_of
from .state import State
from .stepper import AnySplitting, splitting_of
from .torque import AnyTorque, FormulaState, Torque, _name, _record, _Unrecorded, torque_of

if TYPE_CHECKING:
    from .view import View


class Event:
    """A passage of a function of a FormulaState through zero. The function is recorded as a formula where it
    can be.

    >>> rises = Event(lambda s: s.in_space([0, 0, 1])[2], name="upright", crossing="rising")
    >>> rises.kind
    'formula'
    """

    __slots__ = ("name", "crossing", "stops", "kind", "_function")

    def __init__(self, function: Callable[[FormulaState], Any], *, name: Optional[str] = None,
                 crossing: str = "either", stops: bool = False) -> None:
        if not callable(function):
            raise ValueError(f"event: found {type(function).__name__}, expected a function")
        self.name = _name(function, name)
        #: "rising", "falling" or "either", in the direction of the run
        self.crossing = choice("crossing", crossing, ("rising", "falling", "either"))
        #: The run ends there.
        self.stops = stops
        #: "formula" (recorded) or "function" (called back)
        self.kind = "formula"
        self._function: Any
        try:
            (self._function,) = _record(function, 1)
        except _Unrecorded:
            self.kind = "function"
            self._function = lambda q, m, w, t: number("result of the event",
                                                       function(FormulaState(q, m, w, t)))

    def _given(self) -> Tuple[str, Any, int, bool]:
        return self.name, self._function, {"rising": 1, "falling": -1, "either": 0}[self.crossing], self.stops


class FoundEvent(NamedTuple):
    """A passage, with the state there."""

    name: str
    time: float
    state: State


class Stop(NamedTuple):
    """Where and why a run ended before its last time."""

    time: float
    state: State
    reason: str


class Simulation:
    """A motion that was computed: its states, its events, and how it was done.

    >>> body = Body.moments([110, 150, 90])
    >>> run = simulate(body, omega=[0.0004, 0.003, 0.0011], times=[3600, 7200])
    >>> run.states.momentum.shape, run.engine
    ((2, 3), 'exact')
    """

    body: Body
    torque: Torque
    #: Those that were reached, (n,).
    times: Array
    states: State
    #: In the order of the run.
    events: List[FoundEvent]
    #: "exact", "series", "runge-kutta" or "splitting"
    engine: str
    #: Why that was chosen.
    why: str
    order: int
    splitting: str
    free_method: str
    summation: str
    step: float
    steps: int
    torque_evaluations: int
    search_evaluations: int
    #: Of momentum and attitude at the worst time; 0 for a free motion; NaN where it is not known.
    error_estimate: float
    conserved_name: str
    conserved_start: float
    conserved_excursion: float
    #: Where and why the run ended early, or None.
    stopped: Optional[Stop]
    warnings: List[str]

    def __init__(self, body: Body, torque: Torque, times: Array, states: State, events: List[FoundEvent],
                 report: Dict[str, Any]) -> None:
        self.body, self.torque, self.times, self.states, self.events = body, torque, times, states, events
        self.__dict__.update(report)
        if report["stopped"] is not None:
            time, q, m, reason = report["stopped"]
            self.stopped = Stop(time, State._made(body, q, m), reason)

    def __len__(self) -> int:
        return len(self.times)

    @property
    def attitude(self) -> Array:
        """Quaternions (n, 4), scalar first, body to space."""
        return self.states.attitude

    @property
    def momentum(self) -> Array:
        """Angular momentum in the body frame, (n, 3)."""
        return self.states.momentum

    @property
    def omega(self) -> Array:
        """Angular velocity in the body frame, (n, 3)."""
        return self.states.omega

    @property
    def rotation(self) -> Any:
        """The attitudes as a scipy.spatial.transform.Rotation."""
        return self.states.rotation

    def to_xarray(self) -> Any:
        """A labelled xarray.Dataset.

        >>> run = simulate(Body.moments([1, 2, 3]), omega=[1, 0, 1], times=[0, 1])
        >>> dict(run.to_xarray().sizes)
        {'time': 2, 'part': 4, 'axis': 3}
        """
        import xarray

        body_axes, space_axes = ("time", "axis"), ("time", "axis")
        return xarray.Dataset(
            {
                "attitude": (("time", "part"), self.attitude,
                             {"long_name": "unit quaternion, body to space"}),
                "momentum": (body_axes, self.momentum, {"long_name": "angular momentum", "frame": "body"}),
                "omega": (body_axes, self.omega, {"long_name": "angular velocity", "frame": "body"}),
                "spatial_momentum": (space_axes, self.states.spatial_momentum,
                                     {"long_name": "angular momentum", "frame": "space"}),
                "energy": ("time", self.states.energy, {"long_name": "kinetic energy"}),
            },
            coords={"time": self.times, "part": list("wxyz"), "axis": list("xyz")},
            attrs={"engine": self.engine, "torque": self.torque.name, "error_estimate": self.error_estimate,
                   "principal_moments": self.body.principal_moments.tolist()},
        )

    def plot(self, **options: Any) -> Any:
        """A matplotlib Figure of momentum, attitude, polhode and what is conserved: see plot.motion()."""
        from .plot import motion

        return motion(self, **options)

    def show(self, *, title: Optional[str] = None, height: int = 760) -> View:
        """The body turning, with figures that answer to the pointer: a View, which a notebook shows in a
        frame and save(path) writes as a page. It is what `polhode report` makes, and needs no network."""
        from .view import view_of

        return view_of(self, title=title, height=height)

    def _repr_html_(self) -> str:
        from html import escape

        rows = [("times", f"{len(self)}"
                 + (f", {self.times[0]:g} to {self.times[-1]:g}" if len(self) else "")),
                ("torque", self.torque.name or "none"), ("engine", f"{self.engine} ({self.why})"),
                ("estimated error", f"{self.error_estimate:.1e}"), ("events", str(len(self.events)))]
        rows += [("warning", w) for w in self.warnings]
        if self.stopped:
            rows.append(("stopped", f"at {self.stopped.time:g}: {self.stopped.reason}"))
        return "<table>" + "".join(f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a,
                                   b in rows) + "</table>"

    def __repr__(self) -> str:
        span = f" from {self.times[0]:g} to {self.times[-1]:g}" if len(self) else ""
        return (f"<Simulation: {len(self)} states{span}, {self.engine}, estimated error "
                f"{self.error_estimate:.1e}"
                + (f", stopped: {self.stopped.reason}" if self.stopped else "") + ">")


def _choice(tolerance: float, start_time: float, step: Optional[float], splitting: Optional[AnySplitting],
            method: Optional[str], summation: str, estimate_error: bool,
            max_step: Optional[float]) -> _core.Choice:
    chosen = _core.Choice()
    chosen.tolerance = number("tolerance", tolerance)
    chosen.start_time = number("start_time", start_time)
    chosen.step = None if step is None else number("step", step)
    chosen.max_step = None if max_step is None else number("max_step", max_step)
    chosen.splitting = None if splitting is None else splitting_of(splitting)
    chosen.free_method = method
    chosen.compensated = is_compensated(summation)
    chosen.estimates_error = bool(estimate_error)
    return chosen


Progress = Callable[[float], Optional[bool]]


def simulate(body: Body, start: Optional[State] = None, *, torque: AnyTorque = None, times: ArrayLike,
             tolerance: float = 1e-10, attitude: Any = None, omega: Optional[ArrayLike] = None,
             momentum: Optional[ArrayLike] = None, start_time: float = 0,
             events: Sequence[Union[Event, Callable[[FormulaState], Any]]] = (), method: Optional[str] = None,
             splitting: Optional[AnySplitting] = None, step: Optional[float] = None,
             max_step: Optional[float] = None, summation: str = "compensated",
             estimate_error: bool = True, progress: Optional[Progress] = None,
             checkpoint: Optional[Callable[[bytes], None]] = None, checkpoint_seconds: float = 10,
             resume: Optional[bytes] = None) -> Simulation:
    """The motion of a body from a start, at times in order on one side of `start_time`.

    `tolerance` bounds the error of the attitude, and of the momentum relative to the largest so far. `torque`
    may be a function, which is recorded as a formula where it can be. `splitting` and `step`, and `method`
    for the free part, choose how; else the library does, and `engine` and `why` say what was chosen.
    `max_step` limits the steps that the library chooses: a function that is not recorded is seen at some
    points of each step alone, so that a pulse much shorter than a step may be missed.
    `progress` is called with the part that is done; False from it ends the run. `checkpoint` is given bytes
    every so many seconds; a call with the same arguments and `resume` set to them gives the states that were
    still to come, bit for bit. Ctrl-C works.

    >>> body = Body.moments([110, 150, 90])
    >>> from polhode import gravity_gradient_circular, gyrostat
    >>> run = simulate(body, omega=[0.0004, 0.003, 0.0011], times=[3600, 7200, 14400],
    ...                torque=gravity_gradient_circular(0.0011) + gyrostat([0, 0.02, 0]))
    >>> run.engine, run.momentum[-1].round(6)
    ('series', array([-0.106578,  0.460398,  0.107996]))
    """
    s = start_of(body, start, attitude, omega, momentum)
    acting = torque_of(torque)
    t, _ = series("times", times)
    looked_for = [e if isinstance(e, Event) else Event(e) for e in events]
    first, done, q, m, found, report = _core.simulate(
        body._inertia, s.attitude, s.momentum, acting._torque, t,
        _choice(tolerance, start_time, step, splitting, method, summation, estimate_error, max_step),
        [e._given() for e in looked_for], progress, checkpoint, float(checkpoint_seconds), resume)
    states = State._made(body, q[:done], m[:done])
    passages = [FoundEvent(looked_for[i].name, time, State._made(body, a, b)) for i, time, a, b in found]
    return Simulation(body, acting, t[first:first + done], states, passages, report)


class ManySimulations:
    """Many motions to the same times: states of shape (motions, times), NaN where a motion did not come so
    far.

    >>> body = Body.moments([1, 2, 3])
    >>> starts = State(body, omega=[[1, 0, 1], [0, 1e-3, 1], [1, 1, 1]])
    >>> simulate_many(body, starts, times=[1, 2, 3, 4]).states.shape
    (3, 4)
    """

    def __init__(self, times: Array, states: State, reports: List[Dict[str, Any]],
                 refusals: List[str]) -> None:
        self.times = times
        self.states = states
        #: What is known of each motion: engine, steps, error_estimate, ...
        self.reports = reports
        #: Why a motion was refused; empty where it was not.
        self.refusals = refusals

    def __len__(self) -> int:
        return len(self.reports)

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    def __repr__(self) -> str:
        failed = sum(1 for r in self.refusals if r)
        return f"<{len(self)} motions of {len(self.times)} times" + (f", {failed} refused>" if failed
                                                                     else ">")


def simulate_many(bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]], *,
                  torque: AnyTorque = None, times: ArrayLike, tolerance: float = 1e-10, start_time: float = 0,
                  method: Optional[str] = None, splitting: Optional[AnySplitting] = None,
                  step: Optional[float] = None, max_step: Optional[float] = None,
                  summation: str = "compensated", estimate_error: bool = True, threads: int = 0,
                  progress: Optional[Progress] = None) -> ManySimulations:
    """Many motions under one torque, shared among threads (0: all); a body for all, or one each. The numbers
    of a motion do not depend on the others or on the threads. A motion that is refused has NaN, and its
    refusal is kept.

    >>> body = Body.moments([1, 2, 3])
    >>> many = simulate_many(body, State(body, omega=[[1, 0, 1], [1, 1, 1]]), times=[10.0])
    >>> bool((many.states[0, 0].momentum == simulate(body, omega=[1, 0, 1], times=[10.0]).momentum[0]).all())
    True
    """
    several = [bodies] if isinstance(bodies, Body) else list(bodies)
    if isinstance(starts, State):
        q, m = starts.attitude.reshape(-1, 4), starts.momentum.reshape(-1, 3)
    else:
        q = np.array([s.attitude for s in starts], dtype=np.float64).reshape(-1, 4)
        m = np.array([s.momentum for s in starts], dtype=np.float64).reshape(-1, 3)
    if len(several) not in (1, len(q)):
        raise ValueError(f"bodies: found {len(several)}, expected 1 or {len(q)}, one for each start")
    t, _ = series("times", times)
    found_q, found_m, reports, refusals = _core.simulate_many(
        [b._inertia for b in several], np.ascontiguousarray(q), np.ascontiguousarray(m),
        torque_of(torque)._torque, t,
        _choice(tolerance, start_time, step, splitting, method, summation, estimate_error, max_step), threads,
        progress)
    states = State._made(several[0], found_q.reshape(len(q), t.size, 4), found_m.reshape(len(q), t.size, 3))
    return ManySimulations(t, states, reports, refusals)


class TorquedMotion:
    """A motion under torque as a function of time over an interval: made once, then asked for any time
    inside.

    The torque must be the library's or a recorded formula.

    >>> from polhode import heavy_top
    >>> body = Body.moments([1, 1, 0.5])
    >>> motion = TorquedMotion(body, omega=[0, 0.1, 20], torque=heavy_top([0, 0, 1], [0, 0, 1]), end=10)
    >>> motion.at(np.linspace(0, 10, 5)).momentum.shape
    (5, 3)
    """

    __slots__ = ("body", "torque", "_motion")

    def __init__(self, body: Body, start: Optional[State] = None, *, torque: AnyTorque, end: float,
                 begin: float = 0,
                 tolerance: float = 1e-10, attitude: Any = None, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self.torque = torque_of(torque)
        self._motion = _core.TorquedMotion(body._inertia, s.attitude, s.momentum, self.torque._torque,
                                           number("begin", begin), number("end", end),
                                           number("tolerance", tolerance))

    def at(self, times: ArrayLike, *, threads: int = 1) -> State:
        """The states at times of any shape, in any order, inside the interval."""
        t, shape = series("times", times)
        q, m = np.empty((t.size, 4)), np.empty((t.size, 3))
        self._motion.at(t, q, m, threads)
        return State._made(self.body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))

    @property
    def begin(self) -> float:
        """The time of the start."""
        return self._motion.start_time

    @property
    def end(self) -> float:
        """The last time, which may be earlier than the start."""
        return self._motion.end_time

    @property
    def steps(self) -> int:
        """How many power series are kept."""
        return self._motion.steps

    def __repr__(self) -> str:
        return f"<TorquedMotion from {self.begin:g} to {self.end:g}, {self.steps} series>"
