// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The times at which states are wanted: a list, or a function of their number, so that a long run need not
/// hold them.

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace polhode {

/// Finite times in order, from the start to one side; simulate() refuses others.
class TimeSequence {
 public:
  /// The list must outlive the sequence.
  TimeSequence(std::span<const double> times) : list_(times), size_(times.size()) {}
  /// Time k is at(k), for k from 0; the same whenever it is asked.
  TimeSequence(std::uint64_t size, std::function<double(std::uint64_t)> at)
      : at_(std::move(at)), size_(size) {}
  /// The same for times that are finite and in order by the way they are made, such as evenly spaced ones:
  /// simulate() looks at the first and the last alone. To look at a thousand million takes seconds.
  static TimeSequence in_order(std::uint64_t size, std::function<double(std::uint64_t)> at) {
    TimeSequence times(size, std::move(at));
    times.is_in_order_ = true;
    return times;
  }

  std::uint64_t size() const noexcept { return size_; }
  bool is_empty() const noexcept { return size_ == 0; }
  /// As its maker says.
  bool is_in_order() const noexcept { return is_in_order_; }
  double operator[](std::uint64_t k) const { return at_ ? at_(k) : list_[static_cast<std::size_t>(k)]; }
  double back() const { return (*this)[size_ - 1]; }

 private:
  std::span<const double> list_{};
  std::function<double(std::uint64_t)> at_{};
  std::uint64_t size_;
  bool is_in_order_ = false;
};

}  // namespace polhode
