// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The scenarios that `polhode new` writes. The folder scenarios/ of the repository holds the same texts; a test compares them.

#include <string>
#include <vector>

namespace polhode::app {

struct ExampleScenario {
  std::string kind, summary, text;
};

const std::vector<ExampleScenario>& example_scenarios();

}  // namespace polhode::app
