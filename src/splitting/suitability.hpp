// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether a splitting, a torque and a free method go together, and what becomes of them.

#include <polhode/free/method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode {

/// Refuses coefficients that need a torque without momentum, or its gradient, where the torque is not of that
/// kind.
void refuse_unsuited(const Splitting& splitting, const PreparedTorque& torque,
                     const std::string& torque_name);

/// The order of the whole: the splitting's, unless the free method's is lower. A torque that
/// changes under the drift of an approximate free method is seen at its errors too.
int order_of(const Splitting& splitting, const FreeMethod& method);

/// What the user should know before trusting a run, a sentence each.
std::vector<std::string> warnings_of(const Splitting& splitting, const PreparedTorque& torque,
                                     const FreeMethod& method);

}  // namespace polhode
