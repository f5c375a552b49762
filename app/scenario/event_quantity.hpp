// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What an event of a scenario can watch.

#include <string>
#include <vector>

namespace polhode::app {

/// "m_1", ..., "angle".
const std::vector<std::string>& event_quantities();

}  // namespace polhode::app
