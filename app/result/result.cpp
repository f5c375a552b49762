// SPDX-License-Identifier: MIT
#include "result/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "exit_code.hpp"
#include "files/input.hpp"
#include "result/format.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t largest_summary = std::size_t{1} << 25U;

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string summary_text_in(const std::string& json) {
  require_regular_file(json);
  std::string text = read_text(json, largest_summary);
  if (text.size() > largest_summary)
    throw RefusedResult(fmt::format("{} is too long for a summary of polhode run", json));
  return text;
}

/// The format of tables with that ending, if any.
const TableFormat* format_of(const std::string& ending) {
  const auto& all = table_formats();
  const auto at = std::ranges::find(all, ending, &TableFormat::ending);
  return at == all.end() ? nullptr : &*at;
}

/// The first format that the summary lists and whose file exists.
const TableFormat* listed_format(const Result& result) {
  const auto& files = result.summary.files;
  // The files may have been renamed together; the last of the list is the summary itself.
  const std::string old_name = files.empty() ? "" : std::filesystem::path(files.back()).stem().string();
  for (const TableFormat& format : table_formats())
    if (std::ranges::find(files, old_name + format.ending) != files.end() &&
        exists(result.base + format.ending))
      return &format;
  throw FileError(fmt::format("cannot open {}: there is no table for {} (its files are: {})",
                              result.base + table_formats().front().ending, result.base + ".json",
                              fmt::join(files, ", ")));
}

}  // namespace

void refuse_misfit(const std::string& path, const std::string& summary, const std::string& what) {
  throw RefusedResult(
      fmt::format("{}: {}: it does not belong to {}; run the scenario again", path, what, summary));
}

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

ResultOrigin read_origin(const std::string& path) {
  const TableFormat* format = format_of(std::filesystem::path(path).extension().string());
  if (!format || !format->summary) return origin_from_json(summary_text_in(path), path);
  require_regular_file(path);
  return origin_from_json(format->summary(path), path);
}

bool may_hold_summary(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  const TableFormat* format = format_of(ending);
  return ending == ".json" || (format && format->summary);
}

Result read_result(const std::string& path, std::size_t most_rows) {
  const std::filesystem::path given(path);
  const std::string extension = given.extension().string();
  if (extension == ".toml")
    throw RefusedResult(
        fmt::format("{} is a scenario; use `polhode run {}` to compute its result", path, path));
  const TableFormat* named = format_of(extension);
  if (!named && extension != ".json") {
    if (exists(path + ".json")) return read_result(path + ".json", most_rows);
    for (const TableFormat& format : table_formats())
      if (format.summary && exists(path + format.ending)) return read_result(path + format.ending, most_rows);
    throw RefusedResult(fmt::format(
        "{}: found {}, expected {} of a result of polhode run", path,
        extension.empty() ? "no result of that name" : fmt::format("the extension \"{}\"", extension),
        alternatives(readable_endings())));
  }
  Result result;
  result.base = (given.parent_path() / given.stem()).string();
  const std::string json = result.base + ".json";
  if (named && named->summary) {
    require_regular_file(path);
    result.summary = summary_from_json(named->summary(path), path);
  } else {
    if (named && !exists(json))
      throw FileError(
          fmt::format("cannot open {}: the summary that polhode run writes beside {} is required, since a "
                      "table has no body",
                      json, path));
    const std::string text = summary_text_in(json);
    result.summary = summary_from_json(text, json);
    if (!named) named = listed_format(result);
    const std::string table = result.base + named->ending;
    require_regular_file(table);
    if (named->summary && named->summary(table) != text)
      refuse_misfit(table, json, "it was written by another run");
  }
  named->read(result.base + named->ending, result, most_rows);
  return result;
}

}  // namespace polhode::app
