// SPDX-License-Identifier: MIT
// What a step of the free body costs: the default step against the papers' algorithms and against splitting.
//
//   free_step [Google Benchmark's options]     tables of ratios, and whether each goal is met
//                                              and writes results/free_step.json
//   free_step count KIND H N
//   N steps of length H and nothing else, KIND plain, compensated, batch (of 1000
//                                              bodies, N in all), float_batch, five or quaternions (for
//                                              tools/count_instructions)
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "frames/frame_step.hpp"
#include "free/exact_by_frames.hpp"
#include "results/results.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using kernel::CompensatedPhase;
using kernel::Phase;

constexpr Vec3<double> moments = bench::water;

const std::vector<double> short_steps{0.01, 0.05, 0.1, 0.5}, long_steps{2, 5, 100};
constexpr double longest_very_short = 0.05;  // h |omega| = 0.085
constexpr std::size_t bodies = 1024;
const std::vector<double> times{1, 1e3, 1e9};

// ---- The steps: each maps a phase to the next one. All are compiled into the loop that calls them, as they
// are where a user writes that loop; otherwise every phase would pass through memory between two steps.

template <class T>
struct DefaultStep {
  kernel::ExactConstants<T> constants = kernel::exact_constants(convert<T>(moments));

  template <class P>
  [[gnu::always_inline]] P operator()(const P& p, T h) const noexcept {
    return kernel::advance(p, kernel::exact_step(constants, p.m, h));
  }
};

/// Splitting, in its faster form: applied to the attitude at once.
struct FiveRotations {
  kernel::LiePoisson123<double> splitting{moments};

  [[gnu::always_inline]] Phase<double> operator()(const Phase<double>& p, double h) const noexcept {
    return splitting.turned(p, h);
  }
};

using papers::AngleQuadrature;
using papers::TwoConstantMomentum;

template <class Frame, class Momentum = TwoConstantMomentum>
bench::InlinedStep<papers::FrameStep<Frame, Momentum>> paper_step(
    AngleQuadrature rule = AngleQuadrature::carlson()) {
  return {papers::FrameStep<Frame, Momentum>(moments, rule)};
}

// ---- The two ways to ask for steps.

/// The bodies are alike and begin at different points of one orbit.
template <class Step, class P, class T>
void many(benchmark::State& state, const Step& step, P first, T h) {
  bench::expose(h);
  std::vector<P> all;
  for (std::size_t i = 0; i < bodies; ++i, first = step(first, h)) all.push_back(first);
  for (auto _ : state) {
    for (P& p : all) p = step(p, h);
    bench::expose(all.front());
  }
  state.counters[bench::steps_in_an_iteration] = static_cast<double>(bodies);
}

const char* const chain_name = "one body in a chain";
const char* const many_name = "1024 independent bodies";

std::string name_of(const std::string& method, const std::string& way, double h) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", h);
  return method + "/" + way + "/h:" + text;
}

std::string time_name(double t) { return "FreeMotion::at" + name_of("", "", t); }

const std::string plain = "default step", compensated = "default step, compensated",
                  celledoni_zanna = "quaternions, R_J", five = "five rotations";
std::vector<std::string> methods;  // in the order of registration

std::vector<double> all_steps() {
  std::vector<double> all = short_steps;
  all.insert(all.end(), long_steps.begin(), long_steps.end());
  return all;
}

template <class Step, class P, class T = double>
void add(const std::string& name, const Step& step, const P& first, T = T{}) {
  methods.push_back(name);
  for (const double h : all_steps()) {
    const auto with = [&](const char* way, auto run) {
      benchmark::RegisterBenchmark(name_of(name, way, h).c_str(), [=](benchmark::State& s) {
        run(s, step, first, static_cast<T>(h));
      })->UseRealTime();
    };
    with(chain_name, bench::in_a_chain<Step, P, T>);
    with(many_name, many<Step, P, T>);
  }
}

void add_all() {
  const Phase<double> p = bench::water_start();
  const Phase<long double> wide{convert<long double>(p.m), convert<long double>(p.q)};
  add(plain, DefaultStep<double>{}, p);
  add(compensated, DefaultStep<double>{}, CompensatedPhase<double>{p.m, {}, p.q, {}});
  add("default step, long double", DefaultStep<long double>{}, wide, 0.0L);
  add(five, FiveRotations{}, p);
  add("second exact route", bench::InlinedStep<ExactByFrames<double>>{ExactByFrames<double>(moments)}, p);
  add(celledoni_zanna, paper_step<papers::SmallestTurnQuaternion>(), p);
  add("quaternions, R_J, textbook constants",
      paper_step<papers::SmallestTurnQuaternion, papers::TextbookMomentum<double>>(), p);
  add("quaternions, theta functions", paper_step<papers::SmallestTurnQuaternion>(AngleQuadrature::theta()),
      p);
  add("quaternions, 4 Gauss nodes", paper_step<papers::SmallestTurnQuaternion>(AngleQuadrature::gauss(4)), p);
  add("quaternions, 2 Hermite derivatives",
      paper_step<papers::SmallestTurnQuaternion>(AngleQuadrature::hermite(2)), p);
  add("matrices, first axis along m x e3, R_J", paper_step<papers::PolarMatrix>(), p);
  add("matrices, first axis along dm/dt, R_J", paper_step<papers::RateMatrix>(), p);

  for (const double t : times)
    benchmark::RegisterBenchmark(time_name(t).c_str(), [t](benchmark::State& state) {
      const Phase<double> s = bench::water_start();
      const FreeMotion motion(Inertia::from_moments(moments.x, moments.y, moments.z),
                              state_from_momentum(Eigen::Quaterniond::Identity(), {s.m.x, s.m.y, s.m.z}));
      // A few times in turn, over more than a period.
      std::vector<double> asked;
      for (int i = 0; i < 64; ++i) asked.push_back(t * (1 + 0x1p-7 * i));
      std::size_t i = 0;
      for (auto _ : state) {
        State now = motion.at(asked[i++ % asked.size()]);
        bench::expose(now);
      }
    })->UseRealTime();
}

// ---- What is printed.

std::vector<std::string> headings(const std::string& first, const std::vector<double>& numbers) {
  std::vector<std::string> all{""};
  for (const double x : numbers) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", x);
    all.push_back(all.size() == 1 ? first + text : text);
  }
  return all;
}

bench::Table ratios(const bench::Fastest& fastest, const std::string& name, const char* way) {
  bench::Table table{name, way,
                     "Below the first line each number is a time divided by that of the default step.",
                     headings("h = ", all_steps())};
  std::vector<bench::Times> rows;
  for (const std::string& method : methods) {
    rows.push_back({method, {}});
    for (const double h : all_steps()) rows.back().nanoseconds.push_back(fastest(name_of(method, way, h)));
  }
  bench::add_ratios(table, rows.front(), {rows.begin() + 1, rows.end()});
  return table;
}

bench::Table motion_times(const bench::Fastest& fastest) {
  bench::Table table{"motion", "The motion as a function of time",
                     "FreeMotion::at(t): it does not grow with t.", headings("t = ", times)};
  bench::Times each{"FreeMotion::at", {}};
  for (const double t : times) each.nanoseconds.push_back(fastest(time_name(t)));
  bench::add_ratios(table, each, {});
  return table;
}

void add_bar(bench::Table& table, const std::string& claim, double ratio, double least) {
  table.rows.push_back(
      {claim, {{bench::fixed(ratio, 2), bench::not_measured, ratio}, {ratio >= least ? "met" : "not met"}}});
}

/// The least of other / mine over some step lengths, both ways, in a line each.
void add_bars(bench::Table& table, const bench::Fastest& fastest, const std::string& mine,
              const std::string& other, const std::vector<double>& steps, const char* which, double least) {
  for (const char* way : {chain_name, many_name}) {
    double worst = HUGE_VAL;
    for (const double h : steps) {
      const double ratio = fastest(name_of(other, way, h)) / fastest(name_of(mine, way, h));
      worst = ratio < worst || std::isnan(ratio) ? ratio : worst;
    }
    char claim[160];
    std::snprintf(claim, sizeof claim, "%s, %s, %s: %g x %s", other.c_str(), way, which, least, mine.c_str());
    add_bar(table, claim, worst, least);
  }
}

bench::Table bars(const bench::Fastest& fastest) {
  bench::Table table{"bars",
                     "Goals",
                     "The other takes at least so many times as long; the least ratio measured.",
                     {"claim: the other takes at least", "measured", ""}};
  std::vector<double> very_short;
  for (const double h : short_steps)
    if (h <= longest_very_short) very_short.push_back(h);
  for (const std::string& mine : {plain, compensated}) {
    add_bars(table, fastest, mine, celledoni_zanna, very_short, "h|omega| < 0.1", 15);
    add_bars(table, fastest, mine, celledoni_zanna, short_steps, "h <= 0.5", 15);
    add_bars(table, fastest, mine, five, very_short, "h|omega| < 0.1", 1);
  }
  // Allowing for the noise of the machine.
  add_bar(table, "FreeMotion::at(1e3) takes at least 0.8 x at(1e9): no growth with t",
          fastest(time_name(1e3)) / fastest(time_name(1e9)), 0.8);
  return table;
}

template <class Step, class P>
int run_steps(const Step& step, P now, double h, long n) {
  bench::expose(h);
  for (long i = 0; i < n; ++i) now = step(now, h);
  bench::expose(now);
  return 0;
}

/// n steps in all.
template <class Real>
int run_batch(Real h, long n) {
  constexpr long in_a_batch = 1000;
  const auto body = batch::Bodies<Real>::one(bench::water_body());
  const Vec3<Real> m = convert<Real>(bench::water_start().m);
  batch::States<Real> all(static_cast<std::size_t>(in_a_batch));
  const auto s = all.spans();
  std::ranges::fill(s.mx, m.x);
  std::ranges::fill(s.my, m.y);
  std::ranges::fill(s.mz, m.z);
  for (long i = 0; i < n; i += in_a_batch) batch::step(body, all, h);
  return s.qw[0] == s.qw[0] ? 0 : 1;
}

int count(const std::string& kind, double h, long n) {
  const Phase<double> p = bench::water_start();
  if (kind == "plain") return run_steps(DefaultStep<double>{}, p, h, n);
  if (kind == "compensated")
    return run_steps(DefaultStep<double>{}, CompensatedPhase<double>{p.m, {}, p.q, {}}, h, n);
  if (kind == "batch") return run_batch<double>(h, n);
  if (kind == "float_batch") return run_batch<float>(static_cast<float>(h), n);
  if (kind == "five") return run_steps(FiveRotations{}, p, h, n);
  if (kind == "quaternions") return run_steps(paper_step<papers::SmallestTurnQuaternion>(), p, h, n);
  std::fprintf(
      stderr,
      "free_step: no kind '%s'; there are: plain, compensated, batch, float_batch, five, quaternions\n",
      kind.c_str());
  return 2;
}

void save(const bench::Fastest& fastest) {
  bench::Results results{"free_step", "A step of the free body",
                         "A water molecule, I = (0.345, 0.653, 1), |omega| = 1.70. In a chain each step "
                         "needs the result of the one before; the independent "
                         "bodies are alike, at different points of one orbit, and are stepped in turn. All "
                         "are compiled into the loop.",
                         "build/bench/bench/free_step", 40};
  results.tables = {ratios(fastest, "chain", chain_name), ratios(fastest, "many", many_name),
                    motion_times(fastest), bars(fastest)};
  for (const bench::Table& table : results.tables) bench::print(table);
  bench::write(results);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5 && std::strcmp(argv[1], "count") == 0)
    return count(argv[2], std::atof(argv[3]), std::atol(argv[4]));

  if (!bench::initialize(argc, argv)) return 2;
  add_all();
  save(bench::fastest_of_all());
  return 0;
}
