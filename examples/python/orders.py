# SPDX-License-Identifier: MIT
"""Numerical analysis in ten lines: the order of methods, and their effect on the energy."""
import sys

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph

body = ph.Body.moments([0.345, 0.653, 1.0])  # Vilmart's water molecule
start = ph.State(body, momentum=[0.5, 0.2, np.sqrt(0.71)])
exact = ph.FreeMotion(body, start).at(2.0)
names, counts = ["lie_poisson_123", "dmv", "dmv4", "dmv6", "dmv8", "dmv10"], np.array([4, 8, 16, 32, 64, 128])
errors = {}
for name in names:
    steppers = [ph.FreeStepper(body, start, free_method=name) for _ in counts]
    for stepper, n in zip(steppers, counts):
        stepper.step(2.0 / n, int(n))
    errors[name] = np.array([np.linalg.norm(s.state.momentum - exact.momentum) for s in steppers])
    seen = errors[name] > 1e-13  # smaller errors are round-off
    order = np.log2(errors[name][seen][-2] / errors[name][seen][-1])
    print(f"{name:16s} order {order:4.1f}, said to be {ph.free_methods()[name]['momentum_order']}")

drift = {name: np.abs(ph.FreeStepper(body, start, free_method=name).run(0.1, 500, every=20).states.energy
                      / start.energy - 1)
         for name in ("lie_poisson_123", "dmv6", "exact")}
for name, change in drift.items():
    print(f"{name:16s} energy after 10000 steps "
          + (f"within {change.max():.0e}" if change.max() > 1e-13 else "kept to rounding"))

with ph.plot.style("light"):
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for name in names:
        left.loglog(2.0 / counts, errors[name], "o-", markersize=3, label=name)
    left.set(xlabel="step", title="error of the momentum at t = 2")
    left.legend(fontsize="small")
    for name, change in drift.items():
        right.semilogy(2.0 * np.arange(1, 501), np.maximum(change, 1e-17), label=name)
    right.set(xlabel="time", title="relative change of the energy, h = 0.1")
    right.legend(fontsize="small")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
