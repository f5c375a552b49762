// SPDX-License-Identifier: MIT
#include "experiments/celledoni_zanna/perturbed_body.hpp"

#include <polhode/torque/built_in.hpp>

namespace polhode::experiments::celledoni_zanna {

Eigen::Vector3d perturbation() {
  return {9.5586303547238536e-05, 4.8777318247201465e-04, -8.6772148817192390e-04};
}

namespace {

SplittingStepper perturbed_by(const Eigen::Vector3d& u0, const char* splitting_name,
                              const SplittingOptions& options) {
  const Inertia body = Inertia::from_moments(1.0, 1.0126869887825154, 3.3062374224730378);
  const Eigen::Vector3d m0{-3.4790957088547336e-01, -1.9822914599675923e-01, -9.1633189192763642e-01};
  return SplittingStepper(body, {Eigen::Quaterniond::Identity(), m0}, heavy_top(u0, Eigen::Vector3d::UnitZ()),
                          splitting(splitting_name), options);
}

}  // namespace

SplittingStepper perturbed_body(const char* splitting_name) {
  return perturbed_by(perturbation(), splitting_name, {.summation = Summation::compensated});
}

SplittingStepper perturbed_body(const char* splitting_name, const FreeMethod& drift, double weight) {
  return perturbed_by(weight * perturbation().normalized(), splitting_name, {.free_method = drift});
}

}  // namespace polhode::experiments::celledoni_zanna
