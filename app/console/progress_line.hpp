// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The progress of a long run: one line on a terminal, which is overwritten now and then, with the time that
/// is left and the rate. Nothing is written if standard error is not a terminal.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace polhode::app {

/// May be used by many threads.
class ProgressLine {
 public:
  /// What is counted, such as "rows" or "runs"; empty if nothing is.
  explicit ProgressLine(std::string what = "");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Another part of the work begins, such as "writing:".
  void begin_part(std::string name);
  /// A `fraction` of the part is done, if that is known, and so many are counted.
  void at(std::optional<double> fraction, std::uint64_t count = 0);
  /// The step is being sought; how far that has come is not known.
  void seeks_step();
  /// Writes a message (messages.hpp) in place of the line.
  void say(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due() const;
  void show(std::string_view text);
  void clear();

  const std::string what_;
  const bool is_terminal_;
  std::mutex mutex_;
  Clock::time_point begin_, next_;
  bool is_shown_ = false;
  std::string part_;
  /// Time left and rate are counted from the first call of at() in a part, since an earlier run may have done
  /// what is done by then.
  struct First {
    Clock::time_point time;
    double fraction;
    std::uint64_t count;
  };
  std::optional<First> first_;
};

/// "41 s", "3 min 20 s", "2 h 5 min", "3 days 4 h".
std::string duration_text(double seconds);

}  // namespace polhode::app
