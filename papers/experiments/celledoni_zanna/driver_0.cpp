// SPDX-License-Identifier: MIT
// driver_example0: a free body in one step, by rotation matrices.
#include "experiments/celledoni_zanna/celledoni_zanna.hpp"
#include "experiments/celledoni_zanna/single_step.hpp"

namespace polhode::experiments::celledoni_zanna {

Experiment driver_0() {
  return {"celledoni-zanna-driver-0", paper, "Driver 0: a free body in one step by rotation matrices",
          [](ExperimentOutput& output) {
            return drive_free_body(output, matrix_routine, printed_matrix_routine,
                                   "frb_step, by rotation matrices,");
          }};
}

}  // namespace polhode::experiments::celledoni_zanna
