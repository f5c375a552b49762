// SPDX-License-Identifier: MIT
#include "console/messages.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "console/printable.hpp"

namespace polhode::app {
namespace {

/// Of a table with many bad rows each of which says the same.
constexpr std::size_t most_shown = 100;

}  // namespace

void say(std::string_view text) { write_to_standard_error(fmt::format("polhode: {}\n", printable(text))); }

void TableMessages::row_failed(std::size_t line, std::string_view why) {
  ++failed_rows_;
  if (failed_rows_ > most_shown + 1) return;
  line_.clear();
  if (failed_rows_ > most_shown)
    say(fmt::format("{}: the rows that fail from line {} on are not shown", table_.name(), line));
  else
    say(fmt::format("{}: line {}{}", table_.name(), line, why));
}

void TableMessages::warn(std::size_t line, std::string_view what) {
  ++warnings_;
  if (warnings_ > most_shown + 1) return;
  line_.clear();
  if (warnings_ > most_shown) {
    say(fmt::format("{}: the warnings from line {} on are not shown", table_.name(), line));
    return;
  }
  say(fmt::format("{}: line {}: warning: {}", table_.name(), line, what));
}

void TableMessages::rows_at(std::size_t count, double fraction, std::optional<double> share) {
  if (!line_.is_due()) return;
  const double rows = static_cast<double>(rows_) + std::floor(fraction * static_cast<double>(count));
  std::string text = fmt::format("{:.0f} rows, {:.3g} rows/s", rows, rows / line_.seconds());
  // Of a pipe nobody knows how long it is: then those that are computed together.
  if (share)
    text = fmt::format("{}, {}", line_.share(*share), text);
  else
    text += fmt::format("; rows {} to {}: {:.0f} %", rows_ + 1, rows_ + count, 100 * fraction);
  line_.show(text);
}

}  // namespace polhode::app
