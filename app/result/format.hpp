// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The formats in which `polhode run` writes tables. Each is a file in result/formats/; keys of the scenario,
/// names of files, help, reading and what is recognised as an earlier result all come from what stands there.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/claim.hpp"
#include "result/columns.hpp"
#include "result/summary.hpp"

namespace polhode::app {

struct Result;

/// The tables of a run in one format. The files are written aside; finish() gives them their names. Each
/// function throws FileError.
class TableWriter {
 public:
  virtual ~TableWriter() = default;

  /// The next table, to which write() goes: "trajectory" of a motion; "runs" of an ensemble, and
  /// "trajectories" after it if they are wanted.
  virtual void begin_table(const std::string& name, const std::vector<Column>& columns) = 0;
  virtual void write(std::span<const double> row) = 0;
  /// After the last row: the SHA-256 of each file, in the order of TableFormat::endings(); none where the
  /// files hold the summary themselves.
  virtual std::vector<std::string> digests() { return {}; }
  /// Afterwards the files are complete but for their names.
  virtual void complete(const Summary& summary) = 0;
  virtual void finish() = 0;

  /// The files that will stand under the names.
  virtual std::vector<std::optional<FileId>> files() const = 0;
};

struct TablePlaces {
  const OutputPlace& table;
  const OutputPlace* trajectories;  ///< null where none are written, or the same file holds them
};

struct TableFormat {
  std::string name;       ///< the key under [output] of a scenario
  bool is_usual = false;  ///< written where the scenario says nothing of it
  std::string ending;     ///< of the file: NAME.csv
  /// Of the file of an ensemble's trajectories; empty where the table's file holds them too.
  std::string trajectories_ending{};
  std::string help;  ///< what the file is, for `polhode run --help`

  std::unique_ptr<TableWriter> (*writer)(const TablePlaces& places) = nullptr;

  /// Reads at most so many rows of the table, evenly taken; result.base and result.summary are there already.
  /// Throws FileError or RefusedResult.
  void (*read)(const std::string& path, Result& result, std::size_t most_rows) = nullptr;

  /// The text of the summary that the file holds; null where a file of the format holds none. Throws as read
  /// does.
  std::string (*summary)(const std::string& path) = nullptr;

  /// Of a format without a summary: whether the file looks like a table that we wrote with these columns, or,
  /// where `ending` is that of trajectories, like those.
  bool (*looks_like_ours)(const std::string& path, std::string_view ending,
                          const std::vector<std::string>& columns) = nullptr;

  /// Of the files that it writes.
  std::vector<std::string> endings() const;
};

/// All formats, in the order in which they are listed, written, and preferred for reading.
const std::vector<TableFormat>& table_formats();

/// Of all files that a run may leave beside one another under one name, the summary's and the journal's
/// included.
std::vector<std::string> all_result_endings();

/// ".json" and the endings of the tables: the files by which a result may be named.
std::vector<std::string> readable_endings();

/// "a, b or c", with something before each.
std::string alternatives(const std::vector<std::string>& all, std::string_view before = "");

}  // namespace polhode::app
