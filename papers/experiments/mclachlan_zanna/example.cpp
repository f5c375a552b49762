// SPDX-License-Identifier: MIT
#include "experiments/mclachlan_zanna/example.hpp"

#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/free/method.hpp>
#include <variant>

namespace polhode::experiments::mclachlan_zanna {

Vec3<Number> inertia_entries() { return {0.921812970744803L, 0.738207245810665L, 0.176266144494618L}; }

Vec3<Number> moments() {
  const Vec3<Number> J = inertia_entries();
  return {J.y + J.z, J.z + J.x, J.x + J.y};
}

Vec3<Number> start() {
  const Vec3<Number> m{0.410270206990945L, 0.893649530913534L, 0.057891304784269L};
  return (1 / norm(m)) * m;
}

namespace {

/// A free method for the body of the example, the momentum alone.
class MomentumStep {
 public:
  explicit MomentumStep(const std::string& name) : step_(free_method(name).prepare_extended(moments())) {}

  /// NaN where the method refuses.
  Vec3<Number> operator()(const Vec3<Number>& m, Number h) const {
    const auto result = step_(m, h);
    if (const auto* increment = std::get_if<kernel::Increment<Number>>(&result)) return m + increment->dm;
    return std::get<kernel::Image<Number>>(result).m;
  }

 private:
  FreeStepOf<Number> step_;
};

}  // namespace

Vec3<Number> exact_momentum(Number t) {
  static const MomentumStep exact("exact");
  return exact(start(), t);
}

std::vector<Vec3<Number>> momenta(const std::string& name, Number h, int n) {
  const MomentumStep step(name);
  std::vector<Vec3<Number>> all{start()};
  for (int k = 0; k < n; ++k) {
    const Vec3<Number> next = step(all.back(), h);
    if (!std::isfinite(next.x)) break;
    all.push_back(next);
  }
  return all;
}

Number error_at_end(const std::string& name, Number h) {
  const MomentumStep step(name);
  Vec3<Number> m = start();
  for (int n = 0; n < whole_steps(h); ++n) m = step(m, h);
  return norm(m - exact_momentum(end_of_time));
}

Number doubled_energy(const Vec3<Number>& m) {
  const Vec3<Number> I = moments();
  return m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z;
}

Number component(const Vec3<Number>& m, int which) { return which == 0 ? m.x : which == 1 ? m.y : m.z; }

std::vector<app::Point> component_of_time(const std::vector<Vec3<Number>>& momenta, Number h, int which) {
  std::vector<app::Point> line;
  for (std::size_t n = 0; n < momenta.size(); ++n)
    line.push_back(
        {static_cast<double>(static_cast<Number>(n) * h), static_cast<double>(component(momenta[n], which))});
  return line;
}

}  // namespace polhode::experiments::mclachlan_zanna
