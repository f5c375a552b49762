# SPDX-License-Identifier: MIT
"""Torques: those of the library, and your own.

Your own torque is a Python function of a `FormulaState` that returns three numbers, the torque in the body
frame. The function is called once with numbers that record the operations on them. The recording is a formula
that is evaluated as fast as the library's torques and without the interpreter. A function that cannot be
recorded, because it branches on a value that changes or uses a function unknown to formulas, is called back
each time, which takes about 400 times as long. The attributes `kind` and `why` of the torque tell which.
"""

from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import (LENGTH, MASS, MOMENTUM, RATE, TIME, TORQUE, Array, choice, frame as is_space, listed,
                       matrix as matrix_of, number, numbers, plain, vector, vectors)
from ._recipe import Recipe
from ._recording import Unrecorded, recorded
from .body import Body
from .state import State, _one


class FormulaState:
    """The argument of a torque, potential or event function: the state at a time.

    Attributes
    ----------
    attitude : array
        Unit quaternion (w, x, y, z), body to space.
    momentum, omega : array
        Angular momentum and angular velocity in the body frame.
    time : number

    Notes
    -----
    The numbers may record the operations on them. Supported are arithmetic, comparisons in numpy.where,
    arrays that you fill, and NumPy functions: of numbers sin, cos, tan, arcsin, arccos, arctan, arctan2,
    sinh, cosh, tanh, exp, log, sqrt, power, hypot, absolute, sign, minimum, maximum, clip and where; of
    vectors dot, cross, einsum, linalg.norm and others that consist of arithmetic.
    """

    __slots__ = ("attitude", "momentum", "omega", "time")

    attitude: Any
    momentum: Any
    omega: Any
    time: Any

    def __init__(self, attitude: Any, momentum: Any, omega: Any, time: Any) -> None:
        self.attitude, self.momentum, self.omega, self.time = attitude, momentum, omega, time

    def in_body(self, space_vector: Any) -> Any:
        """A vector of space expressed in the body frame."""
        return self._rotated(np.asarray(plain("space_vector", space_vector)), -1)

    def in_space(self, body_vector: Any) -> Any:
        """A vector of the body frame expressed in space."""
        return self._rotated(np.asarray(plain("body_vector", body_vector)), 1)

    def _rotated(self, v: Any, sign: int) -> Any:
        w, x, y, z = self.attitude
        a, b, c = v
        # 2 u x v, then v + w (2 u x v) + u x (2 u x v); without np.cross, which is slow on three numbers.
        p, q, r = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
        s = sign * w
        return np.array([a + s * p + (y * r - z * q), b + s * q + (z * p - x * r),
                         c + s * r + (x * q - y * p)])


class Torque:
    """A torque on a body, made by a function such as `linear_damping` or `torque`.

    Torques add: ``gravity_gradient_circular(n) + linear_damping(d)``. They can be copied and pickled: a
    recorded function as its formula, a function that is called back by reference, as pickle stores functions
    (a lambda is refused).

    Attributes
    ----------
    kind : {"none", "built in", "formula", "function"}
        "formula": a recorded function; "function": called back. For a sum, the slowest of its parts.

    Examples
    --------
    >>> both = heavy_top([0, 0, 1], [0, 0, 1]) + linear_damping(0.1)
    >>> both.kind
    'built in'
    """

    __slots__ = ("_torque", "_made_by", "_lever", "kind")

    def __init__(self, torque: _core.Torque, kind: str = "built in") -> None:
        if not isinstance(torque, _core.Torque):
            raise InvalidInput(f"torque: found {type(torque).__name__}, expected linear_damping(...), "
                               "torque(function) or another of the package's functions")
        self._torque = torque
        # The function is one of this file.
        self._made_by = Recipe("", (), {})
        # Of a heavy top, also as part of a sum: the vector from the pivot to the centre of mass, unless zero.
        self._lever: Optional[Array] = None
        self.kind = kind

    def _by(self, how: str, *given: Any, **options: Any) -> Torque:
        """The torque itself, with the recipe that makes it again."""
        self._made_by = Recipe(how, given, options)
        return self

    @property
    def name(self) -> str:
        """The name used in messages."""
        return self._torque.name

    @property
    def why(self) -> str:
        """Why a function, or one in a sum, is called back; otherwise empty."""
        return self._torque.why_not() if self.kind == "function" else ""

    def __add__(self, other: Any) -> Torque:
        if not isinstance(other, Torque):
            return NotImplemented
        kinds = ("none", "built in", "formula", "function")
        kind = kinds[max(kinds.index(self.kind), kinds.index(other.kind))]
        made = Torque(self._torque.plus(other._torque), kind)._by("_sum", self, other)
        made._lever = other._lever if self._lever is None else self._lever
        return made

    def at(self, state: State, time: float = 0) -> Array:
        """The torque in one state.

        Parameters
        ----------
        state : State
            A single state.
        time : float

        Returns
        -------
        ndarray
            The torque in the body frame, (3,).

        Examples
        --------
        >>> from polhode import Body, State
        >>> body = Body.moments([1, 2, 4])
        >>> linear_damping(0.5).at(State(body, omega=[1, 0, 0]))
        array([-0.5,  0. ,  0. ])
        """
        s = _one(state)
        return self._torque.value(s.body._inertia, s.attitude, s.momentum, number("time", time, TIME))

    def __repr__(self) -> str:
        how, given, _ = self._made_by
        if how == "_sum":
            return f"{given[0]!r} + {given[1]!r}"
        if how.startswith("_") or how == "torque" or any(
                isinstance(g, np.ndarray) and g.size > 30 for g in given):
            return f"<Torque {self.name!r}, {self.kind}>"
        return f"{how}({self._made_by.arguments_text()})"

    def __reduce__(self) -> Any:
        return self._made_by.reduced(globals()[self._made_by.function])


TorqueFunction = Callable[[FormulaState], Any]
AnyTorque = Union[Torque, TorqueFunction, None]


def _sum(a: Torque, b: Torque) -> Torque:
    return a + b


def _recorded(name: str, formula: _core.Formula, is_dissipative: bool, breakpoints: List[float]) -> Torque:
    made = _core.formula_torque(name, formula, is_dissipative)
    return Torque(made.with_breakpoints(breakpoints), "formula")._by("_recorded", name, formula,
                                                                     is_dissipative, breakpoints)


def _recorded_potential(name: str, formula: _core.Formula) -> Torque:
    return Torque(_core.potential_torque(name, formula), "formula")._by("_recorded_potential", name, formula)


def _called_back(name: str, function: TorqueFunction, why: str, is_dissipative: bool,
                 breakpoints: List[float]) -> Torque:
    def call(attitude: Array, momentum: Array, omega: Array, time: float) -> Array:
        return vector("result of the function", function(FormulaState(attitude, momentum, omega, time)),
                      unit=TORQUE)

    made = _core.called_torque(name, call, is_dissipative, why)
    return Torque(made.with_breakpoints(breakpoints), "function")._by("_called_back", name, function, why,
                                                                      is_dissipative, breakpoints)


def no_torque() -> Torque:
    """The zero torque.

    >>> no_torque()
    no_torque()
    """
    return Torque(_core.Torque(), "none")._by("no_torque")


def torque_of(given: AnyTorque) -> Torque:
    """The argument as a Torque; None gives the zero torque."""
    if given is None:
        return no_torque()
    if isinstance(given, Torque):
        return given
    if callable(given):
        return torque(given)
    raise InvalidInput(f"torque: found {type(given).__name__}, expected a Torque, a function or None")


#: For each function of this file that is also a kind of torque in scenarios: the names of its positional
#: arguments there.
_catalogue: Dict[str, Tuple[str, ...]] = {
    "heavy_top": ("weight", "centre_of_mass"),
    "gravity_gradient_fixed": ("mean_motion", "direction"),
    "gravity_gradient_circular": ("mean_motion",),
    "gravity_gradient_elliptic": ("mean_motion", "eccentricity", "pericentre_time"),
    "vessel_restoring": ("mass", "gravity", "longitudinal_height", "transverse_height"),
    "linear_damping": ("matrix",),
    "quadratic_drag": ("coefficients",),
    "internal_dissipation": ("strength",),
    "gyrostat": ("momentum",),
    "dipole": ("moment", "field"),
    "steady_torque": ("torque",),
    "sine_torque": ("amplitude", "rate", "phase"),
    "tabulated_torque": ("times", "torques"),
    "formula_torque": ("torque",),
    "potential_torque": ("potential",),
}


def data_of(torque: Torque) -> List[Dict[str, Any]]:
    """The parts of a torque as data, in the form of the program's summaries: kinds and parameters as in
    scenarios, each parameter a list of numbers or of strings. For a user's function, only its name.
    """
    how, given, options = torque._made_by
    if how == "_sum":
        return [part for summand in given for part in data_of(summand)]
    if how == "no_torque":
        return []
    if how == "impulses":
        return [{"kind": "impulse", "numbers": {"time": [t], "momentum": m},
                 "texts": {"frame": [options["frame"]]}}
                for t, m in zip(given[0].tolist(), given[1].tolist())]
    if how not in _catalogue:
        return [{"kind": "function", "numbers": {}, "texts": {"name": [torque.name]}}]
    parameters = dict(zip(_catalogue[how], given))
    for key, value in options.items():
        # Constants and space vectors are named, such as "constants.d".
        parameters.update({f"{key}.{name}": of for name, of in value.items()} if isinstance(value, dict)
                          else {key: value})
    data: Dict[str, Any] = {"kind": how, "numbers": {}, "texts": {}}
    for name, value in parameters.items():
        values = np.ravel(value).tolist()
        data["texts" if values and isinstance(values[0], str) else "numbers"][name] = values
    return [data]


def warn_of_pivot(torque: Torque, bodies: Sequence[Body]) -> None:
    """Issues a RuntimeWarning if a weight on a pivot acts on a body whose inertia is about its centre of
    mass.

    It refers to the line that called the caller. It is no error, since heavy_top() is also the torque on a
    dipole in a field, for which that inertia is right.
    """
    lever = torque._lever
    if lever is None:
        return
    for body in bodies:
        if body.centre is not None:
            warnings.warn(
                "torque: found heavy_top() with a lever on a body whose inertia is about its centre of mass, "
                "expected inertia about the pivot: for this centre_of_mass that is "
                f"body.about({(body.centre - lever).tolist()}). If there is no pivot, as for a dipole in a "
                "field, use Body.tensor(body.inertia): the same body without this warning",
                RuntimeWarning, stacklevel=3)
            return


def _name(function: Any, given: Optional[str]) -> str:
    name = given or str(getattr(function, "__name__", "function"))
    return "function" if name == "<lambda>" else name


def torque(function: TorqueFunction, *, name: Optional[str] = None, is_dissipative: bool = False,
           breakpoints: ArrayLike = (), record: bool = True) -> Torque:
    """A torque given by a Python function.

    The function is recorded as a formula if possible, otherwise called back; see `Torque.kind` and
    `Torque.why`.

    Parameters
    ----------
    function : callable
        ``function(state)`` is given a `FormulaState` and returns three numbers, the torque in the body frame.
    name : str, optional
        The name used in messages. Default: the function's name.
    is_dissipative : bool
        Whether the torque takes energy from the body.
    breakpoints : array_like
        Times at which the torque is not smooth.
    record : bool
        Whether to record the function.

    Notes
    -----
    A recording keeps the current value of everything that the function uses besides its argument. Use
    ``record=False`` for a function whose data will change. Use it also if the function contains the length of
    a vector that passes through zero: the length has a corner there, and the error of a run by power series
    would be unknown.

    Examples
    --------
    >>> control = torque(lambda s: -0.6 * s.attitude[0] * s.attitude[1:] - 0.1 * s.omega, name="PD control")
    >>> control.kind
    'formula'
    >>> limited = torque(lambda s: np.clip(-s.omega, -1, 1))
    >>> limited.kind
    'formula'
    >>> torque(lambda s: -s.omega if s.time < 1 else -2 * s.omega).why
    'TypeError: the function branches on a number that changes with the state: use numpy.where'
    """
    name = _name(function, name)
    times = listed("breakpoints", breakpoints).tolist()
    why = "record=False was given"
    if record:
        try:
            return _recorded(name, recorded(function, FormulaState, 3), is_dissipative, times)
        except Unrecorded as error:
            why = str(error)
    return _called_back(name, function, why, is_dissipative, times)


def _names(constants: Optional[Mapping[str, ArrayLike]],
           space_vectors: Optional[Mapping[str, ArrayLike]]) -> _core.FormulaNames:
    names = _core.FormulaNames()
    for name, given in (constants or {}).items():
        value = numbers(name, given)
        if value.shape == ():
            names.add_number(name, float(value))
        else:
            names.add_vector(name, vector(name, value), False)
    for name, given in (space_vectors or {}).items():
        names.add_vector(name, vector(name, given), True)
    return names


def _kept(constants: Optional[Mapping[str, ArrayLike]],
          space_vectors: Optional[Mapping[str, ArrayLike]]) -> Dict[str, Any]:
    """The names of a formula as plain lists, independent of the user's arrays."""
    return {key: {name: numbers(name, value).tolist() for name, value in given.items()}
            for key, given in (("constants", constants), ("space_vectors", space_vectors)) if given}


def formula_torque(torque: Union[str, Sequence[str]], *,
                   constants: Optional[Mapping[str, ArrayLike]] = None,
                   space_vectors: Optional[Mapping[str, ArrayLike]] = None, frame: str = "body") -> Torque:
    """A torque given by a formula as text, as in scenarios.

    Parameters
    ----------
    torque : str or sequence of str
        One formula for a vector, or three for its components. It may use t, qw, qx, qy, qz, m and omega (body
        frame), M and Omega (space), their components such as m1 and Omega3, the names below, and the
        functions sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt pow hypot dot cross length
        in_body in_space abs sign min max clip where. Steps of the integrator end at the corners and jumps of
        the last six.
    constants : mapping, optional
        Numbers and vectors by name.
    space_vectors : mapping, optional
        Vectors that are fixed in space, by name; in the formula they are expressed in the body frame.
    frame : {"body", "space"}
        The frame of the torque.

    See Also
    --------
    torque : A torque given by a Python function.

    Examples
    --------
    >>> top = formula_torque("cross(up, arm)", constants={"arm": [0, 0, 0.1]},
    ...                      space_vectors={"up": [0, 0, 9.81]})
    >>> top.kind
    'formula'
    >>> formula_torque(["-d * omega1", "0", "0"], constants={"d": 0.5}).name
    'formula'
    """
    parts = [torque] if isinstance(torque, str) else list(torque)
    if len(parts) not in (1, 3) or not all(isinstance(p, str) for p in parts):
        raise InvalidInput(f"formula: found {torque!r}, expected one text or three")
    made = _core.formula_from_text(parts, _names(constants, space_vectors), is_space(frame))
    return Torque(made, "formula")._by("formula_torque", torque if isinstance(torque, str) else parts,
                                       **_kept(constants, space_vectors), frame=frame)


def potential_torque(potential: Union[str, Callable[[FormulaState], Any]], *, name: Optional[str] = None,
                     constants: Optional[Mapping[str, ArrayLike]] = None,
                     space_vectors: Optional[Mapping[str, ArrayLike]] = None) -> Torque:
    """The torque of a potential energy given by a Python function or by a formula as text.

    The torque follows by differentiation of the recorded formula; the total energy is the conserved quantity
    of runs.

    Parameters
    ----------
    potential : callable or str
        ``potential(state)`` is given a `FormulaState` and returns one number; or a formula for a number, as
        for `formula_torque`. It may depend only on attitude and time.
    name : str, optional
        The name of a function, used in messages. Default: the function's own name.
    constants, space_vectors : mapping, optional
        The names in a formula, as for `formula_torque`.

    Raises
    ------
    InvalidInput
        If a function cannot be recorded, or if the potential depends on the momentum.

    Examples
    --------
    >>> magnet = potential_torque(lambda s: -np.dot([0, 0, 1], s.in_body([0.2, 0, 0.5])), name="magnet")
    >>> magnet.kind
    'formula'
    >>> potential_torque("dot(up, [0, 0, 0.1])", space_vectors={"up": [0, 0, 9.81]}).kind
    'formula'
    """
    if isinstance(potential, str):
        if name is not None:
            raise InvalidInput("name: found one for a formula that is text, expected none")
        return Torque(_core.potential_from_text(potential, _names(constants, space_vectors)), "formula")._by(
            "potential_torque", potential, **_kept(constants, space_vectors))
    if constants or space_vectors:
        raise InvalidInput("constants: found names beside a function, expected them beside a formula that is "
                           "text")
    try:
        formula = recorded(potential, FormulaState, 1)
    except Unrecorded as error:
        raise InvalidInput(f"potential: found a function that cannot be recorded ({error}), "
                           "expected arithmetic and NumPy functions") from None
    if formula.depends_on_momentum:
        raise InvalidInput("potential: found a function that depends on the momentum, expected a function of "
                           "attitude and time only")
    return _recorded_potential(_name(potential, name), formula)


def heavy_top(weight: ArrayLike, centre_of_mass: ArrayLike) -> Torque:
    """The weight of a top: the potential energy is (Q^T weight) . centre_of_mass, Q the attitude.

    Parameters
    ----------
    weight : array_like
        Upward vector in space, with the magnitude of the weight.
    centre_of_mass : array_like
        Vector from the pivot to the centre of mass, in the body frame.

    Notes
    -----
    The inertia of the body must be about the pivot. The inertia of a shape, a mesh, point masses or parts is
    about the centre of mass: use ``body.about(pivot)``; otherwise there is a RuntimeWarning wherever body and
    torque are used together.

    Examples
    --------
    >>> heavy_top([0, 0, 9.81], [0, 0, 0.1]).kind
    'built in'
    >>> rod = Body.box([0.01, 0.01, 1], mass=3)
    >>> hanging, weight = rod.about([0, 0, 0.5]), heavy_top([0, 0, 3 * 9.81], [0, 0, -0.5])
    """
    a, chi = vector("weight", weight).copy(), vector("centre_of_mass", centre_of_mass).copy()
    made = Torque(_core.heavy_top(a, chi))._by("heavy_top", a, chi)
    made._lever = chi if chi.any() else None
    return made


def dipole(moment: ArrayLike, field: ArrayLike) -> Torque:
    """The torque moment x field on a magnetic moment of the body in a field that is constant in space; or the
    torque of any potential that is linear in the attitude.

    Parameters
    ----------
    moment : array_like
        The magnetic moment, in the body frame, (3,).
    field : array_like
        The field, in space, (3,).

    Examples
    --------
    >>> dipole([0, 0, 0.5], [2e-5, 0, 3e-5]).kind
    'built in'
    """
    p, b = vector("moment", moment).copy(), vector("field", field).copy()
    return Torque(_core.dipole(p, b))._by("dipole", p, b)


def gravity_gradient_fixed(mean_motion: float, direction: ArrayLike) -> Torque:
    """The gravity gradient torque 3 n^2 c x I c of a mass in a fixed direction, n the mean motion.

    Parameters
    ----------
    mean_motion : float
        Mean motion, in radians per time.
    direction : array_like
        The unit vector c, in space.

    Examples
    --------
    >>> gravity_gradient_fixed(1.1e-3, [1, 0, 0]).kind
    'built in'
    """
    n, towards_mass = number("mean_motion", mean_motion, RATE), vector("direction", direction).copy()
    return Torque(_core.gravity_gradient_fixed(n, towards_mass))._by("gravity_gradient_fixed", n,
                                                                     towards_mass)


def _plane(first: ArrayLike, towards: ArrayLike) -> Dict[str, Array]:
    return {"first": vector("first", first).copy(), "towards": vector("towards", towards).copy()}


def gravity_gradient_circular(mean_motion: float, *, first: ArrayLike = (1, 0, 0),
                              towards: ArrayLike = (0, 1, 0)) -> Torque:
    """The gravity gradient torque on a circular orbit.

    Parameters
    ----------
    mean_motion : float
        Mean motion, in radians per time.
    first, towards : array_like
        Two vectors in space that span the orbital plane: the direction of the attracting mass as seen from
        the body at time 0, and a direction towards which it moves.

    Examples
    --------
    >>> gravity_gradient_circular(1.1e-3).kind
    'built in'
    """
    n, plane = number("mean_motion", mean_motion, RATE), _plane(first, towards)
    return Torque(_core.gravity_gradient_circular(n, **plane))._by("gravity_gradient_circular", n, **plane)


def gravity_gradient_elliptic(mean_motion: float, eccentricity: float, pericentre_time: float = 0, *,
                              first: ArrayLike = (1, 0, 0), towards: ArrayLike = (0, 1, 0)) -> Torque:
    """The gravity gradient torque on a Kepler ellipse.

    Parameters
    ----------
    mean_motion : float
        Mean motion, in radians per time.
    eccentricity : float
    pericentre_time : float
        The time of pericentre passage.
    first, towards : array_like
        As for `gravity_gradient_circular`, at the pericentre.

    Examples
    --------
    >>> gravity_gradient_elliptic(1.1e-3, 0.2).kind
    'built in'
    """
    n, e = number("mean_motion", mean_motion, RATE), number("eccentricity", eccentricity)
    t, plane = number("pericentre_time", pericentre_time, TIME), _plane(first, towards)
    return Torque(_core.gravity_gradient_elliptic(n, e, t, **plane))._by("gravity_gradient_elliptic", n, e, t,
                                                                         **plane)


def vessel_restoring(mass: float, gravity: float, longitudinal_height: float,
                     transverse_height: float) -> Torque:
    """The restoring torque on a floating vessel.

    Parameters
    ----------
    mass, gravity : float
    longitudinal_height, transverse_height : float
        Metacentric heights.

    Examples
    --------
    >>> vessel_restoring(1, 9.81, 2, 0.5).kind
    'built in'
    """
    given = (number("mass", mass, MASS), number("gravity", gravity, "m / s**2"),
             number("longitudinal_height", longitudinal_height, LENGTH),
             number("transverse_height", transverse_height, LENGTH))
    return Torque(_core.vessel_restoring(*given))._by("vessel_restoring", *given)


def linear_damping(matrix: ArrayLike) -> Torque:
    """Linear damping, the torque -D omega.

    Parameters
    ----------
    matrix : array_like
        D in the body frame: a number, three numbers (a diagonal matrix) or a matrix (3, 3).

    Examples
    --------
    >>> linear_damping([0.1, 0.2, 0.3]).kind
    'built in'
    """
    given = numbers("matrix", matrix)
    if given.shape == ():
        given = float(given) * np.eye(3)
    elif given.shape == (3,):
        given = np.diag(given)
    made = matrix_of("matrix", given).copy()
    return Torque(_core.linear_damping(made))._by("linear_damping", made)


def quadratic_drag(coefficients: ArrayLike) -> Torque:
    """Quadratic drag, the torque -c_i |omega_i| omega_i about each axis of the body frame.

    Parameters
    ----------
    coefficients : array_like
        The three coefficients c_i. The axes of the body frame must be principal axes.

    Examples
    --------
    >>> quadratic_drag([0.1, 0.1, 0.1]).kind
    'built in'
    """
    c = vector("coefficients", coefficients).copy()
    return Torque(_core.quadratic_drag(c))._by("quadratic_drag", c)


def internal_dissipation(strength: float) -> Torque:
    """Dissipation k m x (m x omega) inside the body: the momentum keeps its length while the rotation tends
    to the axis of the largest moment of inertia.

    Parameters
    ----------
    strength : float
        The factor k >= 0, in units of 1 / momentum.

    Examples
    --------
    >>> internal_dissipation(1e-3).kind
    'built in'
    """
    k = number("strength", strength)
    return Torque(_core.internal_dissipation(k))._by("internal_dissipation", k)


def gyrostat(momentum: ArrayLike) -> Torque:
    """A wheel of constant angular momentum in the body.

    Parameters
    ----------
    momentum : array_like
        The momentum relative to the body, in the body frame, (3,). The momentum of a State does not include
        it.

    Examples
    --------
    >>> gyrostat([0, 0.02, 0]).kind
    'built in'
    """
    h = vector("momentum", momentum, unit=MOMENTUM).copy()
    return Torque(_core.gyrostat(h))._by("gyrostat", h)


def steady_torque(torque: ArrayLike, *, frame: str = "body") -> Torque:
    """A constant torque.

    Parameters
    ----------
    torque : array_like
        The torque (3,).
    frame : {"body", "space"}
        The frame in which it is constant.

    Examples
    --------
    >>> steady_torque([0, 0, 1], frame="space").kind
    'built in'
    """
    t = vector("torque", torque, unit=TORQUE).copy()
    return Torque(_core.steady_torque(t, is_space(frame)))._by("steady_torque", t, frame=frame)


def sine_torque(amplitude: ArrayLike, rate: float, phase: float = 0, *, frame: str = "body") -> Torque:
    """The torque amplitude sin(rate t + phase).

    Parameters
    ----------
    amplitude : array_like
        The amplitude (3,).
    rate : float
        In radians per time.
    phase : float
        In radians.
    frame : {"body", "space"}
        The frame of the amplitude.

    Examples
    --------
    >>> sine_torque([0, 0, 0.1], 0.8).kind
    'built in'
    """
    a = vector("amplitude", amplitude, unit=TORQUE).copy()
    w, p = number("rate", rate, RATE), number("phase", phase)
    return Torque(_core.sine_torque(a, w, p, is_space(frame)))._by("sine_torque", a, w, p, frame=frame)


def tabulated_torque(times: ArrayLike, torques: ArrayLike, *, frame: str = "body",
                     beyond: str = "zero") -> Torque:
    """A torque that is linear between the rows of a table.

    Parameters
    ----------
    times : array_like
        Times (n,), ascending.
    torques : array_like
        Torques (n, 3).
    frame : {"body", "space"}
    beyond : {"zero", "hold"}
        Before the first and after the last row: no torque, or that of the nearest row.

    Examples
    --------
    >>> tabulated_torque([0, 1], [[0, 0, 0], [0, 0, 1]]).kind
    'built in'
    """
    t, v = numbers("times", times, TIME).copy(), vectors("torques", torques, unit=TORQUE).copy()
    if t.ndim != 1 or v.shape != (t.size, 3):
        raise InvalidInput(f"torques: found shape {v.shape}, expected ({t.size}, 3), one for each time")
    return Torque(_core.tabulated_torque(t, v, is_space(frame),
                                         choice("beyond", beyond, ("hold", "zero")) == "hold"))._by(
        "tabulated_torque", t, v, frame=frame, beyond=beyond)


def impulse(time: float, momentum: ArrayLike, *, frame: str = "body") -> Torque:
    """An instantaneous change of the angular momentum.

    Parameters
    ----------
    time : float
    momentum : array_like
        The change (3,).
    frame : {"body", "space"}

    Examples
    --------
    >>> impulse(1.0, [0, 0, 2]).kind
    'built in'
    """
    return impulses([number("time", time, TIME)], [vector("momentum", momentum, unit=MOMENTUM)], frame=frame)


def impulses(times: ArrayLike, momenta: ArrayLike, *, frame: str = "body") -> Torque:
    """Instantaneous changes of the angular momentum.

    Parameters
    ----------
    times : array_like
        Times (n,).
    momenta : array_like
        Changes (n, 3).
    frame : {"body", "space"}

    Examples
    --------
    >>> impulses([1.0], [[0, 0, 2]]).kind
    'built in'
    """
    t, v = listed("times", times).copy(), vectors("momenta", momenta, unit=MOMENTUM).reshape(-1, 3).copy()
    if len(v) != len(t):
        raise InvalidInput(f"momenta: found {len(v)}, expected {len(t)}, one for each time")
    return Torque(_core.impulses(t, v, is_space(frame)))._by("impulses", t, v, frame=frame)


def orbit_frames(times: ArrayLike, mean_motion: float, *, eccentricity: float = 0, pericentre_time: float = 0,
                 first: ArrayLike = (1, 0, 0), towards: ArrayLike = (0, 1, 0)) -> Array:
    """The orbital frame at given times.

    Parameters
    ----------
    times : array_like
        Times of any shape.
    mean_motion, eccentricity, pericentre_time, first, towards
        As for `gravity_gradient_elliptic`.

    Returns
    -------
    ndarray
        Rotation matrices (..., 3, 3) whose columns are, in space: the direction of flight, the negative orbit
        normal, and the direction to the attracting mass.

    Examples
    --------
    >>> orbit_frames(0.0, 1.1e-3)[:, 2]
    array([1., 0., 0.])
    """
    t = numbers("times", times, TIME)
    frames = _core.orbit_frames(number("mean_motion", mean_motion, RATE),
                                number("eccentricity", eccentricity),
                                number("pericentre_time", pericentre_time, TIME), vector("first", first),
                                vector("towards", towards), t.reshape(-1))
    return frames.reshape(t.shape + (3, 3))
