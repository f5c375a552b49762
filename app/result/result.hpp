// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A result of `polhode run`, read back.
///
/// Convention. NAME.json holds the summary, NAME.csv or NAME.h5 the table (format.hpp); any of them may be
///             named. NAME.h5 needs no other file, since it holds the summary too. Of a long table rows
///             evenly taken are kept, the first and the last among them. For a motion the table has one row
///             for each time. For an ensemble it has one for each run, with its number in the column `run`
///             and the state at its last time; trajectories of an ensemble are not read.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "result/columns.hpp"
#include "result/summary.hpp"

namespace polhode::app {

struct ResultColumn : Column {
  std::vector<double> values;  ///< NaN where a field is empty
};

struct Result {
  std::string base;  ///< path and name without the extension
  Summary summary;
  std::vector<ResultColumn> columns;  ///< of the table; all have as many values
  std::vector<std::uint64_t> rows;    ///< the number in the table, from 0, of each row that is kept

  std::size_t size() const noexcept { return rows.size(); }

  /// The column of that name ("t", "m_1", "q_w", "conserved_error", ...), or none.
  const ResultColumn* find(const std::string& name) const noexcept;
};

/// The numbers of at most so many rows of a table, evenly taken, the first and the last among them.
std::vector<std::uint64_t> evenly_taken(std::uint64_t rows, std::size_t most);

/// Refuses a table that does not fit the summary: says what does not.
[[noreturn]] void refuse_misfit(const std::string& path, const std::string& summary, const std::string& what);

/// Where a result comes from, by the name of its summary or of a table that holds it (NAME.json, NAME.h5).
/// Throws as read_result does.
ResultOrigin read_origin(const std::string& path);

/// Whether a file of that name holds a summary.
bool may_hold_summary(const std::string& path);

/// Reads what NAME.json, the file of a table (NAME.csv, NAME.h5), or NAME alone leads to. Throws FileError
/// where a file cannot be read, RefusedResult where it cannot be understood.
Result read_result(const std::string& path, std::size_t most_rows = 20000);

}  // namespace polhode::app
