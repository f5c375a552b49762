// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One body stepped again and again, each step from the result of the one before.

#include <benchmark/benchmark.h>

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/advance.hpp>
#include <utility>
#include <variant>

namespace polhode::bench {

/// The compiler must take it that something else reads and changes x here. By its address: with
/// benchmark::DoNotOptimize of version 1.7 and g++ 12 some of these chains ran at a tenth of their cost.
template <class X>
void expose(X& x) {
  asm volatile("" : : "g"(&x) : "memory");
}

/// A kernel as its own type, compiled into the loop that calls it, as it is where a user writes that loop.
template <class Kernel>
struct InlinedStep {
  Kernel kernel;

  template <class P>
  [[gnu::always_inline]] P operator()(const P& p, double h) const noexcept {
    return kernel::advance(p, kernel(p.m, h));
  }
};

/// A method chosen by name: a virtual call, and the result through memory.
struct ErasedStep {
  FreeStep step;

  kernel::Phase<double> operator()(const kernel::Phase<double>& p, double h) const noexcept {
    return std::visit([&p](const auto& result) { return kernel::advance(p, result); }, step(p.m, h));
  }
};

/// Whether every step up to here was taken: a refusal makes all numbers NaN, and so they stay.
template <class P>
bool is_taken(const P& p) {
  return std::isfinite(p.m.x + p.m.y + p.m.z + p.q.w + p.q.x + p.q.y + p.q.z);
}

template <class Step, class P, class T>
void in_a_chain(benchmark::State& state, const Step& step, P now, T h) {
  expose(h);
  for (auto _ : state) now = step(now, h);
  expose(now);
  if (!is_taken(now)) state.SkipWithError("the method refuses this step");
}

}  // namespace polhode::bench
