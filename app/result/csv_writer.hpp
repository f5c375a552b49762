// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A table of numbers as CSV: a line of names, then a line for each row.
///
/// Convention. Each number has as many digits as are needed to read the same double back. What is not a
///             number is left empty.

#include <span>
#include <string>
#include <vector>

#include "files/output.hpp"
#include "result/columns.hpp"

namespace polhode::app {

class CsvWriter {
 public:
  /// Writes the names. The file must outlive the writer.
  CsvWriter(OutputFile& file, const std::vector<Column>& columns);

  void write(std::span<const double> row);

 private:
  OutputFile& file_;
  std::string line_;
};

/// The shortest text that reads back as the same double; empty for NaN.
void append_number(std::string& text, double value);

/// A field of text, quoted where it has to be.
std::string csv_field(const std::string& text);

}  // namespace polhode::app
