// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Copies a table and adds columns that are computed from others.
///
/// Convention. Columns are known by their names in the first record, in any order. Existing result columns
///             are overwritten, others appended; everything else is copied as it is written. A bad row is
///             reported and written with empty results. Rows and messages keep their order.
/// Method.     Rows are read, computed and written in blocks of at most some thousand rows that take about a
///             second. From a pipe, the rows that have arrived are computed before the next one is waited
///             for. Memory holds one block.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "table/csv.hpp"

namespace polhode::app {

class TableColumns;

/// A row of a table: what it says in the columns of a task, and the results. Threads may use different rows
/// at the same time.
struct Row {
  const TableColumns* columns;
  CsvRecord record{};

  // Set by read().
  std::vector<double> numbers{};     ///< in the order of `needs`
  std::vector<std::string> texts{};  ///< in the order of `texts`

  std::vector<std::string> results{};        ///< empty if the row is refused
  std::string refusal{};                     ///< why there are none
  std::vector<std::string> warnings{};       ///< about this row
  std::vector<std::string> kind_warnings{};  ///< of which each kind is shown for the first row that has it

  /// If a number cannot be read the row is refused, and false is returned.
  bool read();
};

/// Called from one thread at a time with the part of a block that is done.
using BlockProgress = std::function<void(double)>;

/// What is computed for each row.
struct RowTask {
  std::vector<std::string> needs;    ///< columns of finite numbers
  std::vector<std::string> results;  ///< columns to be written

  /// Columns of any text, which may be missing and are then empty. A table without the first of them is taken
  /// to have none of them.
  std::vector<std::string> texts{};
  /// If not empty, a table without the first of the texts is refused with this reason.
  std::string why_texts{};

  /// Reads the rows of a block and sets their results.
  std::function<void(std::span<Row> rows, const BlockProgress& progress)> compute;
};

/// A task's `compute` for rows one by one: results_of() gives the texts of the results, and refuses by
/// InvalidInput.
std::function<void(std::span<Row>, const BlockProgress&)> one_by_one(
    std::function<std::vector<std::string>(const Row&)> results_of);

/// Runs the task over a table; "-" is standard input or output. An existing file is overwritten only if
/// `is_forced`; then also the table by its own result. Returns ok or some_rows_failed. Throws RefusedTable if
/// the header lacks a column or has one twice, and what the files throw; there is then no output file.
ExitCode rewrite_table(const std::string& input, const std::string& output, bool is_forced,
                       const RowTask& task);

}  // namespace polhode::app
