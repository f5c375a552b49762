# SPDX-License-Identifier: MIT
"""A heavy top, from its weight as our own potential, evaluated at any time: the path of its axis."""
import sys

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph

# A disc of 5 cm on a pin, in SI units, about the tip.
disc = ph.Body.parts([ph.Part(ph.Body.cylinder(0.05, 0.01, mass=0.2), position=[0, 0, 0.04]),
                      ph.Part(ph.Body.cylinder(0.002, 0.08, mass=0.01), position=[0, 0, 0.04])])
top = disc.about([0, 0, 0])
weight = ph.potential_torque(lambda s: 0.21 * 9.81 * 0.04 * s.in_space([0, 0, 1])[2], name="weight")
start = ph.State(top, ph.from_euler("ZXZ", [0, 25, 0], degrees=True), omega=[0, 0, 120])

motion = ph.TorquedMotion(top, start, torque=weight, end_time=4, tolerance=1e-12)
print(motion)
times = np.linspace(0, 4, 20001)
states = motion.at(times)
height = states.axis([0, 0, 1])[:, 2]
energy = states.energy + 0.21 * 9.81 * 0.04 * height
print(f"energy kept within 1e-14: {np.ptp(energy) / abs(energy[0]) < 1e-14}; nutation from "
      f"{np.degrees(np.arccos(height.max())):.2f} "
      f"to {np.degrees(np.arccos(height.min())):.2f} degrees")
vertical = states.spatial_momentum[:, 2]
print("vertical momentum kept within 1e-13:", bool(np.ptp(vertical) / vertical[0] < 1e-13))

with ph.plot.style("print"):
    figure, ax = plt.subplots(figsize=(4, 4), constrained_layout=True)
    x, y, _ = states.axis([0, 0, 1]).T
    ax.plot(x, y, color="black", linewidth=0.8)
    ax.set_aspect("equal")
    ax.set(title="the axis of a top from above, 4 s", xlabel="x", ylabel="y")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
