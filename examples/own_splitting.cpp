// SPDX-License-Identifier: MIT
// A splitting of one's own, from three Strang steps (Yoshida 1990, Suzuki 1990), beside some that have names:
// which one needs the fewest evaluations of the torque for a given error, and of which order is each?
#include <cmath>
#include <cstdio>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <vector>

int main() {
  using namespace polhode;
  // Weights g, 1 - 2 g, g with 2 g^3 + (1 - 2 g)^3 = 0: what is left of the third order cancels.
  const long double g = 1 / (2 - std::cbrt(2.0L)), half_of_weights[] = {g};
  const Splitting own = composition("triple_jump", "three Strang steps", "Yoshida 1990", 4, half_of_weights);
  check(own);  // that its coefficients alternate and add up to 1

  const Inertia body = Inertia::from_moments(0.5, 0.8, 1.0);
  const State start = state_from_momentum(Eigen::Quaterniond::Identity(), {0.4, 0.7, 0.3});
  const Torque torque = heavy_top({0, 0, 1}, {0.1, 0.2, 0.5});
  const auto end_after = [&](const Splitting& splitting, int steps) {
    SplittingStepper stepper(body, start, torque, splitting);
    for (int i = 0; i < steps; ++i) stepper.step(10.0 / steps);
    return stepper.state().momentum;
  };
  const Eigen::Vector3d exact = end_after(splitting("sofroniou_spaletta10"), 1000);

  std::printf("%-20s  kicks   error at t = 10   order\n", "");
  for (const Splitting& s : {splitting("strang_kick"), own, splitting("blanes_moan_srkn6b"),
                             splitting("blanes_moan_srkn14a"), splitting("kahan_li8")}) {
    double before = 0;
    for (const int kicks : {300, 600, 1200}) {
      const int steps = kicks / s.kicks_per_step();
      const double error = (end_after(s, steps) - exact).norm();
      std::printf("%-20s  %5d   %15.0e", s.name.c_str(), kicks, error);
      if (before > 0) std::printf("   %5.1f", std::log2(before / error));
      std::printf("\n");
      before = error;
    }
  }
}
