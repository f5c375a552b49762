// SPDX-License-Identifier: MIT
#include "console/messages.hpp"

#include <fmt/format.h>

#include <string>

namespace polhode::app {

void say(std::string_view text) { write_to_standard_error(fmt::format("polhode: {}\n", text)); }

void TableMessages::row_failed(std::size_t line, std::string_view why) {
  line_.clear();
  say(fmt::format("{}: line {}{}", table_.name(), line, why));
  ++failed_rows_;
}

void TableMessages::warn(std::size_t line, std::string_view what) {
  line_.clear();
  say(fmt::format("{}: line {}: warning: {}", table_.name(), line, what));
}

void TableMessages::row_done() {
  ++rows_;
  if (!line_.is_due()) return;
  std::string text =
      fmt::format("{} rows, {:.0f} rows/s", rows_, static_cast<double>(rows_) / line_.seconds());
  if (const auto fraction = table_.fraction_read()) text += fmt::format(", {:.0f} %", 100 * *fraction);
  line_.show(text);
}

}  // namespace polhode::app
