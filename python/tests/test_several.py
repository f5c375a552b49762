# SPDX-License-Identifier: MIT
"""Interacting bodies, molecules, changing bodies, user-defined splittings, batches: laws,
orders, refusals."""

import numpy as np
import polhode as ph
import pytest
from references import eps

tensor = ph.Body.tensor([[1.2, 0.1, -0.2], [0.1, 0.9, 0.05], [-0.2, 0.05, 1.5]])
bodies = [ph.Body.moments([1.1, 1.6, 0.7]), tensor, ph.Body.moments([1, 0, 1])]
starts = [ph.State(b, q / np.linalg.norm(q), momentum=m) for b, q, m in
          zip(bodies, np.array([[0.8, -0.48, 0.288, 0.216], [1, 2, 3, 4], [1, 0, -1, 0.5]]),
              [[0.9, -0.4, 1.3], [-0.3, 1.1, 0.2], [0.7, 0, -0.8]])]


three = ph.Molecule([1, 1, 1], np.eye(3))


def dipoles(attitude, time):
    return np.cross(ph.to_body(attitude, [0.3, 0.4, -1.1]), [0, 0.8, 0])


@pytest.mark.parametrize("splitting", ["strang_kick", "suzuki4", "kahan_li8"])
def test_independent_bodies_move_as_alone(splitting):
    for summation in ("plain", "compensated"):
        options = dict(splitting=splitting, summation=summation, start_time=0.3)
        together = ph.CoupledBodies(bodies, starts, dipoles, **options)
        run = together.run(0.05, 5, every=2)
        for i, (b, s) in enumerate(zip(bodies, starts)):
            torque = ph.heavy_top([0.3, 0.4, -1.1], [0, 0.8, 0])
            alone = ph.SplittingStepper(b, s, torque=torque, **options)
            times, states = alone.run(0.05, 5, every=2)
            assert (times == run.times).all()
            # But for the rounding of the torque, which NumPy does in another order.
            assert np.abs(states.momentum - run.momentum[:, i]).max() < 40 * eps
            assert np.abs(states.attitude - run.attitude[:, i]).max() < 40 * eps
        assert together.time == run.times[-1] and len(together) == 3
        assert (together.states[1].momentum == run.momentum[-1, 1]).all()


def attract(attitude, time):
    axis = ph.to_space(attitude, [0, 1, 0])
    return ph.to_body(attitude, np.cross(axis, 2 * (axis @ axis.T) @ axis))


def energy_of(attitude, momentum):
    axis = ph.to_space(attitude, [0, 1, 0])
    pairs = sum(np.dot(axis[i], axis[j]) ** 2 for i in range(3) for j in range(i))
    turning = sum(ph.State(b, q, momentum=m).energy for b, q, m in zip(bodies, attitude, momentum))
    return turning - pairs


def test_bodies_that_attract_each_other_keep_energy_and_momentum():
    def error(steps):
        all_ = ph.CoupledBodies(bodies, starts, attract, splitting="blanes_moan_srkn6b", pure=True)
        before = energy_of(all_.attitude, all_.momentum)
        whole = ph.to_space(all_.attitude, all_.momentum).sum(axis=0)
        all_.step(5 / steps, steps)
        assert np.abs(ph.to_space(all_.attitude, all_.momentum).sum(axis=0) - whole).max() < 200 * eps
        return abs(energy_of(all_.attitude, all_.momentum) - before)

    assert abs(np.log2(error(50) / error(100)) - 4) < 0.5


def water_forces(sites, time):
    """Charges at three sites, and Lennard-Jones between the first ones; energy beside it."""
    charges = np.array([-0.8476, 0.4238, 0.4238])
    n, k = sites.shape[:2]
    r = sites[:, :, None, None] - sites[None, None]
    d = np.linalg.norm(r, axis=-1)
    other = ~np.eye(n, dtype=bool)[:, None, :, None] & np.ones((n, k, n, k), dtype=bool)
    d = np.where(other, d, np.inf)
    pair = 138.935458 * charges[None, :, None, None] * charges / d
    pull = pair / d ** 2
    s6 = (0.3166 / d[:, 0, :, 0]) ** 6
    pair[:, 0, :, 0] += 4 * 0.65 * s6 * (s6 - 1)
    pull[:, 0, :, 0] += 24 * 0.65 * s6 * (2 * s6 - 1) / d[:, 0, :, 0] ** 2
    return (pull[..., None] * np.where(other[..., None], r, 0)).sum(axis=(2, 3)), pair.sum() / 2


def test_molecules_keep_energy_and_momentum():
    angle = np.radians(54.735)
    water = ph.Molecule([15.9994, 1.008, 1.008], [[0, 0, 0], [0.1 * np.sin(angle), 0, 0.1 * np.cos(angle)],
                                                  [-0.1 * np.sin(angle), 0, 0.1 * np.cos(angle)]])
    assert np.allclose(water.sites.T @ [15.9994, 1.008, 1.008], 0, atol=1e-16)
    random = np.random.default_rng(3)
    places = 0.35 * np.array([[i % 2, i // 2 % 2, i // 4] for i in range(8)])
    state = ph.State(water.body, ph.attitude_of(ph.from_rotation_vector(random.normal(size=(8, 3)))),
                     omega=random.uniform(-20, 20, (8, 3)))
    errors = []
    for steps in (40, 80):
        drop = ph.RigidBodies(water, state, places, [0.1, 0, 0],
                              forces=lambda s, t: water_forces(s, t)[0], splitting="blanes_moan_srkn6b",
                              pure=True)

        def energy():
            return drop.kinetic_energy + water_forces(water.positions(drop.attitude, drop.position), 0)[1]

        before, momentum = energy(), drop.velocity.sum(axis=0)
        run = drop.run(0.1 / steps, steps // 10, every=10)
        assert run.position.shape == (steps // 10, 8, 3) and (run.position[-1] == drop.position).all()
        assert np.abs(drop.velocity.sum(axis=0) - momentum).max() < 1e-12
        errors.append(abs(energy() - before))
    # Order 4; the energy of eight molecules is some -100 kJ/mol.
    assert errors[1] < errors[0] / 8 < 1e-3


def test_bodies_under_loads_are_the_molecules():
    rod = ph.Molecule([1, 2], [[0, 0, -0.5], [0, 0.1, 0.5]])
    start = ph.State(rod.body, omega=[[0.1, 0.2, 0], [0, 0, 0]])
    x, v = [[0, 0, 0], [1.5, 0, 0.3]], [[0, 0.1, 0], [0, 0, 0.0]]

    def springs(sites, time):
        return (sites[::-1] - sites) * np.cos(time)

    def loads(attitude, position, time):
        forces = springs(rod.positions(attitude, position), time)
        arms = rod.positions(attitude, np.zeros((2, 3)))
        return forces.sum(axis=1), ph.to_body(attitude, np.cross(arms, forces).sum(axis=1))

    one = ph.RigidBodies(rod, start, x, v, forces=springs, splitting="suzuki4")
    two = ph.RigidBodies(rod.body, start, x, v, loads=loads, splitting="suzuki4")
    one.step(0.02, 50)
    two.step(0.02, 50)
    assert np.abs(one.attitude - two.attitude).max() < 1e-13
    assert np.abs(one.position - two.position).max() < 1e-13
    assert np.abs(one.velocity - two.velocity).max() < 1e-13 and one.kinetic_energy > 0


def moments_at(t):
    return [1.3 - 0.5 * t * t, 0.8 + 0.3 * np.sin(2 * t), 1.0 + 0.2 * t]


def test_a_changing_body_arrives_where_an_independent_integration_does():
    from scipy.integrate import solve_ivp

    q0, m0 = np.array([0.8, -0.48, 0.288, 0.216]), np.array([0.9, -0.4, 1.3])
    q0 /= np.linalg.norm(q0)

    def force(q, t):
        return np.cos(3 * t) * np.cross(ph.to_body(q, [0.3, 0.4, -1.1]), [0.2, -0.5, 0.9])

    def rates(t, y):
        q, m = y[:4] / np.linalg.norm(y[:4]), y[4:]
        w = m / moments_at(t)
        dq = 0.5 * np.array([-q[1:] @ w, *(q[0] * w + np.cross(q[1:], w))])
        return np.concatenate([dq, np.cross(m, w) + force(q, t)])

    end = solve_ivp(rates, (0, 1), np.concatenate([q0, m0]), "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    errors = []
    for n in (8, 16):
        body = ph.ChangingBody(moments_at, torque=lambda s: np.cos(3 * s.time)
                               * np.cross(s.in_body([0.3, 0.4, -1.1]), [0.2, -0.5, 0.9]),
                               splitting="kahan_li6", attitude=q0, momentum=m0)
        assert body.torque.kind == "formula"
        run = body.run(1 / n, n)
        assert (run.states.momentum[-1] == body.state.momentum).all() and abs(body.time - 1) < 1e-15
        errors.append(np.linalg.norm(body.state.momentum - end[4:])
                      + np.linalg.norm(body.state.attitude - end[:4]))
    assert abs(np.log2(errors[0] / errors[1]) - 6) < 0.4
    assert np.allclose(body.body.inertia, np.diag(moments_at(1.0)))


def test_a_splitting_of_ones_own():
    half = 1 / (2 - np.longdouble(2) ** (np.longdouble(1) / 3))
    jump = ph.Splitting.composition("triple jump", 4, [half])
    written = ph.Splitting("the same", order=4, drifts=[half, 1 - 2 * half, half],
                           kicks=[half / 2, (1 - half) / 2, (1 - half) / 2, half / 2])
    body = ph.Body.moments([1, 2, 3])
    top = ph.heavy_top([0, 0, 1], [0, 0.3, 1])
    exact = ph.simulate(body, omega=[0.3, 0.4, 1], torque=top, times=[2.0], tolerance=1e-13)
    errors = []
    for n in (40, 80):
        found = [ph.SplittingStepper(body, omega=[0.3, 0.4, 1], torque=top, splitting=s)
                 for s in (jump, written)]
        for stepper in found:
            stepper.step(2 / n, n)
            assert stepper.order == 4
        assert np.allclose(found[0].state.momentum, found[1].state.momentum, atol=1e-13)
        errors.append(np.abs(found[0].state.momentum - exact.momentum[0]).max())
    assert abs(np.log2(errors[0] / errors[1]) - 4) < 0.2
    run = ph.simulate(body, omega=[0.3, 0.4, 1], torque=top, times=[2.0], splitting=jump, step=0.01)
    assert run.splitting == "triple jump"
    for bad in (dict(drifts=[1], kicks=[0.4, 0.5]), dict(drifts=[1], kicks=[0.4, 0.6]),
                dict(drifts=[0.5, 0.5], kicks=[0.5, 0.5])):
        with pytest.raises(ValueError, match="expected"):
            ph.Splitting("wrong", order=2, **bad)


def test_batches_keep_resume_and_are_pushed():
    body = ph.Body.moments([1, 2, 3])
    many = ph.State(body, omega=np.random.default_rng(1).normal(size=(9, 3)))
    one, two = ph.Batch(body, many), ph.Batch(body, many)
    one.step(0.1, 7)
    two.resume(one.checkpoint())
    one.step(0.1, 3)
    two.step(0.1, 3)
    assert (one.states.attitude == two.states.attitude).all() and one.time == two.time
    before = one.states.spatial_momentum
    one.add_momentum(4, [0, 0, 1], frame="space")
    change = one.states.spatial_momentum - before
    assert np.allclose(change, np.where(np.arange(9)[:, None] == 4, [0, 0, 1.0], 0), atol=1e-14)
    split = ph.Batch(body, many, torque=ph.linear_damping(0.1), splitting="strang_kick")
    split.add_momentum(0, [1, 0, 0])
    assert np.allclose(split.states.momentum[0] - many.momentum[0], [1, 0, 0], atol=1e-14)
    split.step(0.1, 3)
    again = ph.Batch(body, many, torque=ph.linear_damping(0.1), splitting="strang_kick")
    again.resume(split.checkpoint())
    for batch in (split, again):
        batch.step(0.1, 3)
    assert (split.states.attitude == again.states.attitude).all() and split.checkpoint() == again.checkpoint()
    with pytest.raises(ph.InvalidInput, match="of a batch of free bodies"):
        split.resume(one.checkpoint())
    with pytest.raises(ValueError):
        one.add_momentum(9, [0, 0, 1])


def test_batches_go_on_without_bodies_that_fail():
    body = ph.Body.moments([1, 2, 3])
    many = ph.State(body, omega=np.repeat([[0.3, 0.2, 0.1]], 4, axis=0))
    pushed = [0, 0, 60.0]
    free, others = (ph.Batch(body, many, free_method="dmv4") for _ in range(2))
    free.add_momentum(2, pushed)
    with pytest.warns(RuntimeWarning, match=r"step of body 2 by method dmv4.*1 of 4 bodies"):
        free.step(0.1, 3)
    free.step(0.1)  # it has been said
    others.step(0.1, 4)
    left = [0, 1, 3]
    assert np.isnan(free.states.attitude[2]).all() and np.isnan(free.states.momentum[2]).all()
    assert (free.states.attitude[left] == others.states.attitude[left]).all() and free.time == others.time

    def push(state):
        return [0, 0, np.inf if state.omega[2] > 10 else 0.0]
    split, others = (ph.Batch(body, many, torque=ph.torque(push, record=False), splitting="strang_kick")
                     for _ in range(2))
    split.add_momentum(1, pushed)
    with pytest.warns(RuntimeWarning, match=r"on body 1 .*1 of 4 bodies"):
        split.step(0.1, 2)
    others.step(0.1, 2)
    left = [0, 2, 3]
    assert np.isnan(split.states.momentum[1]).all()
    assert (split.states.momentum[left] == others.states.momentum[left]).all()

    q, m = np.zeros((4, 3)), np.full((3, 3), 0.1)
    q[0], m[:, 1] = 1, 1e3
    with pytest.warns(RuntimeWarning, match="step of body 1 by method dmv"):
        ph.step_in_place(body, q, m, 1.0, free_method="dmv")
    assert np.isnan(m[:, 1]).all() and np.isfinite(m[:, [0, 2]]).all()


@pytest.mark.parametrize("make, words", [
    (lambda: ph.CoupledBodies(bodies, starts, None, splitting="strang_kick"), "function"),
    (lambda: ph.CoupledBodies(bodies, starts, dipoles, splitting="strang"), "strang_kick"),
    (lambda: ph.CoupledBodies(bodies, starts, dipoles, splitting=2), "name"),
    (lambda: ph.CoupledBodies(bodies[:2], starts, dipoles, splitting="strang_kick"), "one for each"),
    (lambda: ph.CoupledBodies(bodies, starts, lambda q, t: np.zeros((2, 3)),
                              splitting="strang_kick").step(0.1), r"found shape \(2, 3\)"),
    (lambda: ph.RigidBodies(bodies[:1], starts[:1], [0, 0, 0], [0, 0, 0], loads=lambda *a: None,
                            splitting="strang_kick"), "mass"),
    (lambda: ph.RigidBodies(three, ph.State(three.body, omega=[[0, 0, 1]]), [0, 0, 0], [0, 0, 0],
                            loads=lambda *a: None, splitting="strang_kick"), "sites"),
    (lambda: ph.ChangingBody(lambda t: [1, 2], omega=[0, 0, 1], splitting="strang_kick"), r"\(2,\)"),
    (lambda: ph.ChangingBody(lambda t: [1, 2, 3], omega=[0, 0, 1], splitting="blanes_moan_s6"), "Strang"),
    (lambda: ph.formula_torque("cross(a, omega)"), "a"),
    (lambda: ph.formula_torque(["1", "2"]), "three"),
    (lambda: ph.potential_torque("dot(m, m)"), "momentum|m"),
])
def test_refusals(make, words):
    with pytest.raises(ValueError, match=words) as refused:
        make()
    assert "expected" in str(refused.value)


@pytest.mark.parametrize("fails, words", [
    (lambda: ph.CoupledBodies(bodies, starts, lambda q, t: np.full((3, 3), np.nan),
                              splitting="strang_kick").step(0.1), "finite"),
    (lambda: ph.ChangingBody(lambda t: [1, 2, 3 - t], omega=[0, 0, 1],
                             splitting="strang_kick").step(0.1, 40), "moments|moment"),
])
def test_steps_that_fail_are_no_refusals(fails, words):
    with pytest.raises(RuntimeError, match=words):
        fails()


def test_what_a_function_raises_is_passed_on():
    def fails(*_):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        ph.CoupledBodies(bodies, starts, fails, splitting="strang_kick").step(0.1)
    with pytest.raises(ZeroDivisionError, match="mine"):
        ph.RigidBodies(three, ph.State(three.body, omega=np.zeros((1, 3))),
                       [0, 0, 0], [0, 0, 0], forces=fails, splitting="strang_kick").step(0.1)
    with pytest.raises(ZeroDivisionError, match="mine"):
        ph.torqued_derivative(bodies[0], starts[0], torque=fails, parameters=[1.0], times=[1.0])


def test_formulas_as_text_are_the_torques():
    body, s = bodies[1], starts[1]
    text = ph.formula_torque("cross(up, arm) - d * omega", constants={"arm": [0.1, 0, 0.4], "d": 0.05},
                      space_vectors={"up": [0, 0, 1.5]})
    made = ph.heavy_top([0, 0, 1.5], [0.1, 0, 0.4]) + ph.linear_damping(0.05)
    assert np.allclose(text.at(s), made.at(s), atol=1e-15)
    a, b = (ph.simulate(body, s, torque=t, times=[5.0], tolerance=1e-12) for t in (text, made))
    assert a.engine == "series" and np.abs(a.attitude - b.attitude).max() < 1e-11
    v = ph.potential_torque("dot(up, arm)", constants={"arm": [0.1, 0, 0.4]},
                             space_vectors={"up": [0, 0, 1.5]})
    assert np.allclose(v.at(s), ph.heavy_top([0, 0, 1.5], [0.1, 0, 0.4]).at(s), atol=1e-15)
    in_space = ph.formula_torque(["0", "0", "sin(t)"], frame="space")
    assert np.allclose(in_space.at(s, 0.5), ph.to_body(s.attitude, [0, 0, np.sin(0.5)]), atol=1e-15)
    assert ph.formula_torque("-abs(omega1) * omega").kind == "formula"
