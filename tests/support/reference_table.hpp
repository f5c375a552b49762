// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Reads a table of reference values: comma-separated, the first line names the columns, no quoting.

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace polhode::test {

class ReferenceRow {
 public:
  ReferenceRow(std::map<std::string, std::string> cells, std::size_t line)
      : cells_(std::move(cells)), line_(line) {}

  /// The cell as written; throws if there is no such column.
  const std::string& text(const std::string& column) const { return cells_.at(column); }
  bool empty(const std::string& column) const { return text(column).empty(); }
  std::size_t line() const noexcept { return line_; }

  /// The cell as a number, rounded once to T; throws if it is not one.
  template <class T = double>
  T number(const std::string& column) const {
    const std::string& cell = text(column);
    char* end = nullptr;
    const T value = parse<T>(cell.c_str(), &end);
    if (cell.empty() || *end != '\0')
      throw std::runtime_error("line " + std::to_string(line_) + ", column " + column +
                               ": not a number: " + cell);
    return value;
  }

 private:
  template <class T>
  static T parse(const char* text, char** end) {
    if constexpr (sizeof(T) > sizeof(double))
      return std::strtold(text, end);
    else
      return std::strtod(text, end);
  }

  std::map<std::string, std::string> cells_;
  std::size_t line_;
};

inline std::vector<std::string> split_at_commas(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t from = 0;
  for (std::size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', from)) {
    cells.push_back(line.substr(from, comma - from));
    from = comma + 1;
  }
  cells.push_back(line.substr(from));
  return cells;
}

/// All rows of POLHODE_TEST_DATA/name; throws if the file is missing or a line has another number of cells.
inline std::vector<ReferenceRow> read_reference_table(const std::string& name) {
  const std::string path = std::string(POLHODE_TEST_DATA) + "/" + name;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read " + path);
  const std::vector<std::string> columns = split_at_commas(line);
  std::vector<ReferenceRow> rows;
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    const std::vector<std::string> cells = split_at_commas(line);
    if (cells.size() != columns.size())
      throw std::runtime_error(path + ", line " + std::to_string(number) + ": wrong number of cells");
    std::map<std::string, std::string> named;
    for (std::size_t i = 0; i < columns.size(); ++i) named[columns[i]] = cells[i];
    rows.emplace_back(std::move(named), number);
  }
  return rows;
}

}  // namespace polhode::test
