// SPDX-License-Identifier: MIT
#include "simulation/steps_of_piece.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>

#include "core/number_text.hpp"

namespace polhode::simulation {

std::uint64_t steps_for(double length, double h) {
  if (length == 0) return 0;
  const double steps = std::max(1.0, std::ceil(std::abs(length) / h * (1 - 1e-13)));
  // Beyond this, numbers of steps are no longer told apart.
  if (!(steps <= 0x1p53))
    throw InvalidInput("step", number_text(h),
                       "one of which not more than 2^53 fill the time " + number_text(std::abs(length)));
  return static_cast<std::uint64_t>(steps);
}

FixedSteps::FixedSteps(double from, double to, double h)
    : from_(from), to_(to), h_(h), size_(steps_for(to - from, std::abs(h))) {}

FixedSteps::Step FixedSteps::operator[](std::uint64_t k) const noexcept {
  if (k >= size_) return {to_, to_, 0};
  const double begin = k == 0 ? from_ : from_ + static_cast<double>(k) * h_;
  const double full = from_ + static_cast<double>(k + 1) * h_;
  if (k + 1 < size_) return {begin, full, h_};
  // A last step that is full up to the round-off of the times is full.
  return {begin, to_, are_the_same(to_, full) ? h_ : to_ - begin};
}

bool FixedSteps::are_the_same(double a, double b) const noexcept {
  const double size = std::max({std::abs(a), std::abs(b), std::abs(from_), std::abs(h_)});
  return std::abs(a - b) <= 4 * std::numeric_limits<double>::epsilon() * size;
}

EqualSteps::EqualSteps(double from, double to, double h, unsigned division)
    : to_(to), size_(division * steps_for(to - from, h)) {
  if (size_ > 0) length_ = (to - from) / static_cast<double>(size_);
}

EqualSteps::Step EqualSteps::step(std::uint64_t k, double now) const noexcept {
  if (k + 1 < size_) return {now + length_, length_};
  return {to_, size_ > 1 ? to_ - now : length_};
}

}  // namespace polhode::simulation
