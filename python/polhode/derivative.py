# SPDX-License-Identifier: MIT
"""Derivatives of motions by start, body and torque; divergence of neighbouring motions; growth of
round-off."""

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

    Attributes
    ----------
    state : State
        The states, of shape (...).
    jacobian : ndarray
        Derivatives (..., 6, 10). Rows: a small rotation of the body at the end, as a vector in the body frame
        (3), and the momentum in the body frame (3). Columns: a small rotation of the body at the start, as a
        vector in the body frame (3), the momentum at the start (3), the principal moments, ascending, at
        constant momentum (3), and the time.
    start : State
        The state at the start.
    by_parameters : ndarray
        Derivatives (..., 6, p) by the parameters of the torque; p is 0 if there are none.
    """

    state: State
    jacobian: Array
    start: State
    by_parameters: Array

    @property
    def transition(self) -> Array:
        """The state transition matrix (..., 6, 6), by which a filter propagates its covariance."""
        return self.jacobian[..., :6]

    @property
    def in_space(self) -> Array:
        """The Jacobian (..., 6, 10) with the small rotations at both ends as vectors in space."""
        return self._converted(True)

    @property
    def in_omega(self) -> Array:
        """The Jacobian (..., 6, 10) with angular velocity instead of momentum at both ends; the derivatives
        by attitude and moments are then at constant initial angular velocity.
        """
        return self._converted(False)

    def _converted(self, in_space: bool) -> Array:
        s, e = self.start, self.state
        return _core.other_jacobians(s.body._inertia, s.attitude, s.momentum, e.attitude.reshape(-1, 4),
                                     e.momentum.reshape(-1, 3),
                                     np.ascontiguousarray(self.jacobian).reshape(-1, 60),
                                     in_space).reshape(self.jacobian.shape)


def derivative(motion: FreeMotion, times: ArrayLike) -> MotionDerivative:
    """States of a torque-free motion with their derivatives by start, moments and time.

    Parameters
    ----------
    motion : FreeMotion
    times : array_like
        Times of any shape.

    Returns
    -------
    MotionDerivative

    Examples
    --------
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
    """Derivatives of a torque-free motion by the inertia tensor in the body frame, at constant momentum.

    Parameters
    ----------
    motion : FreeMotion
        Moments may be equal; a linear body is refused.
    times : array_like
        Times of any shape.

    Returns
    -------
    ndarray
        Derivatives (..., 6, 6). Rows as of `MotionDerivative.jacobian`; columns xx, yy, zz, xy, xz, yz, where
        xy changes both off-diagonal elements.

    Examples
    --------
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
                                            motion.start_time, times)
    return q, m, jacobian.reshape(-1, 6, 10)


def torqued_derivative(body: Body, start: Optional[State] = None, *,
                       torque: Union[AnyTorque, Callable[[Array], Torque]],
                       times: ArrayLike, parameters: Optional[ArrayLike] = None, attitude: Any = None,
                       omega: Optional[ArrayLike] = None, momentum: Optional[ArrayLike] = None,
                       start_time: float = 0) -> MotionDerivative:
    """States of a motion under torque with their derivatives by start, moments, time and parameters of the
    torque.

    They are accurate to round-off; there is no tolerance.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    torque : Torque or callable
        A torque of the library or a recorded formula; a torque that is called back is refused. With
        `parameters`, a function ``torque(p)`` that returns the Torque for parameters p.
    times : array_like
        Times (n,), monotonic, on one side of `start_time`.
    parameters : array_like, optional
        The parameters (p,). `torque` is also called with values that differ by up to 1/16 of a parameter (by
        up to 1/16 if it is 0). Breakpoints, such as times of impulses or rows of a table, cannot be
        parameters.
    start_time : float

    Returns
    -------
    MotionDerivative

    Examples
    --------
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
            raise InvalidInput("torque: found a torque with parameters, expected a function that returns the "
                               "torque for given parameters")
        make: Callable[[Any], Any] = torque

        def family(p: Array) -> _core.Torque:
            made = make(p)
            if not isinstance(made, Torque):
                raise InvalidInput(f"result of torque(parameters): found {type(made).__name__}, "
                                   "expected a Torque")
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
    """How fast neighbouring motions diverge.

    Attributes
    ----------
    exponent : float
        The largest Lyapunov exponent over the run, per time.
    spread : float
        The largest difference between `exponent` and the exponent of a third of the run.
    growth : float
        The factor by which the most amplified change of the start has grown at the end.
    horizon : float
        The time at which a rounding error of the start has grown to 0.1; infinite if it has not.
    """

    exponent: float
    spread: float
    growth: float
    horizon: float


def divergence(body: Body, start: Optional[State] = None, *, torque: AnyTorque = None, end_time: float,
               start_time: float = 0, attitude: Any = None, omega: Optional[ArrayLike] = None,
               momentum: Optional[ArrayLike] = None) -> Divergence:
    """The rate at which neighbouring motions diverge over a run.

    For a regular motion the exponent decreases as log(t) / t.

    Parameters
    ----------
    body : Body
    start : State, optional
        The state at `start_time`; or give its parts:
    attitude, omega, momentum : optional
        As for `State`, in the body frame.
    torque : Torque or callable, optional
        A torque of the library or a recorded formula; a torque that is called back is refused.
    end_time, start_time : float
        The interval of the run.

    Returns
    -------
    Divergence

    Examples
    --------
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
    """Statistics of the error of one conserved quantity over all starts, in units of eps = 2^-52.

    Attributes
    ----------
    mean, deviation : ndarray
        Mean and standard deviation at each sample, (samples,).
    final_mean, standard_error, final_deviation : float
        At the end, in units of `RoundOff.unit` eps: mean, its standard error, standard deviation.
    slope, slope_error : float
        Mean over the trajectories of the slope of a fitted line, in eps per step, and its standard error.
    growth : float
        The power of the number of steps with which the error grows: 1 for a drift, 0.5 for a random walk.
    """

    mean: Array
    deviation: Array
    final_mean: float
    standard_error: float
    final_deviation: float
    slope: float
    slope_error: float
    growth: float

    def __init__(self, found: Dict[str, Any]) -> None:
        self.__dict__.update(found)

    def __repr__(self) -> str:
        return (f"<round-off: slope {self.slope:.2g} +- {self.slope_error:.1g} eps per step, growth "
                f"{self.growth:.2f}>")


class RoundOff:
    """The growth of round-off: the result of `round_off`.

    Attributes
    ----------
    steps : ndarray
        The number of steps at each sample, (samples,).
    unit : float
        sqrt(N) for N steps; h sqrt(N) with compensated summation.
    energy, half_square : InvariantRoundOff
        Errors of the energy and of |m|^2 / 2.
    spatial_momentum : list of InvariantRoundOff
        Errors of the three components of the momentum in space.
    trajectories : ndarray
        Errors of the first starts, (kept, samples, 5), in eps: energy, |m|^2 / 2, momentum in space.
    """

    steps: Array
    unit: float
    energy: InvariantRoundOff
    half_square: InvariantRoundOff
    spatial_momentum: List[InvariantRoundOff]
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
    """The growth of round-off over many steps of a method, from many starts near one momentum (Vilmart 2008).

    Unbiased errors are a random walk with a `growth` near 0.5. A bias is a drift: `slope` is then much larger
    than `slope_error`. Ctrl-C ends the run.

    Parameters
    ----------
    body : Body
    momentum : array_like
        The momentum near which the runs start, in the body frame.
    free_method : str
        A name from `free_methods()`.
    h : float
        Step size.
    steps, starts, samples : int
        Number of steps, of starts and of samples of each run.
    spread : float
        Spread of the starts, relative to |m|.
    summation : {"plain", "compensated"}
        Whether round-off of the updates is compensated.
    kick : float
        If positive, the momentum is changed after each step by up to this fraction of it, as in a splitting.
    seed : int
        Seed of the random numbers.
    kept : int
        Number of trajectories to return.
    threads : int
        Number of threads, 0 for one per processor. The result does not depend on it.

    Returns
    -------
    RoundOff

    Examples
    --------
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
