# SPDX-License-Identifier: MIT
"""A tumbling asteroid: periods, the attitude at any time, its uncertainty, and figures."""
import sys

import numpy as np
import polhode as ph

apophis = ph.Body.moments([0.61, 0.965, 1.0])  # only the ratios matter for a torque-free body
motion = ph.FreeMotion(apophis, omega=[0.06447, 0, 0.19912])  # radians per hour
print(motion.describe())
for hours in (24, 8766, 1e9, 1e12):
    s = motion.at(hours)
    print(f"t = {hours:8.0e} h   long axis at {s.axis([1, 0, 0]).round(3)}, known to "
          f"{motion.rounding_error(hours):.0e}")

run = motion.simulate(np.linspace(0, 400, 4001))
figure = run.plot(title="(99942) Apophis, 400 hours")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=90)
