# SPDX-License-Identifier: MIT
"""Figures of a motion, by matplotlib: momentum, attitude, polhode on the sphere and on the ellipsoid,
herpolhode, conserved quantities.

Each function draws into the axes given, or into a new figure, and returns the axes; `motion` draws the usual
figures into one. There are two looks: "light" for screens, "print" in black and grey for papers.

The figures do not use pyplot, which would keep them and display them a second time. A notebook displays the
figure that a cell returns; savefig() writes it.

>>> import matplotlib; matplotlib.use("agg")
>>> from polhode import Body, simulate
>>> run = simulate(Body.moments([1, 2, 3]), omega=[0.02, 1, 0], times=np.linspace(0, 60, 600))
>>> len(motion(run).axes)
6
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from ._core import InvalidInput
from ._numbers import Array, choice
from .body import Body
from .simulation import Simulation
from .state import State

_light: Dict[str, Any] = {
    "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "grid.color": "#e6e6e6", "axes.edgecolor": "#888888", "axes.titlesize": 10, "lines.linewidth": 1.2,
    "legend.frameon": False, "figure.facecolor": "white", "savefig.dpi": 150,
}
_print: Dict[str, Any] = {
    "font.size": 8, "font.family": "serif", "mathtext.fontset": "dejavuserif", "axes.grid": False,
    "lines.linewidth": 0.9, "axes.titlesize": 9, "legend.frameon": False, "figure.facecolor": "white",
    "savefig.dpi": 300,
}
# Colours that people with colour blindness can distinguish (Okabe, Ito 2008).
_colours = {"light": ["#0072b2", "#d55e00", "#009e73", "#555555"],
            "print": ["#000000", "#000000", "#000000", "#888888"]}
_dashes = {"light": ["-", "-", "-", "-"], "print": ["-", "--", ":", "-"]}


@contextmanager
def style(name: str = "light") -> Iterator[None]:
    """A context in which new figures have one of the two looks.

    >>> with style("print"):
    ...     pass
    """
    import matplotlib

    chosen = _light if choice("style", name, ("light", "print")) == "light" else _print
    # Not rc_context: it would also restore the backend, if matplotlib chooses one in this context, and later
    # figures of pyplot would not be shown.
    before = {key: matplotlib.rcParams[key] for key in chosen}
    matplotlib.rcParams.update(chosen)
    try:
        yield
    finally:
        matplotlib.rcParams.update(before)


def _new_figure(size: Tuple[float, float]) -> Any:
    from ._figure import NotebookFigure

    return NotebookFigure(figsize=size, constrained_layout=True)


def _axes(axes: Any, look: str, *, solid: bool = False, size: Tuple[float, float] = (5, 3)) -> Any:
    if axes is not None:
        return axes
    with style(look):
        figure = _new_figure((4, 4) if solid else size)
        return figure.add_subplot(projection="3d" if solid else None)


def _lines(axes: Any, times: Array, values: Array, labels: List[str], look: str) -> None:
    for k, label in enumerate(labels):
        axes.plot(times, values[:, k], color=_colours[look][k], linestyle=_dashes[look][k], label=label)
    axes.margins(y=0.12)
    axes.legend(loc="upper right", ncol=len(labels), fontsize="small", borderaxespad=0)
    axes.set_xlabel("time")


def momentum(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """The angular momentum in the body frame over time."""
    axes = _axes(axes, look)
    _lines(axes, run.times, run.momentum, ["$m_x$", "$m_y$", "$m_z$"], look)
    axes.set_title("angular momentum in the body")
    return axes


def omega(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """The angular velocity in the body frame over time."""
    axes = _axes(axes, look)
    _lines(axes, run.times, run.omega, [r"$\omega_x$", r"$\omega_y$", r"$\omega_z$"], look)
    axes.set_title("angular velocity in the body")
    return axes


def attitude(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """The attitude quaternion over time."""
    axes = _axes(axes, look)
    order = run.attitude[:, [1, 2, 3, 0]]
    _lines(axes, run.times, order, ["x", "y", "z", "w"], look)
    axes.set_title("attitude, body to space")
    return axes


def _surface(axes: Any, semi_axes: Array, frame: Array, look: str) -> None:
    """An ellipsoid with semi-axes along the columns of `frame`."""
    u, v = np.linspace(0, 2 * np.pi, 37), np.linspace(0, np.pi, 19)
    x = semi_axes[0] * np.outer(np.cos(u), np.sin(v))
    y = semi_axes[1] * np.outer(np.sin(u), np.sin(v))
    z = semi_axes[2] * np.outer(np.ones_like(u), np.cos(v))
    x, y, z = np.tensordot(frame, np.stack([x, y, z]), 1)
    axes.plot_surface(x, y, z, color="#dddddd", alpha=0.25, linewidth=0)
    axes.plot_wireframe(x, y, z, color="#bbbbbb", linewidth=0.3, rstride=4, cstride=3)
    extent = np.linalg.norm(frame * semi_axes, axis=1)
    axes.set_box_aspect(np.maximum(extent / extent.max(), 0.3))
    axes.grid(False)
    axes.set_xlabel("x")
    axes.set_ylabel("y")
    axes.set_zlabel("z")


def polhode_on_sphere(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """The path of the angular momentum in the body frame on the unit sphere, relative to its largest length,
    among the polhodes of the torque-free body.
    """
    axes = _axes(axes, look, solid=True)
    length = np.linalg.norm(run.momentum, axis=1)
    greatest = float(length.max(initial=0)) or 1.0
    _surface(axes, np.ones(3), np.eye(3), look)
    for curve in _polhodes(run.body):
        axes.plot(*curve.T, color="#999999", linewidth=0.5)
    axes.plot(*(run.momentum / greatest).T, color=_colours[look][0], linewidth=1.6)
    if len(run):
        axes.scatter(*(run.momentum[0] / greatest), color=_colours[look][1], s=18)
    axes.set_title("polhode: momentum in the body")
    return axes


def _polhodes(body: Body, each: int = 4) -> List[Array]:
    """Some curves of constant energy on the unit sphere in the body frame, including the separatrix."""
    moments, frame = body.principal_moments, body.principal_axes
    if moments[0] == 0 or np.ptp(moments) < 1e-9 * moments[2]:
        return []
    low, middle, high = 1 / moments[2], 1 / moments[1], 1 / moments[0]
    levels = np.concatenate([low + (middle - low) * np.arange(1, each) / each, [middle],
                             middle + (high - middle) * np.arange(1, each) / each])
    s = np.linspace(0, 2 * np.pi, 181)
    curves = []
    for level in levels:
        for sign in (1, -1):
            if level <= middle and middle > low:  # around the short axis
                a = np.sqrt(np.maximum((level - low) / (high - low), 0)) * np.cos(s)
                b = np.sqrt(np.maximum((level - low) / (middle - low), 0)) * np.sin(s)
                c = sign * np.sqrt(np.maximum(1 - a * a - b * b, 0))
                curves.append(np.stack([a, b, c], 1) @ frame.T)
            elif high > middle:
                c = np.sqrt(np.maximum((high - level) / (high - low), 0)) * np.cos(s)
                b = np.sqrt(np.maximum((high - level) / (high - middle), 0)) * np.sin(s)
                a = sign * np.sqrt(np.maximum(1 - c * c - b * b, 0))
                curves.append(np.stack([a, b, c], 1) @ frame.T)
    return curves


def polhode_on_ellipsoid(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """The path of the angular velocity in the body frame on the ellipsoid of inertia (Poinsot)."""
    axes = _axes(axes, look, solid=True)
    moments = run.body.principal_moments
    if moments[0] == 0:
        raise InvalidInput("body: found a linear body, expected one with an ellipsoid of inertia")
    energy = np.maximum(np.atleast_1d(run.states.energy), 1e-300)
    # Scaled by the energy at each time, so that the path stays on one ellipsoid.
    path = run.omega / np.sqrt(2 * energy)[:, None]
    size = np.sqrt(moments[0])
    _surface(axes, size / np.sqrt(moments), run.body.principal_axes, look)
    axes.plot(*(size * path).T, color=_colours[look][0], linewidth=1.6)
    axes.set_title("polhode on the ellipsoid of inertia")
    return axes


def herpolhode(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """The path of the angular velocity in space, projected along the initial angular momentum."""
    axes = _axes(axes, look, size=(4, 4))
    along = run.states[0].spatial_momentum
    length = np.linalg.norm(along)
    along = along / length if length > 0 else np.array([0.0, 0, 1])
    first = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    first /= np.linalg.norm(first)
    w = run.states.spatial_omega
    axes.plot(w @ first, w @ np.cross(along, first), color=_colours[look][0], linewidth=0.7)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_title("herpolhode: angular velocity in space")
    return axes


def _departures(run: Simulation) -> List[Array]:
    energy = np.atleast_1d(run.states.energy)
    spatial = run.states.spatial_momentum
    with np.errstate(all="ignore"):
        return [np.abs(energy / energy[0] - 1),
                np.linalg.norm(spatial - spatial[0], axis=1) / np.linalg.norm(spatial[0])]


def conserved(run: Simulation, axes: Any = None, *, look: str = "light") -> Any:
    """Relative changes of kinetic energy and angular momentum since the start. Without torque they are
    round-off.
    """
    axes = _axes(axes, look)
    departures = _departures(run)
    for k, (values, label) in enumerate(zip(departures, ["kinetic energy", "momentum in space"])):
        axes.plot(run.times, np.where(values > 0, values, np.nan), color=_colours[look][k],
                  linestyle=_dashes[look][k], label=label)
    if any((np.isfinite(d) & (d > 0)).any() for d in departures):
        axes.set_yscale("log")
    axes.legend(loc="lower right", fontsize="small")
    axes.set_xlabel("time")
    axes.set_title("departure from the start, relative")
    return axes


def motion(run: Simulation, *, look: str = "light", title: Optional[str] = None) -> Any:
    """All of these in one figure.

    Parameters
    ----------
    run : Simulation
    look : {"light", "print"}
    title : str, optional

    Returns
    -------
    matplotlib.figure.Figure
    """
    if not len(run):
        raise InvalidInput("simulation: found no states, expected at least one")
    with style(look):
        figure = _new_figure((12, 7))
        momentum(run, figure.add_subplot(2, 3, 1), look=look)
        attitude(run, figure.add_subplot(2, 3, 2), look=look)
        # A figure of round-off is useless: state it in the label, and draw the angular velocity instead.
        worst = max(float(np.nan_to_num(d).max(initial=0)) for d in _departures(run))
        third = figure.add_subplot(2, 3, 3)
        if worst < 1e-12:
            omega(run, third, look=look)
            third.set_xlabel(f"time\nenergy and momentum in space are conserved within {worst:.0e}")
        else:
            conserved(run, third, look=look)
        polhode_on_sphere(run, figure.add_subplot(2, 3, 4, projection="3d"), look=look)
        if run.body.is_linear:
            omega(run, figure.add_subplot(2, 3, 5), look=look)
        else:
            polhode_on_ellipsoid(run, figure.add_subplot(2, 3, 5, projection="3d"), look=look)
        herpolhode(run, figure.add_subplot(2, 3, 6), look=look)
        if title:
            figure.suptitle(title)
    return figure


def _box(body: Body) -> Array:
    """The corners (8, 3), in the body frame, of the box with moments in the same ratio; its longest edge is
    2.
    """
    i = body.principal_moments
    squares = np.maximum([i[1] + i[2] - i[0], i[2] + i[0] - i[1], i[0] + i[1] - i[2]], 0)
    edges = np.sqrt(squares)
    edges = np.maximum(edges / edges.max(), 0.04)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * edges
    return np.asarray(corners @ body.principal_axes.T)


_faces = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]


def body_at(state: State, axes: Any = None, *, look: str = "light") -> Any:
    """A box with the body's moments and its angular momentum in space, for a single state."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    axes = _axes(axes, look, solid=True)
    axes.clear()
    corners = _box(state.body) @ state.matrix.T
    shades = ["#0072b2", "#56b4e9", "#009e73", "#8fd3b6", "#d55e00",
              "#f0b080"] if look == "light" else ["#bbbbbb"] * 6
    axes.add_collection3d(Poly3DCollection([corners[list(f)] for f in _faces], facecolors=shades,
                                           edgecolors="#333333", linewidths=0.6, alpha=0.9))
    along = state.spatial_momentum
    length = np.linalg.norm(along)
    if length > 0:
        axes.quiver(0, 0, 0, *(1.5 * along / length), color="#333333", linewidth=1.2)
    axes.set_xlim(-1.3, 1.3)
    axes.set_ylim(-1.3, 1.3)
    axes.set_zlim(-1.3, 1.3)
    axes.set_box_aspect((1, 1, 1))
    axes.set_axis_off()
    return axes
