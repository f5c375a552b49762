// SPDX-License-Identifier: MIT
// What a step of a splitting costs in a batch of heavy tops and of satellites, for each body: against the
// scalar stepper, and against a scalar loop into which body and torque are compiled.
//
//   batch_torqued [Google Benchmark's options]     tables of ratios; writes results/batch_torqued.json
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "results/results.hpp"
#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"
#include "torque/gravity_gradient.hpp"
#include "torque/heavy_top.hpp"
#include "torque/orbit.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using batch::States;
using batch::Target;

constexpr std::size_t in_cache = 1024;
const std::vector<std::string> methods{"strang_kick", "blanes_moan_srkn6b", "blanes_moan_srkn11b"};

Inertia body(std::size_t i) {
  const double a = 1 + 1e-3 * (static_cast<double>(i % 97) - 48),
               b = 1 + 1e-3 * (static_cast<double>(i % 89) - 44);
  return Inertia::from_moments(bench::water.x * a, bench::water.y * b, bench::water.z);
}

State start(std::size_t i) {
  const double x = static_cast<double>(i % 101) / 101, y = static_cast<double>(i % 31) / 31;
  return state_from_momentum({1, x, y, 0.3}, {0.5 - x, 0.2 + y, 0.8});
}

/// A step in which a body turns by a tenth.
double step_length() { return bench::time_to_turn(0.1); }

struct Problem {
  std::string name;
  Torque torque;
};
const Vec3<double> weight{0, 0, 1}, centre{0, 0.1, -0.3};
constexpr double rate = 0.3;
const std::vector<Problem>& problems() {
  static const std::vector<Problem> all{
      {"heavy tops", heavy_top({weight.x, weight.y, weight.z}, {centre.x, centre.y, centre.z})},
      {"satellites", gravity_gradient_circular(rate)},
      {"damped tops", heavy_top({weight.x, weight.y, weight.z}, {centre.x, centre.y, centre.z}) +
                          linear_damping(Eigen::Vector3d(0.01, 0.02, 0.03).asDiagonal())}};
  return all;
}

bool suits(const Problem& p, const std::string& method) {
  return splitting(method).need == KickNeed::any || !p.torque.prepare(body(0)).depends_on_momentum;
}

std::string at(const std::string& what, const Problem& p, const std::string& method) {
  return what + ", " + p.name + ", " + method;
}

template <class Make>
void add(const std::string& name, const Make& make) {
  benchmark::RegisterBenchmark(name.c_str(), [make](benchmark::State& state) {
    auto all = make();
    for (auto _ : state) {
      all(step_length());
      bench::expose(all);
    }
    state.counters[bench::steps_in_an_iteration] = static_cast<double>(in_cache);
  })->UseRealTime();
}

/// Each body by a stepper of its own.
struct Steppers {
  std::vector<SplittingStepper> all;
  void operator()(double h) {
    for (SplittingStepper& s : all) s.step(h);
  }
};

/// The same without a choice at run time.
template <class Kernel>
struct Compiled {
  using Flow = SplittingFlow<double, SplitBody<double, kernel::Exact<double>, AttitudeKick<double, Kernel>>>;
  std::vector<Flow> all;
  Compiled(const Kernel& kernel, const Splitting& s) {
    const Inertia one = body(0);
    std::vector<State> starts;
    for (std::size_t i = 0; i < in_cache; ++i) starts.push_back(start(i));
    States<double> states = States<double>::from_user(starts, one);
    const auto p = states.spans();
    for (std::size_t i = 0; i < in_cache; ++i) {
      const kernel::Phase<double> phase{{p.mx[i], p.my[i], p.mz[i]}, {p.qw[i], p.qx[i], p.qy[i], p.qz[i]}};
      all.push_back(Flow(s, {kernel::Exact<double>(from_eigen(one.moments())),
                             AttitudeKick<double, Kernel>(kernel), phase, true}));
    }
  }
  void operator()(double h) {
    for (Flow& f : all) f.step(h);
  }
};

struct Batch {
  std::shared_ptr<batch::SplittingStepper<double>> stepper;
  void operator()(double h) { stepper->step(h); }
};
struct BatchOfFloats {
  std::shared_ptr<batch::SplittingStepper<float>> stepper;
  void operator()(double h) { stepper->step(h); }
};

const std::string scalar = "SplittingStepper", compiled = "compiled scalar loop", one = "one body for all",
                  kinds = "four kinds", each = "a body each", compensated = "one body, compensated",
                  sse2 = "one body, SSE2", single = "one body, float";
const std::vector<std::string> rows{compiled, one, kinds, each, compensated, sse2, single};

void add_all(const Problem& p, const std::string& method) {
  const Splitting& s = splitting(method);
  std::vector<Inertia> bodies;
  std::vector<State> starts;
  std::vector<std::uint32_t> which;
  for (std::size_t i = 0; i < in_cache; ++i) {
    bodies.push_back(body(i));
    starts.push_back(start(i));
    which.push_back(static_cast<std::uint32_t>(i * 7 % 4));
  }
  const std::vector<Inertia> four(bodies.begin(), bodies.begin() + 4);
  const Torque torque = p.torque;
  add(at(scalar, p, method), [=] {
    Steppers all;
    for (std::size_t i = 0; i < in_cache; ++i) all.all.emplace_back(bodies[0], starts[i], torque, s);
    return all;
  });
  using Stepper = batch::SplittingStepper<double>;
  const auto add_one = [&](const std::string& what, Summation summation, batch::StepperOptions options) {
    options.threads = 1;
    add(at(what, p, method), [=] {
      return Batch{std::make_shared<Stepper>(
          bodies[0], States<double>::from_user(starts, bodies[0], summation), torque, s, options)};
    });
  };
  add_one(one, Summation::plain, {});
  add_one(compensated, Summation::compensated, {});
  add_one(sse2, Summation::plain, {.target = Target::sse2});
  add(at(kinds, p, method), [=] {
    return Batch{
        std::make_shared<Stepper>(four, which, States<double>::from_user(starts, four, which), torque, s)};
  });
  add(at(each, p, method), [=] {
    return Batch{std::make_shared<Stepper>(bodies, States<double>::from_user(starts, bodies), torque, s)};
  });
  add(at(single, p, method), [=] {
    return BatchOfFloats{std::make_shared<batch::SplittingStepper<float>>(
        bodies[0], States<float>::from_user(starts, bodies[0]), torque, s)};
  });
}

void add_compiled(const std::string& method) {
  const Splitting& s = splitting(method);
  const Vec3<double> moments = from_eigen(body(0).moments());
  add(at(compiled, problems()[0], method),
      [=] { return Compiled(torques::HeavyTop<double>(weight, centre, moments), s); });
  add(at(compiled, problems()[1], method), [=] {
    return Compiled(torques::GravityGradient(rate * rate, moments, torques::CircularOrbit<double>(rate)), s);
  });
}

bench::Table table_of(const Problem& p, const bench::Fastest& fastest) {
  bench::Table table{p.name.substr(0, p.name.find(' ')),
                     "A step of 1024 " + p.name + ", for each body",
                     "Below the first line each number is a time divided by that of SplittingStepper.",
                     {""}};
  std::vector<std::string> suited;
  for (const std::string& m : methods)
    if (suits(p, m)) suited.push_back(m);
  table.headings.insert(table.headings.end(), suited.begin(), suited.end());
  const auto times = [&](const std::string& what) {
    bench::Times t{what, {}};
    for (const std::string& m : suited) t.nanoseconds.push_back(fastest(at(what, p, m)));
    return t;
  };
  std::vector<bench::Times> others;
  for (const std::string& what : rows)
    if (what != compiled || &p != &problems()[2]) others.push_back(times(what));
  bench::add_ratios(table, times(scalar), others);
  return table;
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  for (const std::string& m : methods) add_compiled(m);
  for (const Problem& p : problems())
    for (const std::string& m : methods)
      if (suits(p, m)) add_all(p, m);
  const bench::Fastest fastest = bench::fastest_of_all();
  bench::Results results{"batch_torqued", "Batches under torque",
                         std::string("Steps in which a body turns by about 0.1, on ") +
                             batch::name(batch::best_target()) +
                             " with one thread unless the row says otherwise. strang_kick is of order 2, "
                             "blanes_moan_srkn6b of order 4, blanes_moan_srkn11b of order 6.",
                         "build/bench/bench/batch_torqued", 46};
  for (const Problem& p : problems()) results.tables.push_back(table_of(p, fastest));
  for (const bench::Table& table : results.tables) bench::print(table);
  bench::write(results);
  return 0;
}
