// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Results as HDF5, written and read back.
///
/// Convention. The attributes of the file describe the run (title, version, body, moments, mass and centre if
///             they are known, torque, method, step, estimated error, trusted digits and their horizon,
///             conserved quantity, units) and hold the scenario and the whole summary as text. A table is a
///             group: "trajectory" for a motion; "runs", and if requested "trajectories", for an ensemble. In
///             it each group of columns is a dataset of rows ("t": n; "m": n x 3; "q": n x 4; ...) with the
///             attributes "columns", "unit" and "meaning". Nothing depends on the time of writing: the same
///             run gives the same bytes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "result/format.hpp"

namespace polhode::app {

TableFormat hdf5_format();

struct Hdf5Table {
  std::uint64_t rows = 0;  ///< of the whole table
  std::vector<Column> columns;
  std::vector<std::vector<double>> values;  ///< by columns
  std::vector<std::uint64_t> taken;         ///< the rows that were read
};

/// The summary's text. Throws FileError if there is no such file, RefusedResult if it is not a result.
std::string hdf5_summary(const std::string& path);
/// Reads at most so many rows of a table, evenly taken. Throws as above.
Hdf5Table hdf5_table(const std::string& path, const std::string& table, std::size_t most_rows);

}  // namespace polhode::app
