# SPDX-License-Identifier: MIT
"""Bodies that act on each other, molecules that turn and move, and a body whose moments change: by
splittings, step by step."""

from __future__ import annotations

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
from .stepper import AnySplitting, Run, _method, splitting_of
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


def _answer(name: str, given: Any, count: int) -> Array:
    """What a function of the user's has given: one vector for each of `count` things."""
    found = numbers(f"{name} of the function", given, TORQUE if name == "torques" else FORCE)
    if found.size != 3 * count or found.ndim == 0 or found.shape[-1] != 3:
        raise InvalidInput(f"{name} of the function: found shape {found.shape}, expected ({count}, 3)")
    return found.reshape(count, 3)


class CoupledRun(NamedTuple):
    """States of n coupled bodies after some steps."""

    #: (k,)
    times: Array
    #: (k, n, 4)
    attitude: Array
    #: (k, n, 3), each in its body's own frame
    momentum: Array


class _Together:
    """Bodies that go on together, step by step. A copy goes on by itself from the same states, to
    rounding."""

    #: One each.
    bodies: List[Body]
    _stepper: Union[_core.CoupledBodies, _core.RigidBodies]
    # What it was made with besides the states and the time.
    _made_with: Dict[str, Any]

    def step(self, h: float, count: int = 1) -> None:
        """Advances all by `count` steps of h, of either sign."""
        if whole("count", count):
            self._stepper.run(number("h", h, TIME), 1, count)

    def __len__(self) -> int:
        return len(self.bodies)

    @property
    def time(self) -> float:
        """The time of the states."""
        return self._stepper.time()

    @property
    def attitude(self) -> Array:
        """Now, (n, 4), scalar first, body to space."""
        return self._stepper.states()[0]

    @property
    def momentum(self) -> Array:
        """Now, about the centre of mass, (n, 3), each in its body's own frame."""
        return self._stepper.states()[1]

    @property
    def states(self) -> List[State]:
        """Now: a State of each body."""
        q, m = self._stepper.states()[:2]
        return [State._made(b, q[i], m[i]) for i, b in enumerate(self.bodies)]


class CoupledBodies(_Together):
    """Bodies that act on each other and do not move from their places, such as magnets: one function gives
    the torques on all of them.

    `torques(attitude, time)` is called with attitudes (n, 4), scalar first, body to space, and gives torques
    (n, 3), each in its body's own frame. They may depend on all attitudes and on time, not on momenta.
    `bodies` is one for all or one each. `splitting` is a name of `splittings()`, or a Splitting of yours; one
    that needs a gradient is refused. With `pure` the function is asked once less in each step: say so if it
    gives the same for the same arguments whenever it is asked.

    >>> from polhode import to_body, to_space
    >>> def torques(attitude, time):        # the axes of two needles seek each other
    ...     axis = to_space(attitude, [0, 0, 1])
    ...     return to_body(attitude, np.cross(axis, axis[::-1]))
    >>> body = Body.moments([1, 1, 0.1])
    >>> starts = State(body, [[1, 0, 0, 0], [0.9, 0.1, 0, 0.2] / np.sqrt(0.86)], omega=np.zeros((2, 3)))
    >>> needles = CoupledBodies(body, starts, torques, splitting="blanes_moan_srkn6b")
    >>> run = needles.run(0.1, 50)
    >>> run.momentum.shape
    (50, 2, 3)
    >>> whole = to_space(run.attitude, run.momentum).sum(axis=1)        # the momentum of both is kept
    >>> bool(np.abs(whole).max() < 1e-14)
    True
    """

    _stepper: _core.CoupledBodies

    def __init__(self, bodies: Union[Body, Sequence[Body]], starts: Union[State, Sequence[State]],
                 torques: Callable[[Array, float], Any], *, splitting: AnySplitting,
                 free_method: str = "exact",
                 summation: str = "plain", start_time: float = 0, pure: bool = False) -> None:
        several, q, m = starts_of(bodies, starts)
        count = len(q)
        if not callable(torques):
            raise InvalidInput(f"torques: found {type(torques).__name__}, expected a function")
        self.bodies = several * count if len(several) == 1 else several
        self._made_with = {"torques": torques, "splitting": splitting, "free_method": free_method,
                           "summation": summation, "pure": pure}
        self._stepper = _core.CoupledBodies([b._inertia for b in several], q, m,
                                            lambda a, t: _answer("torques", torques(a, t), count),
                                            _together(splitting, free_method, summation, pure, start_time))

    def __reduce__(self) -> Any:
        return _again, (type(self), (self.bodies, self.states), self.time, self._made_with)

    def run(self, h: float, count: int, *, every: int = 1) -> CoupledRun:
        """Takes count * every steps of h and gives the states after each `every` of them."""
        k = whole("count", count)
        times, q, m = self._stepper.run(number("h", h, TIME), k, whole("every", every))
        return CoupledRun(times, q.reshape(k, len(self), 4), m.reshape(k, len(self), 3))


class Molecule:
    """Masses (k,) at positions (k, 3): a rigid body with sites. The frame keeps its directions; its origin
    becomes the centre of mass.

    >>> water = Molecule([16, 1, 1], [[0, 0, 0], [0.8, 0, 0.6], [-0.8, 0, 0.6]])
    >>> water.mass, water.sites.round(4)[0]
    (18.0, array([ 0.    ,  0.    , -0.0667]))
    >>> water.positions([1, 0, 0, 0], [10, 0, 0]).round(4)[1]
    array([10.8   ,  0.    ,  0.5333])
    """

    __slots__ = ("body", "mass", "sites", "_molecule", "_given")

    def __init__(self, masses: ArrayLike, positions: ArrayLike) -> None:
        #: It turns as this one.
        self.body = Body.point_masses(masses, positions)
        self._given = (numbers("masses", masses, MASS).copy(),
                       vectors("positions", positions, unit=LENGTH).copy())
        self._molecule = _core.Molecule(*self._given)
        self.mass = self._molecule.mass
        #: From the centre of mass, in the body frame, (k, 3).
        self.sites = self._molecule.sites

    def __reduce__(self) -> Any:
        return Molecule, self._given

    def __repr__(self) -> str:
        return f"Molecule({self._given[0].tolist()}, {self._given[1].tolist()})"

    def positions(self, attitude: ArrayLike, position: ArrayLike) -> Array:
        """Where the sites are in space, (..., k, 3), of molecules with attitudes (..., 4) whose centres are
        at positions (..., 3)."""
        q, x = _unit_quaternions("attitude", attitude), vectors("position", position, unit=LENGTH)
        shape = np.broadcast_shapes(q.shape[:-1], x.shape[:-1])
        q = np.ascontiguousarray(np.broadcast_to(q, shape + (4,))).reshape(-1, 4)
        x = np.ascontiguousarray(np.broadcast_to(x, shape + (3,))).reshape(-1, 3)
        return self._molecule.site_positions(q, x).reshape(shape + self.sites.shape)


class RigidRun(NamedTuple):
    """States of n rigid bodies after some steps."""

    #: (k,)
    times: Array
    #: (k, n, 4)
    attitude: Array
    #: about the centre of mass, in each body's own frame, (k, n, 3)
    momentum: Array
    #: of the centres of mass, in space, (k, n, 3)
    position: Array
    #: (k, n, 3)
    velocity: Array


class RigidBodies(_Together):
    """Bodies that turn, move and act on each other.

    Of equal molecules: `RigidBodies(molecule, starts, positions, velocities, forces, ...)`, where
    `forces(sites, time)` is called with the sites' positions in space (n, k, 3) and gives the forces on them
    in the same shape. Of other bodies, whose masses must be known: `loads(attitude, position, time)` is
    called with (n, 4) and (n, 3) and gives forces (n, 3), in space, and torques (n, 3), about each centre of
    mass and in each body's own frame. Neither may depend on velocities. `pure` as of CoupledBodies.

    >>> rod = Molecule([1, 1], [[0, 0, -0.5], [0, 0, 0.5]])
    >>> starts = State(rod.body, omega=np.zeros((2, 3)))
    >>> def springs(sites, time):           # from each end of one rod to the same end of the other
    ...     pull = sites[::-1] - sites
    ...     return pull * (1 - 2 / np.linalg.norm(pull, axis=-1, keepdims=True))
    >>> rods = RigidBodies(rod, starts, [[0, 0, 0], [2.2, 0, 0.3]], np.zeros((2, 3)), forces=springs,
    ...                    splitting="blanes_moan_srkn6b", pure=True)
    >>> run = rods.run(0.05, 100)
    >>> bool(np.abs(run.velocity.sum(axis=1)).max() < 1e-14)           # the centre of all stands still
    True
    """

    #: (n,)
    masses: Array
    _stepper: _core.RigidBodies

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
                           "free_method": free_method,
                           "summation": summation, "pure": pure}
        self._molecule = bodies if isinstance(bodies, Molecule) else None
        how = _together(splitting, free_method, summation, pure, start_time)
        if isinstance(bodies, Molecule):
            if not callable(forces) or loads is not None:
                raise InvalidInput("forces: found none or loads beside them, expected forces on the sites of "
                                   "molecules")
            acting, sites = forces, len(bodies.sites)
            self.bodies = [bodies.body] * count
            self.masses = np.full(count, bodies.mass)
            self._stepper = _core.RigidBodies(
                bodies._molecule, q, m, x, v,
                lambda s, t: _answer("forces", acting(s.reshape(count, sites, 3), t), count * sites), how)
        else:
            if not callable(loads) or forces is not None:
                raise InvalidInput("loads: found none or forces beside them, expected forces and torques on "
                                   "bodies")
            given = loads
            masses = []
            for b in several:
                if b.mass is None:
                    raise InvalidInput("bodies: found moments or a tensor alone, expected bodies whose "
                                       "mass is "
                                       "known")
                masses.append(b.mass)

            def both(a: Array, p: Array, t: float) -> Tuple[Array, Array]:
                force, torque = given(a, p, t)
                return _answer("forces", force, count), _answer("torques", torque, count)

            self.bodies = several * count if len(several) == 1 else several
            self.masses = np.broadcast_to(masses, count).astype(np.float64)
            self._stepper = _core.RigidBodies(masses, [b._inertia for b in several], q, m, x, v, both, how)

    def __reduce__(self) -> Any:
        of = self.bodies if self._molecule is None else self._molecule
        given = (of, self.states, self.position, self.velocity)
        return _again, (type(self), given, self.time, self._made_with)

    def run(self, h: float, count: int, *, every: int = 1) -> RigidRun:
        """Takes count * every steps of h and gives the states after each `every` of them."""
        k = whole("count", count)
        times, q, m, x, v = self._stepper.run(number("h", h, TIME), k, whole("every", every))
        return RigidRun(times, q.reshape(k, len(self), 4), *(a.reshape(k, len(self), 3) for a in (m, x, v)))

    @property
    def position(self) -> Array:
        """Of the centres of mass now, in space, (n, 3)."""
        return self._stepper.states()[2]

    @property
    def velocity(self) -> Array:
        """Now, in space, (n, 3)."""
        return self._stepper.states()[3]

    @property
    def kinetic_energy(self) -> float:
        """Of turning and moving, of all."""
        moving = float(0.5 * np.sum(self.masses[:, None] * self.velocity ** 2))
        return moving + sum(float(s.energy) for s in self.states)


def _again(kind: Any, given: Sequence[Any], start_time: float, made_with: Dict[str, Any]) -> Any:
    return kind(*given, start_time=start_time, **made_with)


class ChangingBody:
    """A body whose moments of inertia change with time, such as a satellite that unfolds, step by step.

    `moments(time)` gives three moments along the axes of the body frame, in any order. What moves inside must
    carry no angular momentum of its own. The start is an attitude, and `omega` or `momentum` in the body
    frame. `splitting` must be a composition of Strang steps that start with a kick: "strang_kick",
    "suzuki4", "kahan_li6", "kahan_li8", ... (others lose their order). A copy goes on by itself from the same
    state, to rounding.

    >>> skater = ChangingBody(lambda t: [12 - t, 12 - t, 4 - t], omega=[0, 0, 5], splitting="kahan_li6")
    >>> skater.step(0.1, 20)
    >>> round(float(skater.state.omega[2]), 9)       # half the moment, twice the spin
    10.0
    """

    def __init__(self, moments: Callable[[float], Any], *, torque: AnyTorque = None, splitting: AnySplitting,
                 attitude: Any = None, omega: Optional[ArrayLike] = None,
                 momentum: Optional[ArrayLike] = None, summation: str = "plain",
                 start_time: float = 0) -> None:
        if not callable(moments):
            raise InvalidInput(f"moments: found {type(moments).__name__}, expected a function of time")

        # Without a reference to this object, which the compiled part would hold for ever.
        def asked(at: float) -> Array:
            return vector("moments", moments(at), unit=INERTIA)

        self._moments: Callable[[float], Array] = asked
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

    def step(self, h: float, count: int = 1) -> None:
        """Advances by `count` steps of h, of either sign."""
        if whole("count", count):
            self._stepper.run(number("h", h, TIME), 1, count)

    def run(self, h: float, count: int, *, every: int = 1) -> Run:
        """Takes count * every steps of h and gives the state after each `every` of them, each of the body as
        it is then."""
        times, q, m = self._stepper.run(number("h", h, TIME), whole("count", count), whole("every", every))
        bodies = [Body.moments(self._moments(t)) for t in times.tolist()]
        return Run(times, State._made(bodies or self.body, q, m, np.arange(len(bodies)) if bodies else None))

    def __reduce__(self) -> Any:
        now = self.state
        return _again, (type(self), (self._given,), self.time,
                        {**self._made_with, "attitude": now.attitude, "momentum": now.momentum})

    @property
    def time(self) -> float:
        """The time of the state."""
        return self._stepper.time()

    @property
    def body(self) -> Body:
        """As it is now."""
        return Body.moments(self._moments(self.time))

    @property
    def state(self) -> State:
        """Now, of the body as it is now."""
        return State._made(self.body, *self._stepper.state())
