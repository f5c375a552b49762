// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How far a run is: one line on a terminal that is written again and again, with the rate and the time that
/// is left. Nothing is written where standard error is no terminal.

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "console/progress_line.hpp"

namespace polhode::app {

/// May be told by many threads.
class RunProgress {
 public:
  /// What is counted, such as "rows" or "runs".
  explicit RunProgress(std::string what) : what_(std::move(what)) {}

  /// The step is being sought.
  void prepares();
  void at(double fraction, std::uint64_t count);
  /// Another part of the work begins, such as "writing".
  void begin_part(std::string name);
  /// Writes a message, where the line does not stand in its way.
  void say(std::string_view text);

 private:
  const std::string what_;
  std::mutex mutex_;
  ProgressLine line_;
  std::string part_;
  // The rate is that since the first time it was told in this part: what was done by an earlier run does not
  // count.
  bool has_begun_ = false;
  double first_seconds_ = 0, first_fraction_ = 0;
  std::uint64_t first_count_ = 0;
};

}  // namespace polhode::app
