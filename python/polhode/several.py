# SPDX-License-Identifier: MIT
"""Several interacting bodies, interacting molecules, and a body with time-dependent moments: advanced step by
step by splitting methods.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import (FORCE, INERTIA, LENGTH, MASS, TIME, TORQUE, VELOCITY, Array, number, numbers,
                       summation as is_compensated, vector, vectors, whole)
from .body import Body
from .rotation import _unit_quaternions, attitude_of
from .state import State, starts_of
from .stepper import Advancing, AnySplitting, Run, _method, splitting_of
from .torque import AnyTorque, torque_of


def _together(splitting: AnySplitting, free_method: str, summation: str, pure: bool,
              start_time: float) -> _core.Together:
    how = _core.Together()
    how.splitting = splitting_of(splitting)
    how.free_method = _method(free_method)
    how.compensated = is_compensated(summation)
    how.is_pure = bool(pure)
    how.start_time = number("start_time", start_time, TIME)
    return how


def _vectors_of(name: str, given: Any, count: int) -> Array:
    """The result of a user's function: one vector for each of `count` bodies or sites."""
    found = numbers(f"{name} of the function", given, TORQUE if name == "torques" else FORCE)
    if found.size != 3 * count or found.ndim == 0 or found.shape[-1] != 3:
        raise InvalidInput(f"{name} of the function: found shape {found.shape}, expected ({count}, 3)")
    return found.reshape(count, 3)


class CoupledRun(NamedTuple):
    """States of n coupled bodies at k times: times (k,), attitude (k, n, 4), and momentum (k, n, 3) in each
    body's own frame.
    """

    times: Array
    attitude: Array
    momentum: Array


class _Together(Advancing):
    """Bodies that are advanced together."""

    #: One for each state.
    bodies: List[Body]
    # The arguments of the constructor besides the states and the time.
    _made_with: Dict[str, Any]

    def __len__(self) -> int:
        return len(self.bodies)

    @property
    def attitude(self) -> Array:
        """The current attitudes (n, 4), scalar first, body to space."""
        return self._stepper.states()[0]  # type: ignore[no-any-return]

    @property
    def momentum(self) -> Array:
        """The current angular momenta (n, 3) about the centres of mass, each in its body's own frame."""
        return self._stepper.states()[1]  # type: ignore[no-any-return]

    @property
    def states(self) -> List[State]:
        """The current state of each body."""
        q, m = self._stepper.states()[:2]
        return [State._made(b, q[i], m[i]) for i, b in enumerate(self.bodies)]


class CoupledBodies(_Together):
    """Bodies with fixed positions that exert torques on each other, such as magnets.

    A copy continues independently from the same states, within round-off.

    Parameters
    ----------
    bodies : Body or sequence of Body
        One for all, or one each.
    starts : State or sequence of State
        The states at `start_time`.
    torques : callable
        ``torques(attitude, time)`` is called with attitudes (n, 4), scalar first, body to space, and returns
        torques (n, 3), each in its body's own frame. They must not depend on the momenta.
    splitting : str or Splitting
        A name from `splittings()`, or your own; one that needs a gradient is refused.
    free_method : str
        The method for the torque-free part: a name from `free_methods()`.
    summation : {"plain", "compensated"}
        Whether round-off of the updates is compensated.
    start_time : float
        The initial time.
    pure : bool
        Whether `torques` always returns the same for the same arguments. It is then called once less in each
        step.

    Examples
    --------
    >>> from polhode import to_body, to_space
    >>> def torques(attitude, time):        # aligns the axes of two needles
    ...     axis = to_space(attitude, [0, 0, 1])
    ...     return to_body(attitude, np.cross(axis, axis[::-1]))
    >>> body = Body.moments([1, 1, 0.1])
    >>> starts = State(body, [[1, 0, 0, 0], [0.9, 0.1, 0, 0.2] / np.sqrt(0.86)], omega=np.zeros((2, 3)))
    >>> needles = CoupledBodies(body, starts, torques, splitting="blanes_moan_srkn6b")
    >>> run = needles.run(0.1, 50)
    >>> run.momentum.shape
    (50, 2, 3)
    >>> whole = to_space(run.attitude, run.momentum).sum(axis=1)        # conserved
    >>> bool(np.abs(whole).max() < 1e-14)
    True
    """

    def __init__(self, bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]],
                 torques: Callable[[Array, float], Any], *, splitting: AnySplitting,
                 free_method: str = "exact", summation: str = "plain", start_time: float = 0,
                 pure: bool = False) -> None:
        several, q, m = starts_of(bodies, starts)
        count = len(q)
        if not callable(torques):
            raise InvalidInput(f"torques: found {type(torques).__name__}, expected a function")
        self.bodies = several * count if len(several) == 1 else several
        self._made_with = {"torques": torques, "splitting": splitting, "free_method": free_method,
                           "summation": summation, "pure": pure}
        self._stepper = _core.CoupledBodies([b._inertia for b in several], q, m,
                                            lambda a, t: _vectors_of("torques", torques(a, t), count),
                                            _together(splitting, free_method, summation, pure, start_time))

    def __reduce__(self) -> Any:
        return partial(type(self), start_time=self.time, **self._made_with), (self.bodies, self.states)

    def run(self, h: float, count: int, *, every: int = 1) -> CoupledRun:
        """Takes count * every steps of size `h`; returns the states after each `every` steps."""
        times, q, m = self._run(h, count, every)
        return CoupledRun(times, q.reshape(times.size, len(self), 4), m.reshape(times.size, len(self), 3))


class Molecule:
    """A rigid body with interaction sites: point masses at given positions.

    Parameters
    ----------
    masses : array_like
        Masses (k,).
    positions : array_like
        Positions (k, 3). The body frame is parallel to their frame and has its origin at the centre of mass.

    Attributes
    ----------
    body : Body
    mass : float
    sites : ndarray
        Positions relative to the centre of mass, in the body frame, (k, 3).

    Examples
    --------
    >>> water = Molecule([16, 1, 1], [[0, 0, 0], [0.8, 0, 0.6], [-0.8, 0, 0.6]])
    >>> water.mass, water.sites.round(4)[0]
    (18.0, array([ 0.    ,  0.    , -0.0667]))
    >>> water.positions([1, 0, 0, 0], [10, 0, 0]).round(4)[1]
    array([10.8   ,  0.    ,  0.5333])
    """

    __slots__ = ("body", "mass", "sites", "_molecule", "_given")

    def __init__(self, masses: ArrayLike, positions: ArrayLike) -> None:
        self.body = Body.point_masses(masses, positions)
        self._given = (numbers("masses", masses, MASS).copy(),
                       vectors("positions", positions, unit=LENGTH).copy())
        self._molecule = _core.Molecule(*self._given)
        self.mass = self._molecule.mass
        self.sites = self._molecule.sites

    def __reduce__(self) -> Any:
        return Molecule, self._given

    def __repr__(self) -> str:
        return f"Molecule({self._given[0].tolist()}, {self._given[1].tolist()})"

    def positions(self, attitude: ArrayLike, position: ArrayLike) -> Array:
        """Positions of the sites in space.

        Parameters
        ----------
        attitude : array_like
            Attitudes (..., 4) of molecules.
        position : array_like
            Positions (..., 3) of their centres of mass in space.

        Returns
        -------
        ndarray
            Positions (..., k, 3).
        """
        q, x = _unit_quaternions("attitude", attitude), vectors("position", position, unit=LENGTH)
        shape = np.broadcast_shapes(q.shape[:-1], x.shape[:-1])
        q = np.ascontiguousarray(np.broadcast_to(q, shape + (4,))).reshape(-1, 4)
        x = np.ascontiguousarray(np.broadcast_to(x, shape + (3,))).reshape(-1, 3)
        return self._molecule.site_positions(q, x).reshape(shape + self.sites.shape)


class RigidRun(NamedTuple):
    """States of n rigid bodies at k times: times (k,), attitude (k, n, 4), angular momentum (k, n, 3) about
    the centre of mass in each body's own frame, position and velocity (k, n, 3) of the centres of mass in
    space.
    """

    times: Array
    attitude: Array
    momentum: Array
    position: Array
    velocity: Array


class RigidBodies(_Together):
    """Bodies that rotate, move and interact.

    A copy continues independently from the same states, within round-off.

    Parameters
    ----------
    bodies : Molecule, Body or sequence of Body
        A molecule, of which all bodies are copies; or bodies of known mass, one for all or one each.
    starts : State or sequence of State
        The states at `start_time`.
    positions, velocities : array_like
        Of the centres of mass in space, (n, 3).
    forces : callable
        For molecules: ``forces(sites, time)`` is called with the positions of the sites in space (n, k, 3)
        and returns the forces on them, in space, of the same shape.
    loads : callable
        For other bodies: ``loads(attitude, position, time)`` is called with attitudes (n, 4) and positions
        (n, 3) and returns forces (n, 3), in space, and torques (n, 3) about the centres of mass, each in its
        body's own frame.
    splitting, free_method, summation, start_time, pure
        As for `CoupledBodies`.

    Notes
    -----
    Neither `forces` nor `loads` may depend on velocities.

    Examples
    --------
    >>> rod = Molecule([1, 1], [[0, 0, -0.5], [0, 0, 0.5]])
    >>> starts = State(rod.body, omega=np.zeros((2, 3)))
    >>> def springs(sites, time):           # between corresponding ends of two rods
    ...     pull = sites[::-1] - sites
    ...     return pull * (1 - 2 / np.linalg.norm(pull, axis=-1, keepdims=True))
    >>> rods = RigidBodies(rod, starts, [[0, 0, 0], [2.2, 0, 0.3]], np.zeros((2, 3)), forces=springs,
    ...                    splitting="blanes_moan_srkn6b", pure=True)
    >>> run = rods.run(0.05, 100)
    >>> bool(np.abs(run.velocity.sum(axis=1)).max() < 1e-14)           # the common centre stays at rest
    True
    """

    masses: Array

    def __init__(self, bodies: Union[Body, Molecule, Sequence[Body]], starts: Union[State, Sequence[State]],
                 positions: ArrayLike, velocities: ArrayLike, *,
                 forces: Optional[Callable[[Array, float], Any]] = None,
                 loads: Optional[Callable[[Array, Array, float], Any]] = None, splitting: AnySplitting,
                 free_method: str = "exact", summation: str = "plain", start_time: float = 0,
                 pure: bool = False) -> None:
        several, q, m = starts_of(bodies.body if isinstance(bodies, Molecule) else bodies, starts)
        count = len(q)
        x, v = (np.ascontiguousarray(np.broadcast_to(vectors(name, given, unit=unit), (count, 3)))
                for name, given, unit in (("positions", positions, LENGTH),
                                          ("velocities", velocities, VELOCITY)))
        self._made_with = {"forces": forces, "loads": loads, "splitting": splitting,
                           "free_method": free_method, "summation": summation, "pure": pure}
        self._molecule = bodies if isinstance(bodies, Molecule) else None
        how = _together(splitting, free_method, summation, pure, start_time)
        if isinstance(bodies, Molecule):
            if not callable(forces) or loads is not None:
                raise InvalidInput("forces: found none, or loads as well, expected only forces on the sites "
                                   "of the molecules")
            acting, sites = forces, len(bodies.sites)
            self.bodies = [bodies.body] * count
            self.masses = np.full(count, bodies.mass)
            self._stepper = _core.RigidBodies(
                bodies._molecule, q, m, x, v,
                lambda s, t: _vectors_of("forces", acting(s.reshape(count, sites, 3), t), count * sites), how)
        else:
            if not callable(loads) or forces is not None:
                raise InvalidInput("loads: found none, or forces as well, expected only forces and torques "
                                   "on the bodies")
            given = loads
            masses = [b.mass for b in several if b.mass is not None]
            if len(masses) < len(several):
                raise InvalidInput("bodies: found only moments or a tensor, expected bodies whose mass is "
                                   "known")

            def both(a: Array, p: Array, t: float) -> Tuple[Array, Array]:
                force, torque = given(a, p, t)
                return _vectors_of("forces", force, count), _vectors_of("torques", torque, count)

            self.bodies = several * count if len(several) == 1 else several
            self.masses = np.broadcast_to(masses, count).astype(np.float64)
            self._stepper = _core.RigidBodies(masses, [b._inertia for b in several], q, m, x, v, both, how)

    def __reduce__(self) -> Any:
        of = self.bodies if self._molecule is None else self._molecule
        return (partial(type(self), start_time=self.time, **self._made_with),
                (of, self.states, self.position, self.velocity))

    def run(self, h: float, count: int, *, every: int = 1) -> RigidRun:
        """Takes count * every steps of size `h`; returns the states after each `every` steps."""
        times, *states = self._run(h, count, every)
        q, *others = (a.reshape(times.size, len(self), a.shape[-1]) for a in states)
        return RigidRun(times, q, *others)

    @property
    def position(self) -> Array:
        """The current positions of the centres of mass in space, (n, 3)."""
        return self._stepper.states()[2]  # type: ignore[no-any-return]

    @property
    def velocity(self) -> Array:
        """The current velocities of the centres of mass in space, (n, 3)."""
        return self._stepper.states()[3]  # type: ignore[no-any-return]

    @property
    def kinetic_energy(self) -> float:
        """The rotational and translational kinetic energy of all bodies."""
        translational = float(0.5 * np.sum(self.masses[:, None] * self.velocity ** 2))
        return translational + sum(float(s.energy) for s in self.states)


class ChangingBody(Advancing):
    """A body whose moments of inertia depend on time, such as a satellite that unfolds, advanced step by
    step.

    Masses that move inside must not carry angular momentum of their own. A copy continues independently from
    the same state, within round-off.

    Parameters
    ----------
    moments : callable
        ``moments(time)`` returns the three moments about the axes of the body frame, in any order.
    torque : Torque or callable, optional
    splitting : str or Splitting
        A composition of Strang steps that start with a kick: "strang_kick", "suzuki4", "kahan_li6",
        "kahan_li8", ... Others would lose their order.
    attitude, omega, momentum : optional
        The start, as for `State`, in the body frame.
    summation : {"plain", "compensated"}
        Whether round-off of the updates is compensated.
    start_time : float
        The initial time.

    Examples
    --------
    >>> skater = ChangingBody(lambda t: [12 - t, 12 - t, 4 - t], omega=[0, 0, 5], splitting="kahan_li6")
    >>> skater.step(0.1, 20)
    >>> round(float(skater.state.omega[2]), 9)       # half the moment, twice the angular velocity
    10.0
    """

    def __init__(self, moments: Callable[[float], Any], *, torque: AnyTorque = None, splitting: AnySplitting,
                 attitude: Any = None, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None, summation: str = "plain",
                 start_time: float = 0) -> None:
        if not callable(moments):
            raise InvalidInput(f"moments: found {type(moments).__name__}, expected a function of time")

        # Not a method: the compiled stepper would keep a reference to this object, which would never be
        # freed.
        def moments_at(at: float) -> Array:
            return vector("moments", moments(at), unit=INERTIA)

        self._moments: Callable[[float], Array] = moments_at
        self.torque = torque_of(torque)
        begin = number("start_time", start_time, TIME)
        self._given = moments
        self._made_with: Dict[str, Any] = {"torque": self.torque, "splitting": splitting,
                                           "summation": summation}
        first = State(Body.moments(self._moments(begin)),
                      None if attitude is None else attitude_of(attitude), omega=omega, momentum=momentum)
        if first.shape:
            raise InvalidInput(f"start: found {first.shape} states, expected one")
        self._stepper = _core.ChangingBody(self._moments, first.attitude, first.momentum,
                                           self.torque._torque, splitting_of(splitting),
                                           is_compensated(summation), begin)

    def run(self, h: float, count: int, *, every: int = 1) -> Run:
        """Takes count * every steps of size `h`; returns the state after each `every` steps, each with the
        body at that time.
        """
        times, q, m = self._run(h, count, every)
        bodies = [Body.moments(self._moments(t)) for t in times.tolist()]
        return Run(times, State._made(bodies or self.body, q, m, np.arange(len(bodies)) if bodies else None))

    def __reduce__(self) -> Any:
        now = self.state
        return partial(type(self), start_time=self.time, attitude=now.attitude, momentum=now.momentum,
                       **self._made_with), (self._given,)

    @property
    def body(self) -> Body:
        """The body at the current time."""
        return Body.moments(self._moments(self.time))

    @property
    def state(self) -> State:
        """The current state."""
        return State._made(self.body, *self._stepper.state())
