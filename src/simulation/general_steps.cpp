// SPDX-License-Identifier: MIT
#include "simulation/general_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::simulation {

namespace {

namespace dp = dormand_prince;

/// y + factor x
Seven sum_of(const Seven& y, double factor, const Seven& x) noexcept {
  Seven sum = y;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * x[i];
  return sum;
}

/// The sum of the first rates with these weights.
Seven weighted(const dp::Row& weights, const std::array<Seven, dp::all_stages>& rates, std::size_t count) {
  Seven sum{};
  for (std::size_t k = 0; k < count; ++k)
    if (weights[k] != 0) sum = sum_of(sum, weights[k], rates[k]);
  return sum;
}

}  // namespace

// ------------------------------------------------------------------------------------- the classical method

void ClassicalSteps::begin_piece(double time) {
  steps_ = EqualSteps(end_, time, longest_, 1);
  done_ = 0;
}

Seven ClassicalSteps::moved(const Seven& y, double time, double h) const {
  Seven k1, k2, k3, k4;
  equations_(time, y, k1);
  equations_(time + h / 2, sum_of(y, h / 2, k1), k2);
  equations_(time + h / 2, sum_of(y, h / 2, k2), k3);
  equations_(time + h, sum_of(y, h, k3), k4);
  Seven end = y;
  for (std::size_t i = 0; i < end.size(); ++i) end[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
  return end;
}

const char* ClassicalSteps::step() {
  const EqualSteps::Step next = steps_.step(done_, end_);
  const Seven y = moved(now_, end_, next.length);
  if (!std::all_of(y.begin(), y.end(), [](double x) { return std::isfinite(x); }))
    return "the next step is not finite; shorter steps may help";
  ++done_;
  go_to(next.end, y);
  return nullptr;
}

Seven ClassicalSteps::at(double time) { return moved(before_, begin_, time - begin_); }

// ---------------------------------------------------------------------------------------------------- DOP853

void Dop853Steps::begin_piece(double time) {
  piece_end_ = time;
  if (time == end_) return;
  equations_(end_, now_, end_rate_);
  h_ = first_length();
}

/// What the error of a number may be, in a step from one state to the other.
double Dop853Steps::allowed(std::size_t i, const Seven& a, const Seven& b) const {
  return absolute_[i] + relative_ * std::max(std::abs(a[i]), std::abs(b[i]));
}

/// The length of the first step of a piece, with its sign: from the sizes of the state and of its first and
/// second derivatives (HINIT of that program).
double Dop853Steps::first_length() {
  constexpr double least = 1e-10, tiny = 1e-6;
  const double longest = std::abs(piece_end_ - end_), sign = piece_end_ < end_ ? -1.0 : 1.0;
  double rates = 0, states = 0;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const double scale = allowed(i, now_, now_);
    rates += std::pow(end_rate_[i] / scale, 2);
    states += std::pow(now_[i] / scale, 2);
  }
  const double guess =
      std::min(rates <= least || states <= least ? tiny : 0.01 * std::sqrt(states / rates), longest);
  Seven later;
  equations_(end_ + sign * guess, sum_of(now_, sign * guess, end_rate_), later);
  double bends = 0;
  for (std::size_t i = 0; i < now_.size(); ++i)
    bends += std::pow((later[i] - end_rate_[i]) / allowed(i, now_, now_), 2);
  const double fastest = std::max(std::sqrt(bends) / guess, std::sqrt(rates));
  const double by_error = fastest <= 1e-15 ? std::max(tiny, 1e-3 * guess) : std::pow(0.01 / fastest, 1.0 / 8);
  return sign * std::min({100 * guess, by_error, longest});
}

/// Tries a step to that time, which ends in trial_; its error, of which 1 is allowed.
double Dop853Steps::tried(double to) {
  const double h = to - end_;
  rates_[0] = end_rate_;
  for (std::size_t s = 1; s < dp::stages; ++s)
    equations_(end_ + dp::nodes[s] * h, sum_of(now_, h, weighted(dp::weights[s], rates_, s)), rates_[s]);
  trial_ = sum_of(now_, h, weighted(dp::weights[dp::stages], rates_, dp::stages));
  const Seven fifth = weighted(dp::error_of_order_5, rates_, dp::stages),
              third = weighted(dp::error_of_order_3, rates_, dp::stages);
  double fifths = 0, thirds = 0;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const double scale = allowed(i, now_, trial_);
    fifths += std::pow(fifth[i] / scale, 2);
    thirds += std::pow(third[i] / scale, 2);
  }
  const double below = fifths + 0.01 * thirds;
  return below > 0 ? std::abs(h) * fifths / std::sqrt(static_cast<double>(now_.size()) * below) : below;
}

const char* Dop853Steps::step() {
  constexpr double safety = 0.9, most_longer = 6, most_shorter = 1 / 0.333, nearly_all = 1.01;
  const double sign = piece_end_ < end_ ? -1.0 : 1.0;
  for (bool was_rejected = false;; was_rejected = true) {
    if (!(0.1 * std::abs(h_) > std::abs(end_) * std::numeric_limits<double>::epsilon()))
      return "the step that the tolerance wants is below the rounding of the time: the torque may jump, grow "
             "without limit or not be finite, or the tolerance is too small";
    const bool is_last = sign * (end_ + nearly_all * h_ - piece_end_) > 0;
    const double to = is_last ? piece_end_ : end_ + h_, h = to - end_, error = tried(to);
    const double shorter = std::pow(error, 1.0 / 8) / safety;
    // One that is not finite is rejected too.
    if (!(error <= 1)) {
      h_ = h / (shorter < most_shorter ? shorter : most_shorter);
      continue;
    }
    equations_(to, trial_, end_rate_);
    const double next = h / std::clamp(shorter, 1 / most_longer, most_shorter);
    // Not longer at once after one that was too long.
    h_ = was_rejected ? sign * std::min(std::abs(next), std::abs(h)) : next;
    go_to(to, trial_);
    is_dense_ = false;
    return nullptr;
  }
}

void Dop853Steps::make_dense() {
  const double h = end_ - begin_;
  rates_[dp::stages] = end_rate_;
  for (std::size_t s = dp::stages + 1; s < dp::all_stages; ++s)
    equations_(begin_ + dp::nodes[s] * h, sum_of(before_, h, weighted(dp::weights[s], rates_, s)), rates_[s]);
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const double change = now_[i] - before_[i], bend = h * rates_[0][i] - change;
    dense_[0][i] = change;
    dense_[1][i] = bend;
    dense_[2][i] = change - h * rates_[dp::stages][i] - bend;
  }
  for (std::size_t part = 0; part < dp::dense.size(); ++part)
    dense_[3 + part] = sum_of({}, h, weighted(dp::dense[part], rates_, dp::all_stages));
  is_dense_ = true;
}

Seven Dop853Steps::at(double time) {
  if (!is_dense_) make_dense();
  const double s = (time - begin_) / (end_ - begin_), r = 1 - s;
  Seven sum = dense_[6];
  for (std::size_t k = 6; k-- > 0;) sum = sum_of(dense_[k], k % 2 == 1 ? s : r, sum);
  return sum_of(before_, s, sum);
}

}  // namespace polhode::simulation
