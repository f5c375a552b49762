# SPDX-License-Identifier: MIT
"""A satellite in the gravity gradient of a circular orbit, with our own control law, and the times at which
it is aligned."""
import sys

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph

n = 0.0011  # radians per second: one orbit in 95 minutes
body = ph.Body.moments([40, 95, 110])  # kg m^2: smallest about the axis to the Earth
start = ph.State(body, ph.from_euler("ZYX", [25, 8, 5], degrees=True), omega=[0, 0, n], frame="space")


def wheels(s):
    """Damps the angular velocity relative to the orbital frame."""
    return -0.05 * (s.omega - s.in_body([0, 0, n]))


damped = ph.torque(wheels)
print(f"the control is {damped.kind}")
aligned = ph.Event(lambda s: np.dot(s.in_body([np.cos(n * s.time), np.sin(n * s.time), 0]), [1, 0, 0])
                   - np.cos(np.radians(5)),
                   name="within 5 degrees", crossing="rising")
times = np.linspace(0, 4 * 2 * np.pi / n, 2001)[1:]
free = ph.simulate(body, start, torque=ph.gravity_gradient_circular(n), times=times)
run = ph.simulate(body, start, torque=ph.gravity_gradient_circular(n) + damped, times=times, events=[aligned])
print(f"{run.engine}: {run.steps} steps, error below 1e-10: {run.error_estimate < 1e-10}; "
      f"the Jacobi integral without control is kept: "
      f"{abs(free.conserved_excursion / free.conserved_start) < 1e-10}")
print(f"{aligned.name} first after {run.events[0].time / 60:.1f} minutes")

with ph.plot.style("light"):
    figure, ax = plt.subplots(figsize=(8, 3.5), constrained_layout=True)
    for r, name, colour in ((free, "free", "#d55e00"), (run, "damped", "#0072b2")):
        earth = ph.orbit_frames(r.times, n)[:, :, 2]
        angle = np.degrees(np.arccos(np.clip(np.sum(r.states.axis([1, 0, 0]) * earth, axis=1), -1, 1)))
        ax.plot(r.times / 60, angle, color=colour, label=name)
    ax.axvline(run.events[0].time / 60, color="#888888", linewidth=0.8)
    ax.set(xlabel="minutes", ylabel="degrees", title="angle from the long axis to the Earth")
    ax.legend()
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
