// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under torque in any number type, by extrapolation (Gragg, Bulirsch, Stoer): it shares nothing
/// with the library.
///
/// Method.     The modified midpoint rule with 2, 4, 6, ... substeps, extrapolated to h = 0. Signs of
///             switching functions are held during a step, so that what is integrated is smooth; the step
///             ends where one of them changes, which is found by regula falsi (Illinois). Between its ends it
///             is looked for along the substeps, by parabolas through three neighbours.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace polhode::test {

/// The signs of all switching functions of a torque, in the order in which they are evaluated.
template <class T>
class Branches {
 public:
  /// Of g; while signs are held, the one that g had before.
  T sign(const T& g) {
    if (next_ == values_.size()) {
      values_.push_back(g);
      signs_.push_back(sign_of(g));
    }
    values_[next_] = g;
    if (!held_) signs_[next_] = sign_of(g);
    return T(signs_[next_++]);
  }

  void rewind() noexcept { next_ = 0; }
  void hold(bool held) noexcept { held_ = held; }
  std::size_t size() const noexcept { return values_.size(); }
  const T& value(std::size_t k) const { return values_[k]; }
  int& held_sign(std::size_t k) { return signs_[k]; }
  static int sign_of(const T& g) { return g > T(0) ? 1 : g < T(0) ? -1 : 0; }

 private:
  std::vector<T> values_;
  std::vector<int> signs_;
  std::size_t next_ = 0;
  bool held_ = false;
};

/// Attitude w, x, y, z and momentum.
template <class T>
using Seven = std::array<T, 7>;

template <class T>
struct ReferenceSettings {
  T tolerance;  ///< of a step, relative
  int columns;  ///< of the extrapolation; the order is twice that
  T max_step;   ///< positive
  int max_steps = 1500;
};

/// y' = f(t, y, branches), from time to time.
template <class T, class Slope>
class ReferenceMotion {
 public:
  ReferenceMotion(Slope slope, const Seven<T>& start, const T& time, const ReferenceSettings<T>& settings)
      : slope_(std::move(slope)), settings_(settings), y_(start), time_(time), step_(settings.max_step) {}

  const Seven<T>& state() const noexcept { return y_; }
  Seven<T>& state() noexcept { return y_; }

  /// To this time, without a break of the torque on the way. False if that takes too many steps, or a sign
  /// switches to and fro.
  bool go_to(const T& end) {
    using std::abs;
    const T whole = abs(end - time_);
    if (!(whole > T(0))) return true;
    const T direction = end > time_ ? T(1) : T(-1);
    begin_piece(direction * whole);
    int switches_in_place = 0;
    for (int steps = 0; time_ != end; ++steps) {
      if (steps > settings_.max_steps) return false;
      const T left = abs(end - time_);
      const bool is_last = step_ >= left;
      const T h = direction * (is_last ? left : step_);
      const std::optional<Seven<T>> tried = attempt(h);
      if (!tried) continue;
      if (decide_zero_signs(*tried, time_ + h)) continue;
      T crossed_by = h;
      std::size_t k = first_crossed();
      if (k == branches_.size() && (suspect_ > T(0) && suspect_ < T(1))) {
        // Only the substeps say so: the step to there decides.
        Seven<T> there = y_;
        crossed_by = suspect_ * h;
        value_after(crossed_by, 0, there);
        k = first_crossed();
      }
      if (k < branches_.size()) {
        const T at = cross(k, crossed_by);
        if (abs(at) <= abs(h) * T(1e-12))
          ++switches_in_place;
        else
          switches_in_place = 0;
        if (switches_in_place > 6) return false;
        continue;
      }
      switches_in_place = 0;
      y_ = *tried;
      time_ = is_last ? end : time_ + h;
      step_ = next_step_;
    }
    return true;
  }

 private:
  Seven<T> slope(const T& t, const Seven<T>& y) {
    branches_.rewind();
    return slope_(t, y, branches_);
  }

  void begin_piece(const T& span) {
    branches_.hold(false);
    const Seven<T> f = slope(time_, y_);
    branches_.hold(true);
    // A switching function that is zero here has the sign that it is about to take.
    Seven<T> soon = y_;
    const T h = span * T(1e-9);
    for (std::size_t i = 0; i < 7; ++i) soon[i] = y_[i] + h * f[i];
    std::vector<std::size_t> zeros;
    for (std::size_t k = 0; k < branches_.size(); ++k)
      if (branches_.held_sign(k) == 0) zeros.push_back(k);
    slope(time_ + h, soon);
    for (const std::size_t k : zeros) branches_.held_sign(k) = Branches<T>::sign_of(branches_.value(k));
  }

  /// Modified midpoint and extrapolation; none if the step is too long, and then step_ is shorter.
  std::optional<Seven<T>> attempt(const T& h) {
    using std::abs;
    using std::pow;
    const Seven<T> first = slope(time_, y_);
    const int columns = settings_.columns;
    suspect_ = T(2);
    std::vector<Seven<T>> row(static_cast<std::size_t>(columns));
    T error = T(0);
    for (int k = 0; k < columns; ++k) {
      const int n = 2 * (k + 1);
      Seven<T> result = midpoint(first, h, n), carried;
      for (int j = 0; j < k; ++j) {
        const T ratio = T(n) / T(2 * (k - j));
        const T factor = T(1) / (ratio * ratio - T(1));
        Seven<T>& previous = row[static_cast<std::size_t>(j)];
        carried = result;
        for (std::size_t i = 0; i < 7; ++i) result[i] = carried[i] + (carried[i] - previous[i]) * factor;
        previous = carried;
        if (k + 1 == columns && j + 1 == k) error = distance(carried, result);
      }
      row[static_cast<std::size_t>(k)] = result;
    }
    const T ratio = error / settings_.tolerance;
    const double size = static_cast<double>(ratio), used = static_cast<double>(abs(h));
    const double factor =
        !(size < 1e300) ? 0.1 : std::clamp(0.8 * std::pow(size + 1e-30, -1.0 / (2 * columns - 1)), 0.1, 3.0);
    const T proposed = std::min(abs(h) * T(factor), settings_.max_step);
    if (!(size <= 1)) {
      step_ = proposed;
      if (!(used > 0)) step_ = settings_.max_step;
      return std::nullopt;
    }
    next_step_ = proposed;
    return row.back();
  }

  Seven<T> midpoint(const Seven<T>& first, const T& h, int n) {
    const T part = h / T(n);
    Seven<T> before = y_, here;
    for (std::size_t i = 0; i < 7; ++i) here[i] = y_[i] + part * first[i];
    const bool is_finest = n == 2 * settings_.columns;
    std::vector<std::array<T, 2>> last(is_finest ? branches_.size() : 0);
    for (std::size_t k = 0; k < last.size(); ++k) last[k] = {branches_.value(k), branches_.value(k)};
    for (int s = 1; s < n; ++s) {
      const Seven<T> f = slope(time_ + T(s) * part, here);
      if (is_finest) look_for_crossings(last, s, n);
      for (std::size_t i = 0; i < 7; ++i) {
        const T next = before[i] + T(2) * part * f[i];
        before[i] = here[i];
        here[i] = next;
      }
    }
    const Seven<T> f = slope(time_ + h, here);
    Seven<T> smooth;
    for (std::size_t i = 0; i < 7; ++i) smooth[i] = (here[i] + before[i] + part * f[i]) / T(2);
    return smooth;
  }

  /// Notes the fraction of the step near which a switching function seems to have the other sign; `last`
  /// holds its two values before.
  void look_for_crossings(std::vector<std::array<T, 2>>& last, int substep, int count) {
    for (std::size_t k = 0; k < last.size(); ++k) {
      const T sign = T(branches_.held_sign(k)), a = sign * last[k][0], b = sign * last[k][1],
              c = sign * branches_.value(k);
      last[k] = {last[k][1], branches_.value(k)};
      if (suspect_ < T(1)) continue;
      if (c < T(0)) {
        suspect_ = T(substep) / T(count);
      } else if (b < a && b < c) {
        const T bend = a + c - T(2) * b, lowest = b - (a - c) * (a - c) / (T(8) * bend);
        if (lowest < T(0.05) * b) suspect_ = (T(substep - 1) + (a - c) / (T(2) * bend)) / T(count);
      }
    }
  }

  T distance(const Seven<T>& a, const Seven<T>& b) const {
    using std::sqrt;
    T q = T(0), m = T(0), size = T(0);
    for (std::size_t i = 0; i < 7; ++i) {
      const T d = a[i] - b[i];
      (i < 4 ? q : m) += d * d;
      if (i >= 4) size += std::max(a[i] * a[i], y_[i] * y_[i]);
    }
    return sqrt(q) + (size > T(0) ? T(sqrt(m / size)) : T(0));
  }

  /// Whether a switching function that was zero is so no longer: then it has a sign now.
  bool decide_zero_signs(const Seven<T>& y, const T& time) {
    slope(time, y);
    bool any = false;
    for (std::size_t k = 0; k < branches_.size(); ++k)
      if (branches_.held_sign(k) == 0 && branches_.value(k) != T(0)) {
        branches_.held_sign(k) = Branches<T>::sign_of(branches_.value(k));
        any = true;
      }
    return any;
  }

  /// As the switching functions are now; their number if none has crossed zero.
  std::size_t first_crossed() {
    for (std::size_t k = 0; k < branches_.size(); ++k)
      if (branches_.held_sign(k) * Branches<T>::sign_of(branches_.value(k)) < 0) return k;
    return branches_.size();
  }

  T value_after(const T& h, std::size_t k, Seven<T>& y) {
    const T kept = step_, next = next_step_;
    if (const auto tried = attempt(h)) y = *tried;
    step_ = kept;
    next_step_ = next;
    slope(time_ + h, y);
    return branches_.value(k);
  }

  /// Goes to where function k is zero, unless another one is so before; changes that sign.
  T cross(std::size_t k, T h) {
    using std::abs;
    Seven<T> y = y_;
    slope(time_, y_);
    T low = T(0), high = h, at_low = branches_.value(k), at_high = value_after(h, k, y), at = h;
    const T sign = T(branches_.held_sign(k));
    if (at_low * sign <= T(0)) {
      branches_.held_sign(k) = -branches_.held_sign(k);
      return T(0);
    }
    int side = 0;  // of the last value; an end that stays twice counts half (Illinois)
    for (int i = 0; i < 200; ++i) {
      at = low + (high - low) * at_low / (at_low - at_high);
      if (at == low || at == high || abs(high - low) <= abs(h) * settings_.tolerance) break;
      const T value = value_after(at, k, y);
      // Another one may have crossed before: that one is sought in what is left.
      const std::size_t first = first_crossed();
      if (first < branches_.size() && first != k) return cross(first, at);
      if (value == T(0)) break;
      if (value * sign > T(0)) {
        low = at;
        at_low = value;
        if (side == 1) at_high = at_high / T(2);
        side = 1;
      } else {
        high = at;
        at_high = value;
        if (side == -1) at_low = at_low / T(2);
        side = -1;
      }
    }
    value_after(at, k, y);
    y_ = y;
    time_ = time_ + at;
    branches_.held_sign(k) = -branches_.held_sign(k);
    return at;
  }

  Slope slope_;
  ReferenceSettings<T> settings_;
  Branches<T> branches_;
  Seven<T> y_;
  T time_, step_, next_step_{};
  T suspect_{2};  ///< where in the step a switching function may have changed sign; above 1: nowhere
};

}  // namespace polhode::test
