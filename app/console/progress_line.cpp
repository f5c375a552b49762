// SPDX-License-Identifier: MIT
#include "console/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace polhode::app {
namespace {

using namespace std::chrono_literals;

constexpr auto silence = 1s;  // a run shorter than this shows no progress
constexpr auto rhythm = 200ms;

}  // namespace

void write_to_standard_error(std::string_view text) {
  (void)!std::fwrite(text.data(), 1, text.size(), stderr);
}

ProgressLine::ProgressLine()
    : terminal_(::isatty(STDERR_FILENO) == 1), begin_(Clock::now()), next_(begin_ + silence) {}

bool ProgressLine::is_due() const { return terminal_ && Clock::now() >= next_; }

void ProgressLine::show(std::string_view text) {
  if (!terminal_) return;
  write_to_standard_error(fmt::format("\r\x1b[K{}", text));
  is_shown_ = true;
  next_ = Clock::now() + rhythm;
}

void ProgressLine::clear() {
  if (is_shown_) write_to_standard_error("\r\x1b[K");
  is_shown_ = false;
}

double ProgressLine::seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

std::string ProgressLine::share(double fraction) const {
  std::string text = fmt::format("{:.0f} %", 100 * fraction);
  if (fraction > 0) text += fmt::format(", {} left", duration_text(seconds() * (1 - fraction) / fraction));
  return text;
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "an unknown time";
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  const auto both = [&](double unit, const char* name, double part, const char* part_name) {
    const double whole = std::floor(seconds / unit), rest = std::floor((seconds - whole * unit) / part);
    return fmt::format("{:.0f} {} {:.0f} {}", whole, name, rest, part_name);
  };
  if (seconds < minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < hour) return both(minute, "min", 1, "s");
  if (seconds < day) return both(hour, "h", minute, "min");
  return both(day, "days", hour, "h");
}

}  // namespace polhode::app
