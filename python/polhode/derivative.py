# SPDX-License-Identifier: MIT
"""How a motion changes with its start, its body and its torque; how fast neighbouring motions move apart; how
rounding adds up."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import (MOMENTUM, TIME, Array, listed, number, series, summation as is_compensated,
                       thread_count, vector, whole)
from .body import Body
from .free import FreeMotion, start_of
from .state import State
from .stepper import _method
from .torque import AnyTorque, Torque, no_torque, torque_of, warn_of_pivot


class MotionDerivative(NamedTuple):
    """States with their derivatives.

    `jacobian` has the shape (..., 6, 10). Rows: a small rotation of the body at the end, as a vector in the
    body (3), and the momentum in the body (3). Columns: a small rotation of the body at the start, as a
    vector in the body (3), the momentum at the start (3), the principal moments, ascending, with the momentum
    held (3), and the time.
    """

    state: State
    jacobian: Array
    #: From which the motion began.
    start: State
    #: By the torque's own numbers, (..., 6, parameters); no columns where there are none.
    by_parameters: Array

    @property
    def transition(self) -> Array:
        """(..., 6, 6): what a filter propagates its covariance with."""
        return self.jacobian[..., :6]

    @property
    def in_space(self) -> Array:
        """The Jacobian (..., 6, 10) with small rotations of both ends as vectors in space."""
        return self._other(True)

    @property
    def in_omega(self) -> Array:
        """The Jacobian (..., 6, 10) with the angular velocity in place of the momentum at both ends; the
        columns of the moments and of the attitude hold the start's angular velocity."""
        return self._other(False)

    def _other(self, in_space: bool) -> Array:
        s, e = self.start, self.state
        return _core.other_jacobians(s.body._inertia, s.attitude, s.momentum, e.attitude.reshape(-1, 4),
                                     e.momentum.reshape(-1, 3),
                                     np.ascontiguousarray(self.jacobian).reshape(-1, 60),
                                     in_space).reshape(self.jacobian.shape)


def derivative(motion: FreeMotion, times: ArrayLike) -> MotionDerivative:
    """The states of a free motion at times of any shape, and how they change with start, body and time.

    >>> from polhode import Body
    >>> d = derivative(FreeMotion(Body.moments([1, 2, 3]), omega=[1, 0, 1]), [0.0, 1.0])
    >>> d.jacobian.shape
    (2, 6, 10)
    >>> bool(np.allclose(d.transition[0], np.eye(6), atol=1e-15))
    True
    """
    t, shape = series("times", times)
    q, m, jacobian = _jacobian(motion, t)
    state = State._made(motion.body, q.reshape(shape + (4,)), m.reshape(shape + (3,)))
    return MotionDerivative(state, jacobian.reshape(shape + (6, 10)), motion.start,
                            np.zeros(shape + (6, 0)))


def derivative_by_tensor(motion: FreeMotion, times: ArrayLike) -> Array:
    """How the states of a free motion change with the tensor of inertia in the body frame, the momentum held:
    (..., 6, 6), columns xx, yy, zz, xy, xz, yz, where a number off the diagonal stands at both of its places.
    Also where moments are equal; of a linear body it is refused.

    >>> from polhode import Body
    >>> derivative_by_tensor(FreeMotion(Body.moments([1, 1, 1]), omega=[1, 0, 1]), [0.0, 1.0]).shape
    (2, 6, 6)
    """
    t, shape = series("times", times)
    s = motion.start
    return _core.derivatives_by_tensor(s.body._inertia, s.attitude, s.momentum, motion.start_time,
                                       t).reshape(shape + (6, 6))


def _jacobian(motion: FreeMotion, times: Array) -> Tuple[Array, Array, Array]:
    """Attitudes (n, 4), momenta (n, 3) and Jacobians (n, 6, 10) at times (n,)."""
    start = motion.start
    q, m, jacobian = _core.free_derivatives(motion.body._inertia, start.attitude, start.momentum,
                                            motion.start_time,
                                            times)
    return q, m, jacobian.reshape(-1, 6, 10)


def torqued_derivative(body: Body, start: Optional[State] = None, *,
                       torque: Union[AnyTorque, Callable[[Array], Torque]],
                       times: ArrayLike, parameters: Optional[ArrayLike] = None, attitude: Any = None,
                       omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                       start_time: float = 0) -> MotionDerivative:
    """The states of a motion under torque at times (n,), in order on one side of `start_time`, and how they
    change with start, body and time; to rounding, so that there is no tolerance.

    With `parameters` (p,), `torque` is a function that makes a Torque of such numbers, and `by_parameters` of
    the result has the derivatives by them. It is called with numbers up to a sixteenth of themselves (of 1,
    where they are 0) away. Times of impulses, of the rows of a table and other breakpoints cannot be
    parameters: there is no derivative by them. The torque must be the library's or a recorded formula; a
    function is refused.

    >>> from polhode import linear_damping
    >>> spin = torqued_derivative(Body.moments([1, 2, 4]), omega=[0, 0, 1],
    ...                           torque=lambda p: linear_damping(p[0]),
    ...                           parameters=[0.5], times=[2.0])
    >>> spin.by_parameters.shape, round(float(spin.by_parameters[0, 5, 0]), 6)     # -2 exp(-2 / 8)
    ((1, 6, 1), -1.557602)
    """
    s = start_of(body, start, attitude, omega, momentum)
    t = listed("times", times)
    family: Any = None
    values = np.zeros(0)
    acting = no_torque()
    if parameters is None:
        acting = torque_of(torque)  # type: ignore[arg-type]
    else:
        values = listed("parameters", parameters, "")
        if isinstance(torque, Torque) or not callable(torque):
            raise InvalidInput("torque: found one that is made, expected a function that makes it of the "
                               "parameters")
        make: Callable[[Any], Any] = torque

        def family(p: Array) -> _core.Torque:
            made = make(p)
            if not isinstance(made, Torque):
                raise InvalidInput(f"torque of the parameters: found {type(made).__name__}, expected a "
                                   "Torque")
            nonlocal acting
            if np.array_equal(p, values):
                acting = made
            return made._torque

    q, m, jacobian, by_parameters = _core.torqued_derivatives(
        body._inertia, s.attitude, s.momentum, acting._torque, family, values.tolist(), t,
        number("start_time", start_time, TIME))
    warn_of_pivot(acting, [body])
    return MotionDerivative(State._made(body, q, m), jacobian.reshape(-1, 6, 10), s,
                            np.swapaxes(by_parameters.reshape(t.size, values.size, 6), 1, 2))


class Divergence(NamedTuple):
    """How fast neighbouring motions move apart."""

    #: The largest Lyapunov exponent as far as the run shows it, per time.
    exponent: float
    #: The largest difference between it and that of a third of the run.
    spread: float
    #: By how much the largest change of the start has grown at the end.
    growth: float
    #: When a rounding of the start has grown to 0.1; infinite where it has not.
    horizon: float


def divergence(body: Body, start: Optional[State] = None, *, torque: AnyTorque = None, end_time: float,
               start_time: float = 0, attitude: Any = None, omega: Optional[ArrayLike] = None,
               momentum: Optional[ArrayLike] = None) -> Divergence:
    """How fast neighbouring motions move apart, over a run from `start_time` to `end_time`: of a regular
    motion the exponent falls as log(t) / t. The torque must be the library's or a recorded formula.

    >>> from polhode import heavy_top
    >>> top = divergence(Body.moments([1, 1, 0.5]), omega=[0, 0.1, 20], end_time=50,
    ...                  torque=heavy_top([0, 0, 1], [0, 0, 1]))
    >>> top.exponent < 0.1, top.horizon
    (True, inf)
    """
    s = start_of(body, start, attitude, omega, momentum)
    acting = torque_of(torque)
    warn_of_pivot(acting, [body])
    return Divergence(**_core.divergence(body._inertia, s.attitude, s.momentum, acting._torque,
                                         number("end_time", end_time, TIME),
                                         number("start_time", start_time, TIME)))


class InvariantRoundOff:
    """The error of one invariant over all starts, in units of eps = 2^-52."""

    #: At each sample, (samples,).
    mean: Array
    deviation: Array
    #: At the end, in `unit` eps: mean, its standard error, and standard deviation.
    final_mean: float
    standard_error: float
    final_deviation: float
    #: In eps a step: the mean over the trajectories of the slope of a fitted line, and its standard error.
    slope: float
    slope_error: float
    #: The power of the number of steps with which the error grows: 1 of a drift, 0.5 of a random walk.
    growth: float

    def __init__(self, found: Dict[str, Any]) -> None:
        self.__dict__.update(found)

    def __repr__(self) -> str:
        return (f"<round-off: slope {self.slope:.2g} +- {self.slope_error:.1g} eps a step, growth "
                f"{self.growth:.2f}>")


class RoundOff:
    """How round-off has grown: of the energy, of |m|^2 / 2 and of the momentum in space."""

    #: The number of steps at each sample, (samples,).
    steps: Array
    #: sqrt(N), or h sqrt(N) where sums are compensated.
    unit: float
    energy: InvariantRoundOff
    half_square: InvariantRoundOff
    #: Its three components.
    spatial_momentum: List[InvariantRoundOff]
    #: Errors of the first starts, (kept, samples, 5), in eps: energy, |m|^2 / 2, momentum in space.
    trajectories: Array

    def __init__(self, steps: Array, unit: float, invariants: Sequence[Dict[str, Any]],
                 trajectories: Array) -> None:
        self.steps, self.unit, self.trajectories = steps, unit, trajectories
        self.energy, self.half_square, *self.spatial_momentum = [InvariantRoundOff(i) for i in invariants]

    def __repr__(self) -> str:
        return f"<RoundOff over {int(self.steps[-1])} steps: energy {self.energy!r}>"


def round_off(body: Body, momentum: ArrayLike, *, free_method: str = "exact", h: float = 0.01,
              steps: int = 1_000_000, starts: int = 200, spread: float = 0.01, summation: str = "plain",
              kick: float = 0, seed: int = 1, samples: int = 100, kept: int = 0,
              threads: int = 0) -> RoundOff:
    """How round-off grows over many steps of a method, from many starts near one momentum (Vilmart 2008).

    Without bias the errors are a random walk, and `growth` is near 0.5; a bias is a drift, with a `slope`
    well beyond its `slope_error`. `spread` is that of the starts, in parts of |m|; `kick` changes the
    momentum after each step by up to so many parts of it, as a splitting would; `kept` trajectories are
    handed out. The result does not depend on the threads (0: all). Ctrl-C ends it.

    >>> found = round_off(Body.moments([0.345, 0.653, 1.0]), [0.5, 0.2, 0.84], steps=2000, starts=8)
    >>> found.energy.mean.shape, len(found.spatial_momentum), abs(found.energy.slope) < 1
    ((100,), 3, True)
    """
    taken, unit, invariants, errors = _core.round_off(
        body._inertia, vector("momentum", momentum, unit=MOMENTUM), _method(free_method),
        is_compensated(summation), number("h", h, TIME), whole("steps", steps), whole("starts", starts),
        number("spread", spread), number("kick", kick), whole("seed", seed), whole("samples", samples),
        whole("kept", kept), thread_count(threads))
    return RoundOff(taken, unit, invariants, errors.reshape(kept, taken.size, 5))
