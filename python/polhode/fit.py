# SPDX-License-Identifier: MIT
"""A body and its spin from observations in time: least squares with the derivatives of the exact motion.

What is free: the attitude at a time t0, the angular velocity there, and the moments of inertia in ratio. A
free body's motion depends on the ratios of its moments alone, so their scale cannot be seen: the greatest
moment stays as it was given. The principal axes are those of the body that is given.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Array, choice, number, numbers, vectors
from .body import Body
from .derivative import _jacobian
from .free import FreeMotion
from .rotation import attitude_of, mean_attitude
from .state import State, Tumbling, _one, describe


def _product(a: Array, b: Array) -> Array:
    """Hamilton's, of quaternions (..., 4)."""
    w = a[..., :1] * b[..., :1] - np.sum(a[..., 1:] * b[..., 1:], axis=-1, keepdims=True)
    v = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([w, v], axis=-1)


def _rotation_vector(q: Array) -> Array:
    """The rotation vector, of length pi at most, of unit quaternions (n, 4)."""
    q = np.where(q[:, :1] < 0, -q, q)
    length = np.linalg.norm(q[:, 1:], axis=1)
    angle = 2 * np.arctan2(length, q[:, 0])
    return np.asarray(q[:, 1:] * np.where(length > 1e-150, angle / np.maximum(length, 1e-150), 2.0)[:, None])


def _hat(v: Array) -> Array:
    """Matrices (n, 3, 3) with hat(v) u = v x u."""
    zero = np.zeros(len(v))
    return np.stack([np.stack([zero, -v[:, 2], v[:, 1]], 1), np.stack([v[:, 2], zero, -v[:, 0]], 1),
                     np.stack([-v[:, 1], v[:, 0], zero], 1)], 1)


def _inverse_left_jacobian(v: Array) -> Array:
    """How the rotation vector of exp(d) exp(v) changes with d at 0: matrices (n, 3, 3)."""
    angle = np.linalg.norm(v, axis=1)
    half = angle / 2
    with np.errstate(all="ignore"):
        factor = np.where(angle > 1e-3, (1 - half / np.tan(half)) / (angle * angle),
                          1 / 12 + angle * angle / 720)
    k = _hat(v)
    return np.asarray(np.eye(3) - k / 2 + factor[:, None, None] * (k @ k))


class Observations:
    """What was seen at times; the parts of it that follow are what can be seen. `sigma` is one standard
    deviation, a number for all or one for each time."""

    #: As results call them.
    name: str
    #: How many independent numbers each observation has.
    freedom = 3
    times: Array
    sigma: Array

    def __init__(self, times: ArrayLike, count: int, sigma: ArrayLike) -> None:
        self.times = numbers("times", times).reshape(-1)
        if count != self.times.size:
            raise ValueError(f"{self.name}: found {count}, expected {self.times.size}, one for each time")
        s = numbers("sigma", sigma)
        if s.shape not in ((), (self.times.size,)):
            raise ValueError(f"sigma: found shape {s.shape}, expected a number or ({self.times.size},)")
        if not (np.isfinite(s) & (s > 0)).all():
            raise ValueError("sigma: found one that is not positive and finite, expected standard deviations")
        if not np.isfinite(self.times).all():
            raise ValueError("times: found one that is not finite, expected finite times")
        self.sigma = np.broadcast_to(s, self.times.shape)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        """Residuals (n, 3) over sigma, and their derivatives (n, 3, 3) by a small rotation in the body and by
        omega."""
        raise NotImplementedError


class Attitudes(Observations):
    """Attitudes that were seen: quaternions (n, 4), matrices (n, 3, 3) or a SciPy Rotation; sigma in radians
    for each axis.

    >>> Attitudes([0, 1], [[1, 0, 0, 0], [0, 0, 0, 1]], sigma=0.1).times
    array([0., 1.])
    """

    name = "attitudes"

    def __init__(self, times: ArrayLike, attitudes: Any, sigma: ArrayLike) -> None:
        self.attitude = attitude_of(attitudes).reshape(-1, 4)
        super().__init__(times, len(self.attitude), sigma)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        error = _rotation_vector(_product(q * np.array([1.0, -1, -1, -1]), self.attitude))
        scale = self.sigma[:, None]
        return (error / scale, -_inverse_left_jacobian(error) / scale[:, :, None], np.zeros((len(q), 3, 3)))


class Directions(Observations):
    """Directions of space seen in the body, as by star trackers, sun sensors and magnetometers: `body` (n,
    3), what the instrument saw, and `space` (3,) or (n, 3), where that is known to be; sigma in radians.
    Lengths do not count.

    >>> len(Directions([0, 1], [[1, 0, 0], [0, 1, 0]], space=[1, 0, 0], sigma=0.01).times)
    2
    """

    name = "directions"
    freedom = 2

    def __init__(self, times: ArrayLike, body: ArrayLike, space: ArrayLike, sigma: ArrayLike) -> None:
        seen = vectors("body", body).reshape(-1, 3)
        known = np.broadcast_to(vectors("space", space), seen.shape)
        for name, v in (("body", seen), ("space", known)):
            if not (np.linalg.norm(v, axis=1) > 0).all() or not np.isfinite(v).all():
                raise ValueError(f"{name}: found a vector that is zero or not finite, expected directions")
        self.body = seen / np.linalg.norm(seen, axis=1)[:, None]
        self.space = known / np.linalg.norm(known, axis=1)[:, None]
        super().__init__(times, len(seen), sigma)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        u = _core.rotate(q, np.ascontiguousarray(self.space), False)
        scale = self.sigma[:, None]
        return (self.body - u) / scale, -_hat(u) / scale[:, :, None], np.zeros((len(q), 3, 3))


class Omegas(Observations):
    """Angular velocities in the body frame that were seen, (n, 3); sigma of each component, in radians per
    time.

    >>> Omegas([0.0], [[0, 0, 1]], sigma=0.1).name
    'omegas'
    """

    name = "omegas"

    def __init__(self, times: ArrayLike, omega: ArrayLike, sigma: ArrayLike) -> None:
        self.omega = vectors("omega", omega).reshape(-1, 3)
        super().__init__(times, len(self.omega), sigma)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        scale = self.sigma[:, None]
        return ((self.omega - omega) / scale, np.zeros((len(q), 3, 3)),
                np.broadcast_to(-np.eye(3), (len(q), 3, 3)) / scale[:, :, None])


class Prediction(NamedTuple):
    """States at times with the covariances of a small rotation in the body and of omega: (n, 6, 6)."""

    state: State
    covariance: Array

    @property
    def attitude_sigma(self) -> Array:
        """The root of the mean square of the angle by which the attitude is uncertain, in radians, (n,)."""
        return np.asarray(np.sqrt(np.trace(self.covariance[..., :3, :3], axis1=-2, axis2=-1)))

    @property
    def omega_sigma(self) -> Array:
        """Standard deviations of the components of omega, (n, 3)."""
        return np.sqrt(np.diagonal(self.covariance[..., 3:, 3:], axis1=-2, axis2=-1))


class _Parameters:
    """From the free parameters to a motion, and the derivatives on the way."""

    names_of = {"attitude": ["attitude 1", "attitude 2", "attitude 3"],
                "omega": ["omega 1", "omega 2", "omega 3"]}

    def __init__(self, start: State, t0: float, free: Sequence[str]) -> None:
        self.start, self.t0 = start, t0
        self.axes, self.moments = start.body.principal_axes, start.body.principal_moments
        self.is_diagonal = np.array_equal(np.abs(self.axes) > 0.5, np.abs(self.axes) == 1)
        self.free: List[Tuple[str, int]] = []
        self.names: List[str] = []
        for kind in ("attitude", "omega"):
            if kind in free:
                self.free += [(kind, k) for k in range(3)]
                self.names += self.names_of[kind]
        if "moments" in free:
            self.free += [("moments", k) for k in range(2)]
            self.names += ["log(I1 / I3)", "log(I2 / I3)"]

    def motion(self, p: Array) -> Tuple[FreeMotion, Any]:
        """The motion, and which ascending moment each of the first body's is now."""
        theta, omega, ratio = np.zeros(3), np.zeros(3), np.zeros(3)
        for (kind, k), value in zip(self.free, p):
            {"attitude": theta, "omega": omega, "moments": ratio}[kind][k] = value
        moments = self.moments * np.exp(ratio)
        if not ratio.any():
            body = self.start.body
        elif self.is_diagonal:
            body = Body.moments(np.abs(self.axes) @ moments)
        else:
            body = Body.tensor(_symmetric(self.axes @ np.diag(moments) @ self.axes.T))
        angle = float(np.linalg.norm(theta))
        turn = np.concatenate([[np.cos(angle / 2)], np.sinc(angle / (2 * np.pi)) / 2 * theta])
        q = _product(self.start.attitude, turn)
        state = State(body, q / np.linalg.norm(q), omega=self.start.omega + omega)
        return FreeMotion(body, state, t0=self.t0), np.argsort(np.argsort(moments, kind="stable"),
                                                               kind="stable")

    def states(self, p: Array, times: Array) -> Tuple[Array, Array, Array, Array]:
        """q (n, 4), omega (n, 3), and their derivatives (n, 3, parameters) by the parameters."""
        motion, order = self.motion(p)
        q, m, jacobian = _jacobian(motion, times)
        body, start = motion.body, motion.start
        omega = body.omega(m)
        moments, axes, tensor = body.principal_moments, body.principal_axes, body.inertia
        inverse = np.linalg.inv(tensor)
        theta = np.array([p[i] for i, (kind, _) in enumerate(self.free) if kind == "attitude"])
        by_rotation, by_omega = [], []
        for kind, k in self.free:
            if kind == "attitude":
                # exp(theta + d) = exp(theta) exp(J_r(theta) d), whose inverse is that of the left one at
                # -theta.
                change = np.linalg.inv(_inverse_left_jacobian(-theta[None])[0])[:, k]
                by_rotation.append(jacobian[:, 0:3, 0:3] @ change)
                by_omega.append((jacobian[:, 3:6, 0:3] @ change) @ inverse)
            elif kind == "omega":
                by_rotation.append(jacobian[:, 0:3, 3:6] @ tensor[:, k])
                by_omega.append((jacobian[:, 3:6, 3:6] @ tensor[:, k]) @ inverse)
            else:
                j = order[k]
                axis = axes[:, j]
                # The momentum at the start follows the moments, since its omega is held.
                change = moments[j] * (jacobian[:, :, 6 + j]
                                       + jacobian[:, :, 3:6] @ (axis * (axis @ start.omega)))
                by_rotation.append(change[:, 0:3])
                by_omega.append(change[:, 3:6] @ inverse - np.outer(m @ axis, axis) / moments[j])
        return q, omega, np.stack(by_rotation, -1), np.stack(by_omega, -1)


def _symmetric(a: Array) -> Array:
    return (a + a.T) / 2


class Fit:
    """What was fitted: see fit()."""

    #: The body, whose greatest moment is that of the body given.
    body: Body
    #: The state at t0.
    start: State
    t0: float
    #: The free motion that was found.
    motion: FreeMotion
    #: The free parameters' names; their values are departures from the start of the fit.
    names: List[str]
    #: Of the parameters, in the order of names.
    covariance: Array
    #: For each kind of observation, residuals over sigma (n, 3).
    residuals: Dict[str, Array]
    #: The sum of the squared residuals, and how many independent numbers exceed the parameters.
    chi_square: float
    degrees_of_freedom: int
    #: Whether the fit converged, in SciPy's words, and how many motions were computed.
    success: bool
    message: str
    evaluations: int

    def __init__(self, parameters: _Parameters, values: Array, covariance: Array, residuals: Dict[str, Array],
                 chi_square: float, freedom: int, success: bool, message: str, evaluations: int) -> None:
        self._parameters, self._values = parameters, values
        self.motion, _ = parameters.motion(values)
        self.body, self.start, self.t0 = self.motion.body, self.motion.start, parameters.t0
        self.names, self.covariance, self.residuals = parameters.names, covariance, residuals
        self.chi_square, self.degrees_of_freedom = chi_square, freedom
        self.success, self.message, self.evaluations = success, message, evaluations

    @property
    def sigma(self) -> Dict[str, float]:
        """The standard deviation of each parameter."""
        return dict(zip(self.names, np.sqrt(np.diag(self.covariance)).tolist()))

    @property
    def correlation(self) -> Array:
        """Of the parameters, in the order of names."""
        s = np.sqrt(np.diag(self.covariance))
        return self.covariance / np.outer(s, s)

    @property
    def moment_ratios(self) -> Array:
        """The moments about the axes of the body frame, or the principal ones of a tensor, over the greatest,
        (3,)."""
        tensor = self.body.inertia
        is_diagonal = np.array_equal(tensor, np.diag(np.diag(tensor)))
        moments = np.diag(tensor) if is_diagonal else self.body.principal_moments
        return np.asarray(moments / moments.max())

    def describe(self) -> Tumbling:
        """Regime, periods and nutation of what was found."""
        return describe(self.start)

    def period_sigma(self) -> Tuple[float, float]:
        """Standard deviations of the rotation period and of the precession period."""
        s = np.sqrt(np.diag(self.covariance))
        slopes = np.zeros((2, len(s)))
        for k, step in enumerate(s * 1e-4):
            ends = []
            for sign in (1, -1):
                p = self._values.copy()
                p[k] += sign * step
                found = describe(self._parameters.motion(p)[0].start)
                ends.append((found.polhode_period, found.precession_period))
            slopes[:, k] = (np.array(ends[0]) - np.array(ends[1])) / (2 * step) if step > 0 else 0
        both = np.sqrt(np.diag(slopes @ self.covariance @ slopes.T))
        return float(both[0]), float(both[1])

    def predict(self, times: ArrayLike) -> Prediction:
        """The states at times (n,), and what the uncertainty of the parameters makes of them."""
        t = numbers("times", times).reshape(-1)
        q, _, by_rotation, by_omega = self._parameters.states(self._values, t)
        slopes = np.concatenate([by_rotation, by_omega], axis=1)
        return Prediction(self.motion.at(t), slopes @ self.covariance @ np.swapaxes(slopes, 1, 2))

    def __repr__(self) -> str:
        return (f"<Fit: {self.describe()!r}, chi^2 {self.chi_square:.3g} for {self.degrees_of_freedom} "
                f"degrees of freedom"
                + ("" if self.success else ", NOT CONVERGED") + ">")


def _start_from_observations(body: Body, observations: Sequence[Observations], t0: float) -> State:
    attitude, omega = None, None
    for o in observations:
        k = int(np.argmin(np.abs(o.times - t0)))
        if isinstance(o, Attitudes) and attitude is None:
            attitude = o.attitude[k]
        if isinstance(o, Omegas) and omega is None:
            omega = o.omega[k]
    if attitude is None or omega is None:
        raise ValueError("start: found no observation of " + ("the attitude" if attitude is None else "omega")
                         + ", expected a start or the periods")
    return State(body, attitude, omega=omega)


def _starts_from_periods(body: Body, periods: Tuple[float, float], observations: Sequence[Observations],
                         t0: float,
                         count: int) -> List[State]:
    """Momenta with these periods at many phases, in both modes and about both ends of the axis, each with the
    attitude that suits the attitudes that were seen; the best ones first."""
    seen = [o for o in observations if isinstance(o, Attitudes)]
    if not seen:
        raise ValueError("periods: found no attitudes, expected some, with which a start of these periods "
                         "is turned")
    times, attitudes = np.concatenate([o.times for o in seen]), np.concatenate([o.attitude for o in seen])
    found: List[Tuple[float, int, State]] = []
    axes = body.principal_axes
    for mode in ("long-axis mode", "short-axis mode"):
        for phase in np.arange(24) / 24:
            try:
                m = _core.momentum_from_periods(body._inertia, mode, periods[0], periods[1], float(phase))
            except ValueError:
                break  # This body does not have these periods in this mode.
            for signs in ((1, 1, 1), (-1, -1, 1)):
                # The other end of the circled axis, with the same sense of turning about the polhode.
                n = axes @ (np.array(signs if mode == "long-axis mode" else signs[::-1]) * (axes.T @ m))
                motion = FreeMotion(body, momentum=n, t0=t0)
                q = motion.at(times).attitude
                turn = mean_attitude(_product(attitudes, q * np.array([1.0, -1, -1, -1])))
                start = State(body, _product(turn, motion.start.attitude), momentum=n)
                cost = 0.0
                for o in observations:
                    s = FreeMotion(body, start, t0=t0).at(o.times)
                    cost += float(np.sum(np.log1p(o.compare(s.attitude, s.omega)[0] ** 2)))
                found.append((cost, len(found), start))
    if not found:
        raise ValueError(f"periods: found {periods}, expected such as this body has in one of its modes")
    return [start for _, _, start in sorted(found)[:count]]


def fit(observations: Union[Observations, Sequence[Observations]], body: Body, start: Optional[State] = None,
        *,
        t0: Optional[float] = None, periods: Optional[Tuple[float, float]] = None,
        free: Sequence[str] = ("attitude", "omega", "moments"), loss: str = "linear", f_scale: float = 1.0,
        sigma_is_absolute: bool = True, max_evaluations: int = 200) -> Fit:
    """The free motion of a body that meets observations best.

    `body` is a first guess of its moments, whose principal axes are kept. The start of the search is `start`,
    the state at t0 (default: the first time); or follows from `periods`, the rotation and the precession
    period where they are known; or from the observations next to t0. `free` names what is fitted, among
    attitude, omega and moments (in ratio). `loss` is one of SciPy's ("linear", "soft_l1", "huber", "cauchy",
    "arctan"): all but the first are robust against outliers beyond `f_scale` standard deviations. Where
    `sigma_is_absolute` is false, the covariance is scaled so that chi^2 is what is expected.

    >>> body = Body.moments([1, 2, 3])
    >>> true = FreeMotion(body, omega=[0.3, 0.1, 1.0])
    >>> t = np.linspace(0, 30, 40)
    >>> seen = [Attitudes(t, true.at(t).attitude, sigma=0.01), Omegas(t, true.at(t).omega, sigma=0.05)]
    >>> found = fit(seen, Body.moments([1.05, 1.9, 3]))
    >>> bool(np.allclose(found.moment_ratios, [1 / 3, 2 / 3, 1], rtol=1e-6)), found.success
    (True, True)
    """
    from scipy.optimize import least_squares

    seen = [observations] if isinstance(observations, Observations) else list(observations)
    for o in seen:
        if not isinstance(o, Observations):
            raise ValueError(f"observations: found {type(o).__name__}, expected Attitudes, Directions or "
                             f"Omegas")
    if sum(o.times.size for o in seen) == 0:
        raise ValueError("observations: found none, expected some")
    for kind in free:
        choice("free", kind, ("attitude", "omega", "moments"))
    if not free:
        raise ValueError("free: found nothing, expected some of 'attitude', 'omega', 'moments'")
    if body.is_linear and "moments" in free:
        raise ValueError("free: found the moments of a linear body, expected attitude and omega alone")
    first = min(float(o.times.min()) for o in seen if o.times.size) if t0 is None else number("t0", t0)
    freedom = sum(o.times.size * o.freedom for o in seen) - 3 * (("attitude" in free) + ("omega" in free)) \
        - 2 * ("moments" in free)
    if freedom < 0:
        raise ValueError(f"observations: found {-freedom} numbers too few, expected at least as many as "
                         f"parameters")
    if start is not None:
        starts = [_one(start)]
    elif periods is not None:
        starts = _starts_from_periods(body, (number("periods", periods[0]), number("periods", periods[1])),
                                      seen, first, 3)
    else:
        starts = [_start_from_observations(body, seen, first)]
    times = np.concatenate([o.times for o in seen])
    ends = np.cumsum([0] + [o.times.size for o in seen])

    best: Any = None
    evaluations = 0
    for begin in starts:
        parameters = _Parameters(begin, first, free)
        kept: Dict[bytes, Tuple[Array, Any]] = {}

        def both(p: Array) -> Tuple[Array, Any]:
            key = p.tobytes()
            if key not in kept:
                kept.clear()
                q, omega, by_rotation, by_omega = parameters.states(p, times)
                residuals, slopes = [], []
                for o, i, j in zip(seen, ends[:-1], ends[1:]):
                    r, of_rotation, of_omega = o.compare(q[i:j], omega[i:j])
                    residuals.append(r)
                    slopes.append(of_rotation @ by_rotation[i:j] + of_omega @ by_omega[i:j])
                kept[key] = (np.concatenate(residuals).reshape(-1),
                             np.concatenate(slopes).reshape(-1, len(parameters.free)))
            return kept[key]

        # Copies, since SciPy changes what it is given where a loss is robust.
        found = least_squares(lambda p: both(p)[0].copy(), np.zeros(len(parameters.free)),
                              jac=lambda p: both(p)[1].copy(),
                              loss=loss, f_scale=number("f_scale", f_scale), x_scale="jac",
                              max_nfev=max_evaluations,
                              xtol=1e-12, ftol=1e-12, gtol=1e-10)
        evaluations += found.nfev
        if best is None or found.cost < best[0].cost:
            best = (found, parameters, both(found.x)[0])
    found, parameters, residual = best
    chi_square = float(residual @ residual)
    hessian = found.jac.T @ found.jac
    covariance = np.linalg.pinv(hessian, hermitian=True)
    if not sigma_is_absolute and freedom > 0:
        covariance = covariance * (2 * found.cost / freedom)
    names: Dict[str, Array] = {}
    rows = residual.reshape(-1, 3)
    for o, i, j in zip(seen, ends[:-1], ends[1:]):
        name, number_ = o.name, 2
        while name in names:
            name, number_ = f"{o.name} {number_}", number_ + 1
        names[name] = rows[i:j]
    return Fit(parameters, found.x, covariance, names, chi_square, freedom, bool(found.success),
               str(found.message),
               evaluations)
