// SPDX-License-Identifier: MIT
// What derivatives cost: an exact step and the motion at a time, each with all its derivatives as a multiple of the value
// alone; and the same by the variational equations and a general solver.
//
//   derivatives [Google Benchmark's options]      tables of ratios, and whether each goal is met; writes
//                                                 results/derivatives.json
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/free/tumbling_derivative.hpp>
#include <string>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "results/results.hpp"
#include "water.hpp"

namespace {

using namespace polhode;

constexpr double step_goal = 6, motion_goal = 8, solver_goal = 100;
const std::vector<double> steps{0.017, 0.17, 0.85, 3};  ///< h |omega|
const std::vector<double> times{0.5, 100, 1e6};
constexpr double solver_time = 100, solver_tolerance = 1e-9;

State start() {
  const Vec3<double> m = bench::water_start().m;
  return {Attitude(1, 0, 0, 0), {m.x, m.y, m.z}};
}

/// Attitude and momentum, and how they change in nine directions: q' = q omega / 2, m' = m x omega + ... for each.
using Equations = std::array<double, 7 + 6 * 9>;

/// Changes as rotation vectors in the body, theta' = theta x omega + d omega, and of the momentum.
void rates(const Equations& x, Equations& dx, double) {
  const Eigen::Vector3d i(bench::water.x, bench::water.y, bench::water.z);
  const Eigen::Vector3d m(x[4], x[5], x[6]), omega = m.cwiseQuotient(i);
  const Eigen::Quaterniond q(x[0], x[1], x[2], x[3]);
  const Eigen::Quaterniond dq = q * Eigen::Quaterniond(0, omega.x() / 2, omega.y() / 2, omega.z() / 2);
  const Eigen::Vector3d dm = m.cross(omega);
  dx[0] = dq.w(), dx[1] = dq.x(), dx[2] = dq.y(), dx[3] = dq.z();
  std::copy_n(dm.data(), 3, &dx[4]);
  for (std::size_t k = 0; k < 9; ++k) {
    const Eigen::Vector3d theta(&x[7 + 6 * k]), change(&x[10 + 6 * k]);
    Eigen::Vector3d by = change.cwiseQuotient(i);
    if (k >= 6) {
      const auto axis = static_cast<Eigen::Index>(k - 6);
      by(axis) -= omega(axis) / i(axis);
    }
    const Eigen::Vector3d turn = theta.cross(omega) + by, rate = change.cross(omega) + m.cross(by);
    std::copy_n(turn.data(), 3, &dx[7 + 6 * k]);
    std::copy_n(rate.data(), 3, &dx[10 + 6 * k]);
  }
}

Equations by_solver() {
  namespace odeint = boost::numeric::odeint;
  Equations x{};
  x[0] = 1;
  const State s = start();
  std::copy_n(s.momentum.data(), 3, &x[4]);
  for (std::size_t k = 0; k < 6; ++k) x[7 + 7 * k] = 1;
  using Method = odeint::runge_kutta_dopri5<Equations>;
  odeint::integrate_adaptive(odeint::make_controlled(solver_tolerance, solver_tolerance, Method()), rates, x,
                             0.0, solver_time, 0.01);
  return x;
}

/// The largest difference from the derivative, relative to its largest entry.
double solver_error() {
  const Equations x = by_solver();
  const MotionJacobian j = FreeMotionDerivative(bench::water_body(), start()).at(solver_time).jacobian;
  double error = 0;
  for (Eigen::Index k = 0; k < 9; ++k)
    for (Eigen::Index r = 0; r < 6; ++r)
      error = std::max(error, std::abs(x[static_cast<std::size_t>(7 + 6 * k + r)] - j(r, k)));
  return error / j.cwiseAbs().maxCoeff();
}

std::string name(const char* what, double number) { return std::string(what) + "/" + bench::general(number); }

template <class Work>
void add(const std::string& name, const Work& work) {
  benchmark::RegisterBenchmark(name.c_str(), [work](benchmark::State& state) {
    for (auto _ : state) {
      auto result = work();
      bench::expose(result);
    }
  });
}

void add_all() {
  for (const double angle : steps) {
    const double h = bench::time_to_turn(angle);
    add(name("step", angle), [flow = ExactFlow(bench::water_body()), s = start(), h] { return flow(s, h); });
    add(name("step derivative", angle),
        [flow = ExactFlow(bench::water_body()), s = start(), h] { return flow.derivative(s, h); });
  }
  for (const double t : times) {
    add(name("motion", t), [motion = FreeMotion(bench::water_body(), start()), t] { return motion.at(t); });
    add(name("motion derivative", t),
        [motion = FreeMotionDerivative(bench::water_body(), start()), t] { return motion.at(t); });
  }
  add("made and asked", [] { return FreeMotionDerivative(bench::water_body(), start()).at(solver_time); });
  add("description", [] { return describe(bench::water_body(), start()); });
  add("description derivative", [] { return describe_derivative(bench::water_body(), start()); });
  add("solver", [] { return by_solver(); });
}

void save(const bench::Fastest& fastest) {
  bench::Results results{
      .program = "derivatives",
      .title = "What derivatives cost",
      .words =
          "A water molecule: the value with its derivatives by start, moments and time, as "
          "a multiple of the value alone.",
      .command = "build/bench/bench/derivatives",
      .place = -1};
  const auto say = [&](const std::string& what, double found, double goal, bool is_met) {
    results.findings.push_back(what + " " + bench::general(goal) + "; measured " + bench::fixed(found, 1) +
                               (is_met ? ", met" : ", not met"));
    std::printf("%s\n", results.findings.back().c_str());
  };
  const auto compare = [&](const char* of, const char* title, const char* symbol,
                           const std::vector<double>& at, double goal) {
    bench::Table table{.name = of, .title = title, .words = "", .headings = {""}};
    bench::Times value{"the value: ns", {}}, both{"with its derivatives", {}};
    for (const double x : at) {
      table.headings.push_back(std::string(symbol) + " = " + bench::general(x));
      value.nanoseconds.push_back(fastest(name(of, x)));
      both.nanoseconds.push_back(fastest(name((std::string(of) + " derivative").c_str(), x)));
    }
    double worst = 0;
    for (std::size_t k = 0; k < at.size(); ++k)
      worst = std::max(worst, both.nanoseconds[k] / value.nanoseconds[k]);
    bench::add_ratios(table, value, {both});
    bench::print(table);
    results.tables.push_back(std::move(table));
    say(std::string(title) + ": at most", worst, goal, worst <= goal);
  };
  compare("step", "An exact step", "h\\|omega\\|", steps, step_goal);
  compare("motion", "The motion at t", "t", times, motion_goal);
  const double solver = fastest("solver"), made = fastest("made and asked");
  say("Made and asked at t = 100, times faster than odeint's Dormand-Prince at 1e-9: at least", solver / made,
      solver_goal, solver / made >= solver_goal);
  results.findings.push_back("The solver's error is " + bench::error_text(solver_error()) +
                             " of the largest entry");
  std::printf("%s\n", results.findings.back().c_str());
  std::printf("describe: %.0f ns, with its derivatives %.0f ns\n", fastest("description"),
              fastest("description derivative"));
  bench::write(std::move(results));
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  add_all();
  save(bench::fastest_of_all());
}
