// SPDX-License-Identifier: MIT
#include "console/messages.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace polhode::app {
namespace {

using namespace std::chrono_literals;

constexpr auto silence = 1s;  // a run shorter than this shows no progress
constexpr auto rhythm = 200ms;

void write_to_standard_error(const std::string& text) {
  // There is nobody to tell when telling fails.
  (void)!std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void say(std::string_view text) { write_to_standard_error(fmt::format("polhode: {}\n", text)); }

TableMessages::TableMessages(const InputFile& table)
    : table_(table),
      terminal_(::isatty(STDERR_FILENO) == 1),
      begin_(Clock::now()),
      next_progress_(begin_ + silence) {}

TableMessages::~TableMessages() { clear_progress(); }

void TableMessages::row_failed(std::size_t line, std::string_view why) {
  clear_progress();
  say(fmt::format("{}: line {}{}", table_.name(), line, why));
  ++failed_rows_;
}

void TableMessages::warn(std::size_t line, std::string_view what) {
  clear_progress();
  say(fmt::format("{}: line {}: warning: {}", table_.name(), line, what));
}

void TableMessages::row_done() {
  ++rows_;
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now >= next_progress_) show_progress(now);
}

void TableMessages::clear_progress() {
  if (progress_shown_) write_to_standard_error("\r\x1b[K");
  progress_shown_ = false;
}

void TableMessages::show_progress(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  std::string text =
      fmt::format("\r\x1b[K{} rows, {:.0f} rows/s", rows_, static_cast<double>(rows_) / seconds);
  if (const auto fraction = table_.fraction_read()) text += fmt::format(", {:.0f} %", 100 * *fraction);
  write_to_standard_error(text);
  progress_shown_ = true;
  next_progress_ = now + rhythm;
}

}  // namespace polhode::app
