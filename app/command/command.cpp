// SPDX-License-Identifier: MIT
#include "command/command.hpp"

#include <fmt/format.h>

#include <cmath>

#include "table/number.hpp"

namespace polhode::app {

int read_threads(const std::string& text) {
  if (text.empty()) return 0;
  constexpr double most = 4096;
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !(read.value >= 1 && read.value <= most) ||
      read.value != std::floor(read.value))
    throw UsageError(
        fmt::format("--threads: found \"{}\", expected a whole number from 1 to {}", text, most));
  return static_cast<int>(read.value);
}

}  // namespace polhode::app
