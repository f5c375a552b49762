// SPDX-License-Identifier: MIT
#include "console/messages.hpp"

#include <fmt/format.h>

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

void TableMessages::row_done() {
  ++rows_;
  row_began_ = line_.seconds();
  if (!line_.is_due()) return;
  std::string text =
      fmt::format("{} rows, {:.0f} rows/s", rows_, static_cast<double>(rows_) / line_.seconds());
  if (const auto fraction = table_.fraction_read()) text += fmt::format(", {:.0f} %", 100 * *fraction);
  line_.show(text);
}

void TableMessages::rows_at(std::size_t count, double fraction) {
  if (!line_.is_due()) return;
  const double seconds = line_.seconds() - row_began_;
  std::string text = count == 1 ? fmt::format("row {}: ", rows_ + 1)
                                : fmt::format("rows {} to {}: ", rows_ + 1, rows_ + count);
  if (fraction > 0)
    text +=
        fmt::format("{:.1f} %, {} left", 100 * fraction, duration_text(seconds * (1 - fraction) / fraction));
  else
    text += fmt::format("{} so far", duration_text(seconds));
  line_.show(text);
}

}  // namespace polhode::app
