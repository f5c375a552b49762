// SPDX-License-Identifier: MIT
// What the library's own calls cost, each as a multiple of the exact step that is compiled into the caller's loop: what
// a user pays for not writing that loop. Both are compiled for any x86-64 processor, as the library is installed; one row
// has the step compiled for this machine.
//
//   public_calls [Google Benchmark's options]     tables of ratios, and whether each goal is met; writes
//                                                 results/public_calls.json
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "peers/native_kernel.hpp"
#include "results/results.hpp"
#include "water.hpp"

namespace {

using namespace polhode;

constexpr std::size_t bodies_in_batch = 1024;
const std::vector<double> angles{0.017, 0.17, 0.85};

/// The water molecule, given by its moments or turned in its frame.
struct Given {
  std::string name;
  Inertia body;
};

std::vector<Given> both() {
  const Vec3<double>& i = bench::water;
  const Eigen::Matrix3d axes = rotation_matrix(Attitude(0.8, 0.36, 0.48, 0));
  const Eigen::Matrix3d tensor = axes * Eigen::Vector3d(i.x, i.y, i.z).asDiagonal() * axes.transpose();
  return {{"moments", Inertia::from_moments(i.x, i.y, i.z)}, {"turned", Inertia::from_tensor(tensor)}};
}

State start_of(const Inertia& body) {
  return {Attitude(1, 0, 0, 0), body.from_principal(to_eigen(bench::water_start().m))};
}

/// A call, and what it may cost: as a ratio to the kernel, or in nanoseconds.
struct Call {
  std::string name;
  double most_ratio = bench::not_measured, most_nanoseconds = bench::not_measured;
  /// Runs the call until `state` has enough.
  std::function<void(benchmark::State& state, const Inertia& body, double h)> run;
  std::size_t each = 1;  ///< calls in an iteration
};

template <class Work>
void repeat(benchmark::State& state, const Work& work) {
  for (auto _ : state) work();
}

std::vector<Call> calls() {
  const double none = bench::not_measured;
  return {{"the kernel, compiled in", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const kernel::ExactConstants<double> k = kernel::exact_constants(from_eigen(body.moments()));
             kernel::Phase<double> now = bench::water_start();
             bench::expose(h);
             for (auto _ : state) now = kernel::advance(now, kernel::exact_step(k, now.m, h));
             bench::expose(now);
           }},
          {"the kernel, compiled in for this machine", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const Vec3<double> i = from_eigen(body.moments());
             const kernel::Phase<double> start = bench::water_start();
             std::array<double, 7> now{start.m.x, start.m.y, start.m.z, start.q.w,
                                       start.q.x, start.q.y, start.q.z};
             repeat(state, [&] {
               bench::exact_steps_for_this_machine({i.x, i.y, i.z}, now, h, bodies_in_batch);
             });
           },
           bodies_in_batch},
          {"FreeStepper::step", 1.15, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             FreeStepper stepper(body, start_of(body));
             repeat(state, [&] { stepper.step(h); });
           }},
          {"FreeStepper::step, compensated", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             FreeStepper stepper(body, start_of(body), Summation::compensated);
             repeat(state, [&] { stepper.step(h); });
           }},
          {"FreeStepper::step and state", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             FreeStepper stepper(body, start_of(body));
             repeat(state, [&] {
               stepper.step(h);
               State now = stepper.state();
               bench::expose(now);
             });
           }},
          {"ExactFlow", 1.3, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const ExactFlow flow(body);
             State now = start_of(body);
             repeat(state, [&] { now = flow(now, h); });
           }},
          {"exact_flow", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             State now = start_of(body);
             repeat(state, [&] { now = exact_flow(body, now, h); });
           }},
          {"FreeMotion::at", 4, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const FreeMotion motion(body, start_of(body));
             double t = 0;
             repeat(state, [&] {
               State now = motion.at(t += h);
               bench::expose(now);
             });
           }},
          {"FreeMotion::at of 1024 times, each", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const FreeMotion motion(body, start_of(body));
             std::vector<double> times(bodies_in_batch);
             for (std::size_t i = 0; i < times.size(); ++i) times[i] = static_cast<double>(i) * h;
             std::vector<State> states(times.size());
             repeat(state, [&] {
               motion.at(times, states);
               bench::expose(states);
             });
           },
           bodies_in_batch},
          {"FreeMotion, made", 12, none,
           [](benchmark::State& state, const Inertia& body, double) {
             const State start = start_of(body);
             repeat(state, [&] {
               FreeMotion motion(body, start);
               bench::expose(motion);
             });
           }},
          {"batch::step, one body", 2, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const auto bodies = batch::Bodies<double>::one(body);
             auto states = batch::States<double>::from_user(std::vector<State>{start_of(body)}, body);
             repeat(state, [&] { batch::step(bodies, states, h); });
           }},
          {"batch::step, a body of 1024", none, none,
           [](benchmark::State& state, const Inertia& body, double h) {
             const auto bodies = batch::Bodies<double>::one(body);
             auto states =
                 batch::States<double>::from_user(std::vector<State>(bodies_in_batch, start_of(body)), body);
             repeat(state, [&] { batch::step(bodies, states, h); });
           },
           bodies_in_batch},
          {"batch::States::to_user, a body", none, 15,
           [](benchmark::State& state, const Inertia& body, double) {
             const auto states =
                 batch::States<double>::from_user(std::vector<State>(bodies_in_batch, start_of(body)), body);
             repeat(state, [&] {
               std::vector<State> all = states.to_user(body);
               bench::expose(all);
             });
           },
           bodies_in_batch},
          {"batch::States::from_user, a body", none, 15,
           [](benchmark::State& state, const Inertia& body, double) {
             const std::vector<State> all(bodies_in_batch, start_of(body));
             repeat(state, [&] {
               auto states = batch::States<double>::from_user(all, body);
               bench::expose(states);
             });
           },
           bodies_in_batch},
          {"batch::FreeStepper::read, a body", none, none,
           [](benchmark::State& state, const Inertia& body, double) {
             const batch::FreeStepper<double> stepper(body,
                                                      std::vector<State>(bodies_in_batch, start_of(body)));
             std::vector<State> all(bodies_in_batch);
             repeat(state, [&] {
               stepper.read(all);
               bench::expose(all);
             });
           },
           bodies_in_batch}};
}

std::string name_of(const Given& given, const Call& call, double angle) {
  return given.name + "/" + call.name + "/" + bench::general(angle);
}

void add_all() {
  for (const Given& given : both())
    for (const Call& call : calls())
      for (const double angle : angles) {
        const double h = bench::time_to_turn(angle);
        benchmark::RegisterBenchmark(
            name_of(given, call, angle).c_str(), [given, call, h](benchmark::State& state) {
              call.run(state, given.body, h);
              state.counters[bench::steps_in_an_iteration] = static_cast<double>(call.each);
            });
      }
}

void save(const bench::Fastest& fastest) {
  bench::Results results{
      .program = "public_calls",
      .title = "What a call costs",
      .words =
          "The library's calls for a free body, as multiples of the exact step that is compiled into the "
          "caller's "
          "loop; a water molecule given by its moments, and one whose axes are turned in its frame.",
      .command = "build/bench/bench/public_calls",
      .place = -1};
  const std::vector<Call> all = calls();
  for (const Given& given : both()) {
    bench::Table table{
        .name = given.name,
        .title = given.name == "moments" ? "A body given by moments" : "A body with turned axes",
        .words = "",
        .headings = {""}};
    for (const double angle : angles) table.headings.push_back("h\\|omega\\| = " + bench::general(angle));
    std::vector<bench::Times> rows;
    for (const Call& call : all) {
      bench::Times row{call.name, {}};
      for (const double angle : angles) row.nanoseconds.push_back(fastest(name_of(given, call, angle)));
      rows.push_back(std::move(row));
    }
    bench::Times unit = rows.front();
    unit.what += ": ns";
    bench::add_ratios(table, unit, {rows.begin() + 1, rows.end()});
    bench::print(table);
    results.tables.push_back(std::move(table));

    for (std::size_t i = 0; i < all.size(); ++i) {
      const Call& call = all[i];
      double worst = 0;
      for (std::size_t k = 0; k < angles.size(); ++k) {
        const double ns = rows[i].nanoseconds[k];
        // What was not measured stays NaN.
        worst = std::max(std::isnan(call.most_ratio) ? ns : ns / rows[0].nanoseconds[k], worst);
      }
      if (std::isnan(worst)) continue;
      const bool by_ratio = !std::isnan(call.most_ratio);
      if (!by_ratio && std::isnan(call.most_nanoseconds)) continue;
      const double most = by_ratio ? call.most_ratio : call.most_nanoseconds;
      results.findings.push_back(call.name + ", " + given.name + ": at most " + bench::general(most) +
                                 (by_ratio ? " times the kernel" : " ns") + "; measured " +
                                 bench::fixed(worst, 2) + (worst <= most ? ", met" : ", not met"));
      std::printf("%s\n", results.findings.back().c_str());
    }
  }
  bench::write(std::move(results));
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  add_all();
  save(bench::fastest_of_all());
}
