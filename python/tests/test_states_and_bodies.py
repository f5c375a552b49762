# SPDX-License-Identifier: MIT
"""Every state knows its body: arrays over several bodies, and refusals if a state is used with
another body."""

import copy

import numpy as np
import polhode as ph
import pytest

a, b = ph.Body.moments([1, 2, 3]), ph.Body.moments([1.5, 2.5, 3])
starts = [ph.State(x, omega=[1, 0.2, 1]) for x in (a, b)]


def test_each_motion_has_the_omega_and_the_energy_of_its_own_body():
    many = ph.simulate_many([a, b], starts, times=[1.0, 2.0])
    assert many.states.shape == (2, 2)
    for i, (body, start) in enumerate(zip((a, b), starts)):
        alone = ph.simulate(body, start, times=[1.0, 2.0])
        for states in (many.states[i], many.states[i, :], ph.State([a, b], omega=[1, 0.2, 1])[i:i + 1]):
            assert states.body is body
        assert (many.states[i].omega == alone.omega).all() and (many.states.omega[i] == alone.omega).all()
        assert (many.states.energy[i] == alone.states.energy).all()
        assert (many.states.spatial_omega[i] == alone.states.spatial_omega).all()
    assert [x.body for x in many.states[:, 1]] == [a, b] and (many.states.bodies[:, 0] == [a, b]).all()
    with pytest.raises(ValueError, match="2 bodies"):
        many.states.body


def test_states_of_equal_bodies_have_one_body():
    assert ph.Batch([a, ph.Body.moments([1, 2, 3])], [starts[0]] * 2).states.body is a


def test_a_batch_has_the_omega_of_each_body():
    for options in ({}, {"torque": ph.linear_damping(0.1), "splitting": "strang_kick"}):
        batch = ph.Batch([a, b], starts, **options)
        batch.step(0.1, 3)
        states = batch.states
        assert (states.omega == [body.omega(m) for body, m in zip((a, b), states.momentum)]).all()


def test_states_are_made_of_several_bodies_and_divided():
    grid = ph.State([[a], [b]], omega=np.ones((2, 3, 3)))
    assert grid.shape == (2, 3) and grid[1].body is b and grid[..., 2].shape == (2,)
    assert (grid.momentum[:, 0] == [a.momentum([1, 1, 1]), b.momentum([1, 1, 1])]).all()
    assert (grid[grid.energy > 3.2].momentum == grid.momentum[1]).all()
    with pytest.raises(IndexError):
        grid[0, 0, 0]
    with pytest.raises(ValueError, match="axis|linear"):
        ph.State([a, ph.Body.moments([0, 1, 1])], momentum=[1, 0, 0])
    with pytest.raises(ValueError, match="found list, expected a Body"):
        ph.State([[1, 2], [a, a], []], omega=[0, 0, 1])


def test_a_changing_body_gives_states_of_the_body_as_it_was():
    skater = ph.ChangingBody(lambda t: [12 - t, 12 - t, 4 - t], omega=[0, 0, 5], splitting="kahan_li6")
    times, states = skater.run(0.5, 4)
    assert np.allclose(states.omega[:, 2] * (4 - times), 20, rtol=1e-12)


@pytest.mark.parametrize("use", [
    lambda s: ph.simulate(a, s, times=[1.0]),
    lambda s: ph.simulate_many(a, s, times=[1.0]),
    lambda s: ph.simulate_many(a, [s, s], times=[1.0]),
    lambda s: ph.simulate_many([b, a], [s, s], times=[1.0]),
    lambda s: ph.Batch(a, s),
    lambda s: ph.Batch([b, a], [s, s]),
    lambda s: ph.FreeMotion(a, s),
    lambda s: ph.TorquedMotion(a, s, torque=ph.linear_damping(1), end_time=1),
    lambda s: ph.FreeStepper(a, s),
    lambda s: ph.FreeStepper(a, starts[0]).reset(s),
    lambda s: ph.SplittingStepper(a, s, torque=ph.linear_damping(1), splitting="strang_kick"),
    lambda s: ph.ControlledBody(a, s),
    lambda s: ph.torqued_derivative(a, s, torque=ph.linear_damping(1), times=[1.0]),
    lambda s: ph.divergence(a, s, end_time=1),
    lambda s: ph.CoupledBodies(a, s, lambda q, t: np.zeros((1, 3)), splitting="strang_kick"),
    lambda s: ph.RigidBodies(ph.Body.box([1, 2, 3], mass=1), s, [0, 0, 0], [0, 0, 0], splitting="strang_kick",
                             loads=lambda q, x, t: (np.zeros((1, 3)), np.zeros((1, 3)))),
    lambda s: ph.RigidBodies(ph.Molecule([1, 1], [[0, 0, 0], [1, 0, 0]]), s, [0, 0, 0], [0, 0, 0],
                             splitting="strang_kick", forces=lambda x, t: 0 * x),
])
def test_a_state_of_another_body_is_refused(use):
    with pytest.raises(ValueError, match="found a state of another body"):
        use(starts[1])


def test_a_state_of_a_body_with_the_same_inertia_is_taken():
    box = ph.Body.box([1, 2, 3], mass=12)
    same = ph.State(ph.Body.moments(np.diag(box.inertia)), omega=[1, 0, 1])
    assert ph.simulate(box, same, times=[1.0]).states.body is box


def test_bodies_are_equal_by_value():
    box = ph.Body.box([1, 2, 3], mass=12)
    assert box == ph.Body.box([1, 2, 3], density=2) and hash(box) == hash(ph.Body.box([1, 2, 3], density=2))
    assert box != ph.Body.moments(np.diag(box.inertia)) and box != ph.Body.box([1, 2, 3], mass=13)
    assert a == ph.Body.tensor(np.diag([1.0, 2, 3])) and a != b and a != "body"
    assert len({a, ph.Body.moments([1, 2, 3]), b}) == 2


@pytest.mark.parametrize("make", [
    lambda: ph.Body([1, 2, 3]), lambda: ph.Torque([1, 2, 3]),
    lambda: ph.simulate([1, 2, 3], omega=[0, 0, 1], times=[1]),
    lambda: ph.State("body", omega=[0, 0, 1]), lambda: ph.Body.parts([a]), lambda: ph.Part([1, 2, 3]),
    lambda: ph.simulate_many([[1, 2, 3]], starts[0], times=[1]),
    lambda: ph.simulate_many(a, [[1, 2, 3]], times=[1])])
def test_what_is_no_body_is_refused_at_once(make):
    with pytest.raises(ValueError, match="found .*, expected"):
        make()


def test_times_in_rows_are_refused_where_they_must_be_a_list():
    times = np.linspace(0, 1, 6).reshape(2, 3)
    for use in (lambda: ph.simulate(a, omega=[0, 0, 1], times=times),
                lambda: ph.simulate_many(a, starts[0], times=times),
                lambda: ph.torqued_derivative(a, omega=[0, 0, 1], torque=ph.linear_damping(1), times=times)):
        with pytest.raises(ValueError, match=r"times: found shape \(2, 3\), expected \(n,\)"):
            use()
    assert ph.simulate(a, omega=[0, 0, 1], times=2.0).times.tolist() == [2]


def test_results_do_not_change_with_what_was_given():
    times, start = np.array([1.0, 2]), ph.State(a, omega=[1, 0.2, 1])
    run, many = ph.simulate(a, start, times=times), ph.simulate_many(a, start, times=times)
    times *= 10
    assert run.times.tolist() == many.times.tolist() == [1, 2]
    motion, torqued = ph.FreeMotion(a, start), ph.TorquedMotion(a, start, torque=ph.linear_damping(0.1),
                                                                end_time=2)
    made = [motion.start, ph.torqued_derivative(a, start, torque=ph.linear_damping(0.1), times=[1.0]).start,
            ph.derivative(motion, 1.0).start]
    stepper = ph.SplittingStepper(a, start, torque=ph.linear_damping(0.1), splitting="strang_kick")
    jacobian, there = ph.derivative(motion, 1.0).jacobian, torqued.at(1.0)
    kept = start.momentum.copy()
    start.momentum *= 2
    start.attitude[:] = [0, 1, 0, 0]
    motion.start.momentum[:] = 0
    ph.derivative(motion, 1.0).start.momentum[:] = 0
    for s in (*made, motion.start, copy.copy(motion).start, motion.at(0)):
        assert (s.momentum == kept).all() and s.attitude[0] == 1
    assert (ph.derivative(motion, 1.0).jacobian == jacobian).all()
    assert (copy.copy(torqued).at(1.0).momentum == there.momentum).all()
    assert (stepper._made_with["start"].momentum == kept).all()


@pytest.mark.parametrize("make", [lambda n: ph.FreeMotion(a, starts[0]).at([1.0], threads=n),
                                  lambda n: ph.simulate_many(a, starts[0], times=[1], threads=n),
                                  lambda n: ph.Batch(a, starts[0], threads=n),
                                  lambda n: ph.step_in_place(a, np.eye(4)[:, :1], np.ones((3, 1)), 0.1,
                                                             threads=n),
                                  lambda n: ph.round_off(a, [1, 0, 0], steps=100, starts=2, threads=n)])
def test_a_bad_number_of_threads_is_refused_in_our_words(make):
    for n in (-1, 1.5, "two"):
        with pytest.raises(ValueError, match="threads: found .*, expected a nonnegative integer"):
            make(n)


def test_a_negative_number_of_steps_is_refused():
    for stepper in (ph.FreeStepper(a, starts[0]),
                    ph.SplittingStepper(a, starts[0], torque=ph.linear_damping(1), splitting="strang_kick")):
        stepper.step(0.1, 0)
        for count in (-3, 1.5):
            with pytest.raises(ValueError, match="count: found"):
                stepper.step(0.1, count)


def test_unknown_methods_are_named_as_python_has_them():
    with pytest.raises(ValueError,
                       match=r"free_method: found 'dmv5', expected one of free_methods\(\): .*exact"):
        ph.FreeStepper(a, starts[0], free_method="dmv5")


def test_arrays_that_cannot_be_stepped_in_place_are_refused():
    q, m = np.zeros((4, 5)), np.ones((3, 5))
    q[0] = 1
    wrong = q.copy()
    wrong[:, 3] = [2, 0, 0, 0]
    with pytest.raises(ValueError, match="attitude of body 3: found a quaternion of length 2"):
        ph.step_in_place(a, wrong, m, 0.1)
    both = np.zeros((6, 5))
    both[0] = 1
    with pytest.raises(ValueError, match="overlaps"):
        ph.step_in_place(a, both[:4], both[3:], 0.1)
    with pytest.raises(ValueError, match="share memory"):
        ph.step_in_place(a, q, np.lib.stride_tricks.as_strided(np.ones(3), (3, 5), (8, 0)), 0.1)
    assert (m == 1).all() and (wrong[:, 3] == [2, 0, 0, 0]).all()


@pytest.mark.parametrize("value", [
    a, ph.Body.tensor([[2, 1, 0], [1, 2, 0], [0, 0, 3]]), ph.Body.box([1, 2, 3], mass=12),
    ph.Body.cylinder(1, 2, axis="x", inner_radius=0.5, density=3),
    ph.Body.box([1, 2, 3], mass=1).about([1, 0, 0]),
    ph.Body.parts([ph.Part(ph.Body.sphere(1, mass=1), [1, 2, 3], [0.6, 0.8, 0, 0]),
                   ph.Part.point(1, [0, 0, 0])]),
    ph.Part(ph.Body.sphere(1, mass=1), cavity=True), ph.State(a, [0.6, 0.8, 0, 0], omega=[1, 2, 3]),
    ph.heavy_top([0, 0, 1], [0, 0, 1]) + ph.gravity_gradient_elliptic(1e-3, 0.1), ph.no_torque(),
    ph.steady_torque([0, 0, 1], frame="space"), ph.formula_torque("-d * omega", constants={"d": 0.1}),
    ph.Molecule([1, 2], [[0, 0, 0], [1, 0, 0]])])
def test_a_repr_makes_the_same_again(value):
    again = eval(repr(value), vars(ph))
    assert type(again) is type(value) and repr(again) == repr(value)
    if isinstance(value, ph.Body):
        assert again == value
