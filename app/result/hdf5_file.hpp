// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Results as HDF5, written and read back.
///
/// Convention. The attributes of the file say what a person wants to know (title, version, body, moments,
///             mass and centre where they are known, torque, method, step, estimated error, trusted digits and
///             their horizon, conserved quantity, units) and hold the scenario and
///             the whole summary as text. A table is a group: "trajectory" for a motion; "runs", and
///             "trajectories" if they were asked for, for an ensemble. In it each group of columns is a
///             dataset of rows ("t": n; "m": n x 3; "q": n x 4; ...) with the attributes "columns", "unit"
///             and "meaning". Nothing depends on when it was written: the same run gives the same bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "files/claim.hpp"
#include "result/columns.hpp"
#include "result/summary.hpp"

namespace polhode::app {

/// A file that is written aside and renamed when all is there, as OutputFile does it. Each throws FileError.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(const OutputPlace& place);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// The next table; write() goes there.
  void begin_table(const std::string& name, const std::vector<Column>& columns);
  void write(std::span<const double> row);
  void describe(const Summary& summary);
  /// Closes the file, which then is complete but for its name.
  void complete();
  void finish();

  /// The file that will stand under the name.
  std::optional<FileId> file() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct Hdf5Table {
  std::uint64_t rows = 0;  ///< of the whole table
  std::vector<Column> columns;
  std::vector<std::vector<double>> values;  ///< by columns
  std::vector<std::uint64_t> taken;         ///< the rows that were read
};

/// The summary's text. Throws FileError where there is no such file, RefusedResult where it is none of ours.
std::string hdf5_summary(const std::string& path);
/// At most so many rows of a table, evenly taken. Throws as above.
Hdf5Table hdf5_table(const std::string& path, const std::string& table, std::size_t most_rows);

}  // namespace polhode::app
