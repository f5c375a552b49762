// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions by series side by side: each has its own time and step, and those whose formulas have the same
/// shape compute their coefficients together, one on each SIMD lane.
///
/// Method.     A motion that is over makes room for another. Of those that wait, as many as there are lanes
///             go on together; one that is left alone goes on as by simulate().
/// Accuracy.   A motion's numbers are those of simulate(), to the last bit, whichever motions share the
///             lanes.

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <utility>
#include <vector>

#include "series/lane_program.hpp"
#include "series/targets.hpp"
#include "simulation/simulator.hpp"
#include "simulation/strategy.hpp"

namespace polhode::simulation {

/// Motions under a torque for which no method, step or event is named. Those that are not followed by series
/// all the same are passed on to `alone`.
class SeriesLanes final : public Strategy {
 public:
  /// @param together  at most so many are under way at once
  SeriesLanes(Results& results, Strategy& alone, std::size_t together)
      : results_(results),
        alone_(alone),
        together_(together < enough ? together : enough),
        coefficients_(series::lane_coefficients()) {}

  bool accepts(const Problem& problem) const override;
  void add(Motion motion) override;
  void flush() override;

 private:
  /// So many are worth having at once: some for the lanes, some to take their place, some of other shapes.
  static constexpr std::size_t enough = 12;

  /// Programs of one shape, which are computed together.
  struct Block {
    series::Shape shape;
    bool is_careful;
    series::LaneProgram lanes;

    Block(series::Shape of, bool careful, const series::Program& like)
        : shape(std::move(of)), is_careful(careful), lanes(like) {}
  };
  /// A motion that is under way.
  struct UnderWay {
    std::uint64_t number;
    std::unique_ptr<Simulator> simulator;
    Block* block;
  };

  void step();
  Block& block_of(const series::Stepper& stepper);
  Block& fullest_block();
  void expand(Block& block, const std::vector<SeriesTrack*>& tracks);
  /// False if it is over, or refused.
  bool goes_on(UnderWay& m, SeriesTrack* expanded);

  Results& results_;
  Strategy& alone_;
  std::size_t together_;
  series::LaneCoefficients coefficients_;
  std::vector<UnderWay> motions_;
  std::list<Block> blocks_;
  std::vector<SeriesTrack*> tracks_, others_;
  std::vector<std::size_t> chosen_;
};

}  // namespace polhode::simulation
