// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Work on many numbers, distributed over threads in pieces, which Ctrl-C can end.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "arrays.hpp"
#include "calls.hpp"

namespace polhode::python {

/// Calls work(begin, end) for pieces of 0 .. n-1; the pieces do not depend on the number of threads (0: one per
/// processor). The interpreter lock must not be held. The first exception ends all pieces and is rethrown.
template <class Work>
void in_pieces(std::size_t n, unsigned threads, const Work& work) {
  constexpr std::size_t piece = 1 << 13;
  const std::size_t pieces = (n + piece - 1) / piece;
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stops{false};
  std::exception_ptr thrown;
  std::mutex guard;
  const auto run = [&](Interrupts* interrupts) {
    try {
      for (std::size_t k = next++; k < pieces && !stops; k = next++) {
        work(k * piece, std::min(n, (k + 1) * piece));
        if (interrupts) interrupts->check();
      }
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!thrown) thrown = std::current_exception();
      stops = true;
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, pieces); ++i)
    others.emplace_back([&] { run(nullptr); });
  Interrupts interrupts;
  run(&interrupts);
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

/// Writes the states at all times into rows of attitudes and momenta; states_at(times, rows) does so for some.
template <class StatesAt>
void states_in_pieces(const Array& times, Array& q, Array& m, unsigned threads, const StatesAt& states_at) {
  const std::span<const double> asked = numbers(times);
  if (rows(q, 4) != asked.size() || rows(m, 3) != asked.size())
    throw std::logic_error("arrays of different lengths");
  const StateRows to(q, m);
  const py::gil_scoped_release unlocked;
  in_pieces(asked.size(), threads, [&](std::size_t begin, std::size_t end) {
    states_at(asked.subspan(begin, end - begin), StateRows(to.q + 4 * begin, to.m + 3 * begin));
  });
}

}  // namespace polhode::python
