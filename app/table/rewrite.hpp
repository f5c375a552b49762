// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A table goes in and the same table comes out, with some columns computed from others.
///
/// Convention. Columns are known by their names in the first record, in any order. Result columns are
///             replaced where they stand, or appended; everything else passes through as it is written. A bad
///             row is reported and written with empty results. Rows and messages keep their order.
/// Method.     Rows are read, computed and written in blocks, whose size follows from how long the last one
///             took: at most some thousand rows, and about a second. From a pipe, the rows that are there are
///             computed before the next one is waited for. The memory is that of one block.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exit_code.hpp"

namespace polhode::app {

/// What a row says in the columns of a task.
struct Row {
  std::span<const double> numbers;     ///< in the order of `needs`
  std::span<const std::string> texts;  ///< in the order of `texts`
};

/// What was found for a row.
struct RowResult {
  std::vector<std::string> texts{};          ///< of the result columns; empty where the row is refused
  std::string refusal{};                     ///< why there are none
  std::vector<std::string> warnings{};       ///< about this row
  std::vector<std::string> kind_warnings{};  ///< of which each kind is told for the first row that has it
};

/// Rows that are computed at once. Threads may use different rows at the same time.
class RowBlock {
 public:
  virtual ~RowBlock() = default;
  virtual std::size_t size() const noexcept = 0;
  /// Reads the numbers and texts of a row; none where a number cannot be read, which is then its refusal.
  virtual std::optional<Row> read(std::size_t i) = 0;
  virtual RowResult& result(std::size_t i) = 0;
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

  /// Reads the rows of the block and sets their results. It may call progress, from one thread at a time,
  /// with the part of the block that is done.
  std::function<void(RowBlock& rows, const std::function<void(double)>& progress)> compute;
};

/// A task's `compute` for rows one by one: row() gives the texts of the results, and refuses by InvalidInput.
std::function<void(RowBlock&, const std::function<void(double)>&)> one_by_one(
    std::function<std::vector<std::string>(const Row&)> row);

/// Runs the task over a table; "-" stands for standard input or output. A file that is there is replaced only
/// if `is_forced`; then also the table by its outcome. Returns ok or some_rows_failed. Throws RefusedTable
/// where the header lacks a column or has one twice, and what the files throw; there is then no output file.
ExitCode rewrite_table(const std::string& input, const std::string& output, bool is_forced,
                       const RowTask& task);

}  // namespace polhode::app
