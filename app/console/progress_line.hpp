// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One line on a terminal that says how far a run has come; nothing where standard error is no terminal.

#include <chrono>
#include <string>
#include <string_view>

namespace polhode::app {

/// A failure to write is ignored: there is nowhere to report it.
void write_to_standard_error(std::string_view text);

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether the line should be updated: now and then, and not in the first second.
  bool is_due() const;
  void show(std::string_view text);
  void clear();

  /// Since the line was made.
  double seconds() const;

  /// "42 %, 13 s left" at this moment.
  std::string share(double fraction) const;

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_, is_shown_ = false;
  Clock::time_point begin_, next_;
};

/// "41 s", "3 min 20 s", "2 h 5 min", "3 days 4 h".
std::string duration_text(double seconds);

}  // namespace polhode::app
