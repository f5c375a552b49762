// SPDX-License-Identifier: MIT
#include "result/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string_view>

#include "exit_code.hpp"
#include "files/input.hpp"
#include "result/hdf5_file.hpp"
#include "table/csv.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t largest_summary = std::size_t{1} << 24;

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string summary_text_in(const std::string& json) {
  std::string text = read_text(json, largest_summary);
  if (text.size() > largest_summary)
    throw RefusedResult(fmt::format("{}: too long for a summary of polhode run", json));
  return text;
}

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

[[noreturn]] void refuse_misfit(const std::string& path, const std::string& json, const std::string& what) {
  throw RefusedResult(
      fmt::format("{}: {}: it does not belong to {}; run the scenario again", path, what, json));
}

void read_csv(const std::string& path, Result& result, std::size_t most_rows) {
  const std::string json = result.base + ".json";
  const std::vector<Column>& expected = result.summary.columns;
  InputFile file(path);
  CsvReader reader(file);
  CsvRecord record;
  if (!reader.next(record)) refuse_misfit(path, json, "the table is empty");
  bool fits = record.size() == expected.size();
  for (std::size_t i = 0; fits && i < expected.size(); ++i) fits = record.value(i) == expected[i].name;
  if (!fits) refuse_misfit(path, json, "the columns are others than the summary says");
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
                  fmt::format("it has {} rows where the summary says {}", row, result.summary.rows));
}

void read_hdf5(const std::string& path, Result& result, std::size_t most_rows) {
  Hdf5Table table = hdf5_table(path, result.summary.is_ensemble ? "runs" : "trajectory", most_rows);
  if (table.rows != result.summary.rows)
    refuse_misfit(path, "its summary",
                  fmt::format("it has {} rows where the summary says {}", table.rows, result.summary.rows));
  result.rows = std::move(table.taken);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    result.columns.push_back({table.columns[i], std::move(table.values[i])});
}

}  // namespace

const ResultColumn* Result::find(const std::string& name) const noexcept {
  const auto at = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
  return at == columns.end() ? nullptr : &*at;
}

std::vector<std::uint64_t> evenly_taken(std::uint64_t rows, std::size_t most) {
  std::vector<std::uint64_t> all;
  if (rows <= most || most < 2) {
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(rows, std::max<std::size_t>(most, 1)); ++i)
      all.push_back(i);
    return all;
  }
  for (std::size_t i = 0; i < most; ++i)
    all.push_back(static_cast<std::uint64_t>(
        std::llround(static_cast<long double>(i) * static_cast<long double>(rows - 1) /
                     static_cast<long double>(most - 1))));
  return all;
}

ResultOrigin read_origin(const std::string& json) { return origin_from_json(summary_text_in(json), json); }

Result read_result(const std::string& path, std::size_t most_rows) {
  Result result;
  const std::filesystem::path given(path);
  const std::string extension = given.extension().string();
  const bool is_name =
      extension != ".json" && extension != ".csv" && extension != ".h5" && extension != ".toml";
  if (is_name)
    for (const char* kind : {".json", ".h5"})
      if (exists(path + kind)) return read_result(path + kind, most_rows);
  if (extension == ".toml")
    throw RefusedResult(
        fmt::format("{}: this is a scenario; `polhode run {}` makes a result of it", path, path));
  if (is_name)
    throw RefusedResult(fmt::format(
        "{}: found {}, expected .json, .csv or .h5 of a result of polhode run", path,
        extension.empty() ? "no result of that name" : fmt::format("the extension \"{}\"", extension)));
  result.base = (given.parent_path() / given.stem()).string();
  if (extension == ".h5") {
    result.summary = summary_from_json(hdf5_summary(path), path);
    read_hdf5(path, result, most_rows);
    return result;
  }
  const std::string json = result.base + ".json", csv = result.base + ".csv", h5 = result.base + ".h5";
  if (extension == ".csv" && !exists(json))
    throw FileError(
        fmt::format("cannot open {}: the summary that polhode run writes beside {} is needed, since a table "
                    "knows no body",
                    json, path));
  result.summary = summary_from_json(summary_text_in(json), json);
  const auto& files = result.summary.files;
  // The files may have been renamed together since: the last of the list is the summary itself.
  const std::string old_name = files.empty() ? "" : std::filesystem::path(files.back()).stem().string();
  const auto has = [&](const char* kind) {
    return std::find(files.begin(), files.end(), old_name + kind) != files.end() &&
           exists(result.base + kind);
  };
  if (extension == ".csv" || has(".csv"))
    read_csv(csv, result, most_rows);
  else if (has(".h5"))
    read_hdf5(h5, result, most_rows);
  else
    throw FileError(fmt::format("cannot open {}: there is no table beside {} (its files are: {})", csv, json,
                                fmt::join(files, ", ")));
  return result;
}

}  // namespace polhode::app
