# SPDX-License-Identifier: MIT
"""Motion at given times to a given tolerance; the library chooses the method."""

from __future__ import annotations

import warnings
from functools import partial
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple,
                    Union)

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import TIME, Array, choice, listed, number, summation as is_compensated, thread_count
from .body import Body
from .free import start_of, states_at
from .state import State, starts_of
from .stepper import AnySplitting, _method, splitting_of
from ._recording import Unrecorded, recorded
from .torque import AnyTorque, FormulaState, Torque, _name, torque_of, warn_of_pivot

if TYPE_CHECKING:
    from .view import View


class Event:
    """A zero crossing of a function of the state, found during a run.

    The function is recorded as a formula if possible and is then pickled as one; otherwise it is called back
    and pickled by reference.

    Parameters
    ----------
    function : callable
        ``function(state)`` is given a `FormulaState` and returns one number.
    name : str, optional
        Default: the function's name.
    crossing : {"either", "rising", "falling"}
        The direction of the crossing, in the direction of the run.
    stops : bool
        Whether the run ends at the event.

    Attributes
    ----------
    kind : {"formula", "function"}
        Whether the function was recorded or is called back.

    Examples
    --------
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
        self.crossing = choice("crossing", crossing, ("rising", "falling", "either"))
        self.stops = stops
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
    """An event that was found: its name, time and state."""

    name: str
    time: float
    state: State


class Stop(NamedTuple):
    """Time, state and reason of the end of a run before its last time; `event` names the event that stopped
    it, None for other reasons."""

    time: float
    state: State
    reason: str
    event: Optional[str] = None


class Simulation:
    """The result of `simulate`.

    Attributes
    ----------
    body : Body
    torque : Torque
    success : bool
        Whether the run reached its last time, or an event that stops it, with the tolerance met.
    message : str
        What failed; empty on success. A failure also issues a RuntimeWarning.
    times : ndarray
        The times reached, (n,); if an event stopped the run, its time is the last one.
    states : State
        The states at these times.
    events : list of FoundEvent
        In the order in which they were found.
    engine : {"exact", "series", "runge-kutta", "splitting"}
    why : str
        Why this engine was chosen.
    order, splitting, free_method, summation, step, steps, torque_evaluations, search_evaluations
        How the motion was computed, and what it cost.
    error_estimate : float
        The largest estimated error of attitude and relative momentum; 0 for torque-free motion, NaN if
        unknown.
    conserved_name, conserved_start, conserved_excursion
        The conserved quantity, its initial value and its largest change.
    stopped : Stop or None
        Where and why the run ended early.
    warnings : list of str

    Examples
    --------
    >>> body = Body.moments([110, 150, 90])
    >>> run = simulate(body, omega=[0.0004, 0.003, 0.0011], times=[3600, 7200])
    >>> run.states.momentum.shape, run.engine
    ((2, 3), 'exact')
    """

    body: Body
    torque: Torque
    success: bool
    message: str
    times: Array
    states: State
    events: List[FoundEvent]
    engine: str
    why: str
    order: int
    splitting: str
    free_method: str
    summation: str
    step: float
    steps: int
    torque_evaluations: int
    search_evaluations: int
    error_estimate: float
    conserved_name: str
    conserved_start: float
    conserved_excursion: float
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
        """The states as an xarray.Dataset with coordinates time, part and axis.

        >>> run = simulate(Body.moments([1, 2, 3]), omega=[1, 0, 1], times=[0, 1])
        >>> dict(run.to_xarray().sizes)
        {'time': 2, 'part': 4, 'axis': 3}
        """
        import xarray

        axes = ("time", "axis")
        return xarray.Dataset(
            {
                "attitude": (("time", "part"), self.attitude,
                             {"long_name": "unit quaternion, body to space"}),
                "momentum": (axes, self.momentum, {"long_name": "angular momentum", "frame": "body"}),
                "omega": (axes, self.omega, {"long_name": "angular velocity", "frame": "body"}),
                "spatial_momentum": (axes, self.states.spatial_momentum,
                                     {"long_name": "angular momentum", "frame": "space"}),
                "energy": ("time", self.states.energy, {"long_name": "kinetic energy"}),
            },
            coords={"time": self.times, "part": list("wxyz"), "axis": list("xyz")},
            attrs={"engine": self.engine, "torque": self.torque.name, "error_estimate": self.error_estimate,
                   "principal_moments": self.body.principal_moments.tolist()},
        )

    def plot(self, **options: Any) -> Any:
        """A matplotlib Figure of momentum, attitude, polhode and conserved quantities; `options` are those of
        `plot.motion`.
        """
        from .plot import motion

        return motion(self, **options)

    def show(self, *, title: Optional[str] = None, height: int = 760) -> View:
        """An interactive page with the rotating body and its figures, as `polhode report` writes.

        Parameters
        ----------
        title : str, optional
        height : int
            Height of the frame in a notebook, in pixels.

        Returns
        -------
        View
            Displayed by notebooks; ``save(path)`` writes it to a file. It needs no network.
        """
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
        return "<table>" + "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>"
                                   for name, text in rows) + "</table>"

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


#: A state with a larger estimated error has no accurate digit.
_no_digit_left = 0.03


def _failure(report: Dict[str, Any], chosen: _core.Choice) -> str:
    """In what respect a run that reached its end failed; empty if it succeeded."""
    error, tolerance = report["error_estimate"], chosen.tolerance
    if report["engine"] == "exact" and chosen.step is None:
        return ""
    if error > _no_digit_left:
        return f"no accurate digit: the estimated error is {error:.2g}"
    if chosen.step is not None:
        return ""
    # The error of series and Runge-Kutta methods may be three times the tolerance; a splitting neglects up to
    # 3/20 of the tolerance of a fast decay.
    if error > (1.15 if report["engine"] == "splitting" else 3) * tolerance:
        return f"tolerance {tolerance:.3g} not met: the estimated error is {error:.2g}"
    if tolerance < np.finfo(np.float64).eps:
        return f"tolerance {tolerance:.3g} not met: it is below round-off"
    if np.isnan(error) and chosen.estimate_error:
        return "the error is unknown" + "".join(f"; {w}" for w in report["warnings"])
    return ""


def _stop_message(time: float, reason: str, last: float) -> str:
    return f"the run stopped at t = {time:.10g}, before its last time {last:.10g}: {reason}"


Progress = Callable[[float], Optional[bool]]


class _Watched:
    """A user's progress function, which remembers whether it ended the run."""

    def __init__(self, function: Optional[Progress]) -> None:
        self.function, self.has_ended_run = function, False

    def __call__(self, part: float) -> bool:
        answer = None if self.function is None else self.function(part)
        self.has_ended_run = self.has_ended_run or not (answer is None or bool(answer))
        return not self.has_ended_run


def simulate(body: Body, start: Optional[State] = None, *, torque: AnyTorque = None, times: ArrayLike,
             tolerance: float = 1e-10, attitude: Any = None, omega: Optional[ArrayLike] = None,
             momentum: Optional[ArrayLike] = None, start_time: float = 0,
             events: Sequence[Union[Event, Callable[[FormulaState], Any]]] = (),
             free_method: Optional[str] = None, splitting: Optional[AnySplitting] = None,
             step: Optional[float] = None, max_step: Optional[float] = None,
             summation: str = "compensated", estimate_error: bool = True,
             progress: Optional[Progress] = None,
             checkpoint: Optional[Callable[[bytes], None]] = None, checkpoint_every: float = 10,
             resume_from: Optional[bytes] = None) -> Simulation:
    """The motion of a body at given times.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    torque : Torque or callable, optional
        A function is recorded as a formula if possible: see `torque`.
    times : array_like
        Times (n,), monotonic, on one side of `start_time`.
    tolerance : float
        Bound on the error of the attitude, in radians, and of the momentum relative to its largest magnitude
        so far.
    start_time : float
    events : sequence of Event or callable
    free_method : str, optional
        The method for torque-free motion, or for that part of a splitting: a name from `free_methods()`.
        `free_method`, `splitting` and `step` are chosen by the library if not given; `engine` and `why` of
        the result describe the choice.
    splitting : str or Splitting, optional
        A name from `splittings()`, or your own.
    step : float, optional
        A fixed step size. `tolerance` is then ignored.
    max_step : float, optional
        Bound on the steps chosen by the library. A function that is not recorded is evaluated only at some
        points of each step, so that a pulse much shorter than a step may be missed.
    summation : {"compensated", "plain"}
        Whether round-off of the updates is compensated.
    estimate_error : bool
        Whether to estimate the error. For some methods this needs a second computation.
    progress : callable, optional
        ``progress(part)`` is called with the completed part, 0 to 1; the run ends if it returns False.
    checkpoint : callable, optional
        ``checkpoint(data)`` is called with bytes every `checkpoint_every` seconds.
    checkpoint_every : float
        In seconds.
    resume_from : bytes, optional
        Data of a checkpoint of a call with the same arguments. The result has the states that were still to
        come, bit for bit.

    Returns
    -------
    Simulation
        ``success`` is False if the run stopped before its last time, missed its tolerance or has no accurate
        digit (with a RuntimeWarning), or was ended by `progress` (without). An event that stops the run is a
        success; its state is the last one.

    Raises
    ------
    ValueError
        If an argument is invalid.
    KeyboardInterrupt
        Ctrl-C ends a run.

    Notes
    -----
    A torque that is called back (``torque.kind == "function"``) takes about 400 times as long as a recorded
    one.

    Examples
    --------
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
    watched = _Watched(progress)
    first, done, q, m, found, report = _core.simulate(
        body._inertia, s.attitude, s.momentum, acting._torque, t, chosen, [e._given() for e in looked_for],
        progress and watched, checkpoint, number("checkpoint_every", checkpoint_every, TIME), resume_from)
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
    if message and not watched.has_ended_run:
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return Simulation(body, acting, reached, State._made(body, q, m), passages, report, message)


class ManySimulations:
    """The result of `simulate_many`.

    Attributes
    ----------
    times : ndarray
        The times (n,).
    states : State
        States of shape (motions, n); NaN for times that a motion did not reach.
    success : ndarray of bool
        Whether each motion succeeded, (motions,).
    messages : list of str
        What failed in each motion; empty on success.
    reports : list of dict
        Of each motion: engine, steps, error_estimate, ...
    refusals : list of str
        Why a motion was not computed; empty if it was.

    Examples
    --------
    >>> body = Body.moments([1, 2, 3])
    >>> starts = State(body, omega=[[1, 0, 1], [0, 1e-3, 1], [1, 1, 1]])
    >>> simulate_many(body, starts, times=[1, 2, 3, 4]).states.shape
    (3, 4)
    """

    def __init__(self, times: Array, states: State, reports: List[Dict[str, Any]],
                 refusals: List[str], messages: Sequence[str]) -> None:
        self.messages = list(messages)
        self.success = np.array([not message for message in messages], dtype=bool)
        self.times = times
        self.states = states
        self.reports = reports
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
    """Many motions under one torque, computed on several threads.

    The result for a motion does not depend on the other motions or on the number of threads.

    Parameters
    ----------
    bodies : Body or sequence of Body
        One for all, or one each.
    starts : State or sequence of State
        The states at `start_time`; each must be a state of its body.
    torque, times, tolerance, start_time, free_method, splitting, step, max_step, summation, estimate_error,
    progress
        As for `simulate`.
    threads : int
        Number of threads, 0 for one per processor.

    Returns
    -------
    ManySimulations
        A motion that cannot be computed has NaN and a message. If some failed, there is a RuntimeWarning.

    Examples
    --------
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
    watched = _Watched(progress)
    found_q, found_m, reports, refusals = _core.simulate_many(
        [b._inertia for b in several], np.ascontiguousarray(q), np.ascontiguousarray(m),
        acting._torque, t, chosen, thread_count(threads), progress and watched)
    which = np.broadcast_to(np.arange(len(q))[:, None], (len(q), t.size)) if len(several) > 1 else None
    states = State._made(several, found_q.reshape(len(q), t.size, 4), found_m.reshape(len(q), t.size, 3),
                         which)
    messages = [_message_of_many(r, refusal, chosen, t) for r, refusal in zip(reports, refusals)]
    failed = [i for i, message in enumerate(messages) if message]
    if failed and not watched.has_ended_run:
        warnings.warn(f"{len(failed)} of {len(messages)} motions failed; the first is motion {failed[0]}: "
                      f"{messages[failed[0]]}", RuntimeWarning, stacklevel=2)
    return ManySimulations(t, states, reports, refusals, messages)


def _message_of_many(report: Dict[str, Any], refusal: str, chosen: _core.Choice, times: Array) -> str:
    if refusal:
        return refusal
    if not report["engine"]:
        return "the motion was not computed: the run was ended first"
    if report["stopped"] is not None:
        return _stop_message(report["stopped"][0], report["stopped"][3], times[-1])
    return _failure(report, chosen)


class TorquedMotion:
    """A motion under torque as a function of time: constructed once, then evaluated at any time of an
    interval.

    A copy computes the motion again, with the same result.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    torque : Torque or callable
        A torque of the library or a recorded formula; a function that is called back is refused.
    end_time, start_time : float
        The interval; `end_time` may be before `start_time`.
    tolerance : float
        As for `simulate`.

    Examples
    --------
    >>> from polhode import heavy_top
    >>> body = Body.moments([1, 1, 0.5])
    >>> motion = TorquedMotion(body, omega=[0, 0.1, 20], torque=heavy_top([0, 0, 1], [0, 0, 1]), end_time=10)
    >>> motion.at(np.linspace(0, 10, 5)).momentum.shape
    (5, 3)
    """

    __slots__ = ("body", "torque", "_motion", "_start", "_tolerance")

    def __init__(self, body: Body, start: Optional[State] = None, *, torque: AnyTorque, end_time: float,
                 start_time: float = 0, tolerance: float = 1e-10, attitude: Any = None,
                 omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None) -> None:
        s = start_of(body, start, attitude, omega, momentum)
        self.body = body
        self.torque = torque_of(torque)
        warn_of_pivot(self.torque, [body])
        self._start, self._tolerance = s, number("tolerance", tolerance)
        self._motion = _core.TorquedMotion(body._inertia, s.attitude, s.momentum, self.torque._torque,
                                           number("start_time", start_time, TIME),
                                           number("end_time", end_time, TIME), self._tolerance)

    def __reduce__(self) -> Any:
        return partial(TorquedMotion, torque=self.torque, start_time=self.start_time, end_time=self.end_time,
                       tolerance=self._tolerance), (self.body, self._start)

    def at(self, times: ArrayLike, *, threads: int = 0) -> State:
        """The states at times in the interval, of any shape and in any order. The result does not depend on
        `threads` (0: one per processor).
        """
        return states_at(self._motion, self.body, times, threads)

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
        """The number of power series stored."""
        return self._motion.steps

    def __repr__(self) -> str:
        return f"<TorquedMotion from {self.start_time:g} to {self.end_time:g}, {self.steps} series>"
