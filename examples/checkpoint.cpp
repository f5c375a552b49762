// SPDX-License-Identifier: MIT
// A stepper that is put away as bytes and goes on later, to the same last bit.
#include <cstdio>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>

int main() {
  using namespace polhode;
  const Inertia body = Inertia::from_moments(0.6, 0.8, 1.0);
  const State start = state_from_momentum({0.8, 0.36, -0.48, 0}, {0.5, -0.7, 0.6});
  const Torque torque = heavy_top({0, 0, 2}, {0.3, -0.2, 0.9});
  const auto made = [&] { return SplittingStepper(body, start, torque, splitting("blanes_moan_srkn6b")); };

  SplittingStepper stepper = made();
  for (int i = 0; i < 1000; ++i) stepper.step(0.05);
  const std::string bytes = stepper.checkpoint().bytes();  // to be written to a file
  for (int i = 0; i < 1000; ++i) stepper.step(0.05);

  // Later, perhaps in another process: a stepper made in the same way.
  SplittingStepper later = made();
  later.resume(Checkpoint(bytes));
  std::printf("%zu bytes, goes on at time %.2f\n", bytes.size(), later.time());
  for (int i = 0; i < 1000; ++i) later.step(0.05);
  const State a = stepper.state(), b = later.state();
  std::printf("at time %.2f the two states are the same to the last bit: %s\n", later.time(),
              a.attitude.coeffs() == b.attitude.coeffs() && a.momentum == b.momentum ? "yes" : "no");
}
