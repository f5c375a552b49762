// SPDX-License-Identifier: MIT
#include "result/formats/csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "exit_code.hpp"
#include "files/input.hpp"
#include "files/mark.hpp"
#include "files/output.hpp"
#include "result/result.hpp"
#include "table/csv.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr std::string_view trajectories_ending = ".trajectories.csv";

std::string line_of_names(const std::vector<std::string>& columns) {
  return fmt::format("{}", fmt::join(columns, ","));
}

class CsvWriter final : public TableWriter {
 public:
  explicit CsvWriter(const TablePlaces& places) : places_(places) {}

  void begin_table(const std::string& name, const std::vector<Column>& columns) override {
    const bool is_trajectories = name == "trajectories";
    files_.push_back(std::make_unique<OutputFile>(is_trajectories ? *places_.trajectories : places_.table));
    files_.back()->keep_digest();
    std::vector<std::string> names;
    for (const Column& c : columns) names.push_back(c.name);
    files_.back()->write(line_of_names(names) + '\n');
  }

  void write(std::span<const double> row) override {
    line_.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line_ += ',';
      append_number(line_, row[i]);
    }
    line_ += '\n';
    files_.back()->write(line_);
  }

  void complete(const Summary&) override {
    for (auto& file : files_) file->flush();
  }
  std::vector<OutputFile*> files() override {
    std::vector<OutputFile*> all;
    for (const auto& file : files_) all.push_back(file.get());
    return all;
  }

 private:
  TablePlaces places_;
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::string line_;
};

/// Numbers of a field: an empty one is NaN.
double number_in(const CsvRecord& record, std::size_t field, const std::string& path) {
  const std::string_view text = trimmed(record.raw(field));
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf" || text == "-inf")
    return (text[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr)
    throw RefusedResult(
        fmt::format("{}: line {}: found \"{}\", expected {}", path, record.line(), text, read.expected));
  return read.value;
}

void read_csv(const std::string& path, Result& result, std::size_t most_rows) {
  const std::string json = result.base + ".json";
  const std::vector<Column>& expected = result.summary.columns;
  InputFile file(path);
  file.keep_digest();
  CsvReader reader(file);
  CsvRecord record;
  if (!reader.next(record)) refuse_misfit(path, json, "the table is empty");
  bool fits = record.size() == expected.size();
  for (std::size_t i = 0; fits && i < expected.size(); ++i) fits = record.value(i) == expected[i].name;
  if (!fits) refuse_misfit(path, json, "its columns differ from those in the summary");
  for (const Column& c : expected) result.columns.push_back({c, {}});
  result.rows = evenly_taken(result.summary.rows, most_rows);
  std::uint64_t row = 0;
  std::size_t next = 0;
  for (; reader.next(record); ++row) {
    if (next == result.rows.size() || row != result.rows[next]) continue;
    if (record.size() != expected.size())
      refuse_misfit(
          path, json,
          fmt::format("line {} has {} fields instead of {}", record.line(), record.size(), expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i)
      result.columns[i].values.push_back(number_in(record, i, path));
    ++next;
  }
  if (row != result.summary.rows)
    refuse_misfit(path, json,
                  fmt::format("it has {} rows, but the summary says {}", row, result.summary.rows));
  const std::string written = result.summary.digest_of(".csv");
  if (!written.empty() && file.digest() != written)
    refuse_misfit(path, json, "its content has changed since it was written");
}

bool looks_like_ours(const std::string& path, std::string_view ending,
                     const std::vector<std::string>& columns) {
  const std::string first = first_line(path);
  return ending == trajectories_ending ? first.starts_with("run,t,") : first == line_of_names(columns);
}

}  // namespace

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

TableFormat csv_format() {
  TableFormat format;
  format.name = "csv";
  format.is_usual = true;
  format.ending = ".csv";
  format.trajectories_ending = trajectories_ending;
  format.help = "the table: a row for each time; for an ensemble a row for each run, at its end";
  format.writer = [](const TablePlaces& places) -> std::unique_ptr<TableWriter> {
    return std::make_unique<CsvWriter>(places);
  };
  format.read = read_csv;
  format.looks_like_ours = looks_like_ours;
  return format;
}

}  // namespace polhode::app
