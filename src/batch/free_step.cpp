// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <polhode/batch/free_step.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <string>

#include "batch/block.hpp"
#include "batch/body_table.hpp"
#include "batch/drift.hpp"
#include "batch/padded_block.hpp"
#include "batch/parallel.hpp"
#include "batch/refusals.hpp"
#include "core/number_text.hpp"
#include "free/failure_text.hpp"
#include "rotation/finite.hpp"

namespace polhode::batch {

namespace {

template <class Spans>
void refuse_lengths(const char* of, const Spans& s, std::size_t size) {
  const auto refuse_array = [&](const char* array, std::size_t found) {
    refuse_length(array, of, found, size, "that of mx of the states");
  };
  refuse_array("length of mx", s.mx.size());
  refuse_array("length of my", s.my.size());
  refuse_array("length of mz", s.mz.size());
  refuse_array("length of qw", s.qw.size());
  refuse_array("length of qx", s.qx.size());
  refuse_array("length of qy", s.qy.size());
  refuse_array("length of qz", s.qz.size());
}

template <class Real>
void refuse(const Bodies<Real>& bodies, std::size_t size, const StepLengths<Real>& h,
            const Options& options) {
  if (!bodies.is_one()) refuse_length("number of bodies", "", bodies.size(), size, "many as states");
  const auto refuse_step = [](const std::string& what, Real found) {
    throw InvalidInput(what, number_text(static_cast<double>(found)), "a finite number");
  };
  if (h.is_common()) {
    if (!std::isfinite(h.common())) refuse_step("step", h.common());
  } else {
    refuse_length("length of the steps", "", h.each().size(), size, "that of mx of the states");
    for (std::size_t i = 0; i < size; ++i)
      if (!std::isfinite(h.each()[i])) refuse_step("step of body " + std::to_string(i), h.each()[i]);
  }
  if (options.threads < 0)
    throw InvalidInput("number of threads", std::to_string(options.threads),
                       "at least 0 (0: all hardware threads)");
  if (options.target && std::ranges::count(targets(), *options.target) == 0)
    throw InvalidInput("target", name(*options.target), "a target that this machine supports");
}

/// Repeats the last body up to a whole number of registers. The copies then take the same steps as the body.
template <class Real>
void repeat_last(const StatePointers<Real>& state, const StatePointers<Real>& lost,
                 std::size_t size) noexcept {
  const std::size_t end = whole_registers(size);
  if (end == size) return;
  const auto is_there = [size](Real* a) { return a[size] == a[size - 1]; };
  if (std::ranges::all_of(list(state), is_there)) return;
  for (const StatePointers<Real>& all : {state, lost})
    for (Real* a : list(all))
      if (a) std::fill(a + size, a + end, a[size - 1]);
}

/// Steps the blocks from `first` to before `last`.
/// @param has_room  whether the arrays have room for a whole number of registers at their end
template <class Real>
FailedDrifts<Real> step_blocks(Drift<Real>& drift, std::size_t size, const StatePointers<Real>& state,
                               const StatePointers<Real>& lost, const StepLengths<Real>& h, bool has_room,
                               std::size_t first, std::size_t last) {
  std::array<Real, block_size> steps;  // not initialised: zeroing would slow down a batch of one body
  if (h.is_common()) std::fill_n(steps.begin(), whole_registers(std::min(size, block_size)), h.common());
  for (std::size_t block = first; block < last; ++block) {
    const std::size_t begin = block * block_size, bodies = std::min(block_size, size - begin);
    const StatePointers<Real> here = advanced_by(state, begin), lost_here = advanced_by(lost, begin);
    const Real* steps_here = steps.data();
    if (!h.is_common()) steps_here = h.each().data() + begin;
    if (bodies % most_lanes == 0 || (has_room && h.is_common())) {
      repeat_last(here, lost_here, bodies);
      drift.step(begin, bodies, here, lost_here, steps_here);
    } else {
      PaddedArrays<Real> padded(here, bodies), padded_lost(lost_here, bodies);
      if (!h.is_common()) {
        std::copy_n(steps_here, bodies, steps.data());
        std::fill_n(steps.begin() + static_cast<std::ptrdiff_t>(bodies), whole_registers(bodies) - bodies,
                    steps[bodies - 1]);
        steps_here = steps.data();
      }
      drift.step(begin, bodies, padded.pointers(), padded_lost.pointers(), steps_here);
      padded.copy_back();
      padded_lost.copy_back();
    }
  }
  return drift.failed();
}

/// Why the method could not step a body of these moments.
template <class Real>
std::string reason_of(const FailedDrifts<Real>& failed, const Vec3<Real>& moments, BuiltInMethod method) {
  const std::string body = "step of body " + std::to_string(failed.first) + " by method " +
                           std::string(polhode::name(method)) + ": found ";
  if (!is_finite(failed.momentum))
    return body + "a state that was not finite before, expected one that has not failed";
  kernel::Failure why = kernel::Failure::out_of_range;
  try {
    const Vec3<double> i = convert<double>(moments);
    const FreeStep step = free_method(polhode::name(method)).prepare(Inertia::from_moments(i.x, i.y, i.z));
    why = step.why(convert<double>(failed.momentum), static_cast<double>(failed.length));
  } catch (const InvalidInput&) {
    // Batches take moments of which no Inertia is made; those leave the range of numbers.
  }
  return body + number_text(static_cast<double>(failed.length)) + ", expected " + expected_instead(why);
}

template <class Real>
Outcome outcome_of(const FailedDrifts<Real>& failed, const Bodies<Real>& bodies, BuiltInMethod method) {
  if (failed.count == 0) return {};
  return {failed.count, failed.first, reason_of(failed, bodies.table().moments_of(failed.first), method)};
}

template <class Real>
Outcome step_all(const Bodies<Real>& bodies, std::size_t size, const StatePointers<Real>& state,
                 const StatePointers<Real>& lost, const StepLengths<Real>& h, const Options& options,
                 bool has_room) {
  const Target target = options.target ? *options.target : best_target();
  if (size <= block_size && size > 0) {
    Drift<Real> drift(bodies.table(), options.free_method, target, size);
    return outcome_of(step_blocks(drift, size, state, lost, h, has_room, 0, 1), bodies, options.free_method);
  }
  FailedDrifts<Real> all;
  std::mutex adding;
  for_blocks((size + block_size - 1) / block_size, options.threads, [&](std::size_t first, std::size_t last) {
    Drift<Real> drift(bodies.table(), options.free_method, target);
    const FailedDrifts<Real> part = step_blocks(drift, size, state, lost, h, has_room, first, last);
    if (part.count == 0) return;
    const std::lock_guard lock(adding);
    const std::size_t count = all.count + part.count;
    if (all.count == 0 || part.first < all.first) all = part;
    all.count = count;
  });
  return outcome_of(all, bodies, options.free_method);
}

}  // namespace

template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options) {
  const std::size_t size = states.mx.size();
  refuse_lengths(" of the states", states, size);
  refuse(bodies, size, h, options);
  return step_all(bodies, size, pointers_of(states), StatePointers<Real>{}, h, options, false);
}

template <class Real>
Outcome step(const Bodies<Real>& bodies, const StateSpans<Real>& states,
             const CompensationSpans<Real>& compensation, const std::type_identity_t<StepLengths<Real>>& h,
             const Options& options) {
  const std::size_t size = states.mx.size();
  refuse_lengths(" of the states", states, size);
  refuse_lengths(" of the compensation", compensation, size);
  refuse(bodies, size, h, options);
  return step_all(bodies, size, pointers_of(states), pointers_of(compensation), h, options, false);
}

template <class Real>
Outcome step(const Bodies<Real>& bodies, States<Real>& states,
             const std::type_identity_t<StepLengths<Real>>& h, const Options& options) {
  // Its arrays extend some cache lines beyond the last body (States).
  refuse(bodies, states.size(), h, options);
  return step_all(bodies, states.size(), pointers_of(states.spans()), pointers_of(states.compensation()), h,
                  options, true);
}

template Outcome step<double>(const Bodies<double>&, const StateSpans<double>&, const StepLengths<double>&,
                              const Options&);
template Outcome step<float>(const Bodies<float>&, const StateSpans<float>&, const StepLengths<float>&,
                             const Options&);
template Outcome step<double>(const Bodies<double>&, const StateSpans<double>&,
                              const CompensationSpans<double>&, const StepLengths<double>&, const Options&);
template Outcome step<float>(const Bodies<float>&, const StateSpans<float>&, const CompensationSpans<float>&,
                             const StepLengths<float>&, const Options&);
template Outcome step<double>(const Bodies<double>&, States<double>&, const StepLengths<double>&,
                              const Options&);
template Outcome step<float>(const Bodies<float>&, States<float>&, const StepLengths<float>&, const Options&);

}  // namespace polhode::batch
