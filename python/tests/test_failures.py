# SPDX-License-Identifier: MIT
"""A failed run reports it: success, message, RuntimeWarning; and Ctrl-C ends every long computation."""

import os
import signal
import threading
import time
import warnings

import h5py
import numpy as np
import polhode as ph
import pytest

body = ph.Body.moments([1, 2, 3])
start = ph.State(body, omega=[0.4, 0.1, 1])


def fails(message, **options):
    with pytest.warns(RuntimeWarning, match=message) as heard:
        run = ph.simulate(body, start, **options)
    assert len(heard) == 1 and heard[0].filename == __file__
    assert run.success is False and run.message == str(heard[0].message) and "FAILED" in repr(run)
    return run


def succeeds(**options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = ph.simulate(body, start, **options)
    assert run.success is True and run.message == ""
    return run


@pytest.mark.parametrize("record", [True, False])
def test_a_run_that_stops_early_fails(record):
    def ends(s):
        with np.errstate(all="ignore"):
            return np.array([1.0, 0, 0]) * np.log(2.5 - s.time)

    torque = ph.torque(ends, record=record)
    run = fails("the run stopped at t = 2.*, before its last time 4", torque=torque, times=[1.0, 2, 3, 4])
    assert run.times.tolist() == [1, 2] and run.stopped is not None and run.stopped.reason in run.message


def test_an_event_that_stops_the_run_is_a_success_and_its_last_row():
    stop = ph.Event(lambda s: s.time - 2.5, stops=True)
    for options in ({}, {"torque": ph.linear_damping(0.1)},
                    {"torque": ph.linear_damping(0.1), "splitting": "kahan_li6"}):
        run = succeeds(times=[1.0, 2, 3, 4], events=[stop], **options)
        assert len(run) == 3 and abs(run.times[-1] - 2.5) < 1e-12 and run.stopped is not None
        assert (run.attitude[-1] == run.events[-1].state.attitude).all()
        assert (run.omega[-1] == run.stopped.state.omega).all()
    # At a time that was asked for it is not given twice.
    assert succeeds(times=[1.0, 2.5, 3], events=[stop]).times.size == 2


def test_an_event_that_is_not_finite_is_a_failure():
    fails("event", times=[1.0, 4], events=[ph.Event(lambda s: 1000 + np.log(2.5 - s.time), stops=True)])


def test_a_tolerance_that_is_not_met_is_a_failure():
    fails("tolerance 1e-17 not met", torque=ph.linear_damping(0.1), times=[1.0], tolerance=1e-17)
    run = fails("tolerance 1e-15 not met: the estimated error is", times=[40.0], tolerance=1e-15,
                torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]))
    assert run.error_estimate > 3e-15
    succeeds(torque=ph.linear_damping(0.1), times=[1.0])
    succeeds(torque=ph.linear_damping(0.1), times=[1.0], estimate_error=False)
    succeeds(times=[1.0], tolerance=1e-17)  # exact


def test_a_run_without_a_digit_is_a_failure():
    fails("no accurate digit: the estimated error is", torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]),
          times=[20.0], step=1.5, splitting="strang_kick")
    succeeds(torque=ph.linear_damping(0.1), times=[2.0], step=0.1, splitting="strang_kick")


def test_a_run_that_is_ended_on_request_is_no_success_and_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = ph.simulate(body, start, torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]), times=[1e7],
                          estimate_error=False, progress=lambda part: False)
    assert not run.success and "request" in run.message


def test_many_motions_fail_one_by_one():
    starts = ph.State(body, omega=[[0, 0, 0.1], [0, 0, 1.0]])
    torque = ph.torque(lambda s: np.array([0, 0, 0.01]) / (3.5 - s.momentum[2]) ** 4, record=True)
    with pytest.warns(RuntimeWarning, match="1 of 2 motions failed; the first is motion 1: the run stopped"):
        many = ph.simulate_many(body, starts, torque=torque, times=[0.1, 1.0])
    assert many.success.tolist() == [True, False] and many.messages[0] == ""
    assert np.isnan(many.states[1, 1].momentum).all() and "1 failed" in repr(many)


ensemble = """
[body]
moments = [1, 2, {{ uniform = [{low}, {high}] }}]
[start]
angular_velocity = [0.1, 0.2, 1]
[times]
end = 2
every = 1
[ensemble]
runs = 6
seed = 1
"""


def test_an_ensemble_with_failed_runs_keeps_the_good_ones(tmp_path):
    with pytest.warns(RuntimeWarning, match=r"of 6 runs failed; the first is run"):
        result = ph.run_scenario(ensemble.format(low=-3, high=3), output=tmp_path / "all")
    failed = len(result.failures)
    assert not result.success and 0 < failed < 6 and result.message.startswith(f"{failed} of 6")
    assert np.isfinite(result["m_3"]).sum() == 6 - failed and len(result) == 6
    assert (tmp_path / "all.csv").exists()
    assert ph.run_scenario(ensemble.format(low=2, high=3)).success


def test_results_do_not_follow_links_to_other_files(tmp_path):
    (tmp_path / "secret").write_bytes(np.arange(3.0).tobytes())
    with h5py.File(tmp_path / "other.h5", "w") as other:
        other["data"] = np.arange(3.0)

    def external(group):
        return group.create_dataset("a", (3,), "f8", external=[(str(tmp_path / "secret"), 0, 24)])

    def virtual(group):
        layout = h5py.VirtualLayout((3,), "f8")
        layout[:] = h5py.VirtualSource(str(tmp_path / "other.h5"), "data", (3,))
        return group.create_virtual_dataset("a", layout)

    def link(group):
        group["a"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "data")

    def soft(group):
        group["a"] = h5py.SoftLink("/trajectory/b")

    def through(group):
        group["a"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "/")
        group.attrs["groups"] = ["a/data"]

    for k, make in enumerate((external, virtual, link, soft, through)):
        path = tmp_path / f"result{k}.h5"
        with h5py.File(path, "w") as file:
            data = make(file.create_group("trajectory"))
            if data is not None:
                data.attrs["columns"] = ["t"]
        with pytest.raises(ValueError, match="expected data of the program"):
            ph.read_result(path)
    with h5py.File(tmp_path / "whole.h5", "w") as file:
        file["trajectory"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "/")
    with pytest.raises(ValueError, match="found a link at .*trajectory"):
        ph.read_result(tmp_path / "whole.h5")


def test_figures_do_not_go_through_pyplot():
    import matplotlib
    import matplotlib.pyplot as plt

    before, figures, backend = dict(matplotlib.rcParams), plt.get_fignums(), matplotlib.get_backend()
    run = ph.simulate(body, start, times=np.linspace(0, 9, 50))
    figure = run.plot()
    ph.plot.momentum(run)
    assert plt.get_fignums() == figures and dict(matplotlib.rcParams) == before
    assert matplotlib.get_backend() == backend
    assert figure._repr_png_()[:8] == b"\x89PNG\r\n\x1a\n"
    with ph.plot.style("print"):
        plt.figure()
    assert len(plt.get_fignums()) == len(figures) + 1
    plt.close()


@pytest.mark.parametrize("work", [
    lambda: ph.TorquedMotion(body, start, torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]), end_time=1e7),
    lambda: ph.torqued_derivative(body, start, torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]), times=[1e9]),
    lambda: ph.divergence(body, start, torque=ph.heavy_top([0, 0, 3], [0.1, 0.2, 1]), end_time=1e9),
    lambda: ph.round_off(body, [1, 2, 3], steps=10 ** 12, starts=4)],
    ids=["TorquedMotion", "torqued_derivative", "divergence", "round_off"])
def test_an_interrupt_ends_long_work(work):
    # Tests that were started in the background ignore SIGINT.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize("torque", [None, ph.heavy_top([0, 0, 1], [0, 0, 0.3])])
@pytest.mark.parametrize("estimate_error", [True, False])
def test_motions_on_lanes_are_no_failures(torque, estimate_error):
    body = ph.Body.moments([1, 2, 3])
    starts = ph.State(body, omega=[[1, 0, 1], [1, 1, 1]])
    many = ph.simulate_many(body, starts, torque=torque, times=[1.0], step=0.1, estimate_error=estimate_error)
    assert many.success.all() and not any(many.messages)
    assert [r["engine"] for r in many.reports] == 2 * ["splitting" if torque else "exact"]


def test_errors_have_the_names_of_the_library():
    assert issubclass(ph.InvalidInput, ValueError) and issubclass(ph.InvalidFormula, ph.InvalidInput)
    assert issubclass(ph.StepFailure, RuntimeError)
    with pytest.raises(ph.InvalidFormula, match="omga"):
        ph.formula_torque("omga")
    with pytest.raises(ph.InvalidInput, match="eccentricity"):
        ph.gravity_gradient_elliptic(1, 2)
    with pytest.raises(ph.InvalidInput, match="momentum"):
        ph.State(body, momentum=[1, 2])
