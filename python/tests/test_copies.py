# SPDX-License-Identifier: MIT
"""Copies and pickles of everything public are complete, continue independently, and work in other
processes."""

import copy
import multiprocessing
import pickle

import numpy as np
import polhode as ph
import pytest

body = ph.Body.box([1, 2, 3], mass=12)
start = ph.State(body, [0.6, 0.8, 0, 0], omega=[0.3, -0.2, 1])
times = [0.5, 1.0]
needle = ph.Molecule([1, 1], [[0, 0, 0], [1, 0, 0]])
many = ph.State(body, omega=[[1, 0.1, 0], [0, 0.2, 1]])


def springs(sites, time):
    return sites[::-1] - sites


def pulls(attitude, position, time):
    return position[::-1] - position, np.zeros((len(position), 3))


def aligns(attitude, time):
    axis = ph.to_space(attitude, [0, 0, 1])
    return ph.to_body(attitude, np.cross(axis, axis[::-1]))


def shrinking(time):
    return [3 - 0.1 * time, 2.0, 1.0]


def brake(s):
    return -0.1 * s.omega if s.time > 0.25 else 0 * s.omega


def upright(s):
    return float(s.attitude[0]) if s.time > 0 else 1.0


def observations():
    t = np.linspace(0, 10, 20)
    seen = ph.FreeMotion(body, start).at(t)
    return [ph.Attitudes(t, seen.attitude, sigma=0.01), ph.Omegas(t, seen.omega, sigma=0.01)]


def stepped(thing, *arguments):
    thing.step(*arguments)
    return thing


def controlled():
    made = ph.ControlledBody(body, start, always=ph.gyrostat([0, 0, 0.1]), start_time=2)
    made.set_torque([0.1, 0, 0])
    made.set_wheels([0, 0.2, 0])
    return stepped(made, 0.1)


ensemble = """
[body]
moments = [0.61, 0.965, 1.0]
[start]
angular_velocity = [0.06447, 0, 0.19912]
[times]
end = 2
every = 1
"""

# A thing of each public class, by the class's name.
things = {
    "Attitudes": lambda: observations()[0],
    "Batch": lambda: stepped(ph.Batch(body, many, start_time=1), 0.1, 3),
    "Body": lambda: body,
    "ChangingBody": lambda: stepped(ph.ChangingBody(shrinking, omega=[0, 1, 5], splitting="kahan_li6",
                                                    start_time=1,
                                                    torque=ph.linear_damping(0.1)), 0.1),
    "ControlledBody": controlled,
    "CoupledBodies": lambda: stepped(ph.CoupledBodies(body, many, aligns, splitting="strang_kick",
                                                      start_time=1),
                                     0.1),
    "CoupledRun": lambda: ph.CoupledBodies(body, many, aligns, splitting="strang_kick").run(0.1, 2),
    "Directions": lambda: ph.Directions([0, 1], [[1, 0, 0], [0, 1, 0]], space=[1, 0, 0], sigma=0.01),
    "Divergence": lambda: ph.divergence(body, start, torque=ph.linear_damping(0.1), end_time=1),
    "Event": lambda: ph.Event(lambda s: s.attitude[0], name="up", crossing="rising", stops=True),
    "Fit": lambda: ph.fit(observations(), body),
    "FormulaState": lambda: ph.FormulaState(np.eye(4)[0], np.ones(3), np.ones(3), 1.0),
    "FoundEvent": lambda: ph.simulate(body, start, times=times, events=[lambda s: s.time - 0.7]).events[0],
    "FreeMotion": lambda: ph.FreeMotion(body, start, start_time=3),
    "FreeStepper": lambda: stepped(ph.FreeStepper(body, start, free_method="dmv6", summation="compensated"),
                                   0.1, 3),
    "InvariantRoundOff": lambda: ph.round_off(body, [1, 2, 3], steps=100, starts=2).energy,
    "ManySimulations": lambda: ph.simulate_many([body, body], many, times=times),
    "Molecule": lambda: needle,
    "MotionDerivative": lambda: ph.derivative(ph.FreeMotion(body, start), times),
    "Observations": lambda: observations()[0],
    "Omegas": lambda: observations()[1],
    "Part": lambda: ph.Part(body, [1, 2, 3], [0.6, 0.8, 0, 0], cavity=True),
    "Problem": lambda: ph.run_scenario("[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0, 1, 1]\n"
                                       "[times]\nend = 1\n").problem(),
    "Prediction": lambda: ph.fit(observations(), body).predict([1.0]),
    "Result": lambda: ph.run_scenario(ensemble),
    "RigidBodies": lambda: stepped(ph.RigidBodies(needle, ph.State(needle.body, omega=[[0, 0, 1], [0, 1, 0]]),
                                                  [[0, 0, 0], [3, 0, 0]], np.zeros((2, 3)), forces=springs,
                                                  splitting="strang_kick", start_time=1), 0.1),
    "RigidRun": lambda: ph.RigidBodies(body, many, [[0, 0, 0], [3, 0, 0]], [0, 0, 0], loads=pulls,
                                       splitting="strang_kick").run(0.1, 2),
    "RoundOff": lambda: ph.round_off(body, [1, 2, 3], steps=100, starts=2),
    "Run": lambda: ph.FreeStepper(body, start).run(0.1, 3),
    "Simulation": lambda: ph.simulate(body, start, times=times, torque=lambda s: -0.1 * s.omega,
                                      events=[ph.Event(lambda s: s.time - 0.7, stops=True)]),
    "Splitting": lambda: ph.Splitting.composition("triple jump", 4, [1 / (2 - np.longdouble(2) ** (1 / 3))]),
    "SplittingStepper": lambda: stepped(ph.SplittingStepper(body, start, torque=brake, splitting="kahan_li6",
                                                            start_time=1), 0.1, 3),
    "State": lambda: ph.State([body, ph.Body.moments([1, 2, 3])], omega=[0, 0, 1]),
    "Stop": lambda: ph.simulate(body, start, times=times,
                                events=[ph.Event(lambda s: s.time - 0.7, stops=True)]).stopped,
    "Torque": lambda: (ph.torque(lambda s: -0.1 * s.omega, breakpoints=[1.0]) + ph.torque(brake)
                       + ph.potential_torque(lambda s: np.dot([0, 0, 1], s.in_body([0.2, 0, 0.5])))
                       + ph.impulses([0.5], [[0, 0, 1]]) + ph.formula_torque("-d * omega",
                                                                             constants={"d": 0.1})),
    "TorquedMotion": lambda: ph.TorquedMotion(body, start, torque=ph.linear_damping(0.1), start_time=1,
                                              end_time=3),
    "Tumbling": lambda: start.describe(),
    "View": lambda: ph.View("<p>page</p>", 300),
}


def test_every_public_class_is_here():
    classes = {name for name in ph.__all__ if isinstance(getattr(ph, name), type)
               and not issubclass(getattr(ph, name), Exception)}
    assert classes == set(things)


def parts_of(thing, depth=0):
    """What users can see of a thing, as plain numbers and texts."""
    if depth > 6 or thing is None or isinstance(thing, (str, bytes, bool, int, float, np.bool_)):
        return repr(thing)  # NaN is equal to itself
    if isinstance(thing, np.ndarray):
        if thing.dtype == object:
            return [parts_of(t, depth + 1) for t in thing.flat]
        return thing.shape, repr(thing.tolist())
    if isinstance(thing, dict):
        return {k: parts_of(v, depth + 1) for k, v in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [parts_of(t, depth + 1) for t in thing]
    if callable(thing) or type(thing).__module__ == "polhode._core":
        return getattr(thing, "__qualname__", None)
    seen = {}
    for name in dir(type(thing)) + list(getattr(thing, "__dict__", {})):
        # Figures and pages follow from the rest.
        if name.startswith("_") or name in ("rotation", "body" if isinstance(thing, ph.State) else ""):
            continue
        try:
            value = getattr(thing, name)
        except ValueError as error:
            value = str(error)
        if not callable(value):
            seen[name] = parts_of(value, depth + 1)
    return type(thing).__name__, seen


@pytest.mark.parametrize("name", sorted(things))
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x)),
                                   lambda x: pickle.loads(pickle.dumps(x, protocol=2))],
                         ids=["copy", "deepcopy", "pickle", "pickle 2"])
def test_a_copy_has_all_that_its_original_has(name, again):
    thing = things[name]()
    made = again(thing)
    assert type(made) is type(thing)
    assert repr(made) == repr(thing) or " at 0x" in repr(thing)
    is_rounded = name in ("ChangingBody", "ControlledBody", "CoupledBodies", "RigidBodies")
    if not is_rounded:
        assert parts_of(made) == parts_of(thing)


@pytest.mark.parametrize("name", ["Batch", "ChangingBody", "ControlledBody", "CoupledBodies", "FreeStepper",
                                  "RigidBodies", "SplittingStepper"])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))],
                         ids=["copy", "deepcopy", "pickle"])
def test_a_copied_stepper_goes_on_by_itself(name, again):
    def state_of(thing):
        if isinstance(thing, (ph.CoupledBodies, ph.RigidBodies)):
            return np.concatenate([thing.attitude.ravel(), thing.momentum.ravel()])
        s = thing.states if isinstance(thing, ph.Batch) else thing.state
        return np.concatenate([s.attitude.ravel(), s.momentum.ravel()])

    original, second = things[name](), things[name]()
    made = again(original)
    before = state_of(original)
    made.step(0.05)
    assert (state_of(original) == before).all() and (state_of(made) != before).any()
    second.step(0.05)
    assert abs(made.time - second.time) < 1e-15
    if name in ("Batch", "FreeStepper", "SplittingStepper"):
        assert (state_of(made) == state_of(second)).all()
    else:
        assert np.abs(state_of(made) - state_of(second)).max() < 1e-14 * np.abs(before).max() * 20


def test_a_batch_under_torque_goes_on_from_its_copy():
    one = ph.Batch([body, body], many, torque=ph.linear_damping(0.1), splitting="kahan_li6", start_time=1)
    one.step(0.1, 3)
    two = pickle.loads(pickle.dumps(one))
    one.step(0.1, 3)
    two.step(0.1, 3)
    assert one.time == two.time and np.abs(one.states.momentum - two.states.momentum).max() < 1e-14


def test_a_batch_in_which_a_body_has_failed_is_copied_and_resumes():
    # Too large for a double where omega1 is large.
    steep = ph.formula_torque(["exp(300 * abs(omega1)) * 1e-290", "0", "0"])
    starts = ph.State(body, omega=[[0.1, 0, 0.5]] * 3)
    one = ph.Batch(body, starts, torque=steep, splitting="strang_kick")
    one.step(0.1)
    before, expected = one.checkpoint(), one.states.momentum
    one.add_momentum(1, [30, 30, 30])
    with pytest.warns(RuntimeWarning, match="1 of 3 bodies"):
        one.step(0.1)
    two = pickle.loads(pickle.dumps(one))
    assert np.array_equal(two.states.momentum, one.states.momentum, equal_nan=True)
    assert np.isnan(two.states.momentum[1]).all() and np.isfinite(two.states.momentum[[0, 2]]).all()
    one.resume(before)
    one.step(0.1)
    one.resume(before)
    assert (one.states.momentum == expected).all()
    one.step(0.1)
    assert (one.states.momentum == one.states.momentum[0]).all()


@pytest.mark.parametrize("shape", [
    ph.Body.box([1, 2, 3], mass=12), ph.Body.ellipsoid([1, 2, 3], density=2),
    ph.Body.sphere(2, inner_radius=1, mass=3),
    ph.Body.cylinder(1, 2, axis="y", inner_radius=0.2, mass=4), ph.Body.moments([3, 1, 2]),
    ph.Body.tensor([[2, 1, 0], [1, 2, 0], [0, 0, 3]]), ph.Body.point_masses([1, 2, 3], np.eye(3)),
    ph.Body.parts([ph.Part(body), ph.Part.point(1, [5, 0, 0])]), body.about([1, 2, 3]),
    ph.Body.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                 [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], mass=6)])
def test_a_copied_body_keeps_mass_centre_and_shape(shape):
    for made in (copy.copy(shape), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))):
        assert made == shape and made.mass == shape.mass and made.volume == shape.volume
        assert made._shape == shape._shape and made.found == shape.found
        assert (made._mesh is None) == (shape._mesh is None)
        assert (made.principal_axes == shape.principal_axes).all()
        if shape.mass is not None:
            assert (made.centre == shape.centre).all()


def test_a_recorded_function_is_pickled_as_its_formula():
    factor = 0.1
    for made in (ph.torque(lambda s: -factor * s.omega, name="mine", is_dissipative=True, breakpoints=[0.3]),
                 ph.potential_torque(lambda s: -np.dot([0, 0, 1],
                                                       s.in_body([0.2, 0, 0.5 * np.cos(s.time)])))):
        again = pickle.loads(pickle.dumps(made))
        assert again.kind == "formula" and again.name == made.name
        assert (again._torque.breakpoints == made._torque.breakpoints).all()
        a, b = (ph.simulate(body, start, torque=t, times=times) for t in (made, again))
        assert (a.attitude == b.attitude).all() and a.conserved_name == b.conserved_name


def test_a_function_that_is_called_back_is_pickled_by_reference_or_refused():
    made = ph.torque(brake)
    again = pickle.loads(pickle.dumps(made))
    assert again.kind == "function" and again.why == made.why != ""
    assert (again.at(start, 1.0) == made.at(start, 1.0)).all()
    for refused in (ph.torque(lambda s: -s.omega, record=False),
                    ph.Event(lambda s: 1.0 if s.time > 3 else -1.0)):
        assert refused.kind == "function"
        with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
            pickle.dumps(refused)
        assert copy.copy(refused).kind == "function"
    event = pickle.loads(pickle.dumps(ph.Event(upright, name="up")))
    assert (event.kind, event.name) == ("function", "up")


def test_a_damaged_recording_is_refused():
    made = ph.torque(lambda s: -0.1 * s.omega)._made_by[1][1]
    rows, results = made.__getstate__()
    again = type(made).__new__(type(made))
    again.__setstate__((rows, results))
    assert again.__getstate__() == (rows, results)
    for bad, places in (([("wurzel", 0, 0, 0, 0.0)], [0]), ([("sum", 0, 0, 0, 0.0)], [0]),
                        ([("input", 11, 0, 0, 0.0)], [0]), ([("input", 10, 0, 0, 0.0)], [1])):
        with pytest.raises(ValueError, match="recorded formula"):
            type(made).__new__(type(made)).__setstate__((bad, places))


def end_of(problem):
    of, state, torque = problem
    return ph.simulate(of, state, torque=torque, times=[1.0]).states


def problems():
    torque = ph.gyrostat([0, 0, 0.1]) + ph.torque(lambda s: -0.1 * s.omega)
    return [(b, ph.State(b, omega=[0.1, 0.2, 1]), torque) for b in (body, ph.Body.moments([1, 2, 3]))]


def check_ends(ends):
    for (of, state, torque), end in zip(problems(), ends):
        alone = ph.simulate(of, state, torque=torque, times=[1.0]).states
        assert (end.momentum == alone.momentum).all() and (end.omega == alone.omega).all() and end.body == of


def test_an_ensemble_in_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        check_ends(pool.map(end_of, problems()))


def test_an_ensemble_by_joblib():
    joblib = pytest.importorskip("joblib")
    check_ends(joblib.Parallel(n_jobs=2, backend="loky")(joblib.delayed(end_of)(p) for p in problems()))


def test_an_ensemble_by_dask():
    dask = pytest.importorskip("dask")
    ends = dask.compute(*[dask.delayed(end_of)(p) for p in problems()], scheduler="processes", num_workers=1)
    check_ends(ends)
