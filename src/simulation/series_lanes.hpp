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
#include <functional>
#include <list>
#include <memory>
#include <polhode/core/error.hpp>
#include <utility>
#include <vector>

#include "series/lane_program.hpp"
#include "series/targets.hpp"
#include "simulation/waiting_motion.hpp"

namespace polhode::simulation {

class SeriesLanes {
 public:
  /// So many are worth having at once: some for the lanes, some to take their place, some of other shapes.
  static constexpr std::size_t enough = 12;

  /// A motion is over, or is refused.
  struct Sink {
    std::function<void(std::uint64_t number, WaitingMotion& motion)> over;
    std::function<void(std::uint64_t number, const InvalidInput& refusal)> refused;
  };
  /// The sink must outlive it.
  explicit SeriesLanes(const Sink& sink) : sink_(sink), coefficients_(series::lane_coefficients()) {}
  SeriesLanes(const SeriesLanes&) = delete;
  SeriesLanes& operator=(const SeriesLanes&) = delete;

  std::size_t size() const noexcept { return motions_.size(); }
  void add(std::uint64_t number, std::unique_ptr<WaitingMotion> motion);
  /// One step of some of them, if there are any. What their sinks throw is passed on; then nothing more can
  /// be done.
  void step();

 private:
  /// What goes together.
  struct Block {
    series::Shape shape;
    bool is_careful;
    series::LaneProgram lanes;

    Block(series::Shape of, bool careful, const series::Program& like)
        : shape(std::move(of)), is_careful(careful), lanes(like) {}
  };
  struct Motion {
    std::uint64_t number;
    std::unique_ptr<WaitingMotion> motion;
    Block* block;
  };

  Block& block_of(const series::Stepper& stepper);
  Block& fullest_block();
  void expand(Block& block, const std::vector<SeriesTrack*>& tracks);
  /// False if it is over, or refused.
  bool goes_on(Motion& m, SeriesTrack* expanded);

  const Sink& sink_;
  series::LaneCoefficients coefficients_;
  std::vector<Motion> motions_;
  std::list<Block> blocks_;
  std::vector<SeriesTrack*> tracks_, others_;
  std::vector<std::size_t> chosen_;
};

}  // namespace polhode::simulation
