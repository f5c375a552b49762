// SPDX-License-Identifier: MIT
// What a user calls under torque: simulate(body, start, torque, times, tolerance), everything included, against the
// same motion written by hand for Boost.odeint.
//
//   simulate     prints tables in Markdown and writes results/simulate.json
//
// Each number is the time of simulate() in units of the fastest solver's. A solver runs with tolerances of its own, from
// 1e-1 to 1e-15 by factors of 10^(1/2); the cheapest that reaches the tolerance counts, or the error of simulate() where
// that is larger. The library is used as it is installed; the solvers are compiled with -O3 -march=native
// (peers/simulate_odeint.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <boost/version.hpp>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <limits>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "outcome.hpp"
#include "peers/simulate_odeint.hpp"
#include "results/results.hpp"
#include "simulate_problems.hpp"
#include "torqued_run.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;

const std::vector<double> tolerances{1e-4, 1e-6, 1e-8, 1e-10, 1e-12};
constexpr int rounds = 9;

/// The motion at the times, by a splitting of order ten in extended precision.
template <class Problem>
std::vector<kernel::Phase<long double>> reference(const std::vector<double>& times) {
  using Wide = kernel::CompensatedPhase<long double>;
  const auto flow = flow_of<long double, Wide, Problem>(splitting("sofroniou_spaletta10"));
  std::vector<kernel::Phase<long double>> all;
  auto now = flow;
  constexpr long steps = 1L << 13;
  const long each = steps / static_cast<long>(times.size());
  long double before = 0;
  for (const double time : times) {
    for (long i = 0; i < each; ++i)
      now.step((static_cast<long double>(time) - before) / static_cast<long double>(each));
    before = time;
    const Wide p = now.system().phase();
    all.push_back({p.m, p.q});
  }
  return all;
}

double worst(const std::vector<kernel::Phase<double>>& found,
             const std::vector<kernel::Phase<long double>>& exact) {
  double most = found.size() == exact.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(found.size(), exact.size()); ++i)
    most = std::max(most, distance(found[i], exact[i]));
  return std::isnan(most) ? std::numeric_limits<double>::infinity() : most;
}

/// The same as simulate() measures and estimates it: relative to the largest momentum so far, and of the quaternion.
double worst_as_estimated(const State& start, const std::vector<State>& found,
                          const std::vector<kernel::Phase<long double>>& exact) {
  double most = 0, scale = start.momentum.norm();
  for (std::size_t i = 0; i < std::min(found.size(), exact.size()); ++i) {
    const Eigen::Vector3d m = to_eigen(convert<double>(exact[i].m));
    const Eigen::Quaterniond q = to_eigen(convert<double>(exact[i].q));
    scale = std::max(scale, m.norm());
    most = std::max(
        {most, (found[i].momentum - m).norm() / scale, (found[i].attitude.coeffs() - q.coeffs()).norm()});
  }
  return most;
}

/// Of one call, short calls repeated.
template <class Call>
double nanoseconds(const Call& call) {
  const double begin = processor_nanoseconds();
  int calls = 0;
  do {
    call();
    ++calls;
  } while (processor_nanoseconds() - begin < 3e5);
  return (processor_nanoseconds() - begin) / calls;
}

struct Measured {
  double time, error;
};

struct Line {
  std::vector<double> ratios, estimates;  ///< to the solvers, and with an error estimate to without
  std::vector<double> honesty;            ///< the estimate in units of the error
  std::vector<Measured> ours;
};

std::vector<double> even_times(double end, std::size_t count) {
  std::vector<double> times;
  for (std::size_t i = 1; i <= count; ++i)
    times.push_back(end * static_cast<double>(i) / static_cast<double>(count));
  return times;
}

/// A motion, and how a solver is made for it.
struct Case {
  Inertia body;
  State start;
  Torque torque;
  std::vector<double> times;
  std::vector<kernel::Phase<long double>> exact;
  std::function<OdeintRun(OdeintSolver, double tolerance, const std::vector<double>& times)> solver;
};

Line measure(const Case& c) {
  // Every solver at every tolerance; then the cheapest again.
  std::vector<std::pair<OdeintRun, Measured>> solvers;
  for (int k = 2; k <= 30; ++k)
    for (const OdeintSolver solver : {OdeintSolver::fehlberg, OdeintSolver::dormand_prince_dense}) {
      const OdeintRun run = c.solver(solver, std::pow(10, -0.5 * k), c.times);
      const auto found = run();
      if (found.empty()) continue;
      double time = std::numeric_limits<double>::infinity();
      for (int round = 0; round < 2; ++round) {
        const double begin = processor_nanoseconds();
        run();
        time = std::min(time, processor_nanoseconds() - begin);
      }
      solvers.push_back({run, {time, worst(found, c.exact)}});
    }

  Line line;
  for (const double tolerance : tolerances) {
    SimulationOptions options;
    options.estimate_error = false;
    const auto call = [&](const SimulationOptions& o) {
      return simulate(c.body, c.start, c.torque, c.times, tolerance, o);
    };
    std::vector<kernel::Phase<double>> found;
    for (const State& s : call(options).states)
      found.push_back({from_eigen(s.momentum), from_eigen(s.attitude)});
    const double error = worst(found, c.exact), bound = std::max(tolerance, error);
    std::vector<std::pair<double, const OdeintRun*>> good;
    for (const auto& [run, measured] : solvers)
      if (measured.error <= bound) good.push_back({measured.time, &run});
    std::sort(good.begin(), good.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    good.resize(std::min<std::size_t>(good.size(), 3));
    // All take turns, so that what else the machine does is shared.
    double time = std::numeric_limits<double>::infinity(), with_estimate = time, fastest = time;
    for (int round = 0; round < rounds; ++round) {
      time = std::min(time, nanoseconds([&] { call(options); }));
      with_estimate = std::min(with_estimate, nanoseconds([&] { call({}); }));
      for (const auto& [first, run] : good) fastest = std::min(fastest, nanoseconds([&] { (*run)(); }));
    }
    line.ratios.push_back(good.empty() ? not_measured : time / fastest);
    line.estimates.push_back(with_estimate / time);
    const Simulation estimated = call({});
    line.honesty.push_back(estimated.error_estimate / worst_as_estimated(c.start, estimated.states, c.exact));
    line.ours.push_back({time, error});
  }
  return line;
}

template <class Problem>
Case case_of(std::size_t outputs) {
  const auto setting = Problem::template setting<double>();
  const auto& [i, m, q] = std::tie(setting.moments, setting.start.m, setting.start.q);
  const std::vector<double> times = even_times(Problem::end, outputs);
  return {Inertia::from_moments(i.x, i.y, i.z),
          {Eigen::Quaterniond(q.w, q.x, q.y, q.z), {m.x, m.y, m.z}},
          Problem::torque(),
          times,
          reference<Problem>(times),
          odeint_run<Problem>};
}

/// The same with a torque of which nobody knows the formula.
template <class Problem>
Case function_case_of(std::size_t outputs) {
  Case c = case_of<Problem>(outputs);
  const auto setting = Problem::template setting<double>();
  const TorqueFunction function = [kernel = setting.torque](const Attitude& q, double t) -> Eigen::Vector3d {
    return to_eigen(kernel({{}, from_eigen(q)}, t));
  };
  c.torque = Torque::of_attitude("function", function);
  c.solver = [=](OdeintSolver solver, double tolerance, const std::vector<double>& times) {
    return odeint_run(solver, tolerance, times, setting.moments, setting.start, function);
  };
  return c;
}

/// The tables.
struct Tables {
  Table ratios, estimates, honesty;
};

void add(Tables& tables, const std::string& title, const Case& c) {
  const Line line = measure(c);
  Row row{fmt::format("{}, {} time{}", title, c.times.size(), c.times.size() == 1 ? "" : "s"), {}},
      estimate{row.what, {}}, honesty{row.what, {}};
  std::printf("| %s |", row.what.c_str());
  for (std::size_t k = 0; k < tolerances.size(); ++k) {
    Cell cell = ratio_cell(line.ratios[k], line.ours[k].time);
    cell.error = line.ours[k].error;
    std::printf(" %s (%s, %s) |", cell.text.c_str(), time_text(line.ours[k].time).c_str(),
                error_text(line.ours[k].error).c_str());
    row.cells.push_back(cell);
    estimate.cells.push_back(fixed_cell(line.estimates[k], 2));
    honesty.cells.push_back(fixed_cell(line.honesty[k], 2));
  }
  std::printf(" with an estimate");
  for (std::size_t k = 0; k < tolerances.size(); ++k)
    std::printf(" %.2f (%.2g)", line.estimates[k], line.honesty[k]);
  std::printf("\n");
  std::fflush(stdout);
  tables.ratios.rows.push_back(row);
  tables.estimates.rows.push_back(estimate);
  tables.honesty.rows.push_back(honesty);
}

template <class... Problems>
void add_all(Tables& tables) {
  for (const std::size_t outputs : {std::size_t{1}, std::size_t{200}})
    (add(tables, Problems::about().title, case_of<Problems>(outputs)), ...);
}

template <class... Problems>
void add_functions(Tables& tables) {
  for (const std::size_t outputs : {std::size_t{1}, std::size_t{200}})
    (add(tables, Problems::about().title, function_case_of<Problems>(outputs)), ...);
}

Tables tables_of(const std::string& name, const std::string& of_what) {
  Tables t{
      {name + "ratio",
       "Time of simulate in units of the fastest solver's" + of_what,
       "Below 1, simulate is faster.",
       {"motion"}},
      {name + "estimate", "Time with an error estimate in units of that without" + of_what, "", {"motion"}},
      {name + "honesty", "Error estimate in units of the true error" + of_what, "", {"motion"}}};
  for (Table* table : {&t.ratios, &t.estimates, &t.honesty})
    for (const double tolerance : tolerances) table->headings.push_back(general(tolerance));
  std::printf("\n|");
  for (const double tolerance : tolerances) std::printf(" | %s", general(tolerance).c_str());
  std::printf(" |\n");
  return t;
}

}  // namespace

int main() {
  namespace c = bench::called;
  Results results;
  results.program = "simulate";
  results.title = "Bodies under torque, as a user calls them";
  results.words =
      "simulate(...) to a tolerance, everything included, without an error estimate (the solvers give none), "
      "against Fehlberg 7(8) and Dormand-Prince 5 with dense output of Boost.odeint, each at the cheapest of "
      "its own "
      "tolerances that reaches the same error.";
  results.command = "build/bench/bench/simulate";
  results.place = 25;
  results.peers = {{"Boost.odeint", BOOST_LIB_VERSION}};
  Tables formulas = tables_of("", "");
  add_all<c::FastTop, c::SlowTop, c::DampedTop, c::SpinningSatellite, c::LibratingSatellite, c::DampedVessel,
          c::EllipticOrbit, c::Gyrostat, c::Thruster>(formulas);
  Tables functions = tables_of("function_", ", both with the torque as a std::function");
  add_functions<c::FastTop, c::SlowTop, c::SpinningSatellite, c::LibratingSatellite>(functions);
  results.tables = {formulas.ratios,  formulas.estimates,  formulas.honesty,
                    functions.ratios, functions.estimates, functions.honesty};
  write(results);
}
