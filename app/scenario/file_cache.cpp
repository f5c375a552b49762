// SPDX-License-Identifier: MIT
#include "scenario/file_cache.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "exit_code.hpp"
#include "files/input.hpp"
#include "mesh/read_mesh.hpp"
#include "table/csv.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t fields = 4;

/// Whether no field is a number: the names of the columns.
bool is_header(const CsvRecord& record) {
  for (std::size_t i = 0; i < record.size(); ++i)
    if (read_number(record.value(i)).expected == nullptr) return false;
  return true;
}

}  // namespace

MeshProperties FileCache::mesh(const std::string& path, const Matter& matter) {
  const std::lock_guard lock(mutex_);
  const bool is_kept = kept_ && kept_->path == path && kept_->matter.value() == matter.value() &&
                       kept_->matter.is_density() == matter.is_density();
  if (!is_kept) kept_.emplace(Kept{path, matter, mass_properties(read_mesh_file(path), matter)});
  return kept_->properties;
}

TorqueRows FileCache::torques(const std::string& path) const {
  InputFile file(path);
  CsvReader reader(file);
  TorqueRows rows;
  CsvRecord record;
  bool is_first = true;
  while (reader.next(record)) {
    const bool skipped = is_first && is_header(record);
    is_first = false;
    if (record.size() != fields)
      throw RefusedTable(
          fmt::format("{}:{}: found {} fields, expected {}: a time and three components of a torque",
                      file.name(), record.line(), record.size(), fields));
    if (skipped) continue;
    std::array<double, fields> n{};
    for (std::size_t i = 0; i < fields; ++i) {
      const std::string text = record.value(i);
      const ReadNumber read = read_number(text);
      if (read.expected != nullptr)
        throw RefusedTable(fmt::format("{}:{}: found \"{}\" in field {}, expected {}", file.name(),
                                       record.line(), text, i + 1, read.expected));
      n[i] = read.value;
    }
    rows.times.push_back(n[0]);
    rows.torques.emplace_back(n[1], n[2], n[3]);
  }
  return rows;
}

std::string beside(const std::string& scenario, const std::string& file) {
  return (std::filesystem::path(scenario).parent_path() / file).string();
}

}  // namespace polhode::app
