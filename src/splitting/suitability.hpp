// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Compatibility of a splitting, a torque and a free method.

#include <polhode/free/method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode {

/// @throws InvalidInput if the coefficients need a torque that does not depend on the momentum, or its
///   gradient, and the torque does not qualify
void refuse_unsuited(const Splitting& splitting, const PreparedTorque& torque,
                     const std::string& torque_name);

/// The order of the whole method: the splitting's, or the free method's if that is lower. (A torque that
/// varies during the drift of an approximate free method is affected by its errors too.)
int order_of(const Splitting& splitting, const FreeMethod& method);

/// Warnings about the results to expect, one sentence each.
std::vector<std::string> warnings_of(const Splitting& splitting, const PreparedTorque& torque,
                                     const FreeMethod& method);

}  // namespace polhode
