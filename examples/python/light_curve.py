# SPDX-License-Identifier: MIT
"""A light curve fitted together with a gyroscope: observations of your own in twenty lines.

A satellite that tumbles has three flat panels. Each is as bright as the product of the cosines of the angles
from its normal to the Sun and to the observer, or dark where it is turned away from one of them. The
gyroscope says nothing about the attitude; the light does.
"""
import sys

import matplotlib.pyplot as plt
import numpy as np
import polhode as ph


class LightCurve(ph.Observations):
    """The brightness of flat panels: one number for each time."""

    name, freedom = "light curve", 1

    def __init__(self, times, values, sun, observer, normals, albedos, sigma):
        super().__init__(times, len(values), sigma)
        self.values, self.normals, self.albedos = np.asarray(values), np.asarray(normals), np.asarray(albedos)
        self.sun, self.observer = np.asarray(sun), np.asarray(observer)

    def model(self, q):
        """The brightness (n,) for attitudes (n, 4), and its derivative by a small rotation (n, 3)."""
        s, o = ph.to_body(q, self.sun)[:, None], ph.to_body(q, self.observer)[:, None]  # (n, 1, 3)
        lit, seen = np.sum(s * self.normals, -1), np.sum(o * self.normals, -1)  # (n, panels)
        weight = self.albedos * (lit > 0) * (seen > 0)
        # A rotation d changes a direction s in the body frame by s x d, and n . s by (n x s) . d.
        slope = np.cross(self.normals, s) * seen[..., None] + np.cross(self.normals, o) * lit[..., None]
        return np.sum(weight * lit * seen, -1), np.sum(weight[..., None] * slope, 1)

    def compare(self, q, omega):
        """Residuals (n, 1) divided by sigma, and their derivatives (n, 1, 3) by the rotation and by omega."""
        value, slope = self.model(q)
        return (((self.values - value) / self.sigma)[:, None], -(slope / self.sigma[:, None])[:, None],
                np.zeros((len(q), 1, 3)))


random = np.random.default_rng(1)
body = ph.Body.moments([1.2, 2, 3])
true = ph.FreeMotion(body, omega=[0.3, 0.1, 1.0], attitude=ph.from_euler("ZYX", [1.0, 0.4, -0.3]))
t = np.linspace(0, 40, 120)
light = LightCurve(t, np.zeros(t.size), sun=[1, 0, 0], observer=[0.6, 0.8, 0], albedos=[0.3, 0.6, 1.0],
                   normals=[[0, 0, 1], [1, 0, 0], [0, 0.6, -0.8]], sigma=0.02)
light.values = light.model(true.at(t).attitude)[0] + 0.02 * random.normal(size=t.size)
rates = ph.Omegas(t, true.at(t).omega + 0.02 * random.normal(size=(t.size, 3)), sigma=0.02)

# A rough first guess of the attitude, since no start can be derived from brightness.
guess = ph.Body.moments([1.15, 2.1, 3])
rough = ph.State(guess, ph.from_euler("ZYX", [1.2, 0.3, -0.1]), omega=rates.omega[0])
rough_angle = np.degrees(ph.angle_between(rough.attitude, true.start.attitude))
fit = ph.fit([light, rates], guess, rough)
print(f"moments {np.round(fit.moment_ratios * 3, 2)}, true [1.2 2 3]")
print(f"chi^2 {fit.chi_square:.0f} for {fit.degrees_of_freedom} degrees of freedom, success: {fit.success}")
off = np.degrees(ph.angle_between(fit.start.attitude, true.start.attitude))
sigma = np.degrees(fit.predict([0.0]).attitude_sigma[0])
print(f"attitude off by {off:.1f} degrees, expected {sigma:.1f}; it was {rough_angle:.0f} at the start")

with ph.plot.style("light"):
    figure, axes = plt.subplots(figsize=(8, 3.5), constrained_layout=True)
    fine = np.linspace(0, 60, 1000)
    axes.plot(fine, light.model(fit.motion.at(fine).attitude)[0], color="#0072b2", label="fitted")
    axes.plot(t, light.values, ".", color="#d55e00", label="seen")
    axes.set(title="The light of three panels", xlabel="time", ylabel="brightness")
    axes.legend(loc="upper right", ncol=2)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
