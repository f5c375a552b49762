// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether pages and pictures are well formed.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace polhode::test {

/// A page without what stands in its scripts, which are no markup.
inline std::string without_scripts(std::string page) {
  for (std::size_t at = page.find("<script "); at != std::string::npos; at = page.find("<script ", at + 1)) {
    const std::size_t from = page.find('>', at) + 1, to = page.find("</script>", from);
    if (from == 0 || to == std::string::npos) return page;
    page.erase(from, to - from);
  }
  return page;
}

/// Whether every element that must be closed is, in order, and every attribute quoted.
inline bool is_well_formed(const std::string& text) {
  const std::string page = without_scripts(text);
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
