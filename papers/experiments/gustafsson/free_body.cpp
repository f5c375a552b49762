// SPDX-License-Identifier: MIT
#include "experiments/gustafsson/free_body.hpp"

#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <random>
#include <variant>

namespace polhode::experiments::gustafsson {

std::vector<Start> random_starts(int count, Starts kind) {
  std::mt19937_64 engine(2010);
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal;
  const auto number = [&] { return kind == Starts::octant ? uniform(engine) : normal(engine); };
  std::vector<Start> starts;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> m{number(), number(), number()};
    const Quat<double> q{number(), number(), number(), number()};
    starts.push_back({(1 / norm(m)) * m, (1 / norm(q)) * q});
  }
  return starts;
}

Quat<long double> attitude_after(const FreeStep& step, const Start& start, double time, double h) {
  kernel::Phase<double> p{start.m, start.q};
  const int steps = static_cast<int>(std::lround(time / h));
  for (int i = 0; i < steps; ++i)
    p = std::visit([&p](const auto& result) { return kernel::advance(p, result); }, step(p.m, h));
  return convert<long double>(p.q);
}

Quat<long double> exact_attitude_after(const Start& start, double time) {
  using L = long double;
  const kernel::Exact exact(convert<L>(moments));
  const auto step = exact(convert<L>(start.m), static_cast<L>(time));
  return convert<L>(start.q) * (Quat<L>::identity() + step.dr);
}

double quaternion_distance(const Quat<long double>& a, const Quat<long double>& b) {
  return static_cast<double>(norm(a - b));
}

double matrix_distance(const Quat<long double>& a, const Quat<long double>& b) {
  return static_cast<double>(2 * norm((a.conjugate() * b).vec()));
}

}  // namespace polhode::experiments::gustafsson
