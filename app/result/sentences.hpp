// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Descriptions of body, torque and method in words, for the terminal, pages and readers of the files. Those
/// of an ensemble name the run that is described.

#include <string>

#include "result/summary.hpp"

namespace polhode::app {

/// "box 1 x 2 x 3, mass 5"
std::string body_sentence(const Summary& summary);

/// "gravity gradient, mean motion 1, ..."; empty for a free body.
std::string torque_sentence(const Summary& summary);

/// "power series of order 20, 12 steps of at most 0.5"
std::string method_sentence(const Summary& summary);

}  // namespace polhode::app
