// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The division of a step at the breakpoints and impulses of a torque.
///
/// Convention. As in simulation/simulate.hpp: at the time of an impulse the state is the one after it, in
///             chronological order. A forward step applies the impulses after its start, up to and including
///             its end; a backward step undoes those after its end, the last first. Applied impulses are
///             tracked by their number rather than by time, which carries round-off: a mark within a few
///             roundings of the end of a step is treated as at the end. In a piece between two breakpoints
///             the torque is evaluated only at interior times.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/torque/torque.hpp>
#include <vector>

namespace polhode {

/// A part of a step, and the impulses at its end.
struct StepPiece {
  double length;
  double earliest, latest;     ///< times at which the torque may be evaluated
  std::size_t impulses_after;  ///< the number applied after those at its end; backwards these are undone
};

/// The breakpoints and impulses of one torque.
class Marks {
 public:
  explicit Marks(const Torque& torque) : breakpoints_(torque.breakpoints()), impulses_(torque.impulses()) {}

  bool is_empty() const noexcept { return breakpoints_.empty() && impulses_.empty(); }
  const std::vector<Impulse>& impulses() const noexcept { return impulses_; }

  /// The number of impulses applied if the motion starts at this time.
  std::size_t applied_at(double time) const noexcept { return applied_until(time); }

  /// The pieces of a step of length h, before which `applied` impulses have been applied.
  std::vector<StepPiece> pieces(double time, double h, std::size_t applied) const {
    const double end = time + h, near = 8 * std::numeric_limits<double>::epsilon() *
                                        std::max({std::abs(time), std::abs(end), std::abs(h)});
    const std::size_t last = applied_until(end + near);
    // The times at which the step is divided, in its direction, without duplicates.
    std::vector<double> cuts;
    for (const double t : breakpoints_)
      if (is_inside(t, time, end, near)) cuts.push_back(t);
    for (std::size_t i = std::min(applied, last); i < std::max(applied, last); ++i)
      cuts.push_back(std::clamp(impulses_[i].time, std::min(time, end), std::max(time, end)));
    cuts.push_back(end);
    std::sort(cuts.begin(), cuts.end(), [h](double a, double b) { return h < 0 ? b < a : a < b; });

    std::vector<StepPiece> all;
    double from = time;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const bool is_last = i + 1 == cuts.size();
      if (!is_last && std::abs(cuts[i + 1] - cuts[i]) <= near) continue;  // merged with the later one
      const double to = cuts[i];
      // Impulses at the end of the piece: forwards all up to it, backwards all that are not before it.
      const std::size_t after = is_last ? last : h < 0 ? applied_until(to - near) : applied_until(to + near);
      all.push_back({is_last ? h - (from - time) : to - from, 0, 0, after});
      limit(all.back(), from, to, near);
      from = to;
    }
    return all;
  }

  /// A breakpoint strictly inside such a step; NaN if there is none.
  double breakpoint_inside(double time, double h) const noexcept {
    const double near =
        8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time), std::abs(time + h));
    for (const double t : breakpoints_)
      if (is_inside(t, time, time + h, near)) return t;
    return std::numeric_limits<double>::quiet_NaN();
  }

 private:
  static bool is_inside(double t, double from, double to, double near) noexcept {
    return std::min(from, to) + near < t && t < std::max(from, to) - near;
  }

  std::size_t applied_until(double time) const noexcept {
    const auto after = std::upper_bound(impulses_.begin(), impulses_.end(), time,
                                        [](double t, const Impulse& i) { return t < i.time; });
    return static_cast<std::size_t>(after - impulses_.begin());
  }

  void limit(StepPiece& piece, double from, double to, double near) const noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double low = std::min(from, to), high = std::max(from, to);
    piece.earliest = -infinity;
    piece.latest = infinity;
    for (const double t : breakpoints_) {
      if (t <= low + near) piece.earliest = std::nextafter(t, infinity);
      if (t >= high - near) {
        piece.latest = std::nextafter(t, -infinity);
        return;
      }
    }
  }

  std::vector<double> breakpoints_;
  std::vector<Impulse> impulses_;
};

}  // namespace polhode
