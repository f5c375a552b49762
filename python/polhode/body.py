# SPDX-License-Identifier: MIT
"""Rigid bodies: three principal moments of inertia and their axes, from whatever is known of the body."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Array, matrix, number, numbers, vector, vectors
from .rotation import attitude_of


def _matter(mass: Optional[float], density: Optional[float]) -> Tuple[bool, float]:
    if (mass is None) == (density is None):
        raise ValueError("matter: found "
                         + ("neither mass nor density" if mass is None else "both mass and density")
                         + ", expected one of them")
    return density is not None, number("mass or density", density if mass is None else mass)


class Body:
    """A rigid body. No units are assumed: all numbers are in units of yours, one for mass, length and time
    each.

    The body frame is the one in which you give moments, tensor or positions, and in which every result comes
    back.

    >>> Body.moments([0.61, 0.965, 1.0])
    Body(moments=[0.61, 0.965, 1.0])
    >>> Body.box([1, 2, 3], mass=12).principal_moments
    array([ 5., 10., 13.])
    """

    __slots__ = ("_inertia", "_matter", "_mesh", "_shape", "found")

    def __init__(self, inertia: _core.Inertia, matter: Optional[_core.MassProperties] = None) -> None:
        self._inertia = inertia
        self._matter = matter
        self._mesh: Optional[Tuple[Array, Any]] = None
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

    @classmethod
    def moments(cls, moments: ArrayLike) -> Body:
        """From the moments about the axes of the body frame, in any order.

        >>> Body.moments([3, 1, 2]).principal_moments
        array([1., 2., 3.])
        """
        return cls(_core.Inertia.from_moments(vector("moments", moments)))

    @classmethod
    def tensor(cls, tensor: ArrayLike) -> Body:
        """From a full tensor, shape (3, 3), symmetric.

        >>> Body.tensor([[2, 1, 0], [1, 2, 0], [0, 0, 3]]).principal_moments
        array([1., 3., 3.])
        """
        return cls(_core.Inertia.from_tensor(matrix("tensor", tensor)))

    @classmethod
    def point_masses(cls, masses: ArrayLike, positions: ArrayLike) -> Body:
        """From masses, shape (n,), at positions, shape (n, 3), about their common centre.

        >>> water = Body.point_masses([16, 1, 1], [[0, 0, 0], [0.76, 0.59, 0], [-0.76, 0.59, 0]])
        >>> water.mass
        18.0
        """
        m, p = numbers("masses", masses), vectors("positions", positions)
        if p.shape != (m.size, 3) or m.ndim != 1:
            raise ValueError(f"positions: found shape {p.shape}, expected ({m.size}, 3), one for each mass")
        return cls._of(_core.point_masses(m, p))

    @classmethod
    def box(cls, edges: ArrayLike, *, mass: Optional[float] = None, density: Optional[float] = None) -> Body:
        """A solid box of these whole edges along x, y, z.

        >>> Body.box([1, 1, 1], density=2).mass
        2.0
        """
        e = vector("edges", edges)
        return cls._of(_core.solid_box(e, *_matter(mass, density)), "box", size=e)

    @classmethod
    def ellipsoid(cls, semi_axes: ArrayLike, *, mass: Optional[float] = None,
                  density: Optional[float] = None) -> Body:
        """A solid ellipsoid of these half diameters along x, y, z.

        >>> Body.ellipsoid([1, 2, 3], mass=5).principal_moments
        array([ 5., 10., 13.])
        """
        a = vector("semi_axes", semi_axes)
        return cls._of(_core.solid_ellipsoid(a, *_matter(mass, density)), "ellipsoid", semi_axes=a)

    @classmethod
    def sphere(cls, radius: float, *, inner_radius: float = 0, mass: Optional[float] = None,
               density: Optional[float] = None) -> Body:
        """A ball, or a hollow one.

        >>> Body.sphere(1, mass=5).principal_moments
        array([2., 2., 2.])
        """
        outer, inner = number("radius", radius), number("inner_radius", inner_radius)
        return cls._of(_core.hollow_sphere(outer, inner, *_matter(mass, density)), "sphere", radius=outer,
                       inner_radius=inner)

    @classmethod
    def cylinder(cls, radius: float, length: float, *, axis: str = "z", inner_radius: float = 0,
                 mass: Optional[float] = None, density: Optional[float] = None) -> Body:
        """A circular cylinder along an axis, or a tube.

        >>> Body.cylinder(1, 0, mass=2).principal_moments
        array([0.5, 0.5, 1. ])
        """
        outer, inner, along = (number("radius", radius), number("inner_radius", inner_radius),
                               number("length", length))
        return cls._of(_core.hollow_cylinder(outer, inner, along, axis, *_matter(mass, density)), "cylinder",
                       radius=outer, inner_radius=inner, length=along, axis=axis)

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
                raise ValueError("triangles: found some beside a file, expected the file alone")
            vertices, corners = _core.mesh_arrays(os.fspath(path_or_vertices))
        else:
            vertices = vectors("vertices", path_or_vertices)
            given = np.asarray(triangles)
            if given.dtype.kind not in "iu" or given.ndim != 2 or given.shape[1] != 3:
                raise ValueError(f"triangles: found {given.dtype} of shape {given.shape}, "
                                 "expected whole numbers of shape (n, 3)")
            corners = np.ascontiguousarray(given, dtype=np.int64)
        matter, found = _core.mesh_properties(vertices.reshape(-1, 3), corners, *_matter(mass, density),
                                              None if weld is None else number("weld", weld))
        body = cls._of(matter)
        body._mesh = (vertices, corners)
        body.found = found
        return body

    @classmethod
    def parts(cls, parts: Iterable[Part]) -> Body:
        """A body made of parts, some of which may be cavities.

        >>> ball = Body.sphere(2, density=1)
        >>> hollow = Body.parts([Part(ball), Part(Body.sphere(1, density=1), cavity=True)])
        >>> abs(hollow.mass - Body.sphere(2, inner_radius=1, density=1).mass) < 1e-13
        True
        """
        return cls._of(_core.whole([p._part for p in parts]))

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
            raise ValueError("body: found moments or a tensor alone, expected one whose mass and centre are "
                             "known")
        return Body(_core.inertia_about(self._matter, vector("point", point)))

    def omega(self, momentum: ArrayLike) -> Array:
        """Angular velocity of an angular momentum, both in the body frame, shape (..., 3).

        >>> Body.moments([1, 2, 4]).omega([1, 1, 1])
        array([1.  , 0.5 , 0.25])
        """
        m = vectors("momentum", momentum)
        return self._inertia.angular_velocity(m.reshape(-1, 3)).reshape(m.shape)

    def momentum(self, omega: ArrayLike) -> Array:
        """Angular momentum of an angular velocity, both in the body frame, shape (..., 3).

        >>> Body.moments([1, 2, 4]).momentum([1, 1, 1])
        array([1., 2., 4.])
        """
        w = vectors("omega", omega)
        return self._inertia.momentum(w.reshape(-1, 3)).reshape(w.shape)

    def __repr__(self) -> str:
        t = self.inertia
        if np.array_equal(t, np.diag(np.diag(t))):
            text = f"moments={np.diag(t).tolist()}"
        else:
            text = f"tensor={t.tolist()}"
        return f"Body({text}" + (f", mass={self.mass!r})" if self.mass is not None else ")")

    def __reduce__(self) -> Any:
        t = self.inertia
        if np.array_equal(t, np.diag(np.diag(t))):
            return Body.moments, (np.diag(t),)
        return Body.tensor, (t,)


class Part:
    """A body as a part of another: turned by `orientation` about its own origin, then put at `position`; a
    cavity is taken away.

    >>> dumbbell = Body.parts([Part(Body.sphere(1, mass=1), position=[x, 0, 0]) for x in (-3, 3)])
    >>> dumbbell.mass
    2.0
    """

    __slots__ = ("_part",)

    def __init__(self, body: Body, position: ArrayLike = (0, 0, 0), orientation: Any = None, *,
                 cavity: bool = False) -> None:
        if body._matter is None:
            raise ValueError("part: found moments or a tensor alone, expected a body whose mass is known")
        q = np.array([1.0, 0, 0, 0]) if orientation is None else attitude_of(orientation)
        if q.shape != (4,):
            raise ValueError(f"orientation: found shape {q.shape}, expected one rotation")
        part = _core.part(body._matter, vector("position", position), q)
        self._part = _core.cavity(part) if cavity else part

    @classmethod
    def point(cls, mass: float, position: ArrayLike) -> Part:
        """A point mass.

        >>> Body.parts([Part.point(1, [1, 0, 0]), Part.point(1, [0, 1, 0]), Part.point(1, [0, 0, 0])]).mass
        3.0
        """
        part = object.__new__(cls)
        part._part = _core.part_of_point(number("mass", mass), vector("position", position))
        return part
