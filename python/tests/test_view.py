# SPDX-License-Identifier: MIT
"""The page of show(): complete, without network, with the body as it was given."""

import html
import re
from html.parser import HTMLParser

import numpy as np
import polhode as ph
import pytest
from test_bodies import cube


class Links(HTMLParser):
    """What a page would load from elsewhere, and what frames hold."""

    def __init__(self):
        super().__init__()
        self.loaded, self.frames = [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "iframe":
            self.frames.append(given["srcdoc"])
        for name in ("src", "href"):
            if name in given and tag in ("script", "link", "img", "iframe"):
                self.loaded.append((tag, given[name]))


def times(n=200):
    return np.linspace(0, 60, n)


def test_a_view_is_one_page_in_a_frame():
    run = ph.simulate(ph.Body.box([3, 2, 1], mass=1), omega=[0.01, 1, 0], times=times())
    view = run.show(title='Thrown <b>"box"</b> & so on', height=500)
    outer = Links()
    outer.feed(view._repr_html_())
    assert outer.frames == [view.page] and 'height="500"' in view._repr_html_()
    inner = Links()
    inner.feed(view.page)
    assert not [x for x in inner.loaded if not x[1].startswith("data:")]
    assert not re.search(r"@import|url\(\s*['\"]?http|fetch\(|XMLHttpRequest", view.page)
    assert html.escape('Thrown <b>"box"</b> & so on', quote=False)[:12] in view.page
    assert '<b>"box"' not in view.page
    assert "The body as it was given" in view.page and "long-axis mode" in view.page
    # As many digits as rounding the inputs leaves, as the program says of the same motion.
    assert ">13<" in view.page or ">14<" in view.page


@pytest.mark.parametrize("make, drawn", [
    (lambda: ph.Body.ellipsoid([3, 2, 1], density=2), "The body as it was given"),
    (lambda: ph.Body.cylinder(1, 3, axis="x", inner_radius=0.5, mass=2), "The body as it was given"),
    (lambda: ph.Body.mesh(*cube(2.0), density=3), "The body as it was given"),
    (lambda: ph.Body.moments([1, 2, 2.5]), "a box of the same inertia"),
    (lambda: ph.Body.sphere(2, mass=1), "The body as it was given"),
])
def test_the_body_is_drawn_as_it_was_given(make, drawn):
    run = ph.simulate(make(), omega=[0.1, 0.2, 1], times=times(30), torque=ph.linear_damping(0.01))
    page = run.show().page
    assert drawn in page and "under torque" in page
    assert "without torque and times" in page
    assert "<b>not known</b><span>digits" in page  # under torque nobody has looked


def test_long_runs_are_thinned_and_others_refused(tmp_path):
    body = ph.Body.moments([1, 2, 3])
    run = ph.simulate(body, omega=[0.1, 1, 0], times=np.linspace(0, 100, 20_001))
    view = run.show()
    assert len(view.page) < 3_000_000
    view.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == view.page
    with pytest.raises(FileExistsError):
        view.save(tmp_path / "page.html")
    with pytest.raises(ValueError, match="no states"):
        ph.simulate(body, omega=[0, 1, 0], times=[]).show()
    stopped = ph.simulate(body, omega=[0.1, 1, 0], times=times(50), torque=ph.gyrostat([0, 0.1, 0]),
                          events=[ph.Event(lambda s: s.time - 30, name="half time", stops=True)]).show()
    assert "half time" in stopped.page


def test_the_motion_is_told_by_what_acts():
    # The weight is along x of space, and the axis of the top begins 10 degrees off it.
    top = ph.Body.moments([1, 1, 0.5])
    weight, chi = [1, 0, 0], [0, 0, 1]
    attitude = ph.from_euler("ZYX", [0, 80, 0], degrees=True)
    for torque in (ph.heavy_top(weight, chi), ph.linear_damping(1e-6) + ph.heavy_top(weight, chi)):
        page = ph.simulate(top, attitude=attitude, omega=[0, 0, 20], torque=torque, times=times()).show().page
        assert "The axis is tilted by 10° to 10.2° from the vertical" in page
    torque = ph.vessel_restoring(1, 9.81, 2, 0.5)
    page = ph.simulate(top, attitude=ph.from_euler("ZYX", [0, 0, 0.1]), omega=[0, 0, 0], torque=torque,
                       times=times()).show().page
    assert "It rolls up to 5.73°" in page
    page = ph.simulate(top, omega=[0, 1, 20], torque=lambda s: -0.001 * s.omega, times=times()).show().page
    assert "The angular speed is 20.02 radians per unit of time at the start" in page


def test_results_of_the_program_are_shown():
    result = ph.run_scenario("title = 'Mine'\n[body]\nmoments = [1, 2, 3]\n[start]\n"
                             "angular_velocity = [0, 1, 0.1]\n"
                             "[times]\nend = 10\n")
    assert "Mine" in result.show().page
