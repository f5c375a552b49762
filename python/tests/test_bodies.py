# SPDX-License-Identifier: MIT
"""Bodies and states; invalid arguments are refused with the messages of the library."""

import pickle
import warnings

import numpy as np
import polhode as ph
import pytest


def cube(size):
    corners = size * (np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]) - 0.5)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))]
    return corners, np.array(triangles)


def test_a_mesh_is_the_box_that_it_bounds(tmp_path):
    corners, triangles = cube(2.0)
    mesh, box = ph.Body.mesh(corners, triangles, density=3), ph.Body.box([2, 2, 2], density=3)
    assert np.allclose(mesh.inertia, box.inertia, rtol=1e-15) and mesh.mass == box.mass == 24
    assert mesh.found["shells"] == 1 and mesh.volume == 8
    path = tmp_path / "cube.obj"
    path.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners)
                    + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles))
    assert np.allclose(ph.Body.mesh(path, density=3).inertia, mesh.inertia)
    with pytest.raises(ValueError, match="edge"):
        ph.Body.mesh(corners, triangles[:-1], density=3)
    with pytest.raises(ValueError, match="cannot|read|open"):
        ph.Body.mesh(tmp_path / "none.stl", density=1)


def test_moments_tensor_and_points_are_one_body():
    masses, places = [1, 1, 2, 2, 3, 3], np.array([[1, 0, 0], [-1, 0, 0], [0, 2, 0], [0, -2, 0], [0, 0, 1],
                                                   [0, 0, -1.0]])
    points = ph.Body.point_masses(masses, places)
    assert np.allclose(points.inertia, ph.Body.moments([22, 8, 18]).inertia)
    moved = ph.Body.point_masses(masses, places + [5, 6, 7])
    assert np.allclose(moved.centre, [5, 6, 7]) and np.allclose(moved.inertia, points.inertia)
    again = pickle.loads(pickle.dumps(moved))
    assert np.array_equal(again.inertia, moved.inertia) or np.allclose(again.inertia, moved.inertia,
                                                                       rtol=1e-15)
    assert ph.Body.moments([1, 1, 5]).is_possible is False
    assert ph.Body.moments([0, 1, 1]).is_linear


@pytest.mark.parametrize("make, words", [
    (lambda: ph.Body.moments([1, 2, -3]), "found -3"),
    (lambda: ph.Body.moments([1, 2]), r"moments: found shape \(2,\), expected \(3,\)"),
    (lambda: ph.Body.moments([1, 2, np.nan]), "nan"),
    (lambda: ph.Body.tensor([[1, 2, 0], [0, 1, 0], [0, 0, 1]]), "symmetric"),
    (lambda: ph.Body.box([1, 1, 1]), "neither mass nor density"),
    (lambda: ph.Body.box([1, 1, 1], mass=1, density=1), "both"),
    (lambda: ph.Body.cylinder(1, 1, axis="w", mass=1), "axis"),
    (lambda: ph.Body.point_masses([1, 2], [[0, 0, 0]]), "one for each mass"),
    (lambda: ph.Body.moments([1, 2, 3]).about([1, 0, 0]), "mass"),
    (lambda: ph.State(ph.Body.moments([1, 2, 3])), "neither omega nor momentum"),
    (lambda: ph.State(ph.Body.moments([1, 2, 3]), [0, 0, 0, 0], omega=[1, 0, 0]), "attitude"),
    (lambda: ph.State(ph.Body.moments([1, 2, 3]), omega=[1, 0, np.inf]), "finite"),
    (lambda: ph.State(ph.Body.moments([1, 2, 3]), 2 * np.eye(3), omega=[1, 0, 0]), "orthogonal|matrix"),
    (lambda: ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0]).at(np.nan), "finite|nan"),
    (lambda: ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0]).at([0, 1e30]), "1e\\+30"),
    (lambda: ph.FreeStepper(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0], free_method="dvm4"), "dmv4"),
    (lambda: ph.FreeStepper(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0], summation="kahan"), "plain"),
    (lambda: ph.from_euler("ZZX", [1, 2, 3]), "ZZX"),
    (lambda: ph.simulate(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0], times=[2, 1]), "not before"),
    (lambda: ph.simulate(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0], times=[1], tolerance=2,
                         torque=ph.gyrostat([0, 0, 1])), "tolerance"),
    (lambda: ph.simulate(ph.Body.moments([1, 2, 3]), omega=[1, 0, 0], times=[1], torque=3), "a Torque"),
    (lambda: ph.state_from_periods(ph.Body.moments([1, 2, 3]), "sideways", 1, 2), "long-axis mode"),
    (lambda: ph.FreeMotion(ph.Body.moments([1, 2, 3]), ph.State(ph.Body.moments([1, 2, 4]), omega=[1, 0, 0])),
     "another body"),
])
def test_refusals_say_what_was_found_and_what_is_expected(make, words):
    with pytest.raises(ValueError, match=words) as refused:
        make()
    assert "expected" in str(refused.value)


def test_attitudes_far_from_unit_are_told_of():
    with pytest.warns(UserWarning, match="unit length"):
        state = ph.State(ph.Body.moments([1, 2, 3]), [2, 0, 0, 0], omega=[1, 0, 0])
    assert (state.attitude == [1, 0, 0, 0]).all()


@pytest.mark.parametrize("use", [
    ph.matrix_of, ph.to_mrp, ph.to_rotation_vector, ph.read_quaternion, ph.write_quaternion,
    lambda q: ph.to_euler("ZYX", q), lambda q: ph.to_space(q, [1, 2, 3]), lambda q: ph.to_body(q, [1, 2, 3]),
    lambda q: ph.mean_attitude([q, [1, 0, 0, 0]]), lambda q: ph.angle_between(q, [1, 0, 0, 0]),
    lambda q: ph.rotation_of(q).as_matrix(),
    lambda q: ph.Molecule([1, 2], [[0, 0, 0], [1, 2, 3]]).positions(q, [0, 0, 1]),
])
def test_every_function_of_rotations_takes_attitudes_as_made_of_length_one(use):
    unit = np.array([2, 1, -4, 2]) / 5
    for q in (3 * unit, 1e-200 * unit):
        with pytest.warns(UserWarning, match="did not have unit length") as heard:
            assert np.allclose(use(q), use(unit), rtol=1e-14, atol=1e-15)
        assert heard[0].filename == __file__
    # Rounding is corrected without a word.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.allclose(use(unit * (1 + 1e-8)), use(unit), rtol=1e-14, atol=1e-15)
    with pytest.raises(ValueError, match="not zero"):
        use(np.zeros(4))


def test_rows_of_motions_that_failed_stay_unknown():
    rows = np.array([[0, 0, 0, 1.0], [np.nan] * 4])
    turned = ph.to_space(rows, [1, 2, 3])
    assert (turned[0] == [-1, -2, 3]).all() and np.isnan(turned[1]).all()
    assert np.isnan(ph.to_mrp(rows)[1]).all() and np.isnan(ph.State(
        ph.Body.moments([1, 2, 3]), omega=[1, 0, 0])._made(ph.Body.moments([1, 2, 3]), rows, rows[:, 1:])
        .spatial_momentum[1]).all()


def test_frames_of_the_start():
    body, q = ph.Body.moments([1, 2, 3]), ph.from_euler("ZYX", [0.3, 0.2, 0.1])
    a = ph.State(body, q, omega=[0.1, 0.2, 0.3], frame="space")
    assert np.allclose(a.spatial_omega, [0.1, 0.2, 0.3], atol=1e-16)
    b = ph.State(body, ph.rotation_of(q), momentum=a.spatial_momentum, frame="space")
    assert np.allclose(b.momentum, a.momentum, atol=1e-15)
    assert np.allclose(ph.State(body, a.matrix, omega=a.omega).attitude, q, atol=1e-15)


def test_periods_go_and_return():
    body = ph.Body.moments([3.0836, 3.235, 1])
    s = ph.state_from_periods(body, "long-axis mode", 5.376, 7.42, phase=0.3)
    t = s.describe()
    assert t.regime == "long-axis mode"
    assert abs(t.polhode_period - 5.376) < 1e-11 and abs(t.precession_period - 7.42) < 1e-11
    motion = ph.FreeMotion(body, s)
    assert np.allclose(motion.at(5.376).momentum, s.momentum, atol=1e-10)


def test_a_linear_body():
    rod = ph.Body.box([0, 0, 2], mass=3)
    motion = ph.FreeMotion(rod, omega=[1, 0, 5])  # what is about its axis carries no momentum
    assert (motion.start.omega == [1, 0, 0]).all()
    assert np.allclose(motion.at(np.pi).axis([0, 0, 1]), [0, 0, -1], atol=1e-15)
