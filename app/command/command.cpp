// SPDX-License-Identifier: MIT
#include "command/command.hpp"

#include <fmt/format.h>

#include <cmath>

#include "table/number.hpp"

namespace polhode::app {

double read_option(const char* option, const std::string& text, const char* expected,
                   const std::function<bool(double)>& is_allowed) {
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !is_allowed(read.value))
    throw UsageError(fmt::format("{}: found \"{}\", expected {}", option, text, expected));
  return read.value;
}

int read_threads(const std::string& text) {
  if (text.empty()) return 0;
  return static_cast<int>(read_option("--threads", text, "a whole number from 1 to 4096",
                                      [](double n) { return n >= 1 && n <= 4096 && n == std::floor(n); }));
}

}  // namespace polhode::app
