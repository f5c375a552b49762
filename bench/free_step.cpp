// SPDX-License-Identifier: MIT
// What a step of the free body costs: the default step against the papers' algorithms and against splitting.
//
//   free_step [Google Benchmark's options]     tables of ratios, and whether each bar is met
//   free_step count KIND H N                   N default steps of length H and nothing else, KIND plain or compensated
//                                              (for tools/count_instructions)
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/exact_by_frames.hpp>
#include <polhode/free/frame_step.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
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

// ---- The steps: each maps a phase to the next one. All are compiled into the loop that calls them, as they are where a
// user writes that loop; otherwise every phase would pass through memory between two steps.

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

void print_steps(const char* title) {
  std::printf("%-44s", title);
  for (const double h : all_steps()) std::printf(" %8g", h);
  std::printf("\n");
}

void print_ratios(const bench::Fastest& fastest, const char* way) {
  std::printf("\n%s: time of a step / that of the default step\n", way);
  print_steps("h");
  std::vector<double> unit;
  for (const double h : all_steps()) unit.push_back(fastest(name_of(plain, way, h)));
  bench::print_row("default step, nanoseconds", unit, 1);
  for (const std::string& method : methods) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < unit.size(); ++i)
      ratios.push_back(fastest(name_of(method, way, all_steps()[i])) / unit[i]);
    bench::print_row(method, ratios, 2);
  }
}

void print_times(const bench::Fastest& fastest) {
  std::printf("\n%-44s", "FreeMotion::at(t), t");
  for (const double t : times) std::printf(" %8g", t);
  std::printf("\n");
  std::vector<double> each, ratios;
  for (const double t : times) {
    each.push_back(fastest(time_name(t)));
    ratios.push_back(each.back() / each.front());
  }
  bench::print_row("nanoseconds", each, 1);
  bench::print_row("ratio to t = 1", ratios, 2);
}

/// The least of other / mine over some step lengths, both ways, in a line each.
void print_bars(const bench::Fastest& fastest, const std::string& mine, const std::string& other,
                const std::vector<double>& steps, const char* which, double least) {
  for (const char* way : {chain_name, many_name}) {
    double worst = HUGE_VAL;
    for (const double h : steps) {
      const double ratio = fastest(name_of(other, way, h)) / fastest(name_of(mine, way, h));
      worst = ratio < worst || std::isnan(ratio) ? ratio : worst;
    }
    char claim[160];
    std::snprintf(claim, sizeof claim, "%s, %s, %s: %g x %s", other.c_str(), way, which, least, mine.c_str());
    bench::print_bar(claim, worst, least);
  }
}

void print_all_bars(const bench::Fastest& fastest) {
  std::printf("\nBars: the other takes at least so many times as long; the least ratio measured\n");
  std::vector<double> very_short;
  for (const double h : short_steps)
    if (h <= longest_very_short) very_short.push_back(h);
  for (const std::string& mine : {plain, compensated}) {
    print_bars(fastest, mine, celledoni_zanna, very_short, "h|omega| < 0.1", 15);
    print_bars(fastest, mine, celledoni_zanna, short_steps, "h <= 0.5", 15);
    print_bars(fastest, mine, five, very_short, "h|omega| < 0.1", 1);
  }
  // Allowing for the noise of the machine.
  bench::print_bar("FreeMotion::at(1e3) takes at least 0.8 x at(1e9): no growth with t",
                   fastest(time_name(1e3)) / fastest(time_name(1e9)), 0.8);
}

template <class P>
void run_steps(P now, double h, long n) {
  const DefaultStep<double> step;
  bench::expose(h);
  for (long i = 0; i < n; ++i) now = step(now, h);
  bench::expose(now);
}

int count(const char* kind, double h, long n) {
  const Phase<double> p = bench::water_start();
  if (std::strcmp(kind, "compensated") == 0)
    run_steps(CompensatedPhase<double>{p.m, {}, p.q, {}}, h, n);
  else
    run_steps(p, h, n);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5 && std::strcmp(argv[1], "count") == 0)
    return count(argv[2], std::atof(argv[3]), std::atol(argv[4]));

  if (!bench::initialize(argc, argv)) return 2;
  add_all();
  bench::Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  print_ratios(fastest, chain_name);
  print_ratios(fastest, many_name);
  print_times(fastest);
  print_all_bars(fastest);
  return 0;
}
