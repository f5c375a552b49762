# SPDX-License-Identifier: MIT
"""Typical user code, only for mypy: python/check_types."""

import numpy as np
import polhode as ph

body = ph.Body.moments([1, 2, 3])
state: ph.State = ph.FreeMotion(body, omega=[1, 0, 1]).at(np.linspace(0, 1, 3))
run: ph.Simulation = ph.simulate(body, omega=[1, 0, 1], torque=lambda s: -s.omega, times=[1.0])
x: float = run.error_estimate
d: ph.MotionDerivative = ph.torqued_derivative(body, omega=[1, 0, 1], times=[1.0],
                                               torque=ph.linear_damping(1))
pair = ph.CoupledBodies(body, [run.states[0]], lambda q, t: 0 * q[:, 1:], splitting='strang_kick')
page: str = run.show().page
