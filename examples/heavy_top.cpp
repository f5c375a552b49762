// SPDX-License-Identifier: MIT
// A heavy top: how does it nod and go round, and how accurate is that? The tolerance is all that is asked
// for; splitting and step are found from it, and the error is estimated.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <polhode/rotation/euler.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <vector>

int main() {
  using namespace polhode;
  constexpr double degree = std::numbers::pi / 180;
  const Inertia top = Inertia::from_moments(1.5e-4, 1.5e-4, 5e-5);  // kg m^2, about the tip
  const EulerSequence zxz = EulerSequence::from_text("ZXZ");        // precession, tilt, spin
  const State start =
      state_from_angular_velocity(top, attitude_from_euler(zxz, {0, 30 * degree, 0}), {0, 0, 130});
  // The weight points upwards in space; the centre of mass is 3 cm from the tip.
  const Torque weight = heavy_top({0, 0, 0.981}, {0, 0, 0.03});

  std::vector<double> times;
  for (int k = 1; k <= 8; ++k) times.push_back(0.025 * k);
  const Simulation run = simulate(top, start, weight, times, 1e-12);
  std::printf("time, s   precession    tilt, degrees\n");
  for (std::size_t k = 0; k < times.size(); ++k) {
    const Eigen::Vector3d angles = euler_angles(zxz, run.states[k].attitude).angles / degree;
    std::printf("%7.3f   %10.5f   %10.5f\n", run.times[k], angles[0], angles[1]);
  }

  // What other tolerances give: the true error is the difference from the run above.
  std::printf("\ntolerance   order   longest step, s   steps   estimate   true error\n");
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const Simulation rough = simulate(top, start, weight, times, tolerance);
    double worst = 0;
    for (std::size_t k = 0; k < times.size(); ++k)
      worst = std::max(worst, (rough.states[k].attitude.coeffs() - run.states[k].attitude.coeffs()).norm());
    std::printf("%9.0e   %5d   %15.1e   %5llu   %8.0e   %10.0e\n", tolerance, rough.order, rough.step,
                static_cast<unsigned long long>(rough.steps), rough.error_estimate, worst);
  }
}
