// SPDX-License-Identifier: MIT
#include "console/warning_kinds.hpp"

namespace polhode::app {

bool WarningKinds::is_first(std::string_view warning) {
  std::string kind;
  for (const char c : warning)
    if (std::string_view("0123456789.+-e").find(c) == std::string_view::npos) kind += c;
  if (++seen_[kind] == 1) return true;
  ++repeated_;
  return false;
}

}  // namespace polhode::app
