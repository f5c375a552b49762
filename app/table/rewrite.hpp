// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A table goes in and the same table comes out, with some columns computed from others, row by row.
///
/// Convention. Columns are known by their names in the first record, in any order. Result columns are
///             replaced where they stand, or appended; everything else passes through as it is written. A
///             bad row is reported and written with empty results. The memory is that of the longest record.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exit_code.hpp"

namespace polhode::app {

/// Takes a remark about the row at hand.
using Warn = std::function<void(std::string_view)>;

/// What a row says in the columns of a task.
struct Row {
  std::span<const double> numbers;     ///< in the order of `needs`
  std::span<const std::string> texts;  ///< in the order of `texts`
};

/// What is computed for each row.
struct RowTask {
  std::vector<std::string> needs;    ///< columns of finite numbers
  std::vector<std::string> results;  ///< columns to be written

  /// Columns of any text, which may be missing and are then empty. A table without the first of them is taken
  /// to have none of them.
  std::vector<std::string> texts{};
  /// Where it is not empty, a table without the first of the texts is refused with this reason.
  std::string why_texts{};

  /// The texts of `results`. InvalidInput refuses the row.
  std::function<std::vector<std::string>(const Row&, const Warn&)> row;
};

/// Runs the task over a table; "-" stands for standard input or output. Returns ok or some_rows_failed.
/// Throws RefusedTable where the header lacks a column or has one twice, and what the files throw; there is
/// then no output file.
ExitCode rewrite_table(const std::string& input, const std::string& output, const RowTask& task);

}  // namespace polhode::app
