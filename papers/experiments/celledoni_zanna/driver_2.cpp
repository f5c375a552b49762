// SPDX-License-Identifier: MIT
// driver_example2: a free body in one step, by quaternions.
#include "experiments/celledoni_zanna/celledoni_zanna.hpp"
#include "experiments/celledoni_zanna/single_step.hpp"

namespace polhode::experiments::celledoni_zanna {

Experiment driver_2() {
  return {"celledoni-zanna-driver-2", paper, "Driver 2: a free body in one step by quaternions",
          [](ExperimentOutput& output) {
            return drive_free_body(output, quaternion_routine, printed_quaternion_routine,
                                   "quat_step, by quaternions,");
          }};
}

}  // namespace polhode::experiments::celledoni_zanna
