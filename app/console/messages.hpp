// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the program says on standard error: messages always, progress to a terminal in a long run.

#include <cstddef>
#include <optional>
#include <string_view>

#include "console/progress_line.hpp"
#include "files/input.hpp"

namespace polhode::app {

/// Writes "polhode: <text>" and a line end to standard error; what a terminal would take for a command is
/// spelt out (printable.hpp).
void say(std::string_view text);

/// The messages about one table, and a line of progress that they never overwrite.
class TableMessages {
 public:
  explicit TableMessages(const InputFile& table) : table_(table) {}

  /// A row is refused; its results stay empty. The first hundred are shown, and so are as many warnings.
  void row_failed(std::size_t line, std::string_view why);

  /// A row is accepted, with a warning.
  void warn(std::size_t line, std::string_view what);

  /// Another row has been dealt with.
  void row_done() noexcept { ++rows_; }

  /// So many rows are computed together, and have come so far, from 0 to 1; `share`: how much of the table is
  /// done then, if that is known.
  void rows_at(std::size_t count, double fraction, std::optional<double> share);

  std::size_t rows() const noexcept { return rows_; }
  std::size_t failed_rows() const noexcept { return failed_rows_; }

 private:
  const InputFile& table_;
  ProgressLine line_;
  std::size_t rows_ = 0, failed_rows_ = 0, warnings_ = 0;
};

}  // namespace polhode::app
