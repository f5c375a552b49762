// SPDX-License-Identifier: MIT
// A free method of one's own: the explicit midpoint rule, which Polhode does not have. Its error falls with
// the square of the step.
#include <cstdio>
#include <polhode/free/stepper.hpp>
#include <polhode/rotation/exponential.hpp>

using namespace polhode;

/// The angular velocity at half the step turns the body through all of it.
template <class T>
class ExplicitMidpoint {
 public:
  explicit ExplicitMidpoint(const Vec3<T>& moments) noexcept : I_(moments) {}

  kernel::Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    const Vec3<T> half = m + h / T(2) * cross(m, omega(m));
    return {h * cross(half, omega(half)), exp_quat_minus_one(h * omega(half))};
  }

 private:
  Vec3<T> omega(const Vec3<T>& m) const noexcept { return {m.x / I_.x, m.y / I_.y, m.z / I_.z}; }

  Vec3<T> I_;
};

std::vector<FreeMethod> explicit_midpoint_methods() {
  return {method_of<ExplicitMidpoint>("explicit_midpoint", "the explicit midpoint rule", "Runge 1895",
                                      {.momentum_order = 2,
                                       .attitude_order = 2,
                                       .keeps_norm = false,
                                       .keeps_energy = false,
                                       .keeps_spatial_momentum = false,
                                       .is_explicit = true,
                                       .is_reversible = false,
                                       .is_symplectic = false})};
}

int main() {
  register_free_methods(explicit_midpoint_methods());
  const FreeMethod method = free_method("explicit_midpoint");
  const Inertia body = Inertia::from_moments(1, 2, 2.5);
  const State start = state_from_momentum(Eigen::Quaterniond::Identity(), {0.3, 1, 0.2}),
              end = exact_flow(body, start, 10);
  for (int n = 100; n <= 800; n *= 2) {
    FreeStepper stepper(body, start, method);
    for (int i = 0; i < n; ++i) stepper.step(10.0 / n);
    std::printf("%3d steps: error of the momentum %.1e, of the attitude %.1e\n", n,
                (stepper.state().momentum - end.momentum).norm(),
                (stepper.state().attitude.coeffs() - end.attitude.coeffs()).norm());
  }
}
