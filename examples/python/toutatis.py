# SPDX-License-Identifier: MIT
"""Asteroid (4179) Toutatis as radar saw it on 17 days of December 1992: its body and its spin from 17
attitudes and rates.

Data: Takahashi, Busch, Scheeres, Astron. J. 146 (2013) 95. Published periods: 5.376 d about the long axis,
7.420 d of precession.
"""
import sys
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph
import scipy.optimize  # so that the time below is that of the fit

table = Path(__file__).parents[2] / "tests" / "reference" / "toutatis_1992.csv"
days, *columns = np.genfromtxt(table, delimiter=",", skip_header=1, usecols=range(1, 8)).T
attitudes = ph.from_euler("ZXZ", np.stack(columns[:3], axis=1), degrees=True)
rates = np.radians(np.stack(columns[3:], axis=1))

begin = time.perf_counter()
fit = ph.fit([ph.Attitudes(days, attitudes, sigma=np.radians(5)),
              ph.Omegas(days, rates, sigma=np.radians(4))],
             body=ph.Body.moments([3, 3.3, 1]), loss="soft_l1")
seconds = time.perf_counter() - begin

found, (sigma_rotation, sigma_precession) = fit.describe(), fit.period_sigma()
ratios = fit.moment_ratios / fit.moment_ratios[2]
print(f"{found.regime}: moments {ratios[0]:.2f} : {ratios[1]:.2f} : 1")
print(f"rotation   {found.polhode_period:.3f} +- {sigma_rotation:.3f} days   (published 5.376)")
print(f"precession {found.precession_period:.3f} +- {sigma_precession:.3f} days   (published 7.420)")
off = np.degrees(ph.angle_between(fit.motion.at(days).attitude, attitudes))
print(f"attitudes met within {np.sqrt(np.mean(off ** 2)):.1f} degrees, root mean square")
print("in less than a second" if seconds < 1 else f"in {seconds:.1f} seconds", file=sys.stderr)

# The direction of the long axis, observed and fitted, with the uncertainty of the fit and a prediction.
fine = np.linspace(days[0] - 1, days[-1] + 12, 1000)
prediction = fit.predict(fine)
with ph.plot.style("light"):
    figure, axes = plt.subplots(2, 1, figsize=(8, 6), sharex=True, constrained_layout=True)
    for k, (name, colour) in enumerate(zip("xyz", ["#0072b2", "#d55e00", "#009e73"])):
        axes[0].plot(fine, prediction.state.axis([0, 0, 1])[:, k], color=colour, label=f"${name}$")
        axes[0].plot(days, ph.to_space(attitudes, [0, 0, 1])[:, k], "o", color=colour, markersize=4)
        rate, sigma = np.degrees(prediction.state.omega[:, k]), np.degrees(prediction.omega_sigma[:, k])
        axes[1].plot(fine, rate, color=colour, label=rf"$\omega_{name}$")
        axes[1].fill_between(fine, rate - sigma, rate + sigma, color=colour, alpha=0.2, linewidth=0)
        axes[1].plot(days, np.degrees(rates[:, k]), "o", color=colour, markersize=4)
    axes[0].set(title="Toutatis: direction of the long axis in space, seen (dots) and fitted",
                ylim=(-1.1, 1.1))
    axes[1].set(title="angular velocity in the body, with one standard deviation of the fit",
                xlabel="days since 1992 November 9, 17:49:47", ylabel="degrees a day")
    axes[0].legend(ncol=3, loc="lower right")
    axes[1].legend(ncol=3, loc="center right", bbox_to_anchor=(1, 0.3))
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
