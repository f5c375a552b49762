# SPDX-License-Identifier: MIT
"""Ten thousand water molecules: moments from the atoms, thermal spins, all advanced at once in our own
arrays."""
import sys

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph

# Atomic mass units, angstroms, picoseconds; SPC/E.
angle = np.radians(109.47)
water = ph.Body.point_masses([15.9994, 1.008, 1.008], [[0, 0, 0], [np.sin(angle / 2), np.cos(angle / 2), 0],
                                                       [-np.sin(angle / 2), np.cos(angle / 2), 0]])
moments = water.principal_moments
print("moments", moments.round(4), "u A^2")

# The equipartition of energy: each momentum has the variance I k T.
kT = 0.83145 * 298.15  # u A^2 / ps^2
random = np.random.default_rng(3)
n = 10_000
# Along the principal axes, one row for each component.
momentum = random.normal(size=(3, n)) * np.sqrt(moments * kT)[:, None]
attitude = random.normal(size=(4, n))
attitude /= np.linalg.norm(attitude, axis=0)
body = ph.Body.moments(moments)
energy = (momentum ** 2 / moments[:, None]).sum(axis=0) / 2
print(f"mean energy {energy.mean() / kT:.3f} +- {energy.std() / kT / np.sqrt(n):.3f} kT, expected 1.5")

# The autocorrelation of the dipole's direction in a gas without collisions. No array is copied.
dipole_axis = np.abs(water.principal_axes[1]).argmax()  # the symmetry axis among the principal ones
along = np.eye(3)[dipole_axis]
first = ph.to_space(attitude.T, along)
h, memory = 0.002, [1.0]
for _ in range(150):
    ph.step_in_place(body, attitude, momentum, h, threads=2)
    memory.append(float(np.mean(np.sum(ph.to_space(attitude.T, along) * first, axis=1))))
after = (momentum ** 2 / moments[:, None]).sum(axis=0) / 2
print("no energy has changed by 1e-13 after 150 steps:", bool(np.abs(after / energy - 1).max() < 1e-13))
print(f"memory after 0.1 ps {memory[50]:.3f}, after 0.3 ps {memory[150]:.3f}")

with ph.plot.style("light"):
    figure, ax = plt.subplots(figsize=(6, 3.2), constrained_layout=True)
    ax.plot(h * np.arange(151), memory, color="#0072b2")
    ax.axhline(0, color="#888888", linewidth=0.8)
    ax.set(xlabel="picoseconds", title="free water at 298 K: how a dipole forgets its direction")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
