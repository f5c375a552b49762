# SPDX-License-Identifier: MIT
"""Quantities with units are converted to radians and SI or refused, masks are refused: nothing is ignored."""

import contextlib

import numpy as np
import polhode as ph
import pytest

body = ph.Body.moments([1, 2, 3])
start = ph.State(body, omega=[0, 0.1, 1])
motion = ph.FreeMotion(body, start)


class Fake:
    """A quantity of a library that nobody knows."""

    unit = "furlong"

    def __init__(self, value):
        self.value = value

    def __array__(self, dtype=None):
        return np.asarray(self.value, dtype=dtype)

    def __float__(self):
        return float(self.value)


stepper = ph.FreeStepper(body, start)
controlled = ph.ControlledBody(body, start)
vector, pair, time = [0.0, 0.0, 1.0], [[0.0, 0, 1], [0, 1, 0]], 1.0

# Every argument of numbers: what is called with it, and a value that would be taken if it had no unit.
boundaries = {
    "moments": (ph.Body.moments, [1.0, 2, 3]),
    "tensor": (ph.Body.tensor, np.eye(3)),
    "masses": (lambda x: ph.Body.point_masses(x, pair), [1.0, 1]),
    "positions": (lambda x: ph.Body.point_masses([1, 1], x), pair),
    "edges": (lambda x: ph.Body.box(x, mass=1), [1.0, 2, 3]),
    "mass": (lambda x: ph.Body.box([1, 2, 3], mass=x), 1.0),
    "density": (lambda x: ph.Body.box([1, 2, 3], density=x), 1.0),
    "semi_axes": (lambda x: ph.Body.ellipsoid(x, mass=1), [1.0, 2, 3]),
    "radius": (lambda x: ph.Body.sphere(x, mass=1), 1.0),
    "length": (lambda x: ph.Body.cylinder(1, x, mass=1), 1.0),
    "point": (lambda x: ph.Body.box([1, 2, 3], mass=1).about(x), vector),
    "position of a part": (lambda x: ph.Part(ph.Body.sphere(1, mass=1), x), vector),
    "vertices": (lambda x: ph.Body.mesh(x, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], mass=1),
                 [[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "momentum of a body": (body.omega, vector),
    "omega of a body": (body.momentum, vector),
    "omega": (lambda x: ph.State(body, omega=x), vector),
    "omega of several": (lambda x: ph.State([body, body], omega=x), pair),
    "momentum": (lambda x: ph.State(body, momentum=x), vector),
    "attitude": (lambda x: ph.State(body, x, omega=vector), [1.0, 0, 0, 0]),
    "duration": (lambda x: ph.flip_times(start, x), time),
    "period": (lambda x: ph.state_from_periods(ph.Body.moments([1, 3.08, 3.24]), "long-axis mode", x, 7.42),
               5.37),
    "times": (motion.at, [1.0, 2]),
    "times of errors": (motion.rounding_error, time),
    "start_time of a free motion": (lambda x: ph.FreeMotion(body, start, start_time=x), time),
    "begin": (lambda x: motion.flip_times(x, 2), time),
    "times of simulate": (lambda x: ph.simulate(body, start, times=x), [1.0, 2]),
    "start_time": (lambda x: ph.simulate(body, start, times=[2], start_time=x), time),
    "step": (lambda x: ph.simulate(body, start, times=[2], step=x), time),
    "tolerance": (lambda x: ph.simulate(body, start, times=[2], tolerance=x), 1e-9),
    "times of many": (lambda x: ph.simulate_many(body, start, times=x), [1.0, 2]),
    "end": (lambda x: ph.TorquedMotion(body, start, torque=ph.linear_damping(1), end_time=x), time),
    "times of a derivative": (lambda x: ph.derivative(motion, x), time),
    "times of a torqued derivative":
        (lambda x: ph.torqued_derivative(body, start, torque=ph.linear_damping(1), times=x), [1.0]),
    "parameters": (lambda x: ph.torqued_derivative(body, start, torque=lambda p: ph.linear_damping(p[0]),
                                                   times=[1],
                                                   parameters=x), [1.0]),
    "end of divergence": (lambda x: ph.divergence(body, start, end_time=x), time),
    "h": (stepper.step, time),
    "h of run": (lambda x: stepper.run(x, 2), time),
    "jump": (stepper.add_momentum, vector),
    "dt": (controlled.step, time),
    "torque": (controlled.set_torque, vector),
    "wheels": (controlled.set_wheels, vector),
    "h of a batch": (lambda x: ph.Batch(body, start).step(x), time),
    "h in place": (lambda x: ph.step_in_place(body, np.eye(4)[:, :1], np.ones((3, 1)), x), time),
    "moments in place": (lambda x: ph.step_in_place(x, np.eye(4)[:, :1], np.ones((3, 1)), 0.1),
                         [[1.0], [2], [3]]),
    "heavy top": (lambda x: ph.heavy_top(x, vector), vector),
    "n": (ph.gravity_gradient_circular, time),
    "damping": (ph.linear_damping, vector),
    "drag": (ph.quadratic_drag, vector),
    "wheel": (ph.gyrostat, vector),
    "steady torque": (ph.steady_torque, vector),
    "times of a table": (lambda x: ph.tabulated_torque(x, pair), [0.0, 1]),
    "torques of a table": (lambda x: ph.tabulated_torque([0, 1], x), pair),
    "impulses": (lambda x: ph.impulses([0, 1], x), pair),
    "breakpoints": (lambda x: ph.torque(lambda s: s.omega, breakpoints=x), [1.0]),
    "constant": (lambda x: ph.formula_torque("d * omega", constants={"d": x}), time),
    "time of a torque": (lambda x: ph.linear_damping(1).at(start, x), time),
    "a torque's own result": (lambda x: ph.torque(lambda s: x).at(start), vector),
    "a vector in a torque": (lambda x: ph.torque(lambda s: s.in_body(x)).at(start), vector),
    "times of an orbit": (lambda x: ph.orbit_frames(x, 1), time),
    "angles": (lambda x: ph.from_euler("ZXZ", x), vector),
    "rotation vector": (ph.from_rotation_vector, vector),
    "parameters of an attitude": (ph.from_mrp, vector),
    "attitude of a matrix": (ph.matrix_of, [1.0, 0, 0, 0]),
    "vector": (lambda x: ph.to_space([1, 0, 0, 0], x), vector),
    "drifts": (lambda x: ph.Splitting("mine", order=2, drifts=x, kicks=[0.5, 0.5]), [1.0]),
    "times of observations": (lambda x: ph.Omegas(x, [vector], sigma=1), [1.0]),
    "positions of molecules": (lambda x: ph.Molecule([1, 1], pair).positions([1, 0, 0, 0], x), vector),
}


@pytest.mark.parametrize("name", sorted(boundaries))
def test_an_unknown_unit_and_a_mask_are_refused_at_every_boundary(name):
    use, value = boundaries[name]
    use(value)
    listed = [Fake(v) for v in value] if isinstance(value, list) and np.ndim(value) == 1 else Fake(value)
    for given in (Fake(value), listed):
        with pytest.raises(ValueError, match="found a quantity in furlong"):
            use(given)
    use(np.ma.array(value, mask=False))
    with pytest.raises(ValueError, match="found masked numbers"):
        use(np.ma.array(value, mask=np.ones(np.shape(value), bool)))


def test_arrays_in_place_must_be_plain():
    q, m = np.eye(4)[:, :1], np.ones((3, 1))
    with pytest.raises(ValueError, match="plain array"):
        ph.step_in_place(body, np.ma.array(q, mask=False), m, 0.1)


def test_astropy_quantities_are_converted_or_refused():
    u = pytest.importorskip("astropy.units")
    w = [10.0, 20, 30]
    assert np.allclose(ph.State(body, omega=w * u.deg / u.s).omega, np.radians(w), rtol=1e-15)
    assert np.allclose(ph.State(body, omega=[x * u.deg / u.s for x in w]).omega, np.radians(w), rtol=1e-15)
    assert (motion.at([1, 2] * u.s).attitude == motion.at([1.0, 2]).attitude).all()
    assert ph.Body.moments([1, 2, 3] * u.kg * u.m ** 2) == body
    assert ph.Body.box([1, 2, 3] * u.m, mass=2 * u.kg) == ph.Body.box([1, 2, 3], mass=2)
    assert (ph.steady_torque([0, 0, 1] * u.N * u.m).at(start) == [0, 0, 1]).all()
    assert np.allclose(ph.from_euler("ZXZ", [10, 20, 30] * u.deg),
                       ph.from_euler("ZXZ", [10, 20, 30], degrees=True))
    assert np.allclose(ph.from_euler("ZXZ", np.radians([10, 20, 30]) * u.rad, degrees=True),
                       ph.from_euler("ZXZ", [10, 20, 30], degrees=True))
    for use, words in ((lambda: motion.at([1, 2] * u.day), "times: found a quantity in d, expected"),
                       (lambda: ph.State(body, omega=w * u.rad / u.day), "in rad / d"),
                       (lambda: ph.State(body, omega=w / u.s), "in 1 / s"),
                       (lambda: ph.State(body, omega=w * u.Hz), "in Hz"),
                       (lambda: ph.State(body, omega=w * u.m), "in m"),
                       (lambda: ph.Body.moments([1, 2, 3] * u.g * u.cm ** 2), "in cm2 g"),
                       (lambda: ph.step_in_place(body, np.eye(4)[:, :1] * u.m, np.ones((3, 1)), 0.1),
                        "plain array")):
        with pytest.raises(ValueError, match=words):
            use()


def test_a_torque_that_gives_a_quantity_is_converted_or_refused():
    u = pytest.importorskip("astropy.units")
    right = ph.torque(lambda s: np.array([0, 0, -0.5]) * u.N * u.m)
    assert right.kind == "function" and (right.at(start) == [0, 0, -0.5]).all()
    with pytest.raises(ValueError, match="result of the function: found a quantity in lbf m"):
        from astropy.units import imperial

        ph.torque(lambda s: np.array([0, 0, -0.5]) * imperial.lbf * u.m).at(start)


def test_pint_quantities_are_converted_or_refused():
    pint = pytest.importorskip("pint")
    q = pint.UnitRegistry().Quantity
    w = np.array([10.0, 20, 30])
    assert np.allclose(ph.State(body, omega=q(w, "deg/s")).omega, np.radians(w), rtol=1e-15)
    assert np.allclose(ph.State(body, omega=[q(x, "deg/s") for x in w]).omega, np.radians(w), rtol=1e-15)
    assert (motion.at(q([1.0, 2], "s")).attitude == motion.at([1.0, 2]).attitude).all()
    assert ph.Body.moments(q([1.0, 2, 3], "kg m**2")) == body
    assert np.allclose(ph.from_rotation_vector(
        q([0, 0, 90.0], "deg")), ph.from_euler("ZYX", [np.pi / 2, 0, 0]))
    for use in (lambda: motion.at(q([1.0, 2], "day")), lambda: ph.State(body, omega=q(w, "rad/day")),
                lambda: ph.State(body, omega=q(w, "1/s")), lambda: ph.State(body, omega=q(w, "hertz")),
                lambda: ph.State(body, omega=q(w, "rpm")), lambda: ph.State(body, omega=q(w, "m")),
                lambda: ph.Body.moments(q([1.0, 2, 3], "g cm**2")), lambda: ph.linear_damping(q(0.1, "kg"))):
        with pytest.raises(ValueError, match="found a quantity in"):
            use()


@pytest.mark.parametrize("library", ["pint", "pint in cgs", "astropy", "astropy with dimensionless angles"])
def test_an_angle_is_no_mere_number(library):
    if library.startswith("pint"):
        pint = pytest.importorskip("pint")
        q = pint.UnitRegistry(system="cgs" if "cgs" in library else "mks").Quantity
        enabled = contextlib.nullcontext()
    else:
        u = pytest.importorskip("astropy.units")

        def q(value, unit):
            return value * u.Unit(unit)

        enabled = u.set_enabled_equivalencies(u.dimensionless_angles() if "with" in library else [])
    long = ph.Body.moments([1, 3.08, 3.24])

    def at_phase(phase):
        return ph.state_from_periods(long, "long-axis mode", 5.37, 7.42, phase=phase)

    with enabled:
        for use in (at_phase, lambda x: ph.gravity_gradient_elliptic(1e-3, eccentricity=x / 100),
                    lambda x: ph.from_mrp([0, 0, 1] * x)):
            with pytest.raises(ValueError, match="found a quantity in deg.*without a unit"):
                use(q(90.0, "deg"))
        assert (at_phase(q(0.25, "")).momentum == at_phase(0.25).momentum).all()
        # Of an angle, sigma is one; a rate is none without it.
        assert np.allclose(ph.Attitudes([0], np.eye(4)[:1], sigma=q(1.0, "deg")).sigma, np.pi / 180)
        with pytest.raises(ValueError, match="omega: found a quantity in 1 / s"):
            ph.State(body, omega=q(np.ones(3), "1 / s"))
        # Units are SI, whatever system the library counts in.
        for edges in (q(np.ones(3), "cm"), q(np.ones(3), "km")):
            with pytest.raises(ValueError, match="edges: found a quantity in"):
                ph.Body.box(edges, mass=1)
        assert ph.Body.box(q(np.ones(3), "m"), mass=q(2, "kg")) == ph.Body.box([1, 1, 1], mass=2)
        assert (ph.steady_torque(q(np.ones(3), "A m**2 T")).at(start) == 1).all()


def test_labels_of_xarray_count_as_units():
    xarray = pytest.importorskip("xarray")
    made = xarray.DataArray([0.0, 0, 1], attrs={"units": "deg/s"})
    with pytest.raises(ValueError, match="in deg/s"):
        ph.State(body, omega=made)
    made.attrs["units"] = "rad / s"
    assert (ph.State(body, omega=made).omega == [0, 0, 1]).all()
    assert (ph.State(body, omega=xarray.DataArray([0.0, 0, 1])).omega == [0, 0, 1]).all()


def test_dates_and_missing_numbers_are_refused():
    pandas = pytest.importorskip("pandas")
    for given in (np.array(["2020-01-01"], "M8[s]"), np.array([1], "m8[s]"), pandas.array([1.0, None]),
                  pandas.Series([1.0, None], dtype="Float64")):
        with pytest.raises(ValueError, match="times: found"):
            motion.at(given)
    assert motion.at(pandas.Series([1.0, 2])).shape == (2,)
