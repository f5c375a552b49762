// SPDX-License-Identifier: MIT
#include "scenario/file_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
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
constexpr std::size_t most_kept = 16;

/// Whether no field is a number: then it is a header.
bool is_header(const CsvRecord& record) {
  for (std::size_t i = 0; i < record.size(); ++i)
    if (read_number(record.value(i)).expected == nullptr) return false;
  return true;
}

TorqueRows read_torques(std::string content, const std::string& path) {
  InputFile file(path, std::move(content));
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
    rows.torques.insert(rows.torques.end(), n.begin() + 1, n.end());
  }
  return rows;
}

}  // namespace

MeshProperties FileCache::mesh(const std::string& path, const Matter& matter, std::optional<double> weld) {
  const std::lock_guard lock(mutex_);
  const auto is_it = [&](const Kept& kept) {
    return kept.path == path && kept.matter.value() == matter.value() &&
           kept.matter.is_density() == matter.is_density() && kept.weld == weld;
  };
  const auto found = std::find_if(kept_.begin(), kept_.end(), is_it);
  if (found != kept_.end()) return found->properties;
  if (kept_.size() == most_kept) kept_.erase(kept_.begin());
  kept_.push_back({path, matter, weld, mass_properties(mesh_in(bytes_of(path), path), matter, weld)});
  return kept_.back().properties;
}

TriangleMesh FileCache::surface(const std::string& path) {
  const std::lock_guard lock(mutex_);
  return mesh_in(bytes_of(path), path);
}

std::string FileCache::bytes_of(const std::string& path) {
  const auto stored = std::ranges::find(given_, path, &StoredFile::path);
  StoredFile file;
  file.path = path;
  std::string content;
  if (stored != given_.end() && stored->content) {
    file = *stored;
    content = *stored->content;
  } else {
    require_regular_file(path);
    content = read_text(path, most_mesh_bytes);
    file.sha256 = sha256(content);
    if (stored != given_.end() && stored->sha256 != file.sha256)
      throw FileError(
          fmt::format("{} has changed since the result was computed: found SHA-256 {}, expected {}", path,
                      file.sha256, stored->sha256));
    if (content.size() <= most_stored_bytes - stored_bytes_) file.content = content;
  }
  if (std::ranges::find(files_, path, &StoredFile::path) == files_.end()) {
    if (file.content) stored_bytes_ += file.content->size();
    files_.push_back(std::move(file));
  }
  return content;
}

std::vector<StoredFile> FileCache::files() const {
  const std::lock_guard lock(mutex_);
  return files_;
}

TorqueRows FileCache::torques(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto kept = tables_.find(path);
  if (kept != tables_.end()) return kept->second;
  return tables_.emplace(path, read_torques(bytes_of(path), path)).first->second;
}

std::string beside(const std::string& scenario, const std::string& file) {
  return (std::filesystem::path(scenario).parent_path() / file).string();
}

}  // namespace polhode::app
