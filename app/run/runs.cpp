// SPDX-License-Identifier: MIT
#include "run/runs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace polhode::app {

std::string words_of(const RunRange& range) {
  return range.size() == 1 ? fmt::format("run {}", range.first)
                           : fmt::format("runs {} to {}", range.first, range.last - 1);
}

bool RunSet::add(std::uint64_t run) {
  auto after = ranges_.upper_bound(run);
  auto before = after == ranges_.begin() ? ranges_.end() : std::prev(after);
  if (before != ranges_.end() && run < before->second) return false;
  ++size_;
  if (before != ranges_.end() && before->second == run)
    ++before->second;
  else
    before = ranges_.emplace_hint(after, run, run + 1);
  if (after != ranges_.end() && after->first == before->second) {
    before->second = after->second;
    ranges_.erase(after);
  }
  return true;
}

std::vector<RunRange> RunSet::missing_in(const RunRange& range) const {
  std::vector<RunRange> missing;
  std::uint64_t next = range.first;
  for (const auto& [first, last] : ranges_) {
    if (last <= next) continue;
    if (first >= range.last) break;
    if (first > next) missing.push_back({next, first});
    next = last;
  }
  if (next < range.last) missing.push_back({next, range.last});
  return missing;
}

RunList::RunList(const std::vector<RunRange>& ranges) {
  for (const RunRange& range : ranges) {
    first_by_place_.emplace(size_, range.first);
    size_ += range.size();
  }
}

std::uint64_t RunList::operator[](std::uint64_t place) const {
  const auto at = std::prev(first_by_place_.upper_bound(place));
  return at->second + (place - at->first);
}

}  // namespace polhode::app
