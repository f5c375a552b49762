// SPDX-License-Identifier: MIT
// A thousand crates that tumble in a game: stepped at once, hit by impulses in space, drawn by their attitudes. Nothing
// here knows principal axes.
#include <cstdio>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/body/shapes.hpp>
#include <vector>

int main() {
  using namespace polhode;
  // Two kinds of crates; which one each body is.
  const std::vector<Inertia> kinds{solid_box({0.5, 1.0, 0.8}, Matter::of_mass(20)).inertia,
                                   solid_box({1.2, 0.4, 0.4}, Matter::of_mass(12)).inertia};
  std::vector<std::uint32_t> which;
  for (std::uint32_t i = 0; i < 1000; ++i) which.push_back(i % 2);
  batch::FreeStepper<float> crates(kinds, which, std::vector<State>(1000));  // at rest

  // An explosion: each is hit at a corner. A force F for a time t at r from the centre gives the momentum r x F t.
  const Eigen::Vector3d corner(0.2, 0.2, 0.2), push(0, 30, 5);  // metres, newton seconds
  for (std::size_t i = 0; i < crates.size(); ++i)
    crates.add_momentum(i, corner.cross(push), TorqueFrame::space);
  crates.set_spatial_angular_velocity(7, {0, 0, 3});  // and one turns about the vertical, in radians a second

  std::vector<Attitude> drawn(crates.size());
  for (int frame = 0; frame < 120; ++frame) {
    crates.step(1.0f / 60);
    crates.read_attitudes(drawn);  // a quaternion for each, body to space
  }
  const Eigen::Vector3d up = to_space(drawn[0], {0, 0, 1}), turning = crates.spatial_angular_velocity(7);
  std::printf("after %.2f s crate 0 points up to (%.3f, %.3f, %.3f)\n", crates.time(), up.x(), up.y(),
              up.z());
  const Eigen::Vector3d m = to_space(crates.state(0).attitude, crates.state(0).momentum);
  std::printf("and still has the angular momentum of the hit: (%.3f, %.3f, %.3f)\n", m.x(), m.y(), m.z());
  std::printf("crate 7 turns by (%.3f, %.3f, %.3f) rad/s\n", turning.x(), turning.y(), turning.z());
}
