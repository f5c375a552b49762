// SPDX-License-Identifier: MIT
#include "run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "console/messages.hpp"

namespace polhode::app {

void RunProgress::prepares() {
  const std::lock_guard lock(mutex_);
  if (line_.is_due()) line_.show(fmt::format("finding the step, {}", duration_text(line_.seconds())));
}

void RunProgress::at(double fraction, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  if (!has_begun_) {
    has_begun_ = true;
    first_seconds_ = line_.seconds();
    first_fraction_ = fraction;
    first_count_ = count;
  }
  if (!line_.is_due()) return;
  const double seconds = line_.seconds() - first_seconds_, done = fraction - first_fraction_;
  std::string text = fmt::format("{}{:.1f} %, {} {}", part_, 100 * fraction, count, what_);
  if (seconds > 0)
    text += fmt::format(", {:.4g} {}/s", static_cast<double>(count - first_count_) / seconds, what_);
  if (done > 0) text += fmt::format(", {} left", duration_text(seconds * std::max(0.0, 1 - fraction) / done));
  line_.show(text);
}

void RunProgress::begin_part(std::string name) {
  const std::lock_guard lock(mutex_);
  part_ = std::move(name) + " ";
  has_begun_ = false;
}

void RunProgress::say(std::string_view text) {
  const std::lock_guard lock(mutex_);
  line_.clear();
  app::say(text);
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
