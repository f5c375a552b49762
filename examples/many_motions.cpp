// SPDX-License-Identifier: MIT
// Many motions that have nothing in common, each to a tolerance, shared among threads: tops of different
// bodies, weights and ends. How often does each nod?
#include <cstdint>
#include <cstdio>
#include <optional>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <vector>

int main() {
  using namespace polhode;
  constexpr std::uint64_t count = 12;
  // The third axis passes the tilt at which it began, rising: once in each nod.
  const Event lowers{"lowers",
                     [](const State& s, double) {
                       return 0.86 - to_space(s.attitude, {0, 0, 1}).z();
                     },
                     Crossing::rising};

  // Asked by the thread that computes the motion, so that the problems need not be held in memory.
  const auto problem = [&](std::uint64_t i) -> std::optional<Problem> {
    const double spin = 80 + 10 * static_cast<double>(i), end = 1 + 0.1 * static_cast<double>(i % 3);
    const Inertia top = Inertia::from_moments(1.5e-4, 1.5e-4, 5e-5);  // kg m^2, about the tip
    const Eigen::Quaterniond tilted(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX()));
    return Problem{.body = top,
                   .start = state_from_angular_velocity(top, tilted, {0, 0, spin}),
                   .torque = heavy_top({0, 0, 0.981}, {0, 0, 0.03}),
                   .times = TimeSequence(1, [end](std::uint64_t) { return end; }),
                   .tolerance = 1e-9,
                   .options = {.events = {lowers}}};
  };

  struct Outcome {
    int nods = 0;
    bool is_accurate = false;
  };
  std::vector<Outcome> outcomes(count);  // each motion writes only to its own
  ManyMotionsSink sink;
  sink.event = [&](std::uint64_t i, const FoundEvent&) { ++outcomes[i].nods; };
  sink.end = [&](std::uint64_t i, const SimulationReport& report) {
    outcomes[i].is_accurate = !report.stopped && report.error_estimate < 1e-9;
  };
  simulate_many(count, problem, sink);

  std::printf("spin, rad/s   time, s   nods   within the tolerance\n");
  for (std::uint64_t i = 0; i < count; ++i)
    std::printf("%11.0f   %7.1f   %4d   %s\n", 80 + 10 * static_cast<double>(i),
                1 + 0.1 * static_cast<double>(i % 3), outcomes[i].nods,
                outcomes[i].is_accurate ? "yes" : "no");
}
