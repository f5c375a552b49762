// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The headers that most programs need: bodies, states, free motion, torques, simulate and batches.
///
/// Not included are kernel/ (the formulas as templates, whose interface may change with any version) and
/// elliptic/.

#include <polhode/batch/free_step.hpp>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/body/mesh.hpp>
#include <polhode/body/mesh_file.hpp>
#include <polhode/body/observed_angles.hpp>
#include <polhode/body/parts.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/body/shapes.hpp>
#include <polhode/body/state.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/free/step_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/free/tumbling_derivative.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/mean.hpp>
#include <polhode/rotation/shortest_turn.hpp>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/simulation/splitting_derivative.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/simulation/torqued_motion.hpp>
#include <polhode/simulation/torqued_rounding.hpp>
#include <polhode/splitting/changing_body.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <polhode/splitting/rigid_bodies.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula.hpp>
#include <polhode/torque/formula_text.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <polhode/torque/torque.hpp>
