// SPDX-License-Identifier: MIT
#include <mutex>
#include <polhode/core/error.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <string>
#include <utility>

#include "splitting/coupled_system.hpp"

namespace polhode {

struct CoupledBodiesStepper::Parts : coupled::CoupledParts {};

CoupledBodiesStepper::CoupledBodiesStepper(const std::vector<Inertia>& bodies,
                                           const std::vector<State>& starts, Torques torques,
                                           const Splitting& splitting, const SplittingOptions& options) {
  if (bodies.size() != starts.size() || bodies.empty())
    throw InvalidInput(
        "coupled bodies",
        std::to_string(bodies.size()) + " bodies and " + std::to_string(starts.size()) + " states",
        "one state per body, and at least one body");
  if (!torques) throw InvalidInput("torques of coupled bodies", "no function", "a function");
  const auto function = [torques = std::move(torques)](
                            std::span<const State> states, std::span<const Eigen::Vector3d>, double time,
                            std::span<Eigen::Vector3d> on_bodies,
                            std::span<Eigen::Vector3d>) { torques(states, time, on_bodies); };
  parts_ = std::make_unique<Parts>(
      Parts{coupled::coupled_parts(bodies, starts, {}, function, "coupled bodies", splitting, options)});
}

CoupledBodiesStepper::CoupledBodiesStepper(const Inertia& body, const std::vector<State>& starts,
                                           Torques torques, const Splitting& splitting,
                                           const SplittingOptions& options)
    : CoupledBodiesStepper(std::vector<Inertia>(starts.size(), body), starts, std::move(torques), splitting,
                           options) {}

CoupledBodiesStepper::CoupledBodiesStepper(CoupledBodiesStepper&&) noexcept = default;
CoupledBodiesStepper& CoupledBodiesStepper::operator=(CoupledBodiesStepper&&) noexcept = default;
CoupledBodiesStepper::~CoupledBodiesStepper() = default;

void CoupledBodiesStepper::step(double h) { parts_->step(h); }

std::size_t CoupledBodiesStepper::size() const noexcept { return parts_->callback->frames().size(); }

double CoupledBodiesStepper::time() const noexcept { return parts_->time(); }

std::vector<State> CoupledBodiesStepper::states() const {
  const std::lock_guard lock(*parts_->reading);
  return parts_->states();
}

}  // namespace polhode
