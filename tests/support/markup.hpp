// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether pages and pictures are well formed.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace polhode::test {

/// Whether every element that must be closed is, in order, and every attribute quoted.
inline bool is_well_formed(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = page.substr(at + 1, end - at - 1);
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    } else if (!tag.ends_with('/') && name != "!DOCTYPE" && name != "meta") {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty();
}

}  // namespace polhode::test
