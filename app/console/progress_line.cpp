// SPDX-License-Identifier: MIT
#include "console/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "console/messages.hpp"

namespace polhode::app {
namespace {

using namespace std::chrono_literals;

constexpr auto silence = 1s;  // a run shorter than this shows no progress
constexpr auto rhythm = 200ms;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

ProgressLine::ProgressLine(std::string what)
    : what_(std::move(what)),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      begin_(Clock::now()),
      next_(begin_ + silence) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::is_due() const { return is_terminal_ && Clock::now() >= next_; }

void ProgressLine::show(std::string_view text) {
  write_to_standard_error(fmt::format("\r\x1b[K{}", text));
  is_shown_ = true;
  next_ = Clock::now() + rhythm;
}

void ProgressLine::clear() {
  if (is_shown_) write_to_standard_error("\r\x1b[K");
  is_shown_ = false;
}

void ProgressLine::begin_part(std::string name) {
  const std::lock_guard lock(mutex_);
  part_ = std::move(name) + " ";
  first_.reset();
}

void ProgressLine::at(std::optional<double> fraction, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  if (!first_) first_ = {Clock::now(), fraction.value_or(0), count};
  if (!is_due()) return;
  const double seconds = seconds_since(first_->time);
  std::vector<std::string> texts;
  if (fraction) {
    texts.push_back(fmt::format("{:.0f} %", 100 * *fraction));
    if (const double done = *fraction - first_->fraction; done > 0)
      texts.push_back(fmt::format("{} left", duration_text(seconds * std::max(0.0, 1 - *fraction) / done)));
  }
  if (!what_.empty()) {
    texts.push_back(fmt::format("{} {}", count, what_));
    if (seconds > 0)
      texts.push_back(
          fmt::format("{:.3g} {}/s", static_cast<double>(count - first_->count) / seconds, what_));
  }
  show(fmt::format("{}{}", part_, fmt::join(texts, ", ")));
}

void ProgressLine::seeks_step() {
  const std::lock_guard lock(mutex_);
  if (is_due()) show(fmt::format("finding the step, {}", duration_text(seconds_since(begin_))));
}

void ProgressLine::say(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear();
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
