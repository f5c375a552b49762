// SPDX-License-Identifier: MIT
// What a step costs in a batch, for each body: against the scalar step, between methods and kinds of bodies,
// with bodies that do not fit the lanes, with threads, and from a thousand to ten million bodies.
//
//   batch [Google Benchmark's options]
//   tables of ratios, and whether each goal is met; writes results/batch.json
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "results/results.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using batch::Bodies;
using batch::Options;
using batch::States;
using batch::Target;
using polhode::BuiltInMethod;

constexpr std::size_t in_cache = 1024;
const std::vector<double> angles{0.01, 0.1, 0.5};
const std::vector<std::size_t> lengths{1000, 10000, 100000, 1000000, 10000000};

std::string text_of(double x) { return bench::general(x); }

/// Bodies that differ a little, to either side of water.
std::vector<Inertia> molecules(std::size_t size) {
  std::vector<Inertia> all;
  for (std::size_t i = 0; i < size; ++i) {
    const double a = 1 + 1e-3 * (static_cast<double>(i % 97) - 48),
                 b = 1 + 1e-3 * (static_cast<double>(i % 89) - 44);
    all.push_back(Inertia::from_moments(bench::water.x * a, bench::water.y * b, bench::water.z));
  }
  return all;
}

/// At different points of one orbit, over again after 1024 of them.
template <class Real>
States<Real> states(std::size_t size, Summation summation = Summation::plain) {
  States<Real> all(size, summation);
  const auto to = all.spans();
  const auto k = kernel::exact_constants(bench::water);
  kernel::Phase<double> p = bench::water_start();
  for (std::size_t i = 0; i < size; ++i) {
    if (i < in_cache) {
      to.mx[i] = static_cast<Real>(p.m.x);
      to.my[i] = static_cast<Real>(p.m.y);
      to.mz[i] = static_cast<Real>(p.m.z);
      p = kernel::advance(p, kernel::exact_step(k, p.m, 0.1));
    } else {
      to.mx[i] = to.mx[i - in_cache];
      to.my[i] = to.my[i - in_cache];
      to.mz[i] = to.mz[i - in_cache];
    }
  }
  return all;
}

const std::string scalar = "scalar exact", one = "exact, one body for all", kinds = "exact, four kinds",
                  each = "exact, a body each", moments = "exact, a body each, not prepared",
                  own_steps = "exact, a step each", compensated = "exact, compensated", sse2 = "exact, SSE2",
                  single_precision = "exact, float", dmv10 = "DMV10", lie_poisson = "five rotations",
                  scalar_dmv10 = "scalar DMV10", scalar_lie_poisson = "scalar five rotations",
                  none_special = "a step each", some_long = "1 % long steps", some_at_rest = "1 % at rest",
                  one_thread = "one thread", two_threads = "two threads", two_halves = "two halves";

constexpr double many_steps = 0.004;  // seconds of them

// ---- What is timed: one step of all bodies.

template <class Real>
void add(const std::string& name, Bodies<Real> bodies, std::size_t size, std::vector<Real> h, Options options,
         Summation summation = Summation::plain, std::size_t rest_every = 0) {
  if (options.threads == 0) options.threads = 1;
  auto* const registered = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    States<Real> all = states<Real>(size, summation);
    for (std::size_t i = 50; rest_every > 0 && i < size; i += rest_every)
      all.spans().mx[i] = all.spans().my[i] = all.spans().mz[i] = 0;
    const batch::StepLengths<Real> steps = h.size() == 1 ? batch::StepLengths<Real>(h.front())
                                                         : batch::StepLengths<Real>(std::span<const Real>(h));
    for (auto _ : state) {
      batch::Outcome outcome = batch::step(bodies, all, steps, options);
      bench::expose(outcome);
    }
    state.counters[bench::steps_in_an_iteration] = static_cast<double>(size);
  });
  registered->UseRealTime();
  // The second thread sleeps between two runs of a benchmark, and calling it takes as long as a step: many
  // steps in a row.
  if (name.starts_with(one_thread) || name.starts_with(two_threads)) registered->MinTime(many_steps);
  // These take long enough for few to do.
  if (size > 50000) registered->Repetitions(size > 500000 ? 5 : 20);
}

/// Half of the bodies by a thread of its own, which waits for each step without sleeping: what two processors
/// can do at best.
class OtherHalf {
 public:
  OtherHalf(const Bodies<double>& bodies, std::size_t size, double h)
      : thread_([this, &bodies, size, h] {
          States<double> all = states<double>(size);
          for (long done = 0; !is_over_;) {
            if (asked_ == done) continue;
            batch::step(bodies, all, h);
            done_ = ++done;
          }
        }) {}
  OtherHalf(const OtherHalf&) = delete;
  OtherHalf& operator=(const OtherHalf&) = delete;
  ~OtherHalf() { is_over_ = true; }

  void begin() { ++asked_; }
  void wait() const {
    while (done_ != asked_) {
    }
  }

 private:
  std::atomic<long> asked_ = 0, done_ = 0;
  std::atomic<bool> is_over_ = false;
  std::jthread thread_;
};

void add_halves(const std::string& name, const Bodies<double>& bodies, std::size_t size, double h) {
  auto* const registered = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    States<double> mine = states<double>(size / 2);
    OtherHalf other(bodies, size / 2, h);
    for (auto _ : state) {
      other.begin();
      batch::Outcome outcome = batch::step(bodies, mine, h);
      bench::expose(outcome);
      other.wait();
    }
    state.counters[bench::steps_in_an_iteration] = static_cast<double>(size);
  });
  registered->UseRealTime();
  registered->MinTime(many_steps);
}

template <class Kernel>
void add_scalar(const std::string& name, const Kernel& kernel, double h) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    double step = h;
    bench::expose(step);
    States<double> from = states<double>(in_cache);
    std::vector<kernel::Phase<double>> all;
    for (std::size_t i = 0; i < in_cache; ++i)
      all.push_back({{from.spans().mx[i], from.spans().my[i], from.spans().mz[i]}, Quat<double>::identity()});
    for (auto _ : state) {
      for (auto& p : all) p = kernel::advance(p, kernel(p.m, step));
      bench::expose(all.front());
    }
    state.counters[bench::steps_in_an_iteration] = static_cast<double>(in_cache);
  })->UseRealTime();
}

/// The default step as it is where a user writes the loop.
struct ScalarExact {
  kernel::ExactConstants<double> constants = kernel::exact_constants(bench::water);
  [[gnu::always_inline]] kernel::Increment<double> operator()(const Vec3<double>& m,
                                                              double h) const noexcept {
    return kernel::exact_step(constants, m, h);
  }
};

std::string at(const std::string& what, double angle) { return what + ", " + text_of(angle); }
std::string with(const std::string& what, std::size_t size) {
  return what + ", " + std::to_string(size) + " bodies";
}

/// Those that a row of the first table has.
const std::vector<std::string> rows{
    one,  kinds, each,         moments,     own_steps,         compensated, single_precision,
    sse2, dmv10, scalar_dmv10, lie_poisson, scalar_lie_poisson};

struct Moments {
  std::vector<double> i1, i2, i3;
};

void add_all(Moments& held) {
  const std::vector<Inertia> all = molecules(in_cache);
  for (const Inertia& body : all) {
    held.i1.push_back(body.moments().x());
    held.i2.push_back(body.moments().y());
    held.i3.push_back(body.moments().z());
  }
  std::vector<std::uint32_t> which;
  for (std::uint32_t i = 0; i < in_cache; ++i) which.push_back(i * 7 % 4);
  const auto of_all = Bodies<double>::one(bench::water_body());
  for (const double angle : angles) {
    const double h = bench::time_to_turn(angle);
    const std::vector<double> h1{h};
    add_scalar(at(scalar, angle), ScalarExact{}, h);
    add_scalar(at(scalar_dmv10, angle), kernel::MoserVeselov<double, 10>(bench::water), h);
    add_scalar(at(scalar_lie_poisson, angle), kernel::LiePoisson123<double>(bench::water), h);
    add<double>(at(one, angle), of_all, in_cache, h1, {});
    add<double>(at(kinds, angle), Bodies<double>::kinds(std::span(all).first(4), which), in_cache, h1, {});
    add<double>(at(each, angle), Bodies<double>::each(all), in_cache, h1, {});
    add<double>(at(moments, angle), Bodies<double>::moments(held.i1, held.i2, held.i3), in_cache, h1, {});
    add<double>(at(own_steps, angle), of_all, in_cache, std::vector<double>(in_cache, h), {});
    add<double>(at(compensated, angle), of_all, in_cache, h1, {}, Summation::compensated);
    add<float>(at(single_precision, angle), Bodies<float>::one(bench::water_body()), in_cache,
               {static_cast<float>(h)}, {});
    add<double>(at(sse2, angle), of_all, in_cache, h1, {.target = Target::sse2});
    add<double>(at(dmv10, angle), of_all, in_cache, h1, {.free_method = BuiltInMethod::dmv10});
    add<double>(at(lie_poisson, angle), of_all, in_cache, h1,
                {.free_method = BuiltInMethod::lie_poisson_123});
  }
  // Special lanes, at an angle of 0.1: steps of three turns, and bodies at rest.
  const double h = bench::time_to_turn(0.1);
  std::vector<double> steps(in_cache, h);
  add<double>(none_special, of_all, in_cache, steps, {});
  for (std::size_t i = 50; i < in_cache; i += 100) steps[i] = bench::time_to_turn(20);
  add<double>(some_long, of_all, in_cache, steps, {});
  add<double>(some_at_rest, of_all, in_cache, std::vector<double>(in_cache, h), {}, Summation::plain, 100);
  // Threads: arrays of 0.5, 3.7 and 220 megabytes.
  for (const std::size_t size : {std::size_t{8192}, std::size_t{65536}, std::size_t{4000000}}) {
    add<double>(with(one_thread, size), of_all, size, {h}, {.threads = 1});
    add<double>(with(two_threads, size), of_all, size, {h}, {.threads = 2});
    if (size < 1000000) add_halves(with(two_halves, size), of_all, size, h);
  }
  for (const std::size_t size : lengths) add<double>(with(one, size), of_all, size, {h}, {});
}

// ---- What is printed.

std::vector<std::string> headings(const std::string& first, const std::vector<std::string>& others) {
  std::vector<std::string> all{first};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

std::vector<std::string> texts(const std::vector<double>& numbers) {
  std::vector<std::string> all;
  for (const double x : numbers) all.push_back("h|omega| = " + text_of(x));
  return all;
}

bench::Table ratios(const bench::Fastest& fastest) {
  bench::Table table{"batch", "A step in a batch of 1024 bodies, for each body",
                     "Below the first line each number is a time divided by that of the scalar exact step.",
                     headings("", texts(angles))};
  const auto times = [&](const std::string& what) {
    bench::Times t{what, {}};
    for (const double angle : angles) t.nanoseconds.push_back(fastest(at(what, angle)));
    return t;
  };
  std::vector<bench::Times> others;
  for (const std::string& what : rows) others.push_back(times(what));
  bench::add_ratios(table, times(scalar), others);
  return table;
}

bench::Table curve(const bench::Fastest& fastest) {
  std::vector<std::string> sizes;
  bench::Row row{"nanoseconds a body", {}};
  for (const std::size_t size : lengths) {
    sizes.push_back(text_of(static_cast<double>(size)));
    row.cells.push_back(bench::fixed_cell(fastest(with(one, size)), 1));
  }
  return {"lengths",
          "From a thousand to ten million bodies",
          "h|omega| = 0.1, one body for all, one thread.",
          headings("bodies", sizes),
          {row}};
}

bench::Table bars(const bench::Fastest& fastest) {
  bench::Table table{"bars", "Goals", "At most so many times as long.", {"claim", "measured", ""}};
  const auto bar = [&](const std::string& claim, double ratio, double most) {
    table.rows.push_back(
        {claim, {{bench::fixed(ratio, 3), bench::not_measured, ratio}, {ratio <= most ? "met" : "not met"}}});
  };
  for (const double angle : {0.01, 0.1}) {
    const std::string where = ", h|omega| = " + text_of(angle);
    const double mine = fastest(at(one, angle));
    bar("batch exact: 0.28 of scalar exact" + where, mine / fastest(at(scalar, angle)), 0.28);
    bar("a body each, prepared: 1.25 of one body for all" + where, fastest(at(each, angle)) / mine, 1.25);
    bar("batch exact: 1.00 of batch DMV10" + where, mine / fastest(at(dmv10, angle)), 1);
  }
  bar("1 % of long steps: 1.3 of none", fastest(some_long) / fastest(none_special), 1.3);
  bar("1 % of bodies at rest: 1.3 of none", fastest(some_at_rest) / fastest(none_special), 1.3);
  const auto without_bar = [&](const std::string& what, double ratio) {
    table.rows.push_back({what, {{bench::fixed(ratio, 3), bench::not_measured, ratio}, {"no bar"}}});
  };
  for (const std::size_t size : {std::size_t{8192}, std::size_t{65536}}) {
    const double alone = fastest(with(one_thread, size));
    bar("two threads in cache, " + std::to_string(size) + " bodies: 1/1.85 of one",
        fastest(with(two_threads, size)) / alone, 1 / 1.85);
    without_bar("the same, each half by a thread that waits without sleeping",
                fastest(with(two_halves, size)) / alone);
  }
  without_bar("two threads beyond the cache, of one",
              fastest(with(two_threads, 4000000)) / fastest(with(one_thread, 4000000)));
  return table;
}

void save(const bench::Fastest& fastest) {
  bench::Results results{
      "batch", "Batches",
      std::string("Water molecules, I = (0.345, 0.653, 1), at different points of one orbit, on ") +
          batch::name(batch::best_target()) +
          " with one thread unless the row says otherwise. The scalar loops are compiled for this machine.",
      "build/bench/bench/batch", 45};
  results.tables = {ratios(fastest), curve(fastest), bars(fastest)};
  for (const bench::Table& table : results.tables) bench::print(table);
  bench::write(results);
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  Moments held;
  add_all(held);
  save(bench::fastest_of_all());
  return 0;
}
