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

  std::uint64_t size() const noexcept { return size_; }
  bool is_empty() const noexcept { return size_ == 0; }
  double operator[](std::uint64_t k) const { return at_ ? at_(k) : list_[static_cast<std::size_t>(k)]; }
  double back() const { return (*this)[size_ - 1]; }

 private:
  std::span<const double> list_{};
  std::function<double(std::uint64_t)> at_{};
  std::uint64_t size_;
};

}  // namespace polhode
