// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Runs of an ensemble: a range, and a set that is stored as ranges.
///
/// Memory.     In proportion to the number of ranges, which is small since runs end nearly in order.

#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace polhode::app {

/// The runs first, ..., last - 1.
struct RunRange {
  std::uint64_t first = 0, last = 1;

  std::uint64_t size() const noexcept { return last - first; }
  bool contains(std::uint64_t run) const noexcept { return run >= first && run < last; }
  bool operator==(const RunRange&) const = default;
};

/// "run 7" or "runs 7 to 12", inclusive.
std::string words_of(const RunRange& range);

class RunSet {
 public:
  /// False if the run is already in it.
  bool add(std::uint64_t run);
  std::uint64_t size() const noexcept { return size_; }
  /// The runs of a range that are not in it, in order.
  std::vector<RunRange> missing_in(const RunRange& range) const;

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  ///< from the first to the last + 1; no two touch
  std::uint64_t size_ = 0;
};

/// Runs by their place in a list of ranges.
class RunList {
 public:
  explicit RunList(const std::vector<RunRange>& ranges);
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t operator[](std::uint64_t place) const;

 private:
  std::map<std::uint64_t, std::uint64_t> first_by_place_;
  std::uint64_t size_ = 0;
};

}  // namespace polhode::app
