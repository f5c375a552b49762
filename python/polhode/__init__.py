# SPDX-License-Identifier: MIT
"""Polhode computes how rigid bodies rotate: torque-free bodies exactly, bodies under torque by power series
or splitting methods.

Conventions:

- Attitudes are unit quaternions (w, x, y, z), scalar first, from the body frame to space.
- Angular momentum, angular velocity and torques are in the body frame unless stated otherwise.
- Plain numbers are in any consistent units; angles are in radians. Quantities with a unit (astropy, pint) are
  converted to radians; their other units must be SI.
- Invalid arguments raise an InvalidInput, a ValueError, that gives the value found and the value expected.
- A step that fails raises a StepFailure, a RuntimeError. A run that fails has ``success == False`` and issues
  a RuntimeWarning.

>>> import numpy as np, polhode as ph
>>> body = ph.Body.ellipsoid([230, 80, 70], density=2700)
>>> motion = ph.FreeMotion(body, omega=[0.06, 0, 0.2])
>>> motion.at(np.linspace(0, 1e6, 1001)).attitude.shape
(1001, 4)
"""

from . import elliptic, plot
from ._core import InvalidFormula, InvalidInput, StepFailure, version as __version__
from .body import Body, Part
from .derivative import (Divergence, InvariantRoundOff, MotionDerivative, RoundOff, derivative,
                         derivative_by_tensor, divergence, round_off, torqued_derivative)
from .fit import Attitudes, Directions, Fit, Observations, Omegas, Prediction, fit
from .free import FreeMotion
from .problem import Problem
from .program import Result, read_result, run_scenario
from .rotation import (angle_between, attitude_of, from_euler, from_mrp, from_rotation_vector, matrix_of,
                       mean_attitude, read_quaternion, rotation_of, to_body, to_euler, to_mrp,
                       to_rotation_vector, to_space, write_quaternion)
from .several import ChangingBody, CoupledBodies, CoupledRun, Molecule, RigidBodies, RigidRun
from .simulation import (Event, FoundEvent, ManySimulations, Simulation, Stop, TorquedMotion, simulate,
                         simulate_many)
from .state import State, Tumbling, describe, flip_times, state_from_periods
from .stepper import (Batch, ControlledBody, FreeStepper, Run, Splitting, SplittingStepper,
                      free_methods, splittings, step_in_place)
from .torque import (FormulaState, Torque, dipole, formula_torque, gravity_gradient_circular,
                     gravity_gradient_elliptic, gravity_gradient_fixed, gyrostat, heavy_top, impulse,
                     impulses, internal_dissipation, linear_damping, no_torque, orbit_frames,
                     potential_torque, quadratic_drag, sine_torque, steady_torque, tabulated_torque, torque,
                     vessel_restoring)
from .view import View

InvalidInput.__doc__ = "An invalid argument; the message gives the value found and the value expected."
InvalidFormula.__doc__ = "An invalid formula given as text; the message gives the place in the text."
StepFailure.__doc__ = "A step that failed, for example because the torque is not finite."
for _error in (InvalidFormula, InvalidInput, StepFailure):
    _error.__module__ = "polhode"

__all__ = [
    "Attitudes", "Batch", "Body", "ChangingBody", "ControlledBody", "CoupledBodies", "CoupledRun",
    "Directions", "Divergence", "Event", "Fit", "FormulaState", "FoundEvent", "FreeMotion", "FreeStepper",
    "InvalidFormula", "InvalidInput", "InvariantRoundOff", "ManySimulations", "Molecule", "MotionDerivative",
    "Observations", "Omegas", "Part", "Prediction", "Problem", "Result", "RigidBodies", "RigidRun",
    "RoundOff", "Run", "Simulation", "Splitting", "SplittingStepper", "State", "StepFailure", "Stop",
    "Torque", "TorquedMotion", "Tumbling", "View", "angle_between", "attitude_of", "derivative",
    "derivative_by_tensor", "describe", "dipole", "divergence", "elliptic", "fit", "flip_times",
    "formula_torque", "free_methods", "from_euler", "from_mrp", "from_rotation_vector",
    "gravity_gradient_circular", "gravity_gradient_elliptic", "gravity_gradient_fixed", "gyrostat",
    "heavy_top", "impulse", "impulses", "internal_dissipation", "linear_damping", "matrix_of",
    "mean_attitude", "no_torque", "orbit_frames", "plot", "potential_torque", "quadratic_drag",
    "read_quaternion", "read_result", "rotation_of", "round_off", "run_scenario", "simulate", "simulate_many",
    "sine_torque", "splittings", "state_from_periods", "steady_torque", "step_in_place", "tabulated_torque",
    "to_body", "to_euler", "to_mrp", "to_rotation_vector", "to_space", "torque", "torqued_derivative",
    "vessel_restoring", "write_quaternion",
]
