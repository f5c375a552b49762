# SPDX-License-Identifier: MIT
"""Figures are drawn for every kind of body, in both styles; data sets and tables for notebooks."""

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph
import pytest

bodies = {"asymmetric": ph.Body.moments([1, 2, 3]), "sphere": ph.Body.moments([1, 1, 1]),
          "rod": ph.Body.moments([0, 1, 1])}


@pytest.mark.parametrize("look", ["light", "print"])
@pytest.mark.parametrize("kind", bodies)
def test_figures(kind, look, tmp_path):
    body = bodies[kind]
    run = ph.simulate(body, omega=[0.0, 1, 0.1], times=np.linspace(0, 20, 100),
                      torque=ph.gravity_gradient_circular(0.1) if kind == "asymmetric" else None)
    figure = run.plot(look=look, title=kind)
    figure.savefig(tmp_path / "figure.png", dpi=40)
    assert len(figure.axes) == 6 and (tmp_path / "figure.png").stat().st_size > 5000
    plt.close(figure)


@pytest.mark.parametrize("body", [ph.Body.moments([3, 1, 2]),
                                  ph.Body.tensor([[3, 0.6, 0.2], [0.6, 1, 0.1], [0.2, 0.1, 2]])])
def test_sphere_and_ellipsoid_are_in_one_frame(body):
    run = ph.simulate(body, omega=[0.1, 0.2, 1], times=np.linspace(0, 20, 100))
    axes = ph.plot.polhode_on_ellipsoid(run)
    path = np.array(axes.lines[0].get_data_3d()).T
    # Along the angular velocity in the body frame, and on the ellipsoid that is drawn there.
    assert np.allclose(np.cross(path, run.omega), 0, atol=1e-12)
    assert np.allclose(np.einsum("ni,ij,nj->n", path, body.inertia, path), body.principal_moments[0])
    drawn = np.concatenate([np.reshape(s, (-1, 3)) for s in axes.collections[1]._segments3d])
    assert np.allclose(np.einsum("ni,ij,nj->n", drawn, body.inertia, drawn), body.principal_moments[0])


def test_views_for_notebooks():
    run = ph.simulate(bodies["asymmetric"], omega=[0.1, 1, 0], times=np.linspace(0, 5, 20))
    assert "<table>" in run._repr_html_() and "exact" in repr(run)
    data = run.to_xarray()
    assert np.array_equal(data["momentum"].sel(axis="y"), run.momentum[:, 1])
    with pytest.raises(ValueError, match="no states"):
        ph.simulate(bodies["rod"], omega=[0, 1, 0], times=[]).plot()
