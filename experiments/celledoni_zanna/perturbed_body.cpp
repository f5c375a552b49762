// SPDX-License-Identifier: MIT
#include "experiments/celledoni_zanna/perturbed_body.hpp"

#include <polhode/torque/built_in.hpp>

namespace polhode::experiments::celledoni_zanna {

Eigen::Vector3d perturbation() {
  return {9.5586303547238536e-05, 4.8777318247201465e-04, -8.6772148817192390e-04};
}

SplittingStepper perturbed_body(const char* splitting_name) {
  const Inertia body = Inertia::from_moments(1.0, 1.0126869887825154, 3.3062374224730378);
  const Eigen::Vector3d m0{-3.4790957088547336e-01, -1.9822914599675923e-01, -9.1633189192763642e-01};
  return SplittingStepper(body, {Eigen::Quaterniond::Identity(), m0},
                          heavy_top(perturbation(), Eigen::Vector3d::UnitZ()), splitting(splitting_name),
                          {.summation = Summation::compensated});
}

}  // namespace polhode::experiments::celledoni_zanna
