// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The scenarios that `polhode new` writes: those of the folder scenarios/.

#include <string>
#include <vector>

namespace polhode::app {

struct ExampleScenario {
  std::string kind, summary, text;
};

const std::vector<ExampleScenario>& example_scenarios();

}  // namespace polhode::app
