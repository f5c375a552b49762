// SPDX-License-Identifier: MIT
#include "result/csv_writer.hpp"

#include <charconv>
#include <cmath>

namespace polhode::app {

void append_number(std::string& text, double value) {
  if (std::isnan(value)) return;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + '"';
}

CsvWriter::CsvWriter(OutputFile& file, const std::vector<Column>& columns) : file_(file) {
  for (const Column& c : columns) {
    if (!line_.empty()) line_ += ',';
    line_ += c.name;
  }
  line_ += '\n';
  file_.write(line_);
}

void CsvWriter::write(std::span<const double> row) {
  line_.clear();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line_ += ',';
    append_number(line_, row[i]);
  }
  line_ += '\n';
  file_.write(line_);
}

}  // namespace polhode::app
