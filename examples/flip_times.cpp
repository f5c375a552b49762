// SPDX-License-Identifier: MIT
// A T-handle that spins about its intermediate axis turns over again and again. When, and how regularly?
#include <cstdio>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>

int main() {
  using namespace polhode;
  const Inertia handle = Inertia::from_moments(2.588e-5, 5.215e-5, 7.687e-5);  // kg m^2; the stem is y
  const State start =
      state_from_angular_velocity(handle, Eigen::Quaterniond::Identity(), {0, 12.57, 0.63});  // rad/s

  // A flip is where the momentum along the stem passes through zero: the first one is after next_flip, there
  // are two in each period, and flip_times lists them.
  const TumblingDescription tumbling = describe(handle, start);
  std::printf("period %.6f s, first flip after %.6f s\n\n", tumbling.polhode_period, tumbling.next_flip);

  const FreeMotion motion(handle, start);
  std::printf("flip   time, s    momentum along the stem, a millisecond before and after\n");
  int count = 0;
  for (const double time : flip_times(handle, start, 3 * tumbling.polhode_period))
    std::printf("%4d   %.6f   %9.2e  %9.2e\n", ++count, time, motion.at(time - 1e-3).momentum.y(),
                motion.at(time + 1e-3).momentum.y());

  // The nearer the spin is to the stem, the longer it lasts until the handle turns over.
  std::printf("\noff the stem by, rad/s   period, s\n");
  for (const double off : {1.0, 1e-2, 1e-4, 1e-8, 1e-16}) {
    const State spin = state_from_angular_velocity(handle, Eigen::Quaterniond::Identity(), {0, 12.57, off});
    std::printf("%22.0e   %9.6f\n", off, describe(handle, spin).polhode_period);
  }
}
