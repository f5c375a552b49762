# SPDX-License-Identifier: MIT
"""Fits of torque-free motions to observations: least squares with the exact derivatives of the motion.

Fitted are the attitude and the angular velocity at a time `start_time`, and ratios of the moments of inertia.
The motion of a torque-free body depends only on ratios of the moments; their scale cannot be observed, and
the largest moment keeps its given value. The principal axes are those of the body given.
"""

from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import RADIANS, Array, choice, number, numbers, vectors
from .body import Body
from .derivative import _jacobian
from .free import FreeMotion
from .rotation import attitude_of, matrix_of, mean_attitude, to_space
from .state import State, Tumbling, _one, describe


def _product(a: Array, b: Array) -> Array:
    """The Hamilton product of quaternions (..., 4)."""
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack([aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
                     aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], -1)


def _rotation_vector(q: Array) -> Array:
    """Rotation vectors, of length at most pi, of unit quaternions (n, 4)."""
    q = np.where(q[:, :1] < 0, -q, q)
    length = np.linalg.norm(q[:, 1:], axis=1)
    angle = 2 * np.arctan2(length, q[:, 0])
    return np.asarray(q[:, 1:] * np.where(length > 1e-150, angle / np.maximum(length, 1e-150), 2.0)[:, None])


def _hat(v: Array) -> Array:
    """Matrices (n, 3, 3) of the cross product: hat(v) u = v x u."""
    made = np.zeros((len(v), 3, 3))
    made[:, 2, 1], made[:, 0, 2], made[:, 1, 0] = v.T
    made[:, 1, 2], made[:, 2, 0], made[:, 0, 1] = -v.T
    return made


def _inverse_left_jacobian(v: Array) -> Array:
    """Derivatives (n, 3, 3) of the rotation vector of exp(d) exp(v) by d at 0."""
    angle = np.linalg.norm(v, axis=1)
    half = angle / 2
    with np.errstate(all="ignore"):
        factor = np.where(angle > 1e-3, (1 - half / np.tan(half)) / (angle * angle),
                          1 / 12 + angle * angle / 720)
    k = _hat(v)
    return np.asarray(np.eye(3) - k / 2 + factor[:, None, None] * (k @ k))


class Observations:
    """Base class of observations at given times.

    To fit another quantity, derive from this class and implement `compare`.

    Parameters
    ----------
    times : array_like
        Times (n,).
    count : int
        The number of values given, which must be n.
    sigma : array_like
        Standard deviation, one for all or (n,).

    Attributes
    ----------
    name : str
        The kind of observation, as results name it.
    freedom : int
        The number of independent numbers of each observation.
    times, sigma : ndarray
        Arrays (n,).
    """

    name: str
    freedom = 3
    times: Array
    sigma: Array
    # The SI unit of sigma, for quantities.
    _sigma_unit = ""

    def __init__(self, times: ArrayLike, count: int, sigma: ArrayLike) -> None:
        self.times = numbers("times", times).reshape(-1).copy()
        if count != self.times.size:
            raise InvalidInput(f"{self.name}: found {count}, expected {self.times.size}, one for each time")
        s = numbers("sigma", sigma, self._sigma_unit)
        if s.shape not in ((), (self.times.size,)):
            raise InvalidInput(f"sigma: found shape {s.shape}, expected a number or ({self.times.size},)")
        if not (np.isfinite(s) & (s > 0)).all():
            raise InvalidInput("sigma: found a number that is not positive and finite, expected standard "
                               "deviations")
        if not np.isfinite(self.times).all():
            raise InvalidInput("times: found a time that is not finite, expected finite times")
        self.sigma = np.array(np.broadcast_to(s, self.times.shape))

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        """Residuals and their derivatives.

        Parameters
        ----------
        q, omega : ndarray
            Attitudes (n, 4) and angular velocities (n, 3) in the body frame of a motion at all times.

        Returns
        -------
        residuals : ndarray
            Differences (n, k) divided by sigma.
        by_rotation, by_omega : ndarray
            Their derivatives (n, k, 3) by a small rotation, as a vector in the body frame, and by omega.
        """
        raise NotImplementedError

    def _compare_some(self, there: Array, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        """The same at the times selected by the mask `there`, for states at these times."""
        if there.all():
            return self.compare(q, omega)
        all_q, all_omega = np.repeat(q[:1], there.size, axis=0), np.repeat(omega[:1], there.size, axis=0)
        all_q[there], all_omega[there] = q, omega
        residuals, of_rotation, of_omega = self.compare(all_q, all_omega)
        return residuals[there], of_rotation[there], of_omega[there]


class Attitudes(Observations):
    """Observed attitudes.

    Parameters
    ----------
    times : array_like
        Times (n,).
    attitudes : array_like or scipy.spatial.transform.Rotation
        Quaternions (n, 4), matrices (n, 3, 3) or a SciPy Rotation, from the body frame to space.
    sigma : array_like
        Standard deviation of each rotation angle, in radians.

    Examples
    --------
    >>> Attitudes([0, 1], [[1, 0, 0, 0], [0, 0, 0, 1]], sigma=0.1).times
    array([0., 1.])
    """

    name = "attitudes"
    _sigma_unit = RADIANS

    def __init__(self, times: ArrayLike, attitudes: Any, sigma: ArrayLike) -> None:
        self.attitude = attitude_of(attitudes).reshape(-1, 4)
        super().__init__(times, len(self.attitude), sigma)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        error = _rotation_vector(_product(q * np.array([1.0, -1, -1, -1]), self.attitude))
        scale = self.sigma[:, None]
        return (error / scale, -_inverse_left_jacobian(error) / scale[:, :, None], np.zeros((len(q), 3, 3)))


class Directions(Observations):
    """Directions in space observed in the body, as by star trackers, sun sensors and magnetometers.

    Parameters
    ----------
    times : array_like
        Times (n,).
    body : array_like
        Observed vectors (n, 3) in the body frame. Their lengths do not matter.
    space : array_like
        The known vectors in space, (3,) or (n, 3).
    sigma : array_like
        Standard deviation of the direction, in radians.

    Examples
    --------
    >>> len(Directions([0, 1], [[1, 0, 0], [0, 1, 0]], space=[1, 0, 0], sigma=0.01).times)
    2
    """

    name = "directions"
    freedom = 2
    _sigma_unit = RADIANS

    def __init__(self, times: ArrayLike, body: ArrayLike, space: ArrayLike, sigma: ArrayLike) -> None:
        seen = vectors("body", body).reshape(-1, 3)
        known = np.broadcast_to(vectors("space", space), seen.shape)
        for name, v in (("body", seen), ("space", known)):
            if not (np.linalg.norm(v, axis=1) > 0).all() or not np.isfinite(v).all():
                raise InvalidInput(f"{name}: found a vector that is zero or not finite, expected directions")
        self.body = seen / np.linalg.norm(seen, axis=1)[:, None]
        self.space = known / np.linalg.norm(known, axis=1)[:, None]
        super().__init__(times, len(seen), sigma)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        u = _core.rotate(q, np.ascontiguousarray(self.space), False)
        scale = self.sigma[:, None]
        return (self.body - u) / scale, -_hat(u) / scale[:, :, None], np.zeros((len(q), 3, 3))


class Omegas(Observations):
    """Observed angular velocities.

    Parameters
    ----------
    times : array_like
        Times (n,).
    omega : array_like
        Angular velocities (n, 3) in the body frame.
    sigma : array_like
        Standard deviation of each component, in radians per time.

    Examples
    --------
    >>> Omegas([0.0], [[0, 0, 1]], sigma=0.1).name
    'omegas'
    """

    name = "omegas"

    def __init__(self, times: ArrayLike, omega: ArrayLike, sigma: ArrayLike) -> None:
        self.omega = vectors("omega", omega).reshape(-1, 3).copy()
        if not np.isfinite(self.omega).all():
            raise InvalidInput("omega: found a number that is not finite, expected finite angular velocities")
        super().__init__(times, len(self.omega), sigma)

    def compare(self, q: Array, omega: Array) -> Tuple[Array, Array, Array]:
        scale = self.sigma[:, None]
        return ((self.omega - omega) / scale, np.zeros((len(q), 3, 3)),
                np.broadcast_to(-np.eye(3), (len(q), 3, 3)) / scale[:, :, None])


class Prediction(NamedTuple):
    """Predicted states and their uncertainty.

    Attributes
    ----------
    state : State
        The states, of shape (n,).
    covariance : ndarray
        Covariances (n, 6, 6) of a small rotation in the body frame and of omega.
    """

    state: State
    covariance: Array

    @property
    def attitude_sigma(self) -> Array:
        """The root mean square of the angle by which the attitude is uncertain, in radians, (n,)."""
        return np.asarray(np.sqrt(np.trace(self.covariance[..., :3, :3], axis1=-2, axis2=-1)))

    @property
    def omega_sigma(self) -> Array:
        """Standard deviations of the components of omega, (n, 3)."""
        return np.sqrt(np.diagonal(self.covariance[..., 3:, 3:], axis1=-2, axis2=-1))


class _Parameters:
    """The fitted parameters: changes of attitude, omega and logarithms of moments from a centre.

    Maps them to a motion and its derivatives. The principal axes are those of `body`.
    """

    names_of = {"attitude": ["attitude 1", "attitude 2", "attitude 3"],
                "omega": ["omega 1", "omega 2", "omega 3"],
                "moments": ["log(I1 / I3)", "log(I2 / I3)"]}

    def __init__(self, start: State, start_time: float, free: Sequence[str],
                 log_ratios: Optional[Array] = None, body: Optional[Body] = None) -> None:
        self.given = start.body if body is None else body
        self.attitude, self.omega, self.start_time = start.attitude, start.omega, start_time
        self.log_ratios = np.zeros(3) if log_ratios is None else log_ratios
        self.kinds = [kind for kind in ("attitude", "omega", "moments") if kind in free]
        self.axes, self.moments = self.given.principal_axes, self.given.principal_moments
        self.is_diagonal = np.array_equal(np.abs(self.axes) > 0.5, np.abs(self.axes) == 1)
        self.free: List[Tuple[str, int]] = []
        self.names: List[str] = []
        for kind in self.kinds:
            self.free += [(kind, k) for k in range(len(self.names_of[kind]))]
            self.names += self.names_of[kind]

    @property
    def centre(self) -> Array:
        """The parameters of the centre: zeros."""
        return np.zeros(len(self.free))

    def index(self, kind: str) -> List[int]:
        """The indices of the parameters of a kind."""
        return [i for i, (name, _) in enumerate(self.free) if name == kind]

    def split(self, p: Array) -> Tuple[Array, Array, Array]:
        """The rotation vector, the change of omega, and the changes of the logarithms of the moments."""
        theta, omega, ratio = np.zeros(3), np.zeros(3), np.zeros(3)
        for (kind, k), value in zip(self.free, p):
            {"attitude": theta, "omega": omega, "moments": ratio}[kind][k] = value
        return theta, omega, ratio

    def motion(self, p: Array) -> FreeMotion:
        """The motion with parameters p."""
        theta, omega, ratio = self.split(p)
        moments = self.moments * np.exp(self.log_ratios + ratio)
        if np.array_equal(moments, self.moments):
            body = self.given
        elif self.is_diagonal:
            body = Body.moments(np.abs(self.axes) @ moments)
        else:
            tensor = self.axes @ np.diag(moments) @ self.axes.T
            body = Body.tensor((tensor + tensor.T) / 2)
        angle = float(np.linalg.norm(theta))
        turn = np.concatenate([[np.cos(angle / 2)], np.sinc(angle / (2 * np.pi)) / 2 * theta])
        q = _product(self.attitude, turn)
        return FreeMotion(body, State(body, q / np.linalg.norm(q), omega=self.omega + omega),
                          start_time=self.start_time)

    def centred(self, p: Array) -> _Parameters:
        """The same parameters relative to a new centre, the motion with parameters p."""
        return _Parameters(self.motion(p).start, self.start_time, self.kinds,
                           self.log_ratios + self.split(p)[2],
                           self.given)

    def with_moments(self, log_ratios: Array) -> _Parameters:
        """The same centre with other moments, given by the logarithms of their ratios to those of the body
        given.
        """
        return _Parameters(State(self.given, self.attitude, omega=self.omega), self.start_time, self.kinds,
                           log_ratios, self.given)

    def states(self, p: Array, times: Array) -> Tuple[Array, Array, Array, Array]:
        """Attitudes (n, 4), omega (n, 3), and the derivatives (n, 3, parameters) of rotation and omega."""
        motion = self.motion(p)
        q, m, jacobian = _jacobian(motion, times)
        body, start = motion.body, motion.start
        omega = body.omega(m)
        axes, tensor = body.principal_axes, body.inertia
        # The angular velocity of a linear body about its axis is zero.
        inverse = axes @ np.diag([1 / x if x > 0 else 0.0 for x in body.principal_moments]) @ axes.T
        theta, _, ratio = self.split(p)
        # Derivatives of the start's rotation, its momentum and the moments by the parameters.
        change = np.zeros((9, len(self.free)))
        if self.index("attitude"):
            # exp(theta + d) = exp(theta) exp(J_r(theta) d), whose inverse is that of the left one at -theta.
            change[0:3, self.index("attitude")] = np.linalg.inv(_inverse_left_jacobian(-theta[None])[0])
        if self.index("omega"):
            change[3:6, self.index("omega")] = tensor
        by_tensor: List[Tuple[int, Array]] = []
        for k, column in enumerate(self.index("moments")):
            axis, moment = self.axes[:, k], self.moments[k] * np.exp(self.log_ratios[k] + ratio[k])
            # The momentum at the start depends on the moments, since omega is a parameter.
            change[3:6, column] = moment * axis * (axis @ start.omega)
            if self.is_diagonal:
                change[6 + int(np.argmax(np.abs(axes.T @ axis))), column] = moment
            else:
                x, y, z = axis
                by_tensor.append((column, moment * np.array([x * x, y * y, z * z, x * y, x * z, y * z])))
        slopes = jacobian[:, :, :9] @ change
        if by_tensor:
            # If moments are equal, the new body's principal axes may differ from those of the parameters.
            tensors = _core.derivatives_by_tensor(body._inertia, start.attitude, start.momentum,
                                                  self.start_time,
                                                  times).reshape(-1, 6, 6)
            for column, direction in by_tensor:
                slopes[:, :, column] += tensors @ direction
        by_omega = slopes[:, 3:6]
        for k, column in enumerate(self.index("moments")):
            axis, moment = self.axes[:, k], self.moments[k] * np.exp(self.log_ratios[k] + ratio[k])
            by_omega[:, :, column] -= moment * np.outer(omega @ axis, axis)
        return q, omega, slopes[:, 0:3], inverse @ by_omega


class Fit:
    """The result of `fit`.

    Attributes
    ----------
    body : Body
        The fitted body. Its moment about the axis of the largest given moment is that moment.
    start : State
        The state at `start_time`.
    start_time : float
    motion : FreeMotion
        The fitted motion.
    names : list of str
        The fitted parameters: a small rotation about the body's axes at `start_time` (radians), omega at
        `start_time`, and logarithms of ratios of the moments, where I1 <= I2 <= I3 are those of the body
        given.
    covariance : ndarray
        Covariance of the parameters. A parameter that the observations do not determine has an infinite
        variance and NaN covariances.
    undetermined : ndarray
        Combinations of the parameters that the observations do not determine, unit rows (k, parameters).
    residuals : dict of ndarray
        For each kind of observation, residuals divided by sigma, (n, k).
    chi_square : float
        The sum of the squared residuals.
    degrees_of_freedom : int
        The number of independent observed numbers minus the number of parameters determined.
    success : bool
        Whether the search converged and the residuals are consistent with noise.
    message : str
        If not, why.
    warnings : list of str
        What is undetermined, and other reasons for doubt. Each also issues a RuntimeWarning.
    evaluations : int
        The number of motions computed.
    """

    body: Body
    start: State
    start_time: float
    motion: FreeMotion
    names: List[str]
    covariance: Array
    undetermined: Array
    residuals: Dict[str, Array]
    chi_square: float
    degrees_of_freedom: int
    success: bool
    message: str
    warnings: List[str]
    evaluations: int

    def __init__(self, parameters: _Parameters, finite: Array, null: Array, scale: Array,
                 residuals: Dict[str, Array], chi_square: float, freedom: int, success: bool, message: str,
                 warnings: List[str], evaluations: int) -> None:
        self._parameters, self._finite, self._null, self._scale = parameters, finite, null, scale
        self.motion = parameters.motion(parameters.centre)
        self.body, self.start, self.start_time = self.motion.body, self.motion.start, parameters.start_time
        self.names, self.residuals = parameters.names, residuals
        rows = null * scale
        self.undetermined = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        self.covariance = self._through(np.eye(len(parameters.free)))
        self.chi_square, self.degrees_of_freedom = chi_square, freedom
        self.success, self.message, self.evaluations = success, message, evaluations
        self.warnings = warnings

    def _through(self, slopes: Array) -> Array:
        """The covariance of quantities with derivatives `slopes` (..., m, parameters) by the parameters."""
        found = slopes @ self._finite @ np.swapaxes(slopes, -1, -2)
        scaled = slopes * self._scale
        lost, size = scaled @ self._null.T, np.linalg.norm(scaled, axis=-1, keepdims=True)
        unseen = (np.abs(lost) > _null_component * size).any(axis=-1)
        found = np.where(unseen[..., :, None] | unseen[..., None, :], np.nan, found)
        k = np.arange(found.shape[-1])
        found[..., k, k] = np.where(unseen, np.inf, found[..., k, k])
        return np.asarray(found)

    @property
    def sigma(self) -> Dict[str, float]:
        """The standard deviation of each parameter by name; infinite if the observations do not determine
        it."""
        return dict(zip(self.names, np.sqrt(np.diag(self.covariance)).tolist()))

    @property
    def correlation(self) -> Array:
        """The correlation matrix of the parameters; NaN for a parameter that is not determined."""
        s = np.sqrt(np.diag(self.covariance))
        with np.errstate(invalid="ignore"):
            return self.covariance / np.outer(s, s)

    @property
    def moment_ratios(self) -> Array:
        """The moments divided by the largest, (3,): about the axes of the body frame, or the principal
        moments if the tensor is not diagonal.
        """
        tensor = self.body.inertia
        is_diagonal = np.array_equal(tensor, np.diag(np.diag(tensor)))
        moments = np.diag(tensor) if is_diagonal else self.body.principal_moments
        return np.asarray(moments / moments.max())

    def describe(self) -> Tumbling:
        """Regime, periods and nutation of the fitted motion: see `describe`."""
        return describe(self.start)

    def period_sigma(self) -> Tuple[float, float]:
        """Standard deviations of the rotation period and of the precession period.

        Returns
        -------
        tuple of float
            Infinite if the observations do not determine a period, NaN if the motion does not have it.
        """
        s = np.sqrt(np.diag(self._finite))
        # Steps of central differences; periods do not depend on the attitude.
        rate = float(np.linalg.norm(self.start.omega))
        largest = [0.0 if kind == "attitude" else 1e-5 * (rate if kind == "omega" else 1.0)
                   for kind, _ in self._parameters.free]
        slopes = np.zeros((2, len(s)))
        for k, step in enumerate(np.minimum(np.where(s > 0, s * 1e-4, np.inf), largest)):
            ends = []
            for sign in (1, -1):
                p = np.zeros(len(s))
                p[k] = sign * step
                found = describe(self._parameters.motion(p).start)
                ends.append((found.polhode_period, found.precession_period))
            with np.errstate(invalid="ignore"):
                slopes[:, k] = (np.array(ends[0]) - np.array(ends[1])) / (2 * step) if step > 0 else 0
        both = []
        for row in slopes:
            both.append(float(np.sqrt(self._through(row[None])[0, 0])) if np.isfinite(row).all() else np.nan)
        return both[0], both[1]

    def predict(self, times: ArrayLike) -> Prediction:
        """The fitted states at times (n,), with the covariance that follows from that of the parameters."""
        t = numbers("times", times).reshape(-1)
        q, _, by_rotation, by_omega = self._parameters.states(self._parameters.centre, t)
        return Prediction(self.motion.at(t), self._through(np.concatenate([by_rotation, by_omega], axis=1)))

    def __repr__(self) -> str:
        return (f"<Fit: {self.describe()!r}, chi^2 {self.chi_square:.3g} for {self.degrees_of_freedom} "
                f"degrees of freedom"
                + (f", {len(self.undetermined)} combinations of parameters UNDETERMINED"
                   if len(self.undetermined) else "")
                + ("" if self.success else ", FAILED: " + self.message) + ">")


#: A combination of parameters is undetermined if its singular value, relative to the largest, is smaller. The
#: round-off of the Jacobian is 10 to 100 eps of its largest elements.
_rank_tolerance = 2.0 ** 12 * np.finfo(float).eps
#: A parameter is undetermined if its component of an undetermined unit combination is larger than this.
#: Round-off mixes combinations by _rank_tolerance divided by their singular values.
_null_component = 1e-5
#: The probability of mistaking noise for something else.
_chance = 1e-5
#: Standard deviation of the prior of the logarithms of the moments, which keeps them near those of the body
#: given on arcs too short to determine them.
_prior_sigma = 0.3
#: An arc grows until its prediction is uncertain by this angle, in radians: beyond, a motion with a turn more
#: or less may be a minimum.
_linear_range = 0.5


def _stacked(parts: Sequence[Array], *width: int) -> Array:
    """Arrays (n, k) of residuals as one vector, or Jacobians (n, k, width) as one matrix."""
    return np.concatenate([part.reshape(-1, *width) for part in parts])


class _Solution(NamedTuple):
    """A minimum of the cost.

    The parameters, centred at the minimum; residuals (n, k) and Jacobians (n, k, parameters) of each kind of
    observation; the cost as in SciPy, without the prior.
    """

    parameters: _Parameters
    residuals: List[Array]
    slopes: List[Array]
    cost: float
    converged: bool
    message: str
    # Of all residuals and of the prior, as one matrix.
    jacobian: Array

    @property
    def chi_square(self) -> float:
        return float(sum(np.sum(r * r) for r in self.residuals))


def _rho(loss: str, z: Array) -> Tuple[Array, Array, Array]:
    """The loss functions of SciPy and their first two derivatives, at the square z of a residual."""
    if loss == "soft_l1":
        return 2 * (np.sqrt(1 + z) - 1), (1 + z) ** -0.5, -0.5 * (1 + z) ** -1.5
    if loss == "huber":
        far = np.maximum(z, 1)
        return (np.where(z > 1, 2 * np.sqrt(far) - 1, z), far ** -0.5,
                np.where(z > 1, -0.5 * far ** -1.5, 0.0))
    if loss == "cauchy":
        return np.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2
    if loss == "arctan":
        return np.arctan(z), 1 / (1 + z * z), -2 * z / (1 + z * z) ** 2
    return z, np.ones_like(z), np.zeros_like(z)


class _Problem:
    """Observations, what is fitted, and the loss function."""

    def __init__(self, seen: List[Observations], body: Body, start_time: float, free: Sequence[str],
                 loss: str,
                 f_scale: float, max_evaluations: int) -> None:
        self.seen, self.body, self.start_time, self.free = seen, body, start_time, free
        self.loss, self.f_scale, self.max_evaluations = loss, f_scale, max_evaluations
        self.times = np.concatenate([o.times for o in seen])
        self.ends = np.cumsum([0] + [o.times.size for o in seen])
        self.distinct = np.unique(self.times)
        self.evaluations = 0
        self.everything = np.ones(self.times.size, bool)
        self.sees_attitude = any(not isinstance(o, Omegas) for o in seen)

    def numbers(self, inside: Array) -> int:
        """The number of independent numbers in the observations selected."""
        return sum(o.freedom * int(np.sum(inside[i:j]))
                   for o, i, j in zip(self.seen, self.ends[:-1], self.ends[1:]))

    def nearest(self, time: float, count: int) -> Array:
        """The mask of the observations at the `count` distinct times nearest to a time."""
        distance = np.sort(np.abs(self.distinct - time))
        return np.asarray(np.abs(self.times - time) <= distance[min(count, distance.size) - 1])

    def natural(self, parameters: _Parameters) -> Array:
        """The scales of the parameters: a radian, the angular velocity (at least a radian per duration of the
        observations), a factor e of moments.
        """
        rate = max(float(np.linalg.norm(parameters.omega)), 1 / (float(np.ptp(self.times)) or 1.0))
        return np.array([rate if kind == "omega" else 1.0 for kind, _ in parameters.free])

    def compare(self, parameters: _Parameters, p: Array, inside: Array) -> Tuple[List[Array], List[Array]]:
        self.evaluations += 1
        q, omega, by_rotation, by_omega = parameters.states(p, self.times[inside])
        residuals, slopes, begin = [], [], 0
        for o, i, j in zip(self.seen, self.ends[:-1], self.ends[1:]):
            there = inside[i:j]
            end = begin + int(there.sum())
            if end > begin:
                r, of_rotation, of_omega = o._compare_some(there, q[begin:end], omega[begin:end])
                residuals.append(r)
                slope = of_rotation @ by_rotation[begin:end] + of_omega @ by_omega[begin:end]
                slopes.append(np.asarray(slope, np.float64))
            begin = end
        return residuals, slopes

    def solve(self, parameters: _Parameters, inside: Array, prior: Optional[Array] = None,
              is_last: bool = False, evaluations: Optional[int] = None,
              basis: Optional[Array] = None) -> _Solution:
        """The local minimum for the observations in the mask `inside`.

        `prior` has rows that keep the logarithms of moments near those of the body given. `basis` has columns
        that span the parameters to search; default: all that the observations see.
        """
        from scipy.optimize import least_squares

        at = parameters.index("moments")
        rows = np.zeros((0 if prior is None or not at else len(prior), len(parameters.free)))
        rows[:, at] = prior if len(rows) else 0
        offset = rows[:, at] @ parameters.log_ratios[:2] if len(rows) else np.zeros(0)
        kept: Dict[bytes, Tuple[Array, Array]] = {}

        columns = self._seen_columns(parameters, inside) if basis is None else basis

        def both(y: Array) -> Tuple[Array, Array]:
            p = columns @ y
            key = y.tobytes()
            if key not in kept:
                kept.clear()
                r, s = self.compare(parameters, p, inside)
                kept[key] = _stacked([*r, rows @ p + offset]), _stacked([*s, rows], len(p)) @ columns
            return kept[key]

        tolerance = 1e-12 if is_last else 1e-4
        # Copies, since SciPy overwrites them for robust losses.
        found = least_squares(lambda p: both(p)[0].copy(), np.zeros(columns.shape[1]),
                              jac=lambda p: both(p)[1].copy(), loss=self.loss, f_scale=self.f_scale,
                              x_scale="jac", max_nfev=evaluations or self.max_evaluations,
                              xtol=tolerance, ftol=tolerance, gtol=1e-10)
        there = parameters.centred(columns @ found.x)
        residuals, slopes = self.compare(there, there.centre, inside)
        return _Solution(there, residuals, slopes, self.cost(_stacked(residuals)), bool(found.success),
                         str(found.message), _stacked([*slopes, rows], len(there.free)))

    def _seen_columns(self, parameters: _Parameters, inside: Array) -> Array:
        """A basis of the parameters without the rotations that no observation sees.

        The derivatives by these are round-off, which the search would follow.
        """
        columns, at = np.eye(len(parameters.free)), parameters.index("attitude")
        if at:
            _, slopes = self.compare(parameters, np.zeros(len(columns)), inside)
            j = _stacked(slopes, len(columns)) * self.natural(parameters)
            _, values, v = np.linalg.svd(j[:, at], full_matrices=False)
            seen = values > _rank_tolerance * np.linalg.norm(j, axis=0).max()
            if not seen.all():
                columns = np.concatenate([np.eye(len(columns), 3) @ v[seen].T, columns[:, 3:]], axis=1)
        return columns

    def is_at_rest(self, found: _Solution, directions: Array) -> bool:
        """Whether a further Gauss-Newton step along the given rows would change the parameters by less than a
        tenth of their standard deviations.
        """
        if self.loss != "linear":
            return False
        j = _stacked(found.slopes, len(found.parameters.free)) @ directions.T
        return bool(np.linalg.norm(np.linalg.qr(j)[0].T @ _stacked(found.residuals)) < 0.1)

    def cost(self, r: Array) -> float:
        """Half the sum of the losses of residuals; for the linear loss, half of chi^2."""
        z = (r / self.f_scale) ** 2
        return float(self.f_scale ** 2 * np.sum(_rho(self.loss, z)[0]) / 2)

    # Arcs

    def grow(self, parameters: _Parameters, first: Array, factor: float = 3.0) -> _Solution:
        """The minimum for all observations, found on arcs about start_time that grow; each search starts at
        the last minimum.

        An arc grows until the uncertainty of its prediction reaches `_linear_range`, by at least a sixth and
        at most to `factor` times the number of times.
        """
        inside = first
        prior = np.eye(2) / _prior_sigma
        order = self.distinct[np.argsort(np.abs(self.distinct - self.start_time), kind="stable")]
        while not inside.all():
            found = self.solve(parameters, inside, prior, evaluations=40)
            parameters = found.parameters
            farthest = np.abs(self.times[inside] - self.start_time).max()
            n = int(np.sum(np.abs(order - self.start_time) <= farthest))
            least, most = min(n + max(1, n // 6), order.size), min(int(factor * n) + 1, order.size)
            there = np.unique(np.linspace(least, most, min(most - least + 1, 40)).astype(int))
            uncertainty = self.prediction_sigma(found, order[there - 1])
            good = int(np.argmax(uncertainty > _linear_range)) if (uncertainty > _linear_range).any() \
                else len(there)
            inside = self.nearest(self.start_time, int(there[max(good - 1, 0)]))
        return self.solve(parameters, self.everything, evaluations=60)

    def prediction_sigma(self, found: _Solution, times: Array) -> Array:
        """The uncertainty of predicted attitudes, as an angle; if only omega is observed, that of omega
        relative to its length.
        """
        slopes = found.parameters.states(found.parameters.centre, times)
        numbers_ = max(1, found.jacobian.shape[0] - found.jacobian.shape[1])
        scale = max(1.0, found.chi_square / numbers_)
        # The pseudo-inverse: undetermined combinations do not affect predictions of what is observed.
        half = np.linalg.pinv(found.jacobian, rcond=1e-10)
        if self.sees_attitude:
            moved = slopes[2] @ half
        else:
            moved = slopes[3] @ half / (np.linalg.norm(slopes[1], axis=1).max() + 1e-300)
        return np.asarray(np.sqrt(scale * np.sum(moved ** 2, axis=(1, 2))))

    # Starts

    def first_arc(self, time: float) -> Array:
        """The mask of at least five times nearest to a time, with some more numbers than parameters."""
        count = 5
        while True:
            inside = self.nearest(time, count)
            if inside.all() or self.numbers(inside) >= 12:
                return inside
            count += 1

    def follows_attitudes(self, time: float) -> bool:
        """Whether start values at a time are derived from neighbouring attitudes, between which whole turns
        are ambiguous.
        """
        attitudes = self._near(Attitudes, time)
        return bool(self._near(Omegas, time) is None and attitudes is not None
                    and np.unique(attitudes.times).size > 1)

    def starts(self, time: float, count: int = 6, turns: Sequence[int] = (0, -1, 1)) -> List[_Solution]:
        """Up to `count` minima for the observations near a time, the best first.

        `turns` are the whole turns to add to the shortest rotation between two attitudes.
        """
        first, nearest = self.first_arc(time), self.nearest(time, 4)
        omegas = self._near(Omegas, time)
        if omegas is not None:
            rates = [omegas.omega[int(np.argmin(np.abs(omegas.times - time)))]]
        elif self.follows_attitudes(time):
            rates = _rates_between(self.body, self._near(Attitudes, time), time, turns)
        elif self._near(Directions, time) is not None and self.distinct.size > 1:
            rates = self._rates_on_a_grid(time)
        else:
            raise InvalidInput("start: found neither observations of omega nor two of attitudes or "
                               "directions, expected a start or periods")
        made = [_Parameters(State(self.body, self._attitude_for(rate, time, nearest), omega=rate), time,
                            self.free) for rate in rates]
        if len(made) > count:
            costs = []
            for parameters in made:
                residuals, _ = self.compare(parameters, parameters.centre, nearest)
                costs.append(float(sum(np.sum(np.log1p(r * r)) for r in residuals)))
            made = [made[k] for k in np.argsort(costs, kind="stable")[:count]]
        found = [self.solve(parameters, first, np.eye(2) / _prior_sigma, evaluations=40)
                 for parameters in made]
        return sorted(found, key=lambda s: s.cost)

    def _near(self, kind: Any, time: float) -> Any:
        """The observations of a kind that have the time nearest to a given time; None if there are none."""
        found = [o for o in self.seen if isinstance(o, kind) and o.times.size]
        return min(found, key=lambda o: float(np.abs(o.times - time).min())) if found else None

    def _attitude_for(self, rate: Array, time: float, inside: Array) -> Array:
        """The attitude at which a motion with this angular velocity fits attitudes and directions best
        (Wahba's problem, by singular values).
        """
        motion = FreeMotion(self.body, omega=rate, start_time=time)
        profile = np.zeros((3, 3))
        for o, i, j in zip(self.seen, self.ends[:-1], self.ends[1:]):
            there = inside[i:j]
            if not there.any() or not isinstance(o, (Attitudes, Directions)):
                continue
            r = matrix_of(motion.at(o.times[there]).attitude)
            weight = (o.sigma.min() / o.sigma[there]) ** 2
            if isinstance(o, Attitudes):
                profile += np.einsum("n,nij,nkj->ik", weight, matrix_of(o.attitude[there]), r)
            else:
                profile += np.einsum("n,ni,nj->ij", weight, o.space[there],
                                     np.einsum("nij,nj->ni", r, o.body[there]))
        if not profile.any():
            return np.array([1.0, 0, 0, 0])
        u, _, v = np.linalg.svd(profile)
        return attitude_of(u @ np.diag([1, 1, np.linalg.det(u) * np.linalg.det(v)]) @ v)

    def _rates_on_a_grid(self, time: float) -> List[Array]:
        """Angular velocities in 60 directions, with lengths up to half a turn between neighbouring times."""
        times = np.sort(self.distinct[np.argsort(np.abs(self.distinct - time), kind="stable")[:4]])
        k = np.arange(60)
        z = (2 * k + 1) / 60 - 1
        turn = k * np.pi * (3 - np.sqrt(5))
        axes = np.stack([np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z], 1)
        greatest = np.pi / float(np.median(np.diff(times)))
        return [greatest * part * axis for part in (np.arange(8) + 0.5) / 8 for axis in axes]

    # Noise

    def short_arcs(self) -> List[_ShortArc]:
        """Up to 12 short arcs, each fitted by itself.

        Their residuals measure the noise, independent of sigma and of the motion over longer times.
        """
        made = []
        count = int(np.isin(self.distinct, self.times[self.first_arc(self.start_time)]).sum())
        pieces = min(12, self.distinct.size // count)
        for k in range(pieces):
            middle = float(self.distinct[int((k + 0.5) / pieces * self.distinct.size)])
            found, inside = self.starts(middle, 2)[0], self.first_arc(middle)
            # The effective number of parameters, without the prior's share.
            data = sum(r.size for r in found.residuals)
            used = float(np.sum(np.linalg.pinv(found.jacobian, rcond=1e-10).T[:data] * found.jacobian[:data]))
            made.append(_ShortArc(inside, 2 * found.cost, self.numbers(inside) - used, used))
        return made

    def excess(self, found: _Solution, arcs: List[_ShortArc], freedom: int) -> Tuple[float, float]:
        """The ratio of a minimum's residuals to those of short arcs, and its probability if both are noise.

        Residuals count as squares per degree of freedom. The noise level is the median over the arcs, which
        is insensitive to a few outliers. With a robust loss only the decrease of the cost in the arcs' own
        minima is compared, in which outliers cancel. With too few observations the result is NaN and 1.
        """
        from scipy.stats import chi2, f

        arcs = [arc for arc in arcs if arc.freedom > 0.5]
        if freedom <= 0 or not arcs:
            return np.nan, 1.0
        level = float(np.median([arc.loss / chi2.median(arc.freedom) for arc in arcs]))
        # The median of many numbers is as accurate as the mean of 2 / pi times as many.
        theirs = sum(arc.freedom for arc in arcs) * (1 if len(arcs) < 3 else 2 / np.pi)
        if self.loss == "linear":
            ours, loss = float(freedom), 2 * found.cost
        else:
            ours, loss = sum(arc.used for arc in arcs), 0.0
            for arc in arcs:
                rows = [r[arc.inside[i:j]].reshape(-1)
                        for r, i, j in zip(found.residuals, self.ends[:-1], self.ends[1:])]
                loss += 2 * self.cost(np.concatenate(rows)) - arc.loss
        if not level > 0:
            return np.nan, 1.0
        ratio = loss / ours / level
        return ratio, float(f.sf(ratio, ours, theirs))

    def mostly_outliers(self, found: _Solution, scale: float) -> List[str]:
        """The kinds of observation of which the majority are outliers, as text.

        A robust loss would hide them. An observation is an outlier if it is farther away than noise of
        `scale` times sigma is, and than `f_scale` allows. At most two outliers are not reported.
        """
        from scipy.stats import chi2

        remarks = []
        for o, r in zip(self.seen, found.residuals):
            limit = scale ** 2 * max(1.0, self.f_scale ** 2) * chi2.isf(_chance, o.freedom)
            far = int(np.sum(np.sum(r * r, axis=1) > limit))
            if far > max(2, o.times.size / 2):
                remarks.append(f"{far} of {o.times.size} {o.name}")
        return remarks

    def scatter(self, found: _Solution) -> float:
        """The scatter divided by sigma, by the median, of the kind of observation that fits best."""
        from scipy.stats import chi2

        return float(np.sqrt(min(np.median(np.sum(r * r, axis=1)) / chi2.median(o.freedom)
                                 for o, r in zip(self.seen, found.residuals))))


class _ShortArc(NamedTuple):
    """Observations (mask), the loss at their own minimum, its degrees of freedom, and the number of
    parameters used.
    """

    inside: Array
    loss: float
    freedom: float
    used: float


def _rates_between(body: Body, seen: Attitudes, time: float, turns: Sequence[int]) -> List[Array]:
    """Angular velocities at a time that follow from neighbouring attitudes.

    From the nearest pair, by the shortest rotation (0) and with whole `turns` added; from the next four pairs
    by the shortest rotation only.
    """
    times, at = np.unique(seen.times, return_index=True)
    first = min(max(int(np.searchsorted(times, time, side="right")) - 1, 0), times.size - 2)
    found = []
    for k in sorted(range(times.size - 1), key=lambda k: abs(k - first))[:5]:
        a, b = seen.attitude[at[k]][None], seen.attitude[at[k + 1]][None]
        turn = _rotation_vector(_product(a * np.array([1.0, -1, -1, -1]), b))[0]
        length, step = float(np.linalg.norm(turn)), float(times[k + 1] - times[k])
        axis = turn / length if length > 0 else np.array([0.0, 0, 1])
        for more in turns if k == first else [n for n in turns if n == 0]:
            motion = FreeMotion(body, omega=axis * (length + 2 * np.pi * more) / step,
                                start_time=float(times[k] + times[k + 1]) / 2)
            found.append(motion.at(time).omega)
    return found


def _starts_from_periods(body: Body, periods: Tuple[float, float], observations: Sequence[Observations],
                         start_time: float,
                         count: int) -> List[State]:
    """Start states with given periods, the best `count` first.

    Candidates are 24 phases in both modes about both ends of the axis, each with the attitude that fits the
    observed attitudes best.
    """
    seen = [o for o in observations if isinstance(o, Attitudes)]
    if not seen:
        raise InvalidInput("periods: found no observations of attitudes, expected some, to orient a start "
                           "with these periods")
    times, attitudes = np.concatenate([o.times for o in seen]), np.concatenate([o.attitude for o in seen])
    found: List[Tuple[float, int, State]] = []
    axes = body.principal_axes
    for mode in ("long-axis mode", "short-axis mode"):
        for phase in np.arange(24) / 24:
            try:
                m = _core.momentum_from_periods(body._inertia, mode, periods[0], periods[1], float(phase))
            except ValueError:
                break  # The body has no motion with these periods in this mode.
            for signs in ((1, 1, 1), (-1, -1, 1)):
                # The other end of the encircled axis, with the same sense along the polhode.
                n = axes @ (np.array(signs if mode == "long-axis mode" else signs[::-1]) * (axes.T @ m))
                motion = FreeMotion(body, momentum=n, start_time=start_time)
                q = motion.at(times).attitude
                turn = mean_attitude(_product(attitudes, q * np.array([1.0, -1, -1, -1])))
                start = State(body, _product(turn, motion.start.attitude), momentum=n)
                cost = 0.0
                for o in observations:
                    s = FreeMotion(body, start, start_time=start_time).at(o.times)
                    cost += float(np.sum(np.log1p(o.compare(s.attitude, s.omega)[0] ** 2)))
                found.append((cost, len(found), start))
    if not found:
        raise InvalidInput(f"periods: found {periods}, expected periods of a motion of this body")
    return [start for _, _, start in sorted(found)[:count]]


def _search(problem: _Problem, starts: Sequence[State],
            is_plausible: Callable[[_Solution], bool]) -> _Solution:
    """The lowest minimum found.

    From given starts: directly, then on growing arcs. Otherwise on growing arcs from starts derived from the
    observations; if no minimum is plausible, with slower growth and with other moments.
    """
    found: List[_Solution] = []
    first = problem.first_arc(problem.start_time)

    def best() -> _Solution:
        return min(found, key=lambda s: s.cost)

    given = [_Parameters(s, problem.start_time, problem.free) for s in starts]
    for parameters in given:
        found.append(problem.solve(parameters, problem.everything))
    if found and is_plausible(best()):
        return best()
    for parameters in given:
        found.append(problem.grow(parameters, first))
        if is_plausible(best()):
            return best()
    try:
        shorter = problem.starts(problem.start_time, turns=(0,))[:3]
    except ValueError:
        if not found:
            raise
        return best()

    def attempts() -> Iterator[Tuple[_Parameters, float]]:
        for s in shorter:
            yield s.parameters, 3.0
        # Whole turns only if the shortest rotations fail: short arcs cannot distinguish them.
        begin = problem.start_time
        longer = problem.starts(begin, turns=(-1, 1)) if problem.follows_attitudes(begin) else []
        for s in longer:
            yield s.parameters, 3.0
        more = [(s.parameters, 1.4) for s in shorter + longer]
        if "moments" in problem.free:
            p = min(shorter + longer, key=lambda s: s.cost).parameters
            more += [(p.with_moments(np.array([a, b, 0.0])), 1.7)
                     for a, b in ((0, -0.25), (0.25, 0), (-0.25, 0), (0, 0.25), (0.2, 0.2), (-0.2, -0.2),
                                  (0.2, -0.2), (-0.2, 0.2))]
        for attempt in more:
            # After three searches with the same minimum a lower one is unlikely.
            if sum(s.cost <= 1.001 * best().cost for s in found) >= 3:
                return
            yield attempt

    for parameters, factor in attempts():
        try:
            found.append(problem.grow(parameters, first, factor))
        except (ValueError, RuntimeError):
            if not found:
                raise
            continue  # The search reached motions too fast for double precision.
        if is_plausible(best()):
            break
    return best()


def _spacing(times: Array) -> float:
    """The largest step of which all distances between sorted times are multiples, within a fiftieth of the
    step.

    Zero if there is none, or only one much smaller than the smallest distance.
    """
    gaps = np.diff(times)
    # Equal times of two instruments may differ by round-off.
    gaps = gaps[gaps > 1e-9 * np.ptp(times)]
    for parts in range(1, 7):
        steps = np.round(gaps * parts / gaps.min()) if gaps.size > 1 else np.zeros(0)
        at = np.concatenate([[0], np.cumsum(steps)])
        if not steps.size or at[-1] > 1e9:
            return 0.0
        there = np.concatenate([[0], np.cumsum(gaps)])
        step, begin = np.polyfit(at, there, 1)
        if np.abs(there - begin - step * at).max() < 0.02 * step:
            return float(step)
    return 0.0


def _with_turns(problem: _Problem, p: _Parameters, spacing: float, turns: int) -> Optional[_Parameters]:
    """The motion of another body with the same attitudes at times `spacing` apart, but with `turns`
    additional turns about the momentum in between; None if a moment of that body would not be positive.

    Adding c to the inverse of each moment adds c M to the angular velocity, M the momentum, and multiplies
    the attitude by the rotation with angular velocity c M in space. If all inverses become negative, M and
    the moments change sign together.
    """
    motion = p.motion(p.centre)
    first = float(problem.distinct[0])
    state = motion.at(first)
    length = float(np.linalg.norm(state.momentum))
    if not length > 0:
        return None
    c = 2 * np.pi * turns / (spacing * length)
    inverse = 1 / (p.moments * np.exp(p.log_ratios)) + c
    if not ((inverse > 0).all() or (inverse < 0).all()):
        return None
    ratios = np.log(inverse[2] / inverse) - np.log(p.moments / p.moments[2])
    there = _Parameters(State(p.given, state.attitude, omega=state.omega + c * state.momentum), first,
                        p.kinds, ratios, p.given)
    at = there.motion(p.centre).at(p.start_time)
    return _Parameters(State(p.given, at.attitude, omega=at.omega), p.start_time, p.kinds, ratios, p.given)


def _without_turns(problem: _Problem, found: _Solution, starts: Sequence[State],
                   scale: float) -> Tuple[_Solution, List[str]]:
    """The most plausible of the motions that differ by whole turns between evenly spaced observations.

    Evenly spaced attitudes cannot distinguish them. The slowest is chosen; or the one whose moments are
    clearly closer to those given, if the slowest makes a quarter of a turn or more between observations. Also
    returns text about ambiguities.
    """
    from scipy.stats import chi2

    p = found.parameters
    spacing = 0.0 if any(isinstance(o, Omegas) for o in problem.seen) else _spacing(problem.distinct)
    # A start that is given determines the whole turns.
    if spacing == 0 or any(np.linalg.norm(p.omega - s.omega) * spacing < np.pi for s in starts):
        return found, []

    def angle(p: _Parameters) -> float:
        omega = p.motion(p.centre).at(problem.distinct).omega
        return float(np.linalg.norm(omega, axis=1).mean()) * spacing

    def distance(p: _Parameters) -> float:
        return float(np.linalg.norm(p.log_ratios[:2]))

    def choose(all_: List[_Parameters]) -> Tuple[_Parameters, Optional[_Parameters]]:
        """The motion to choose, and the most plausible other one if the choice is ambiguous."""
        slowest, nearest = min(all_, key=angle), min(all_, key=distance)
        is_slow = angle(slowest) < np.pi / 2
        chosen = nearest if not is_slow and distance(nearest) < distance(slowest) - 0.1 else slowest
        others = [q for q in all_ if q is not chosen]
        if not others:
            return chosen, None
        rival = min(others, key=distance)
        closer = distance(chosen) - distance(rival)
        is_safe = closer < _prior_sigma if is_slow else closer < -0.1 and angle(chosen) < np.pi
        return chosen, None if is_safe else rival

    shifted = [_with_turns(problem, p, spacing, turns) for turns in (-2, -1, 1, 2)]
    others = [q for q in shifted if q is not None]
    chosen, rival = choose([p, *others])
    if chosen is p and rival is None:
        return found, []
    # Times that are evenly spaced only within a fiftieth may distinguish some of these motions.
    solved = [found]
    for q in others:
        try:
            solved.append(problem.solve(q, problem.everything, evaluations=60))
        except (ValueError, RuntimeError):
            continue  # The motion is too fast for double precision.
    least = min(s.cost for s in solved)
    solved = [s for s in solved if 2 * (s.cost - least) < scale * chi2.isf(_chance, 1)]
    chosen, rival = choose([s.parameters for s in solved])
    remarks = []
    if rival is not None:
        turns = [f"{angle(q) / (2 * np.pi):.3g} turns" for q in (rival, chosen)]
        ratios = [_vector_text(np.exp(q.log_ratios)) for q in (rival, chosen)]
        remarks.append(f"whole turns between the observations: these are {spacing:.4g} or multiples of it "
                       f"apart, and a motion of {turns[0]} in that time has the same attitudes there as this "
                       f"one of {turns[1]}; moments divided by those given: {ratios[0]} and {ratios[1]}. "
                       "Irregular times or angular velocities would distinguish them")
    return next(s for s in solved if s.parameters is chosen), remarks


def _vector_text(vector: Array) -> str:
    return "(" + ", ".join(f"{x:.3g}" for x in np.round(vector, 6) + 0.0) + ")"


def _steady(problem: _Problem, found: _Solution, scale: float) -> Optional[Tuple[Array, str, _Solution]]:
    """Whether a steady rotation that does not depend on the moments fits the observations as well.

    It may be about a principal axis, or perpendicular to the axis of a body with two equal moments. Returns
    the undetermined combinations of the moments, rows (k, 2), the reason, and the minimum with these as
    given.

    Otherwise the moments would be fitted to noise: the search would find the frequency of a wobble of the
    size of the noise among all that the times resolve, at most as many as there are numbers. The level of the
    test is divided by their number.
    """
    from scipy.stats import chi2

    p = found.parameters
    mean = np.mean(p.motion(p.centre).at(problem.distinct).omega, axis=0)
    level = _chance / problem.numbers(problem.everything)
    for kept in ((0,), (1,), (2,), (1, 2), (0, 2), (0, 1)):
        along = p.axes[:, list(kept)]
        if np.linalg.norm(mean - along @ (along.T @ mean)) > 0.3 * np.linalg.norm(mean):
            continue
        # A sphere rotates steadily about any axis.
        turning = _Parameters(State(Body.moments([1, 1, 1]), p.attitude, omega=along @ (along.T @ mean)),
                              p.start_time, ("attitude", "omega"))
        basis = np.zeros((6, 3 + len(kept)))
        basis[:3, :3], basis[3:, 3:] = np.eye(3), along
        steady = problem.solve(turning, problem.everything, basis=basis)
        if 2 * (steady.cost - found.cost) > scale * chi2.isf(level, 5 - len(kept)):
            continue
        if len(kept) == 1:
            rows = np.eye(2)
            words = (f"the moments: within the noise the body rotates steadily about its principal axis "
                     f"{_vector_text(along[:, 0])}, which it does for any moments")
        else:
            other = 3 - sum(kept)
            rows = np.array([[[1.0, 0]], [[0, 1.0]], [[np.sqrt(0.5), np.sqrt(0.5)]]][other])
            words = (f"the moment about the axis {_vector_text(p.axes[:, other])}: within the noise the body "
                     f"rotates steadily about an axis perpendicular to it, which it does for any value of "
                     f"this moment if the other two are equal")
        ratios = p.log_ratios.copy()
        ratios[:2] -= rows.T @ (rows @ ratios[:2])
        basis = np.eye(len(p.free))
        basis[np.ix_(p.index("moments"), p.index("moments"))] -= rows.T @ rows
        basis = basis[:, np.linalg.norm(basis, axis=0) > 0] if len(kept) == 1 else _projection_columns(basis)
        # From the attitude and the rate of the steady rotation.
        at = steady.parameters.motion(steady.parameters.centre).start
        begin = _Parameters(State(p.given, at.attitude, omega=at.omega), p.start_time, p.kinds, ratios,
                            p.given)
        return rows, words, problem.solve(begin, problem.everything, is_last=True, basis=basis)
    return None


def _projection_columns(a: Array) -> Array:
    """Orthonormal columns that span the range of a symmetric projection."""
    values, columns = np.linalg.eigh(a)
    return np.asarray(columns[:, values > 0.5])


def _null_space(jacobian: Array, scale: Array, known: Array) -> Tuple[Array, Array]:
    """Orthonormal rows, in scaled parameters, that span the undetermined combinations, including those
    `known`, and the determined ones.
    """
    size = len(scale)
    keep = _projection_columns(np.eye(size) - known.T @ known) if len(known) else np.eye(size)
    scaled = jacobian @ (scale[:, None] * keep)
    missing = np.zeros((max(0, size - len(scaled)), keep.shape[1]))
    _, values, v = np.linalg.svd(np.concatenate([scaled, missing]), full_matrices=False)
    # Round-off is relative to the matrix before the known combinations were projected out.
    greatest = float(np.linalg.norm(jacobian * scale, axis=0).max())
    seen = values > _rank_tolerance * greatest
    return np.concatenate([known, v[~seen] @ keep.T]), v[seen] @ keep.T


def _combination(parameters: _Parameters, row: Array) -> str:
    greatest = np.abs(row).max()
    return "the combination " + " ".join(f"{x:+.3g} ({name})" for x, name in zip(row, parameters.names)
                                         if abs(x) > 1e-3 * greatest)


def _reasons(problem: _Problem, parameters: _Parameters, null: Array) -> List[str]:
    """The undetermined combinations and their reasons, as text."""
    remarks = []
    at = parameters.index("attitude")
    if not problem.sees_attitude and at:
        remarks.append("the attitude: angular velocities do not depend on it")
        # The remaining combinations have no component in the attitude.
        rest = null.copy()
        rest[:, at] = 0
        null = rest[np.linalg.norm(rest, axis=1) > 0.5]
    for row in null:
        others = np.delete(row, at)
        stars = [o.space for o in problem.seen if isinstance(o, Directions)]
        if np.abs(others).max(initial=0) < 1e-6:
            axis = to_space(parameters.attitude, row[at])
            if stars and np.linalg.norm(np.cross(np.concatenate(stars), axis), axis=1).max() < 1e-5:
                remarks.append(f"a rotation about the direction {_vector_text(axis)} in space: all observed "
                               "directions are parallel to it and do not change with such a rotation")
                continue
        remarks.append(f"{_combination(parameters, row)}: no observation depends on it"
                       + (", since a linear body has no angular velocity about its axis"
                          if problem.body.is_linear else ""))
    return remarks


def _covariance(problem: _Problem, found: _Solution, seen: Array, scale: Array) -> Array:
    """The covariance of the parameters, restricted to the combinations `seen` (rows, scaled).

    For a robust loss the sandwich estimate (Huber 1967), which takes the noise level from the residuals. The
    numbers of one observation count together, since an outlier affects all of them.
    """
    columns = scale[:, None] * seen.T
    if problem.loss == "linear":
        j = _stacked(found.slopes, len(scale)) @ columns
        bread = np.linalg.inv(j.T @ j)
    else:
        hessian, meat = np.zeros((len(seen), len(seen))), np.zeros((len(seen), len(seen)))
        for r, s in zip(found.residuals, found.slopes):
            z = (r / problem.f_scale) ** 2
            _, first, second = _rho(problem.loss, z)
            j = s @ columns
            hessian += np.einsum("nk,nki,nkj->ij", first + 2 * z * second, j, j)
            score = np.einsum("nk,nki->ni", first * r, j)
            meat += score.T @ score
        count = problem.numbers(problem.everything)
        inverse = np.linalg.inv(hessian)
        bread = inverse @ meat @ inverse * (count / max(count - len(seen), 1))
    return np.asarray(columns @ bread @ columns.T)


def fit(observations: Union[Observations, Sequence[Observations]], body: Body, start: Optional[State] = None,
        *, start_time: Optional[float] = None, periods: Optional[Tuple[float, float]] = None,
        free: Sequence[str] = ("attitude", "omega", "moments"), loss: str = "linear", f_scale: float = 1.0,
        sigma_is_absolute: bool = True, max_evaluations: int = 200) -> Fit:
    """The torque-free motion that fits observations best.

    Parameters
    ----------
    observations : Observations or sequence of Observations
    body : Body
        First guess of the moments; the principal axes are kept.
    start : State, optional
        First guess of the state at `start_time`, a state of `body`. Default: from `periods`, otherwise
        derived from the observations near `start_time`; the search then proceeds on arcs about `start_time`
        that grow.
    start_time : float, optional
        The time of the parameters. Default: the first time.
    periods : pair of float, optional
        First guess of the rotation period and the precession period.
    free : sequence of {"attitude", "omega", "moments"}
        What to fit; moments in ratio.
    loss : {"linear", "soft_l1", "huber", "cauchy", "arctan"}
        Loss function, as in scipy.optimize.least_squares; all but the first are robust against outliers.
    f_scale : float
        The number of standard deviations beyond which an observation counts as an outlier.
    sigma_is_absolute : bool
        Whether sigma is the true noise level, as ``absolute_sigma`` of scipy.optimize.curve_fit. If False,
        sigma only weights the observations, and the covariance is scaled so that chi^2 has its expected
        value. With a robust loss the covariance always follows from the residuals (sandwich estimate).
    max_evaluations : int
        Bound on the evaluations of a single search.

    Returns
    -------
    Fit
        ``success`` is True if the search converged and the residuals are consistent with noise, at the level
        given by sigma or found in short arcs fitted by themselves; with a robust loss also no kind of
        observation may consist mostly of outliers. What the observations do not determine has an infinite
        sigma. Everything undetermined or doubtful is listed in ``warnings`` and issues a RuntimeWarning.

    Raises
    ------
    ValueError
        If an argument is invalid, or the observations are too few or give no start.

    Examples
    --------
    >>> body = Body.moments([1, 2, 3])
    >>> true = FreeMotion(body, omega=[0.3, 0.1, 1.0])
    >>> t = np.linspace(0, 30, 40)
    >>> seen = [Attitudes(t, true.at(t).attitude, sigma=0.01), Omegas(t, true.at(t).omega, sigma=0.05)]
    >>> found = fit(seen, Body.moments([1.05, 1.9, 3]))
    >>> bool(np.allclose(found.moment_ratios, [1 / 3, 2 / 3, 1], rtol=1e-6)), found.success
    (True, True)
    """
    from scipy.stats import chi2

    given = [observations] if isinstance(observations, Observations) else list(observations)
    for o in given:
        if not isinstance(o, Observations):
            raise InvalidInput(f"observations: found {type(o).__name__}, expected Attitudes, Directions or "
                               "Omegas")
    seen = [o for o in given if o.times.size]
    if not seen:
        raise InvalidInput("observations: found none, expected at least one")
    kinds = [free] if isinstance(free, str) else list(free)
    for kind in kinds:
        choice("free", kind, ("attitude", "omega", "moments"))
    if not kinds:
        raise InvalidInput("free: found nothing, expected at least one of 'attitude', 'omega', 'moments'")
    choice("loss", loss, ("linear", "soft_l1", "huber", "cauchy", "arctan"))
    width = number("f_scale", f_scale)
    if not (np.isfinite(width) and width > 0):
        raise InvalidInput(f"f_scale: found {width}, expected a positive number")
    if body.is_linear and "moments" in kinds:
        raise InvalidInput("free: found the moments of a linear body, expected only attitude and omega")
    begin = min(float(o.times.min()) for o in seen) if start_time is None else number("start_time",
                                                                                      start_time)
    if not np.isfinite(begin):
        raise InvalidInput(f"start_time: found {begin}, expected a finite time")
    problem = _Problem(seen, body, begin, kinds, loss, width, max_evaluations)
    count = problem.numbers(problem.everything)
    parameters = sum(len(_Parameters.names_of[kind]) for kind in set(kinds)
                     if kind != "attitude" or problem.sees_attitude)
    if count < parameters:
        raise InvalidInput(f"observations: found too few, {count} independent numbers, expected at least "
                           f"{parameters}, the number of parameters")
    starts: List[State] = []
    if start is not None:
        if not np.array_equal(_one(start).body.inertia, body.inertia):
            raise InvalidInput("start: found a state of another body, expected a state of the body given: "
                               "State(body, attitude, omega=...)")
        starts = [start]
    elif periods is not None:
        starts = _starts_from_periods(body, (number("periods", periods[0]), number("periods", periods[1])),
                                      seen, begin, 3)

    freedom = count - parameters
    arcs: List[_ShortArc] = []

    def from_sigma(s: _Solution) -> bool:
        return freedom == 0 or bool(chi2.sf(s.chi_square, freedom) > _chance)

    def from_short_arcs(s: _Solution) -> bool:
        if not arcs:
            try:
                arcs.extend(problem.short_arcs())
            except ValueError:
                pass  # No start follows from the user's own kinds of observation.
        ratio, chance = problem.excess(s, arcs, freedom)
        return chance > _chance and not (sigma_is_absolute and np.isnan(ratio))

    def mostly_outliers(s: _Solution) -> List[str]:
        if loss == "linear":
            return []
        return problem.mostly_outliers(s, 1.0 if sigma_is_absolute else max(1.0, problem.scatter(s)))

    def from_noise(s: _Solution) -> bool:
        return (sigma_is_absolute and from_sigma(s)) or from_short_arcs(s)

    def is_plausible(s: _Solution) -> bool:
        return not mostly_outliers(s) and from_noise(s)

    found = _search(problem, starts, is_plausible)
    remarks: List[str] = []
    scale = 1.0 if sigma_is_absolute and loss == "linear" else 2 * found.cost / max(freedom, 1)
    known = np.zeros((0, len(found.parameters.free)))
    doubts: List[str] = []
    if "moments" in kinds:
        steady = _steady(problem, found, scale) if is_plausible(found) else None
        if steady is None:
            if is_plausible(found):
                found, doubts = _without_turns(problem, found, starts, scale)
            found = problem.solve(found.parameters, problem.everything, is_last=True)
        else:
            rows, words, found = steady
            known = np.zeros((len(rows), len(found.parameters.free)))
            known[:, found.parameters.index("moments")] = rows
            remarks.append(words + "; kept as given")
    else:
        found = problem.solve(found.parameters, problem.everything, is_last=True)
    ends = found.parameters
    natural = problem.natural(ends)
    null, determined = _null_space(found.jacobian, natural, known)
    freedom = count - len(determined)
    undetermined = remarks + _reasons(problem, ends, null[len(known):])
    remarks = [f"undetermined: {words}" for words in undetermined] + doubts
    covariance = _covariance(problem, found, determined, natural)
    if loss == "linear" and not sigma_is_absolute:
        if freedom > 0:
            covariance = covariance * (found.chi_square / freedom)
        else:
            null = np.eye(len(natural))
            remarks.append("undetermined: the scale of sigma, since there are only as many numbers as "
                           "parameters")
    values, combinations = np.linalg.eigh(covariance / np.outer(natural, natural))
    for k in np.flatnonzero(values > 1):
        remarks.append(f"barely determined: {_combination(ends, combinations[:, k] * natural)} has a "
                       f"standard deviation of {np.sqrt(values[k]):.3g} times that, too large for a "
                       "covariance to describe")
    success, message = found.converged or problem.is_at_rest(found, determined * natural), found.message
    if mostly_outliers(found) and from_noise(found):
        success = False
        message = (f"most observations of a kind are outliers ({', '.join(mostly_outliers(found))}), chi^2 "
                   f"is {found.chi_square:.3g} for {freedom} degrees of freedom: their sigma, unit or frame "
                   "is wrong, or this is a minimum far from the true motion")
    elif not success:
        message = f"the search did not converge: {message}"
    elif not from_noise(found):
        success = False
        ratio = problem.excess(found, arcs, freedom)[0]
        message = (f"the residuals cannot come from noise: chi^2 is {found.chi_square:.3g} for {freedom} "
                   f"degrees of freedom"
                   + (f", and residuals of short arcs fitted alone are {np.sqrt(ratio):.3g} times smaller"
                      if ratio > 0 else "")
                   + "; this is a minimum far from the true motion, or there are outliers, or the body does "
                     "not have these principal axes, or a torque acts")
    elif loss == "linear" and sigma_is_absolute and not from_sigma(found):
        remarks.append(f"chi^2 is {found.chi_square:.3g} for {freedom} degrees of freedom: the observations "
                       f"scatter {np.sqrt(found.chi_square / freedom):.3g} times as much as sigma says, in "
                       "short arcs too; the covariance uses sigma as given; sigma_is_absolute=False scales "
                       "it")
    for text in remarks + ([] if success else [message]):
        warnings.warn("fit: " + text, RuntimeWarning, stacklevel=2)
    residuals: Dict[str, Array] = {}
    for o, r in zip(seen, found.residuals):
        name, number_ = o.name, 2
        while name in residuals:
            name, number_ = f"{o.name} {number_}", number_ + 1
        residuals[name] = r
    return Fit(ends, covariance, null, natural, residuals, found.chi_square, freedom, success, message,
               remarks, problem.evaluations)
