// SPDX-License-Identifier: MIT
// Many bodies at once. First debris: fragments of every shape, free, each with a body of its own, turned exactly. Then a gas of polar
// molecules in an electric field that swings, whose torque is a function over arrays.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <polhode/batch/free_step.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/splitting/splitting.hpp>
#include <random>
#include <vector>

namespace {

using namespace polhode;

/// The greatest relative error of the energy of any fragment after ten minutes.
double debris(std::size_t fragments) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> side(0.1, 1.0), spin(-2, 2);
  std::vector<Inertia> bodies;
  std::vector<State> starts;
  for (std::size_t i = 0; i < fragments; ++i) {
    const double a = side(random), b = side(random), c = side(random);  // a box of mass 12, in metres
    bodies.push_back(Inertia::from_moments(b * b + c * c, c * c + a * a, a * a + b * b));
    const Eigen::Vector3d omega(spin(random), spin(random), spin(random));
    starts.push_back(state_from_angular_velocity(bodies.back(), Eigen::Quaterniond::Identity(), omega));
  }

  const auto prepared = batch::Bodies<double>::each(bodies);
  auto states = batch::States<double>::from_user(starts, bodies);
  for (int second = 0; second < 600; ++second) batch::step(prepared, states, 1.0, {.threads = 0});

  const std::vector<State> ends = states.to_user(bodies);
  double worst = 0;
  for (std::size_t i = 0; i < fragments; ++i)
    worst = std::max(worst,
                     std::abs(kinetic_energy(bodies[i], ends[i]) / kinetic_energy(bodies[i], starts[i]) - 1));
  return worst;
}

/// How far the dipoles, which lie along the third axes, have come to point along the field on average.
double polarisation(std::size_t molecules) {
  const Inertia body = Inertia::from_moments(0.345, 0.653, 1.0);
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::vector<State> starts;
  for (std::size_t i = 0; i < molecules; ++i) {
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
    starts.push_back(
        state_from_momentum(q, 0.1 * Eigen::Vector3d(normal(random), normal(random), normal(random))));
  }

  // Arrays in, arrays out: p x E for p = (0, 0, 1) and the field (0, 0, E) seen from the body. (The moments ascend, so the
  // principal frame, in which these arrays are, is the body's own.)
  const batch::TorqueFunction<double> field{
      .name = "field",
      .torques = [](const batch::TorqueQuestion<double>& asked, const batch::TorqueSpans<double>& torques) {
        const double strength = 0.5 * (1 + 0.2 * std::cos(asked.time));
        for (std::size_t i = 0; i < asked.qw.size(); ++i) {
          torques.x[i] = -2 * strength * (asked.qy[i] * asked.qz[i] + asked.qw[i] * asked.qx[i]);
          torques.y[i] = 2 * strength * (asked.qx[i] * asked.qz[i] - asked.qw[i] * asked.qy[i]);
        }
      }};
  batch::SplittingStepper<double> gas(body, batch::States<double>::from_user(starts, body), field,
                                      splitting("blanes_moan_srkn6b"), {.threads = 0});
  for (int step = 0; step < 500; ++step) gas.step(0.1);

  double sum = 0;
  for (const State& s : gas.states().to_user(body)) sum += to_space(s.attitude, {0, 0, 1}).z();
  return sum / static_cast<double>(molecules);
}

}  // namespace

int main() {
  std::printf("computed with %s\n", batch::name(batch::best_target()));
  std::printf("debris: the energy of the worst of 2000 fragments after 600 steps, relative error: %.0e\n",
              debris(2000));
  std::printf("gas: 2000 dipoles point along the field by %.2f on average\n", polarisation(2000));
}
