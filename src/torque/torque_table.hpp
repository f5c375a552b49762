// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque as a function of time, by linear interpolation in a table.
///
/// Convention. Times strictly increasing; torques in P or in space. Beyond the ends the torque is that of the
///             nearest row, or zero; at the ends it is always that of their rows. Copies share one table.
/// Errors.     InvalidInput for an empty table, times that do not increase, numbers that are not finite (with
///             the row, counted from 1), and a single row with no torque beyond it, which would never act.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/number_text.hpp"
#include "torque/body_torque.hpp"

namespace polhode::torques {

template <class T>
class TorqueTable {
 public:
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  TorqueTable(std::vector<T> times, std::vector<Vec3<T>> torques, TorqueFrame frame, Beyond beyond)
      : table_(std::make_shared<const Table>(Table{std::move(times), std::move(torques)})),
        frame_(frame),
        beyond_(beyond) {
    check();
  }

  Vec3<T> operator()(const Phase<T>& p, const T& t) const noexcept { return body_torque(frame_, p.q, at(t)); }

  /// The torque at a time, in the frame of the table.
  Vec3<T> at(const T& t) const noexcept {
    const auto& [times, torques] = *table_;
    if (t <= times.front())
      return beyond_ == Beyond::hold || t == times.front() ? torques.front() : Vec3<T>{};
    if (t >= times.back()) return beyond_ == Beyond::hold || t == times.back() ? torques.back() : Vec3<T>{};
    // For any t, including NaN, the row found has one on either side; for a single row only NaN gets here.
    if (times.size() == 1) return t * torques.front();
    const auto after =
        static_cast<std::size_t>(std::upper_bound(times.begin() + 1, times.end() - 1, t) - times.begin());
    const T share = (t - times[after - 1]) / (times[after] - times[after - 1]);
    return (T(1) - share) * torques[after - 1] + share * torques[after];
  }

  struct Line {
    Vec3<T> value, slope;
  };
  /// The torque at a time, and its slope from there up to the next row in the direction of time (1 or -1).
  Line line(const T& t, const T& direction) const noexcept {
    const auto& [times, torques] = *table_;
    const bool is_forward = direction > T(0);
    if (is_forward ? t < times.front() : t <= times.front())
      return {beyond_ == Beyond::hold ? torques.front() : Vec3<T>{}, {}};
    if (is_forward ? t >= times.back() : t > times.back())
      return {beyond_ == Beyond::hold ? torques.back() : Vec3<T>{}, {}};
    const auto after =
        static_cast<std::size_t>((is_forward ? std::upper_bound(times.begin(), times.end(), t)
                                             : std::lower_bound(times.begin(), times.end(), t)) -
                                 times.begin());
    const T length = times[after] - times[after - 1], share = (t - times[after - 1]) / length;
    return {(T(1) - share) * torques[after - 1] + share * torques[after],
            (T(1) / length) * (torques[after] - torques[after - 1])};
  }

  TorqueFrame frame() const noexcept { return frame_; }

  /// The times of the rows: corners of the torque, or at the ends jumps.
  const std::vector<T>& breakpoints() const noexcept { return table_->times; }

 private:
  struct Table {
    std::vector<T> times;
    std::vector<Vec3<T>> torques;
  };

  void check() const {
    using std::isfinite;
    const auto& [times, torques] = *table_;
    const auto text = [](const T& x) { return number_text(static_cast<double>(x)); };
    const auto row = [](std::size_t k) { return " in row " + std::to_string(k + 1) + " of a torque table"; };
    if (times.size() != torques.size())
      throw InvalidInput(
          "torque table",
          std::to_string(times.size()) + " times and " + std::to_string(torques.size()) + " torques",
          "equal numbers of both");
    if (times.empty()) throw InvalidInput("torque table", "no rows", "at least one row");
    for (std::size_t k = 0; k < times.size(); ++k) {
      const Vec3<T>& torque = torques[k];
      if (!isfinite(times[k])) throw InvalidInput("time" + row(k), text(times[k]), "a finite number");
      for (const T& x : {torque.x, torque.y, torque.z})
        if (!isfinite(x)) throw InvalidInput("torque" + row(k), text(x), "a finite number");
      if (k > 0 && !(times[k] > times[k - 1]))
        throw InvalidInput("time" + row(k), text(times[k]),
                           "a later time than in the previous row, " + text(times[k - 1]));
    }
    if (times.size() == 1 && beyond_ == Beyond::zero)
      throw InvalidInput("torque table", "one row", "at least two rows if the torque is zero beyond them");
  }

  std::shared_ptr<const Table> table_;
  TorqueFrame frame_;
  Beyond beyond_;
};

}  // namespace polhode::torques
