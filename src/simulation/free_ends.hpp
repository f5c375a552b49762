// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many free bodies on SIMD lanes, each from its own start to a time of its own.
///
/// Method.     The steps of batch/free_step.hpp, of the length that each problem gives, the last one shorter
///             (steps_of_piece.hpp). Bodies that need fewer steps than others stay on the lanes with steps of
///             length 0 until an eighth of all has arrived; then those are removed. A motion that cannot be
///             computed, or not in these steps, is passed on to `alone`.

#include <cstddef>
#include <vector>

#include "simulation/strategy.hpp"

namespace polhode::simulation {

/// Free motions without impulses and events, in given steps of a method that batches have, to a single time,
/// and without an error estimate.
class FreeEnds final : public Strategy {
 public:
  /// @param together  so many are computed at once
  FreeEnds(Results& results, Strategy& alone, std::size_t together)
      : results_(results), alone_(alone), together_(together) {}

  bool accepts(const Problem& problem) const override;
  void add(Motion motion) override;
  void flush() override;

 private:
  Results& results_;
  Strategy& alone_;
  std::size_t together_;
  std::vector<Motion> waiting_;
};

}  // namespace polhode::simulation
