// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The times at which states are wanted: a list, or a function of their number, so that a long run need not
/// hold them.
///
/// Convention. A sequence owns what it holds, so that it can be stored. Copies share it: to copy a sequence
///             is cheap, whatever its length.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace polhode {

/// Finite times in order, from the start to one side; simulate() refuses others.
class TimeSequence {
 public:
  /// No times.
  TimeSequence() = default;
  /// @param times  the list, which is kept
  explicit TimeSequence(std::vector<double> times)
      : list_(std::make_shared<const std::vector<double>>(std::move(times))), size_(list_->size()) {}
  /// @param times  the list, which is copied
  TimeSequence(std::span<const double> times)
      : TimeSequence(std::vector<double>(times.begin(), times.end())) {}
  /// @param size  how many times there are
  /// @param at    time k for k from 0; gives the same whenever it is called, for several threads at once
  TimeSequence(std::uint64_t size, std::function<double(std::uint64_t)> at)
      : at_(std::make_shared<const std::function<double(std::uint64_t)>>(std::move(at))), size_(size) {}
  /// The same for times that are finite and in order by the way they are made, such as evenly spaced ones:
  /// simulate() looks at the first and the last alone. To look at a thousand million takes seconds.
  /// @param size  how many times there are
  /// @param at    time k for k from 0
  /// @return      the sequence, for which is_in_order() is true
  static TimeSequence in_order(std::uint64_t size, std::function<double(std::uint64_t)> at) {
    TimeSequence times(size, std::move(at));
    times.is_in_order_ = true;
    return times;
  }

  /// @return how many times there are
  std::uint64_t size() const noexcept { return size_; }
  bool is_empty() const noexcept { return size_ == 0; }
  /// @return whether the times are known to be finite and in order: those of in_order()
  bool is_in_order() const noexcept { return is_in_order_; }
  /// @param k  less than size()
  /// @return   time k
  double operator[](std::uint64_t k) const { return at_ ? (*at_)(k) : (*list_)[static_cast<std::size_t>(k)]; }
  /// @return the last time; there must be one
  double back() const { return (*this)[size_ - 1]; }

 private:
  std::shared_ptr<const std::vector<double>> list_{};
  std::shared_ptr<const std::function<double(std::uint64_t)>> at_{};
  std::uint64_t size_ = 0;
  bool is_in_order_ = false;
};

}  // namespace polhode
