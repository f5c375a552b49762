# SPDX-License-Identifier: MIT
"""The motion of a body at given times to a given tolerance; the library chooses the method."""

from __future__ import annotations

import warnings
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple,
                    Union)

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import TIME, Array, choice, listed, number, series, summation as is_compensated, thread_count
from .body import Body
from .free import start_of
from .state import State, starts_of
from .stepper import AnySplitting, _method, splitting_of
from ._recording import Unrecorded, recorded
from .torque import AnyTorque, FormulaState, Torque, _name, torque_of, warn_of_pivot

if TYPE_CHECKING:
    from .view import View


class Event:
    """A passage of a function of a FormulaState through zero. The function is recorded as a formula where it
    can be, and is then pickled as one; else it is called back, and pickled by reference.

    >>> rises = Event(lambda s: s.in_space([0, 0, 1])[2], name="upright", crossing="rising")
    >>> rises.kind
    'formula'
    """

    __slots__ = ("name", "crossing", "stops", "kind", "_function", "_given_function")

    def __init__(self, function: Callable[[FormulaState], Any], *, name: Optional[str] = None,
                 crossing: str = "either", stops: bool = False) -> None:
        if not callable(function):
            raise InvalidInput(f"event: found {type(function).__name__}, expected a function")
        self.name = _name(function, name)
        #: "rising", "falling" or "either", in the direction of the run
        self.crossing = choice("crossing", crossing, ("rising", "falling", "either"))
        #: The run ends there.
        self.stops = stops
        #: "formula" (recorded) or "function" (called back)
        self.kind = "formula"
        self._function: Any
        self._given_function: Any = None
        try:
            self._function = recorded(function, FormulaState, 1)
        except Unrecorded:
            self._call_back(function)

    def _call_back(self, function: Callable[[FormulaState], Any]) -> None:
        self.kind, self._given_function = "function", function
        self._function = lambda q, m, w, t: number("result of the event", function(FormulaState(q, m, w, t)))

    def __getstate__(self) -> Tuple[Any, ...]:
        function = self._given_function if self.kind == "function" else self._function
        return self.name, self.crossing, self.stops, self.kind, function

    def __setstate__(self, state: Tuple[Any, ...]) -> None:
        self.name, self.crossing, self.stops, self.kind, function = state
        self._given_function = None
        if self.kind == "function":
            self._call_back(function)
        else:
            self._function = function

    def __repr__(self) -> str:
        ends = ", stops the run" if self.stops else ""
        return f"<Event {self.name!r}, {self.crossing}, {self.kind}{ends}>"

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
    #: The event that has stopped it, by name; None: another reason.
    event: Optional[str] = None


class Simulation:
    """A motion that was computed: its states, its events, and how it was done.

    `success` says whether the run came to its last time, or to an event that stops it, with the tolerance met
    and digits left; otherwise `message` says what failed, and simulate() has raised a RuntimeWarning.

    >>> body = Body.moments([110, 150, 90])
    >>> run = simulate(body, omega=[0.0004, 0.003, 0.0011], times=[3600, 7200])
    >>> run.states.momentum.shape, run.engine
    ((2, 3), 'exact')
    """

    body: Body
    torque: Torque
    #: Whether the run did what was asked; `message` says why not, and is empty where it did.
    success: bool
    message: str
    #: Those that were reached, (n,); the last is the time of the event, where one has stopped the run.
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
                 report: Dict[str, Any], message: str = "") -> None:
        self.success, self.message = not message, message
        self.body, self.torque, self.times, self.states, self.events = body, torque, times, states, events
        self.__dict__.update(report)
        if report["stopped"] is not None:
            time, q, m, reason, event = report["stopped"]
            self.stopped = Stop(time, State._made(body, q, m), reason, event)

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
        if not self.success:
            rows.insert(0, ("failed", self.message))
        rows += [("warning", w) for w in self.warnings]
        if self.stopped:
            rows.append(("stopped", f"at {self.stopped.time:g}: {self.stopped.reason}"))
        return "<table>" + "".join(f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a,
                                   b in rows) + "</table>"

    def __repr__(self) -> str:
        span = f" from {self.times[0]:g} to {self.times[-1]:g}" if len(self) else ""
        return (f"<Simulation: {len(self)} states{span}, {self.engine}, estimated error "
                f"{self.error_estimate:.1e}"
                + (f", stopped: {self.stopped.reason}" if self.stopped else "")
                + ("" if self.success else ", FAILED") + ">")


def _choice(tolerance: float, start_time: float, step: Optional[float], splitting: Optional[AnySplitting],
            free_method: Optional[str], summation: str, estimate_error: bool,
            max_step: Optional[float]) -> _core.Choice:
    chosen = _core.Choice()
    chosen.tolerance = number("tolerance", tolerance)
    chosen.start_time = number("start_time", start_time, TIME)
    chosen.step = None if step is None else number("step", step, TIME)
    chosen.max_step = None if max_step is None else number("max_step", max_step, TIME)
    chosen.splitting = None if splitting is None else splitting_of(splitting)
    chosen.free_method = None if free_method is None else _method(free_method)
    chosen.compensated = is_compensated(summation)
    chosen.estimate_error = bool(estimate_error)
    return chosen


#: An estimated error above this leaves no digit.
_no_digit_left = 0.03


def _failure(report: Dict[str, Any], chosen: _core.Choice) -> str:
    """What of a run that came to its end is not as it was asked for; empty where all is."""
    error, tolerance = report["error_estimate"], chosen.tolerance
    if report["engine"] == "exact" and chosen.step is None:
        return ""
    if error > _no_digit_left:
        return f"no digit is left: the estimated error is {error:.2g}"
    if chosen.step is not None:
        return ""
    # By series and by Runge-Kutta the error may be three times the tolerance; what a splitting leaves out of
    # a fast decay adds up to 3/20 of it.
    if error > (1.15 if report["engine"] == "splitting" else 3) * tolerance:
        return f"tolerance {tolerance:.3g} not met: the estimated error is {error:.2g}"
    if tolerance < np.finfo(np.float64).eps:
        return f"tolerance {tolerance:.3g} not met: it is below round-off"
    if np.isnan(error) and chosen.estimate_error:
        return "the error is not known" + "".join(f"; {w}" for w in report["warnings"])
    return ""


def _stop_message(time: float, reason: str, last: float) -> str:
    return f"the run stopped at t = {time:.10g}, before its last time {last:.10g}: {reason}"


Progress = Callable[[float], Optional[bool]]


class _Heard:
    """A user's progress function, and whether it has ended the run."""

    def __init__(self, function: Progress) -> None:
        self.function, self.has_ended = function, False

    def __call__(self, part: float) -> bool:
        answer = self.function(part)
        self.has_ended = self.has_ended or not (answer is None or bool(answer))
        return not self.has_ended


def simulate(body: Body, start: Optional[State] = None, *, torque: AnyTorque = None, times: ArrayLike,
             tolerance: float = 1e-10, attitude: Any = None, omega: Optional[ArrayLike] = None,
             momentum: Optional[ArrayLike] = None, start_time: float = 0,
             events: Sequence[Union[Event, Callable[[FormulaState], Any]]] = (),
             free_method: Optional[str] = None,
             splitting: Optional[AnySplitting] = None, step: Optional[float] = None,
             max_step: Optional[float] = None, summation: str = "compensated",
             estimate_error: bool = True, progress: Optional[Progress] = None,
             checkpoint: Optional[Callable[[bytes], None]] = None, checkpoint_every: float = 10,
             resume_from: Optional[bytes] = None) -> Simulation:
    """The motion of a body from a start, at times in order on one side of `start_time`.

    `tolerance` bounds the error of the attitude, and of the momentum relative to the largest so far. `torque`
    may be a function, which is recorded as a formula where it can be. `splitting` and `step`, and
    `free_method` for the free part, choose how; else the library does, and `engine` and `why` say what was
    chosen. `max_step` limits the steps that the library chooses: a function that is not recorded is seen at
    some points of each step alone, so that a pulse much shorter than a step may be missed. `progress` is
    called with the part that is done; False from it ends the run. `checkpoint` is given bytes every so many
    seconds; a call with the same arguments and `resume_from` set to them gives the states that were still to
    come, bit for bit. Ctrl-C works.

    A run that stops before its last time, does not meet its tolerance or has no digit left has `success`
    False, and there is a RuntimeWarning. An event that stops the run is a success; the state there is the
    last one. A run that `progress` ends has `success` False, without a warning. A torque that is called back
    (`torque.kind` is "function") takes some 400 times as long as a recorded formula.

    >>> body = Body.moments([110, 150, 90])
    >>> from polhode import gravity_gradient_circular, gyrostat
    >>> run = simulate(body, omega=[0.0004, 0.003, 0.0011], times=[3600, 7200, 14400],
    ...                torque=gravity_gradient_circular(0.0011) + gyrostat([0, 0.02, 0]))
    >>> run.engine, run.momentum[-1].round(6)
    ('series', array([-0.106578,  0.460398,  0.107996]))
    """
    s = start_of(body, start, attitude, omega, momentum)
    acting = torque_of(torque)
    warn_of_pivot(acting, [body])
    t = listed("times", times).copy()
    looked_for = [e if isinstance(e, Event) else Event(e) for e in events]
    chosen = _choice(tolerance, start_time, step, splitting, free_method, summation, estimate_error, max_step)
    heard = None if progress is None else _Heard(progress)
    first, done, q, m, found, report = _core.simulate(
        body._inertia, s.attitude, s.momentum, acting._torque, t, chosen, [e._given() for e in looked_for],
        heard, checkpoint, number("checkpoint_every", checkpoint_every, TIME), resume_from)
    reached, q, m = t[first:first + done], q[:done], m[:done]
    passages = [FoundEvent(looked_for[i].name, time, State._made(body, a, b)) for i, time, a, b in found]
    message = ""
    if report["stopped"] is None:
        message = _failure(report, chosen)
    else:
        when, last_q, last_m, reason, event = report["stopped"]
        if event is not None:
            report["stopped"] = (when, last_q, last_m, reason, looked_for[event].name)
            if not done or reached[-1] != when:
                reached = np.append(reached, when)
                q, m = np.concatenate([q, last_q[None]]), np.concatenate([m, last_m[None]])
            message = _failure(report, chosen)
        else:
            message = _stop_message(when, reason, t[-1])
    if message and not (heard is not None and heard.has_ended):
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return Simulation(body, acting, reached, State._made(body, q, m), passages, report, message)


class ManySimulations:
    """Many motions to the same times: states of shape (motions, times), NaN where a motion did not come so
    far.

    >>> body = Body.moments([1, 2, 3])
    >>> starts = State(body, omega=[[1, 0, 1], [0, 1e-3, 1], [1, 1, 1]])
    >>> simulate_many(body, starts, times=[1, 2, 3, 4]).states.shape
    (3, 4)
    """

    def __init__(self, times: Array, states: State, reports: List[Dict[str, Any]],
                 refusals: List[str], messages: Sequence[str]) -> None:
        #: Of each motion, as Simulation has it; empty where it succeeded.
        self.messages = list(messages)
        #: Whether each motion succeeded, (motions,).
        self.success = np.array([not message for message in messages], dtype=bool)
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
        failed = len(self) - int(self.success.sum())
        return f"<{len(self)} motions of {len(self.times)} times" + (f", {failed} failed>" if failed else ">")


def simulate_many(bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]], *,
                  torque: AnyTorque = None, times: ArrayLike, tolerance: float = 1e-10, start_time: float = 0,
                  free_method: Optional[str] = None, splitting: Optional[AnySplitting] = None,
                  step: Optional[float] = None, max_step: Optional[float] = None,
                  summation: str = "compensated", estimate_error: bool = True, threads: int = 0,
                  progress: Optional[Progress] = None) -> ManySimulations:
    """Many motions under one torque, shared among threads (0: all); a body for all, or one each. Each start
    must be a state of its body. The numbers of a motion do not depend on the others or on the threads. A
    motion that is refused has NaN, and its refusal is kept; `success` and `messages` say how each went, and
    where some failed there is a RuntimeWarning.

    >>> body = Body.moments([1, 2, 3])
    >>> many = simulate_many(body, State(body, omega=[[1, 0, 1], [1, 1, 1]]), times=[10.0])
    >>> bool((many.states[0, 0].momentum == simulate(body, omega=[1, 0, 1], times=[10.0]).momentum[0]).all())
    True
    """
    several, q, m = starts_of(bodies, starts)
    acting = torque_of(torque)
    warn_of_pivot(acting, several)
    t = listed("times", times).copy()
    chosen = _choice(tolerance, start_time, step, splitting, free_method, summation, estimate_error, max_step)
    heard = None if progress is None else _Heard(progress)
    found_q, found_m, reports, refusals = _core.simulate_many(
        [b._inertia for b in several], np.ascontiguousarray(q), np.ascontiguousarray(m),
        acting._torque, t, chosen, thread_count(threads), heard)
    which = np.broadcast_to(np.arange(len(q))[:, None], (len(q), t.size)) if len(several) > 1 else None
    states = State._made(several, found_q.reshape(len(q), t.size, 4), found_m.reshape(len(q), t.size, 3),
                         which)
    messages = [_message_of_many(r, refusal, chosen, t) for r, refusal in zip(reports, refusals)]
    failed = [i for i, message in enumerate(messages) if message]
    if failed and not (heard is not None and heard.has_ended):
        warnings.warn(f"{len(failed)} of {len(messages)} motions failed; the first is motion {failed[0]}: "
                      f"{messages[failed[0]]}", RuntimeWarning, stacklevel=2)
    return ManySimulations(t, states, reports, refusals, messages)


def _message_of_many(report: Dict[str, Any], refusal: str, chosen: _core.Choice, times: Array) -> str:
    if refusal:
        return refusal
    if not report["engine"]:
        return "the motion was not computed: the run was ended before"
    if report["stopped"] is not None:
        return _stop_message(report["stopped"][0], report["stopped"][3], times[-1])
    return _failure(report, chosen)


class TorquedMotion:
    """A motion under torque as a function of time over an interval: made once, then asked for any time
    inside.

    The torque must be the library's or a recorded formula. A copy computes the motion again, with the same
    digits.

    >>> from polhode import heavy_top
    >>> body = Body.moments([1, 1, 0.5])
    >>> motion = TorquedMotion(body, omega=[0, 0.1, 20], torque=heavy_top([0, 0, 1], [0, 0, 1]), end_time=10)
    >>> motion.at(np.linspace(0, 10, 5)).momentum.shape
    (5, 3)
    """

    __slots__ = ("body", "torque", "_motion", "_start", "_tolerance")

    def __init__(self, body: Body, start: Optional[State] = None, *, torque: AnyTorque, end_time: float,
                 start_time: float = 0,
                 tolerance: float = 1e-10, attitude: Any = None, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self.torque = torque_of(torque)
        warn_of_pivot(self.torque, [body])
        self._start, self._tolerance = s, number("tolerance", tolerance)
        self._motion = _core.TorquedMotion(body._inertia, s.attitude, s.momentum, self.torque._torque,
                                           number("start_time", start_time, TIME),
                                           number("end_time", end_time, TIME), self._tolerance)

    def __reduce__(self) -> Any:
        return _motion_again, (self._start, self.torque, self.start_time, self.end_time, self._tolerance)

    def at(self, times: ArrayLike, *, threads: int = 0) -> State:
        """The states at times of any shape, in any order, inside the interval."""
        t, shape = series("times", times)
        q, m = np.empty((t.size, 4)), np.empty((t.size, 3))
        self._motion.at(t, q, m, thread_count(threads))
        return State._made(self.body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))

    @property
    def start_time(self) -> float:
        """The time of the start."""
        return self._motion.start_time

    @property
    def end_time(self) -> float:
        """The last time, which may be earlier than the start."""
        return self._motion.end_time

    @property
    def steps(self) -> int:
        """How many power series are kept."""
        return self._motion.steps

    def __repr__(self) -> str:
        return f"<TorquedMotion from {self.start_time:g} to {self.end_time:g}, {self.steps} series>"


def _motion_again(start: State, torque: Torque, start_time: float, end_time: float,
                  tolerance: float) -> TorquedMotion:
    return TorquedMotion(start.body, start, torque=torque, start_time=start_time, end_time=end_time,
                         tolerance=tolerance)
