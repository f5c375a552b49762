// SPDX-License-Identifier: MIT
// Many bodies under torque: a gas of polar molecules in an electric field that swings. The torque is a
// function over arrays, asked for some of the molecules at a time.
#include <cmath>
#include <cstdio>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <random>
#include <vector>

int main() {
  using namespace polhode;
  const Inertia body = Inertia::from_moments(0.345, 0.653, 1.0);
  std::mt19937_64 random(2);
  const auto number = [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; };  // in (-1, 1)
  std::vector<State> starts;
  for (int i = 0; i < 2000; ++i) {
    const Eigen::Quaterniond q = Eigen::Quaterniond{number(), number(), number(), number()}.normalized();
    starts.push_back(state_from_momentum(q, Eigen::Vector3d{number(), number(), number()} / 10));
  }

  // Arrays in, arrays out: p x E for the dipole p = (0, 0, 1) of a body and the field (0, 0, E) of space.
  // The arrays are in principal axes, which here are the body's own, since its moments ascend.
  const batch::TorqueFunction<double> field{
      .name = "field",
      .torques = [](const batch::TorqueQuestion<double>& asked, const batch::TorqueSpans<double>& torques) {
        const double strength = 0.5 * (1 + 0.2 * std::cos(asked.time));
        for (std::size_t i = 0; i < asked.qw.size(); ++i) {
          torques.x[i] = -2 * strength * (asked.qy[i] * asked.qz[i] + asked.qw[i] * asked.qx[i]);
          torques.y[i] = 2 * strength * (asked.qx[i] * asked.qz[i] - asked.qw[i] * asked.qy[i]);
        }
      }};
  batch::SplittingStepper<double> gas(body, starts, field, splitting("blanes_moan_srkn6b"), {.threads = 0});

  std::printf("time   mean of the dipoles along the field\n");
  for (int step = 0; step <= 500; ++step) {
    if (step % 100 == 0) {
      double sum = 0;
      for (const State& s : gas.user_states()) sum += to_space(s.attitude, {0, 0, 1}).z();
      std::printf("%4.0f   %8.4f\n", gas.time(), sum / static_cast<double>(starts.size()));
    }
    gas.step(0.1);
  }
}
