// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The formats in which `polhode run` writes tables, each defined by a file in result/formats/: keys of the
/// scenario, names of files, help, writing, reading and the recognition of earlier results.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/output.hpp"
#include "result/columns.hpp"
#include "result/summary.hpp"

namespace polhode::app {

struct Result;

/// The tables of a run in one format. The files get their names by OutputFile::finish(). Each function throws
/// FileError.
class TableWriter {
 public:
  virtual ~TableWriter() = default;

  /// The next table, to which write() goes: "trajectory" of a motion; "runs" of an ensemble, and
  /// "trajectories" after it if they are wanted.
  virtual void begin_table(const std::string& name, const std::vector<Column>& columns) = 0;
  virtual void write(std::span<const double> row) = 0;
  /// After the last row; afterwards the files are complete but for their names.
  virtual void complete(const Summary& summary) = 0;

  /// In the order of TableFormat::endings(). A file that does not hold the summary itself keeps a digest.
  virtual std::vector<OutputFile*> files() = 0;
};

struct TablePlaces {
  const OutputPlace& table;
  const OutputPlace* trajectories;  ///< null if none are written, or the same file holds them
};

struct TableFormat {
  std::string name;       ///< the key under [output] of a scenario
  bool is_usual = false;  ///< written by default
  std::string ending;     ///< of the file: NAME.csv
  /// Of the file of an ensemble's trajectories; empty if the table's file holds them too.
  std::string trajectories_ending{};
  std::string help;  ///< what the file is, for `polhode run --help`

  std::unique_ptr<TableWriter> (*writer)(const TablePlaces& places) = nullptr;

  /// Reads at most so many rows of the table, evenly taken; result.base and result.summary are already set.
  /// Throws FileError or RefusedResult.
  void (*read)(const std::string& path, Result& result, std::size_t most_rows) = nullptr;

  /// The text of the summary in the file; null if files of this format have none. Throws as read does.
  std::string (*summary)(const std::string& path) = nullptr;

  /// Of a format without a summary: whether the file looks like a table of polhode with these columns, or, if
  /// `ending` is that of trajectories, like trajectories.
  bool (*looks_like_ours)(const std::string& path, std::string_view ending,
                          const std::vector<std::string>& columns) = nullptr;

  /// Of the files that it writes.
  std::vector<std::string> endings() const;
};

/// All formats, in the order in which they are listed, written, and preferred for reading.
const std::vector<TableFormat>& table_formats();

/// Of all files that a run may write, the summary's and the journal's included.
std::vector<std::string> all_result_endings();

/// ".json" and the endings of the tables: by any of these files a result may be named.
std::vector<std::string> readable_endings();

/// "a, b or c", with something before each.
std::string alternatives(const std::vector<std::string>& all, std::string_view before = "");

}  // namespace polhode::app
