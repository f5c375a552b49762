// SPDX-License-Identifier: MIT
#include "console/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

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
  if (fraction > 0) text += fmt::format(", {:.0f} s left", seconds() * (1 - fraction) / fraction);
  return text;
}

}  // namespace polhode::app
