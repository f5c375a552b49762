// SPDX-License-Identifier: MIT
// When does a tumbling asteroid show its long side? Apophis as published by Pravec et al. (2014), seen from a
// direction that stands still. The motion is begun once and can then be asked for any time, at the same cost.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>

int main() {
  using namespace polhode;
  const Inertia body = Inertia::from_moments(0.61, 0.965, 1.0);  // the long axis is x
  const State start = state_from_angular_velocity(body, Eigen::Quaterniond::Identity(),
                                                  {0.06447, 0.0, 0.19912});  // radians per hour

  const TumblingDescription tumbling = describe(body, start);
  std::printf("%s\n", name(tumbling.regime).data());
  std::printf("rotation period   %8.3f h\n", tumbling.polhode_period);
  std::printf("precession period %8.3f h\n", tumbling.precession_period);
  std::printf("nutation          %8.3f to %.3f degrees\n\n",
              tumbling.smallest_nutation * 180 / std::numbers::pi,
              tumbling.largest_nutation * 180 / std::numbers::pi);

  const FreeMotion motion(body, start);
  const Eigen::Vector3d to_observer(1, 0, 0);  // in space
  std::printf("     hours   angle between long axis and line of sight\n");
  for (const double hours : {0.0, 6.0, 12.0, 18.0, 24.0, 8766.0, 1e6, 1e9}) {
    const State now = motion.at(hours);
    const double cosine = to_space(now.attitude, {1, 0, 0}).dot(to_observer);
    std::printf("%10.0f   %6.2f degrees\n", hours, std::acos(std::abs(cosine)) * 180 / std::numbers::pi);
  }
}
