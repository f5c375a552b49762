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
constexpr int rounds = 7;

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

/// The least of several times of one call, short calls repeated.
template <class Call>
double nanoseconds(const Call& call) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const double begin = processor_nanoseconds();
    int calls = 0;
    do {
      call();
      ++calls;
    } while (processor_nanoseconds() - begin < 1e6);
    least = std::min(least, (processor_nanoseconds() - begin) / calls);
  }
  return least;
}

struct Measured {
  double time, error;
};

struct Line {
  std::vector<double> ratios, estimates;  ///< to the solvers, and with an error estimate to without
  std::vector<Measured> ours;
};

template <class Problem>
Line measure(std::size_t outputs) {
  std::vector<double> times;
  for (std::size_t i = 1; i <= outputs; ++i)
    times.push_back(Problem::end * static_cast<double>(i) / static_cast<double>(outputs));
  const auto exact = reference<Problem>(times);
  const auto setting = Problem::template setting<double>();
  const auto& [i, m, q] = std::tie(setting.moments, setting.start.m, setting.start.q);
  const Inertia body = Inertia::from_moments(i.x, i.y, i.z);
  const State start{Eigen::Quaterniond(q.w, q.x, q.y, q.z), {m.x, m.y, m.z}};
  const Torque torque = Problem::torque();

  // Every solver at every tolerance, once; then the cheapest again.
  std::vector<std::pair<OdeintRun, Measured>> solvers;
  for (int k = 2; k <= 30; ++k)
    for (const OdeintSolver solver : {OdeintSolver::fehlberg, OdeintSolver::dormand_prince_dense}) {
      const OdeintRun run = odeint_run<Problem>(solver, std::pow(10, -0.5 * k), times);
      const double begin = processor_nanoseconds();
      const auto found = run();
      const double time = processor_nanoseconds() - begin;
      if (!found.empty()) solvers.push_back({run, {time, worst(found, exact)}});
    }

  Line line;
  for (const double tolerance : tolerances) {
    SimulationOptions options;
    options.estimates_error = false;
    const auto call = [&](const SimulationOptions& o) {
      return simulate(body, start, torque, times, tolerance, o);
    };
    std::vector<kernel::Phase<double>> found;
    for (const State& s : call(options).states)
      found.push_back({from_eigen(s.momentum), from_eigen(s.attitude)});
    const double error = worst(found, exact);
    const double time = nanoseconds([&] { call(options); });
    const double with_estimate = nanoseconds([&] { call({}); });
    const double bound = std::max(tolerance, error);
    std::vector<std::pair<double, const OdeintRun*>> good;
    for (const auto& [run, measured] : solvers)
      if (measured.error <= bound) good.push_back({measured.time, &run});
    std::sort(good.begin(), good.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double fastest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < std::min<std::size_t>(good.size(), 3); ++k)
      fastest = std::min(fastest, nanoseconds([&] { (*good[k].second)(); }));
    line.ratios.push_back(good.empty() ? not_measured : time / fastest);
    line.estimates.push_back(with_estimate / time);
    line.ours.push_back({time, error});
  }
  return line;
}

template <class Problem>
void add(Table& ratios, Table& estimates, std::size_t outputs) {
  const Line line = measure<Problem>(outputs);
  Row row{fmt::format("{}, {} time{}", Problem::about().title, outputs, outputs == 1 ? "" : "s"), {}},
      estimate{row.what, {}};
  std::printf("| %s |", row.what.c_str());
  for (std::size_t k = 0; k < tolerances.size(); ++k) {
    Cell cell = ratio_cell(line.ratios[k], line.ours[k].time);
    cell.error = line.ours[k].error;
    std::printf(" %s (%s, %s) |", cell.text.c_str(), time_text(line.ours[k].time).c_str(),
                error_text(line.ours[k].error).c_str());
    row.cells.push_back(cell);
    estimate.cells.push_back(fixed_cell(line.estimates[k], 2));
  }
  std::printf(" with an estimate");
  for (const double e : line.estimates) std::printf(" %.2f", e);
  std::printf("\n");
  std::fflush(stdout);
  ratios.rows.push_back(row);
  estimates.rows.push_back(estimate);
}

template <class... Problems>
void add_all(Table& ratios, Table& estimates) {
  for (const std::size_t outputs : {std::size_t{1}, std::size_t{200}})
    (add<Problems>(ratios, estimates, outputs), ...);
}

void add_every_problem(Table& ratios, Table& estimates) {
  namespace c = bench::called;
  add_all<c::FastTop, c::SlowTop, c::DampedTop, c::SpinningSatellite, c::LibratingSatellite, c::DampedVessel,
          c::EllipticOrbit, c::Gyrostat, c::Thruster>(ratios, estimates);
}

}  // namespace

int main() {
  Results results;
  results.program = "simulate";
  results.title = "Bodies under torque, as a user calls them";
  results.words =
      "simulate(...) to a tolerance, everything included, without an error estimate (the solvers give none), "
      "against "
      "Fehlberg 7(8) and Dormand-Prince 5 with dense output of Boost.odeint, each at the cheapest of its own "
      "tolerances "
      "that reaches the same error.";
  results.command = "build/bench/bench/simulate";
  results.place = 25;
  results.peers = {{"Boost.odeint", BOOST_LIB_VERSION}};
  Table ratios{"ratio",
               "Time of simulate in units of the fastest solver's",
               "Below 1, simulate is faster.",
               {"motion"}};
  Table estimates{"estimate", "Time with an error estimate in units of that without", "", {"motion"}};
  std::printf("|");
  for (const double t : tolerances) {
    ratios.headings.push_back(general(t));
    estimates.headings.push_back(general(t));
    std::printf(" | %s", general(t).c_str());
  }
  std::printf(" |\n");
  add_every_problem(ratios, estimates);
  results.tables = {ratios, estimates};
  write(results);
}
