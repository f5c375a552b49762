// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A table goes in and the same table comes out, with some columns computed from others, row by row or many at once.
///
/// Convention. Columns are known by their names in the first record, in any order. Result columns are
///             replaced where they stand, or appended; everything else passes through as it is written. A
///             bad row is reported and written with empty results. Rows and messages keep their order. The memory
///             is that of the longest record, or of some thousand records where rows are computed together.
/// Threads.    Rows that are computed together are shared among threads, some hundred at a time. From a pipe, the rows that are
///             there are computed before the next one is waited for.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exit_code.hpp"

namespace polhode::app {

/// Whom to tell of the row at hand.
struct RowTalk {
  std::function<void(std::string_view)> warn;  ///< a remark about it
  std::function<void(double)> progress;  ///< how far it has come, from 0 to 1, for one that may take long
};

/// What a row says in the columns of a task.
struct Row {
  std::span<const double> numbers;     ///< in the order of `needs`
  std::span<const std::string> texts;  ///< in the order of `texts`
};

/// What became of a row.
struct RowResult {
  bool is_known = false;
  std::vector<std::string> texts{};     ///< of the result columns; before that, those of an earlier row
  std::vector<std::string> warnings{};  ///< remarks about it
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
  std::function<std::vector<std::string>(const Row&, const RowTalk&)> row;

  /// The same for many rows at once: fills in what it can, and leaves the others, which go to `row` one by one, where refusals and failures
  /// are told. Called by several threads, each for rows of its own. Where it is empty all rows go one by one.
  std::function<void(std::span<const Row> rows, std::span<RowResult* const> results,
                     const std::function<void(double)>& progress)>
      rows{};
  unsigned threads = 0;  ///< that call it; 0: as many as there are
};

/// Runs the task over a table; "-" stands for standard input or output. Returns ok or some_rows_failed.
/// Throws RefusedTable where the header lacks a column or has one twice, and what the files throw; there is
/// then no output file.
ExitCode rewrite_table(const std::string& input, const std::string& output, const RowTask& task);

}  // namespace polhode::app
