# SPDX-License-Identifier: MIT
"""Rigid bodies: three principal moments of inertia and their axes, from whatever is known of the body."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InvalidInput
from ._numbers import (DENSITY, INERTIA, LENGTH, MASS, MOMENTUM, RATE, Array, matrix, number, numbers, plain,
                       vector, vectors)
from .rotation import attitude_of


def _matter(mass: Optional[float], density: Optional[float]) -> Tuple[bool, float]:
    if (mass is None) == (density is None):
        raise InvalidInput("matter: found "
                           + ("neither mass nor density" if mass is None else "both mass and density")
                           + ", expected one of them")
    if mass is None:
        return True, number("density", density, DENSITY)
    return False, number("mass", mass, MASS)


def _text(value: Any) -> str:
    """As Python reads it back."""
    return repr(value.tolist() if isinstance(value, np.ndarray) else value)


def _remade(kind: Any, how: str, given: Sequence[Any], options: Dict[str, Any]) -> Any:
    """What `how` makes of the same arguments: copies and pickles are made again, to the last bit."""
    return (getattr(kind, how) if how else kind)(*given, **options)


class Body:
    """A rigid body. No units are assumed: all numbers are in units of yours, one for mass, length and time
    each.

    The body frame is the one in which you give moments, tensor or positions, and in which every result comes
    back. Two bodies are equal if their inertia, mass, volume and centre are; the shape that pages draw does
    not count. A body does not change; it is made by the functions below.

    >>> Body.moments([0.61, 0.965, 1.0])
    Body.moments([0.61, 0.965, 1.0])
    >>> Body.moments([1, 2, 3]) == Body.tensor(np.diag([1, 2, 3]))
    True
    >>> Body.box([1, 2, 3], mass=12).principal_moments
    array([ 5., 10., 13.])
    """

    __slots__ = ("_inertia", "_matter", "_mesh", "_shape", "_made_by", "found")

    def __init__(self, inertia: _core.Inertia, matter: Optional[_core.MassProperties] = None) -> None:
        if not isinstance(inertia, _core.Inertia):
            raise InvalidInput(f"body: found {type(inertia).__name__}, expected Body.moments(...), "
                               "Body.box(...) or another of its functions")
        self._inertia = inertia
        self._matter = matter
        self._mesh: Optional[Tuple[Array, Any]] = None
        # The function that made it, with its arguments.
        self._made_by: Tuple[str, Tuple[Any, ...], Dict[str, Any]] = ("", (), {})
        # As a scenario has it, for pages that draw it.
        self._shape = ""
        #: What was found of a mesh: shells, cavities, triangles left out, vertices welded; empty for other
        #: bodies.
        self.found: Dict[str, Any] = {}

    @classmethod
    def _of(cls, matter: _core.MassProperties, shape: str = "", **numbers_: Any) -> Body:
        body = cls(matter.inertia, matter)
        if shape:
            numbers_["mass"] = matter.mass
            keys = (f"{k} = {json.dumps(v.tolist() if isinstance(v, np.ndarray) else v)}"
                    for k, v in numbers_.items())
            body._shape = f"{shape} = {{ {', '.join(keys)} }}"
        return body

    def _by(self, how: str, *given: Any, **options: Any) -> Body:
        """Itself, with the function and the arguments that make it again."""
        self._made_by = (how, given, {k: v for k, v in options.items() if v is not None})
        return self

    @classmethod
    def moments(cls, moments: ArrayLike) -> Body:
        """From the moments about the axes of the body frame, in any order.

        >>> Body.moments([3, 1, 2]).principal_moments
        array([1., 2., 3.])
        """
        i = vector("moments", moments, unit=INERTIA)
        return cls(_core.Inertia.from_moments(i))._by("moments", i.copy())

    @classmethod
    def tensor(cls, tensor: ArrayLike) -> Body:
        """From a full tensor, shape (3, 3), symmetric.

        >>> Body.tensor([[2, 1, 0], [1, 2, 0], [0, 0, 3]]).principal_moments
        array([1., 3., 3.])
        """
        i = matrix("tensor", tensor, INERTIA)
        return cls(_core.Inertia.from_tensor(i))._by("tensor", i.copy())

    @classmethod
    def point_masses(cls, masses: ArrayLike, positions: ArrayLike) -> Body:
        """From masses, shape (n,), at positions, shape (n, 3), about their common centre.

        >>> water = Body.point_masses([16, 1, 1], [[0, 0, 0], [0.76, 0.59, 0], [-0.76, 0.59, 0]])
        >>> water.mass
        18.0
        """
        m, p = numbers("masses", masses, MASS), vectors("positions", positions, unit=LENGTH)
        if p.shape != (m.size, 3) or m.ndim != 1:
            raise InvalidInput(f"positions: found shape {p.shape}, expected ({m.size}, 3), one for each mass")
        return cls._of(_core.point_masses(m, p))._by("point_masses", m.copy(), p.copy())

    @classmethod
    def box(cls, edges: ArrayLike, *, mass: Optional[float] = None, density: Optional[float] = None) -> Body:
        """A solid box of these whole edges along x, y, z.

        >>> Body.box([1, 1, 1], density=2).mass
        2.0
        """
        e, matter = vector("edges", edges, unit=LENGTH).copy(), _matter(mass, density)
        return cls._of(_core.solid_box(e, *matter), "box", size=e)._by("box", e, **_named(*matter))

    @classmethod
    def ellipsoid(cls, semi_axes: ArrayLike, *, mass: Optional[float] = None,
                  density: Optional[float] = None) -> Body:
        """A solid ellipsoid of these half diameters along x, y, z.

        >>> Body.ellipsoid([1, 2, 3], mass=5).principal_moments
        array([ 5., 10., 13.])
        """
        a, matter = vector("semi_axes", semi_axes, unit=LENGTH).copy(), _matter(mass, density)
        return cls._of(_core.solid_ellipsoid(a, *matter), "ellipsoid",
                       semi_axes=a)._by("ellipsoid", a, **_named(*matter))

    @classmethod
    def sphere(cls, radius: float, *, inner_radius: float = 0, mass: Optional[float] = None,
               density: Optional[float] = None) -> Body:
        """A ball, or a hollow one.

        >>> Body.sphere(1, mass=5).principal_moments
        array([2., 2., 2.])
        """
        outer, inner = number("radius", radius, LENGTH), number("inner_radius", inner_radius, LENGTH)
        matter = _matter(mass, density)
        return cls._of(_core.hollow_sphere(outer, inner, *matter), "sphere", radius=outer,
                       inner_radius=inner)._by("sphere", outer, inner_radius=inner or None, **_named(*matter))

    @classmethod
    def cylinder(cls, radius: float, length: float, *, axis: str = "z", inner_radius: float = 0,
                 mass: Optional[float] = None, density: Optional[float] = None) -> Body:
        """A circular cylinder along an axis, or a tube.

        >>> Body.cylinder(1, 0, mass=2).principal_moments
        array([0.5, 0.5, 1. ])
        """
        outer, inner, along = (number("radius", radius, LENGTH), number("inner_radius", inner_radius, LENGTH),
                               number("length", length, LENGTH))
        matter = _matter(mass, density)
        made = cls._of(_core.hollow_cylinder(outer, inner, along, axis, *matter), "cylinder",
                       radius=outer, inner_radius=inner, length=along, axis=axis)
        return made._by("cylinder", outer, along, axis=axis, inner_radius=inner or None, **_named(*matter))

    @classmethod
    def mesh(cls, path_or_vertices: Union[str, os.PathLike[str], ArrayLike],
             triangles: Optional[ArrayLike] = None, *, mass: Optional[float] = None,
             density: Optional[float] = None, weld: Optional[float] = None) -> Body:
        """A body of uniform density inside a closed surface of triangles: a file (STL or OBJ), or vertices
        (n, 3) and triangles (k, 3) of places of vertices from 0. `found` then says what was seen of the mesh.

        >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        >>> faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
        >>> round(Body.mesh(corners, faces, density=6).mass, 12)
        1.0
        """
        if isinstance(path_or_vertices, (str, os.PathLike)):
            if triangles is not None:
                raise InvalidInput("triangles: found some beside a file, expected the file alone")
            vertices, corners = _core.mesh_arrays(os.fspath(path_or_vertices))
        else:
            vertices = vectors("vertices", path_or_vertices, unit=LENGTH).copy()
            given = np.asarray(plain("triangles", triangles))
            if given.dtype.kind not in "iu" or given.ndim != 2 or given.shape[1] != 3:
                raise InvalidInput(f"triangles: found {given.dtype} of shape {given.shape}, "
                                   "expected whole numbers of shape (n, 3)")
            corners = np.array(given, dtype=np.int64, order="C")
        of, within = _matter(mass, density), None if weld is None else number("weld", weld, LENGTH)
        matter, found = _core.mesh_properties(vertices.reshape(-1, 3), corners, *of, within)
        body = cls._of(matter)
        body._mesh = (vertices, corners)
        body.found = found
        return body._by("mesh", vertices, corners, weld=within, **_named(*of))

    @classmethod
    def parts(cls, parts: Iterable[Part]) -> Body:
        """A body made of parts, some of which may be cavities.

        >>> ball = Body.sphere(2, density=1)
        >>> hollow = Body.parts([Part(ball), Part(Body.sphere(1, density=1), cavity=True)])
        >>> abs(hollow.mass - Body.sphere(2, inner_radius=1, density=1).mass) < 1e-13
        True
        """
        all_ = list(parts)
        for p in all_:
            if not isinstance(p, Part):
                raise InvalidInput(f"parts: found {type(p).__name__}, expected a Part")
        return cls._of(_core.whole([p._part for p in all_]))._by("parts", all_)

    @property
    def principal_moments(self) -> Array:
        """Ascending, shape (3,)."""
        return self._inertia.moments

    @property
    def principal_axes(self) -> Array:
        """Proper rotation, shape (3, 3), whose columns are the principal axes in the body frame."""
        return self._inertia.axes

    @property
    def inertia(self) -> Array:
        """The tensor in the body frame, shape (3, 3)."""
        return self._inertia.tensor

    @property
    def mass(self) -> Optional[float]:
        """None where moments or a tensor were given."""
        return None if self._matter is None else self._matter.mass

    @property
    def volume(self) -> Optional[float]:
        """None where it is not known; 0 for points, rods and plates."""
        return None if self._matter is None else self._matter.volume

    @property
    def centre(self) -> Optional[Array]:
        """The centre of mass in the body frame, shape (3,); None where it is not known."""
        return None if self._matter is None else self._matter.centre

    @property
    def is_linear(self) -> bool:
        """Whether the body is a rod of no thickness."""
        return self._inertia.is_linear

    @property
    def is_possible(self) -> bool:
        """Whether a distribution of mass can have these moments: none exceeds the sum of the others."""
        return self._inertia.satisfies_triangle_inequality

    def about(self, point: ArrayLike) -> Body:
        """The same body with its inertia about a point of the body frame, such as a pivot.

        >>> rod = Body.box([0, 0, 1], mass=3)
        >>> rod.about([0, 0, 0.5]).inertia[0, 0]
        1.0
        """
        if self._matter is None:
            raise InvalidInput("body: found moments or a tensor alone, expected one whose mass and centre "
                               "are "
                               "known")
        p = vector("point", point, unit=LENGTH).copy()
        return Body(_core.inertia_about(self._matter, p))._by("about", self, p)

    def omega(self, momentum: ArrayLike) -> Array:
        """Angular velocity of an angular momentum, both in the body frame, shape (..., 3).

        >>> Body.moments([1, 2, 4]).omega([1, 1, 1])
        array([1.  , 0.5 , 0.25])
        """
        m = vectors("momentum", momentum, unit=MOMENTUM)
        return self._inertia.angular_velocity(m.reshape(-1, 3)).reshape(m.shape)

    def momentum(self, omega: ArrayLike) -> Array:
        """Angular momentum of an angular velocity, both in the body frame, shape (..., 3).

        >>> Body.moments([1, 2, 4]).momentum([1, 1, 1])
        array([1., 2., 4.])
        """
        w = vectors("omega", omega, unit=RATE)
        return self._inertia.momentum(w.reshape(-1, 3)).reshape(w.shape)

    def _value(self) -> Tuple[Any, ...]:
        """What makes bodies equal."""
        # Zeros of either sign are one number.
        inertia = (self.inertia + 0.0).tobytes() + self.principal_moments.tobytes()
        if self._matter is None:
            return (inertia, None)
        return (inertia, (self._matter.mass, self._matter.volume, *self._matter.centre.tolist()))

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, Body):
            return NotImplemented
        return self is other or self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        how, given, options = self._made_by
        if how == "mesh":
            return f"<Body of a mesh of {len(given[1])} triangles, mass {self.mass!r}>"
        if how == "about":
            return f"{given[0]!r}.about({_text(given[1])})"
        if how == "point_masses" and given[0].size > 20:
            return f"<Body of {given[0].size} point masses, mass {self.mass!r}>"
        arguments = [_text(g) for g in given] + [f"{k}={_text(v)}" for k, v in options.items()]
        return f"Body.{how}({', '.join(arguments)})"

    def __reduce__(self) -> Any:
        return _remade, (Body, *self._made_by)


def _named(is_density: bool, value: float) -> Dict[str, Any]:
    return {"density" if is_density else "mass": value}


def is_same_inertia(a: Body, b: Body) -> bool:
    """Whether a state of one body means the same motion of the other: only the inertia counts."""
    return a is b or a._inertia is b._inertia or np.array_equal(a.inertia, b.inertia)


class Part:
    """A body as a part of another: turned by `orientation` about its own origin, then put at `position`; a
    cavity is taken away.

    >>> dumbbell = Body.parts([Part(Body.sphere(1, mass=1), position=[x, 0, 0]) for x in (-3, 3)])
    >>> dumbbell.mass
    2.0
    """

    __slots__ = ("_part", "_made_by")

    def __init__(self, body: Body, position: ArrayLike = (0, 0, 0), orientation: Any = None, *,
                 cavity: bool = False) -> None:
        if not isinstance(body, Body):
            raise InvalidInput(f"part: found {type(body).__name__}, expected a Body")
        if body._matter is None:
            raise InvalidInput("part: found moments or a tensor alone, expected a body whose mass is known")
        q = np.array([1.0, 0, 0, 0]) if orientation is None else attitude_of(orientation)
        if q.shape != (4,):
            raise InvalidInput(f"orientation: found shape {q.shape}, expected one rotation")
        p = vector("position", position, unit=LENGTH).copy()
        part = _core.part(body._matter, p, q)
        self._part = _core.cavity(part) if cavity else part
        self._made_by: Tuple[str, Tuple[Any, ...], Dict[str, Any]] = (
            "", (body, p) if orientation is None else (body, p, q), {"cavity": True} if cavity else {})

    @classmethod
    def point(cls, mass: float, position: ArrayLike) -> Part:
        """A point mass.

        >>> Body.parts([Part.point(1, [1, 0, 0]), Part.point(1, [0, 1, 0]), Part.point(1, [0, 0, 0])]).mass
        3.0
        """
        part = object.__new__(cls)
        m, p = number("mass", mass, MASS), vector("position", position, unit=LENGTH).copy()
        part._part = _core.part_of_point(m, p)
        part._made_by = ("point", (m, p), {})
        return part

    def __repr__(self) -> str:
        how, given, options = self._made_by
        arguments = [_text(g) for g in given] + [f"{k}={_text(v)}" for k, v in options.items()]
        return ("Part." + how if how else "Part") + f"({', '.join(arguments)})"

    def __reduce__(self) -> Any:
        return _remade, (Part, *self._made_by)
