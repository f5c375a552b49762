# SPDX-License-Identifier: MIT
"""Properties that hold for every body, start, shape, dtype and stride."""

import numpy as np
import polhode as ph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from references import eps

settings.register_profile("polhode", max_examples=40, deadline=None, database=None, derandomize=True,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("polhode")

sizes = st.floats(1e-3, 1e3)
derivative_bar = 200 * eps


@st.composite
def bodies(draw):
    """Any body with moments that matter can have, symmetric and spherical ones among them."""
    kind = draw(st.sampled_from(["moments", "symmetric", "sphere", "tensor", "extreme"]))
    a, b, c = sorted(draw(st.tuples(sizes, sizes, sizes)))
    if kind == "sphere":
        return ph.Body.moments([a, a, a])
    if kind == "symmetric":
        return ph.Body.moments(draw(st.permutations([a, b, b])))
    if kind == "tensor":
        q = draw(attitudes())
        r = ph.matrix_of(q)
        t = r @ np.diag([b, c, (b + c) * 0.7]) @ r.T
        return ph.Body.tensor((t + t.T) / 2)
    scale = draw(st.sampled_from([1e-150, 1e150])) if kind == "extreme" else 1.0
    return ph.Body.moments([a * scale, b * scale, c * scale])


@st.composite
def attitudes(draw):
    q = np.array(draw(st.tuples(*[st.floats(-1, 1)] * 4)))
    n = np.linalg.norm(q)
    return q / n if n > 1e-3 else np.array([1.0, 0, 0, 0])


@st.composite
def starts(draw):
    body = draw(bodies())
    omega = np.array(draw(st.tuples(*[st.floats(-1, 1)] * 3)))
    omega[np.abs(omega) < 1e-12] = 0  # smaller ones would underflow with the smallest moments
    return ph.State(body, draw(attitudes()), omega=omega)


@given(starts(), hnp.arrays(np.float64, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
                            elements=st.floats(-50, 50)))
def test_free_motion_conserves_and_keeps_shapes(start, times):
    motion = ph.FreeMotion(start.body, start)
    states = motion.at(times)
    assert states.shape == times.shape
    assert states.attitude.shape == times.shape + (4,) and states.omega.shape == times.shape + (3,)
    size = np.linalg.norm(start.momentum)
    # The free motion moves, and each quantity is computed from rounded numbers: some eps, not more.
    assert np.all(np.abs(np.linalg.norm(states.momentum, axis=-1) - size) <= 8 * eps * size)
    assert np.all(np.abs(states.energy - start.energy) <= 40 * eps * start.energy)
    assert np.all(np.abs(states.spatial_momentum - start.spatial_momentum) <= 20 * eps * size)
    assert np.all(np.abs(np.linalg.norm(states.attitude, axis=-1) - 1) <= 4 * eps)


@given(starts(), st.floats(-20, 20))
def test_every_way_to_ask_gives_the_same_state(start, t):
    motion = ph.FreeMotion(start.body, start)
    one = motion.at(t)
    bar = 8 * (eps + min(1.0, float(motion.rounding_error(t))))  # infinite for a body at rest
    many = np.full(7, t)
    strided = np.linspace(0, 1, 14)
    strided[::2] = many
    for asked in (many, strided[::2], list(many), many[::-1]):
        for threads in (1, 3):
            found = motion.at(asked, threads=threads)
            # Many times may be computed otherwise than one; how many threads do it changes nothing.
            assert np.abs(found.attitude - one.attitude).max() <= bar
            assert np.abs(found.momentum - one.momentum).max() <= bar * np.linalg.norm(start.momentum)
            again = motion.at(asked)
            assert (found.attitude == again.attitude).all() and (found.momentum == again.momentum).all()


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int32, np.int8, np.uint16, bool, ">f8"])
def test_times_of_any_kind_of_number(kind):
    motion = ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 1])
    times = np.arange(6).astype(kind)
    assert (motion.at(times).momentum == motion.at(times.astype(float)).momentum).all()


kinds = ["f8", ">f8", "f4", ">f4", "f2", "g", "i1", "i2", "i4", ">i8", "u1", "u8"]
layouts = ["C", "F", "reversed", "strided", "unaligned", "read-only", "list", "transposed"]


@st.composite
def laid_out(draw, width):
    """Whole numbers in rows, none of them zero, in any kind and layout, and the same as plain doubles."""
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=3)) + (width,)
    kind = np.dtype(draw(st.sampled_from(kinds)))
    low = 0 if kind.kind == "u" else -9
    plain = draw(hnp.arrays(np.float64, shape, elements=st.integers(low, 9).map(float)))
    plain[(plain == 0).all(axis=-1), 0] = 1
    given, layout = plain.astype(kind), draw(st.sampled_from(layouts))
    if layout == "F":
        given = np.asfortranarray(given)
    elif layout == "reversed":
        given = np.ascontiguousarray(given[..., ::-1])[..., ::-1]
    elif layout == "strided":
        wide = np.zeros(shape[:-1] + (3 * width + 1,), kind)
        wide[..., 1::3] = given
        given = wide[..., 1::3]
    elif layout == "unaligned":
        given = np.frombuffer(b"x" + given.tobytes(), kind, offset=1, count=given.size).reshape(shape)
    elif layout == "read-only":
        given.setflags(write=False)
    elif layout == "list" and given.size:
        return plain.tolist(), plain
    elif layout == "transposed":
        given = np.ascontiguousarray(given.T).T
    return given, plain


@pytest.mark.filterwarnings("ignore:.*did not have unit length:UserWarning")
@given(laid_out(4), laid_out(3))
def test_every_kind_and_layout_gives_the_digits_of_plain_doubles(q, v):
    body = ph.Body.moments([1, 2, 3])
    tilted = np.array([0.6, 0, 0.8, 0])
    for function in (ph.to_rotation_vector, ph.matrix_of, lambda a: ph.to_space(a, [1, 2, 3])):
        assert np.array_equal(function(q[0]), function(q[1]), equal_nan=True)
    for function in (body.omega, body.momentum, ph.from_rotation_vector, ph.from_mrp,
                     lambda a: ph.to_body(tilted, a), lambda a: ph.from_euler("ZYX", a),
                     lambda a: ph.State(body, tilted, omega=a, frame="space").momentum,
                     lambda a: ph.FreeMotion(body, omega=[0.3, 0.2, 1]).at(a).attitude):
        found = function(v[0])
        assert found.dtype == np.float64 and np.array_equal(found, function(v[1]))


def test_nothing_at_all():
    body = ph.Body.moments([1, 2, 3])
    none = ph.State(body, np.zeros((0, 4)), omega=np.zeros((0, 3)))
    assert none.energy.shape == (0,) and none.matrix.shape == (0, 3, 3) and len(none) == 0
    assert ph.simulate_many(body, none, times=[1.0, 2.0]).states.shape == (0, 2)
    run = ph.simulate(body, omega=[1, 0, 1], times=[])
    assert len(run) == 0 and run.momentum.shape == (0, 3) and dict(run.to_xarray().sizes)["time"] == 0
    assert ph.derivative(ph.FreeMotion(body, omega=[1, 0, 1]), np.zeros((2, 0))).jacobian.shape == (2, 0, 6, 10)
    assert ph.torqued_derivative(body, omega=[1, 0, 1], torque=ph.linear_damping(1),
                                 times=[]).jacobian.shape == (0, 6, 10)
    stepper = ph.FreeStepper(body, omega=[1, 0, 1])
    stepper.step(0.1, 0)
    assert stepper.time == 0 and stepper.run(0.1, 0).states.shape == (0,)
    with pytest.raises(ValueError, match="expected"):
        ph.CoupledBodies(body, none, lambda q, t: q[:, 1:], splitting="strang_kick")


def test_unaligned_arrays_in_place():
    m = np.frombuffer(bytearray(8 * 15 + 1), np.float64, offset=1, count=15).reshape(3, 5)
    q = np.frombuffer(bytearray(8 * 20 + 1), np.float64, offset=1, count=20).reshape(4, 5)
    m[:], q[:] = 1, [[1], [0], [0], [0]]
    plain_q, plain_m = q.copy(), m.copy()
    ph.step_in_place(ph.Body.moments([1, 2, 3]), q, m, 0.1, 5)
    ph.step_in_place(ph.Body.moments([1, 2, 3]), plain_q, plain_m, 0.1, 5)
    assert (q == plain_q).all() and (m == plain_m).all() and (m != 1).any()


@pytest.mark.parametrize("given", [[1 + 2j], ["a"], [None], [[1, 2], [3]], np.array([object()])])
def test_what_is_no_real_number_is_refused(given):
    with pytest.raises(ValueError, match="times"):
        ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 1]).at(given)


def test_empty_and_huge():
    motion = ph.FreeMotion(ph.Body.moments([1, 2, 3]), omega=[1, 0, 1])
    assert motion.at([]).attitude.shape == (0, 4)
    assert motion.at(np.empty((3, 0))).momentum.shape == (3, 0, 3)
    times = np.linspace(0, 1e4, 200_001)
    one, two = motion.at(times), motion.at(times, threads=2)
    assert (one.attitude == two.attitude).all() and (one.momentum == two.momentum).all()
    assert np.abs(one.energy - one.energy[0]).max() < 40 * eps * one.energy[0]
    # A view without memory of its own.
    spread = np.broadcast_to(5.0, 100_000)
    assert np.allclose(motion.at(spread).momentum, motion.at(5.0).momentum, rtol=0, atol=1e-14)


@given(starts(), st.integers(0, 3))
def test_read_only_and_reversed_arrays(start, n):
    q = np.repeat(start.attitude[None], n, axis=0)[::-1]
    m = np.asfortranarray(np.repeat(start.momentum[None], n, axis=0))
    q.setflags(write=False)
    state = ph.State(start.body, q, momentum=m)
    assert state.shape == (n,) and (state.momentum == m).all()


@given(attitudes(), hnp.arrays(np.float64, (5, 3), elements=st.floats(-10, 10)))
def test_rotations_go_and_return(q, v):
    there = ph.to_space(q, v)
    assert np.allclose(ph.to_body(q, there), v, atol=1e-13)
    assert np.allclose(there, v @ ph.matrix_of(q).T, atol=1e-13)
    assert np.allclose(ph.rotation_of(q).apply(v), there, atol=1e-13)
    for other in (ph.attitude_of(ph.matrix_of(q)), ph.attitude_of(ph.rotation_of(q)),
                  ph.from_mrp(ph.to_mrp(q)),
                  ph.from_euler("ZXZ", ph.to_euler("ZXZ", q)), ph.from_euler("zyx", ph.to_euler("zyx", q))):
        assert ph.angle_between(q, other) < 1e-7 or abs(abs(other @ q) - 1) < 1e-14
    for scalar in ("first", "last"):
        for sense in ("body to space", "space to body"):
            numbers = ph.write_quaternion(q, scalar=scalar, sense=sense)
            assert (ph.read_quaternion(numbers, scalar=scalar, sense=sense) == q).all()


@given(attitudes(), st.sampled_from(["XYZ", "ZYX", "ZXZ", "xyz", "zyx", "zxz", "YXY"]),
       hnp.arrays(np.float64, 3, elements=st.floats(0.1, 1.4)))
def test_euler_angles_agree_with_scipy(q, sequence, angles):
    from scipy.spatial.transform import Rotation

    assert np.allclose(ph.rotation_of(ph.from_euler(sequence, angles)).as_matrix(),
                       Rotation.from_euler(sequence, angles).as_matrix(), atol=1e-14)


@given(starts(), st.sampled_from(["exact", "dmv", "dmv6", "lie_poisson_123"]), st.floats(1e-3, 0.05))
def test_batches_agree_with_steppers(start, method, h):
    if method.startswith("dmv") and not start.body.is_possible:
        return
    stepper = ph.FreeStepper(start.body, start, free_method=method)
    stepper.step(h, 5)
    many = ph.State(start.body, np.repeat(start.attitude[None], 3, 0),
                    momentum=np.repeat(start.momentum[None], 3, 0))
    for threads in (1, 2):
        batch = ph.Batch(start.body, many, free_method=method, threads=threads)
        batch.step(h, 5)
        size = np.linalg.norm(start.momentum)
        assert np.allclose(batch.states.momentum, stepper.state.momentum, rtol=0, atol=50 * eps * size)
        assert np.allclose(batch.states.attitude, stepper.state.attitude, rtol=0, atol=50 * eps)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("n", [0, 1, 7, 1000])
def test_in_place_without_a_copy(kind, n):
    random = np.random.default_rng(n)
    body = ph.Body.moments([1, 2, 3])
    m = random.normal(size=(3, n)).astype(kind)
    q = random.normal(size=(4, n)).astype(kind)
    q /= np.linalg.norm(q, axis=0)
    kept_q, kept_m = q.copy(), m.copy()
    places = q.ctypes.data, m.ctypes.data
    ph.step_in_place(body, q, m, 0.01, 10)
    assert (q.ctypes.data, m.ctypes.data) == places
    # In arrays with other strides the result is the same to the last bit.
    wide_q, wide_m = np.zeros((n, 9), kind).T, np.zeros((7, 2 * n), kind)
    wide_q[2:6], wide_m[::3, ::2] = kept_q, kept_m
    moments = np.repeat(np.array([[1.0], [2.0], [3.0]]), n, axis=1).astype(kind)
    ph.step_in_place(body, wide_q[2:6], wide_m[::3, ::2], 0.01, 10)
    assert (wide_q[2:6] == q).all() and (wide_m[::3, ::2] == m).all()
    assert (wide_q[:2] == 0).all() and (wide_m[1:3] == 0).all()
    each = np.full(n, 0.01, kind)
    ph.step_in_place(moments, kept_q, kept_m, each, 10)
    assert np.allclose(kept_q, q, atol=100 * np.finfo(kind).eps) and np.allclose(kept_m, m,
                                                                                 atol=400
                                                                                 * np.finfo(kind).eps)


def test_in_place_refuses():
    body, q, m = ph.Body.moments([1, 2, 3]), np.ones((4, 5)), np.ones((3, 5))
    for bad in ((ph.Body.moments([3, 2, 1]), q, m), (body, q.T, m), (body, q, m[:, :4]),
                (body, q.astype(int), m),
                (body, q.astype(np.float32), m), (np.ones((3, 4)), q, m)):
        with pytest.raises(ValueError, match="expected"):
            ph.step_in_place(*bad, 0.1)
    q.setflags(write=False)
    with pytest.raises(ValueError, match="writeable"):
        ph.step_in_place(body, q, m, 0.1)


@given(starts(), st.floats(-30, 30))
def test_derivatives_know_the_symmetries_of_the_motion(start, t):
    motion = ph.FreeMotion(start.body, start)
    size = np.linalg.norm(start.momentum)
    if size == 0:
        return
    found = ph.derivative(motion, t)
    state, j = found.state, found.jacobian
    if not np.isfinite(j).all():
        # Next to the unstable axis derivatives grow as exp(rate t): beyond the range of double there are none.
        i = start.body.principal_moments
        growth = size / i[1] * np.sqrt((i[2] - i[1]) * (i[1] - i[0]) / (i[0] * i[2]))
        assert growth * abs(t) > 300
        return
    omega, rate = state.omega, np.cross(state.momentum, state.omega)
    moments = start.body.principal_moments
    scale = np.concatenate([np.full(3, 1.0), np.full(3, size)])
    # A sum of large terms that cancel is known to the rounding of the terms.
    terms = (np.abs(j[:, 3:6]) * np.abs(start.momentum)).sum(axis=1) / scale
    bar = derivative_bar * (1 + abs(t) * np.linalg.norm(omega) + terms.max())
    by_scale = (j[:, 3:6] @ start.momentum) / scale
    assert np.abs(by_scale - np.concatenate([t * omega, state.momentum + t * rate]) / scale).max() < bar
    of_moments = (np.abs(j[:, 6:9]) * moments).sum(axis=1) / scale
    bar += derivative_bar * of_moments.max()
    by_moments = (j[:, 6:9] @ moments) / scale
    assert np.abs(by_moments + np.concatenate([t * omega, t * rate]) / scale).max() < bar
    assert np.abs(j[:3, :3] - state.matrix.T @ start.matrix).max() < 10 * eps
    assert np.abs(j[3:, :3]).max() == 0
    assert np.allclose(j[:, 9] / scale, np.concatenate([omega, rate]) / scale, rtol=1e-13, atol=1e-14)


def test_derivatives_agree_with_differences():
    body = ph.Body.tensor([[2.0, 0.3, 0.1], [0.3, 3.0, 0.2], [0.1, 0.2, 4.0]])
    start = ph.State(body, ph.from_euler("ZYX", [1, 0.5, 0.2]), omega=[0.4, -0.2, 0.7])
    times = np.array([0.3, 7.0, -11.0])
    found = ph.derivative(ph.FreeMotion(body, start), times).jacobian
    axes, moments, d = body.principal_axes, body.principal_moments, 1e-5
    for k in range(6):
        ends = []
        for sign in (1, -1):
            m, i = start.momentum.copy(), moments.copy()
            if k < 3:
                m[k] += sign * d
            else:
                i[k - 3] += sign * d
            t = axes @ np.diag(i) @ axes.T
            ends.append(ph.FreeMotion(ph.Body.tensor((t + t.T) / 2), momentum=m,
                                      attitude=start.attitude).at(times))
        turn = (ends[1].rotation.inv() * ends[0].rotation).as_rotvec() / (2 * d)
        slope = (ends[0].momentum - ends[1].momentum) / (2 * d)
        assert np.allclose(found[:, 0:3, 3 + k], turn, atol=1e-7)
        assert np.allclose(found[:, 3:6, 3 + k], slope, atol=1e-7)
