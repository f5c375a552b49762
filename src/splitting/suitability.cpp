// SPDX-License-Identifier: MIT
#include "splitting/suitability.hpp"

#include <algorithm>
#include <polhode/core/error.hpp>

namespace polhode {

void refuse_unsuited(const Splitting& s, const PreparedTorque& torque, const std::string& torque_name) {
  if (s.need == KickNeed::any) return;
  if (torque.depends_on_momentum)
    throw InvalidInput("splitting of a torque that depends on the momentum (" + torque_name + ")", s.name,
                       "coefficients for any torque, such as blanes_moan_s10 or kahan_li8: those of " +
                           s.name + " keep their order only if the torque depends on attitude and time only");
  if (s.need == KickNeed::gradient && !torque.gradient)
    throw InvalidInput(
        "splitting of the torque " + torque_name, s.name,
        "coefficients without a modified potential, such as blanes_moan_srkn6b: this torque does not "
        "provide the gradient of tau . I^-1 tau");
}

int order_of(const Splitting& s, const FreeMethod& method) {
  const auto limited = [](int order, int by) { return by == 0 ? order : std::min(order, by); };
  return limited(limited(s.order, method.properties.momentum_order), method.properties.attitude_order);
}

std::vector<std::string> warnings_of(const Splitting& s, const PreparedTorque& torque,
                                     const FreeMethod& method) {
  std::vector<std::string> all = torque.warnings;
  if (torque.is_dissipative && s.has_negative())
    all.push_back(
        "The splitting " + s.name +
        " has negative coefficients, which run the dissipation backwards for a part of each step: if it is "
        "strong, errors grow. All coefficients of strang_kick, strang_drift and saba2 are positive.");
  const int order = order_of(s, method);
  if (order < s.order)
    all.push_back("The free method " + method.name + " is of order " + std::to_string(order) +
                  " and limits the order of the whole; the splitting " + s.name + " alone is of order " +
                  std::to_string(s.order) + ".");
  return all;
}

}  // namespace polhode
