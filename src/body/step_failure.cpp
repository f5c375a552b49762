// SPDX-License-Identifier: MIT
#include <polhode/body/step_failure.hpp>
#include <utility>

namespace polhode {

StepFailure::StepFailure(std::string quantity, std::string found, std::string expected, double time,
                         const State& state)
    : std::runtime_error(quantity + ": found " + found + ", expected " + expected),
      quantity_(std::move(quantity)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      time_(time),
      state_(state) {}

}  // namespace polhode
