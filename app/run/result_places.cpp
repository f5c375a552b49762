// SPDX-License-Identifier: MIT
#include "run/result_places.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <regex>
#include <system_error>

#include "exit_code.hpp"
#include "files/mark.hpp"
#include "result/format.hpp"
#include "result/result.hpp"

namespace polhode::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* name_of_writer = "polhode run";

/// The results of an earlier run of that name.
class EarlierResults {
 public:
  EarlierResults(const ScenarioFile& file, const std::string& base, const std::vector<FileId>& placed)
      : file_(file), placed_(placed) {
    try {
      origin_ = read_origin(base + ".json");
    } catch (const FileError&) {
    } catch (const RefusedResult&) {  // then the other files are not ours either
    }
    if (origin_ && !is_of_this_scenario(*origin_)) origin_.reset();
  }

  bool has_json(const std::string& path) const { return is_placed(path) || origin_.has_value(); }

  bool has_events(const std::string& path) const {
    return is_placed(path) || (lists(".events.csv") && (first_line(path).starts_with("event,t,") ||
                                                        first_line(path).starts_with("run,event,t,")));
  }

  /// A file of tables in that format.
  bool has(const TableFormat& format, const std::string& ending, const std::string& path) const {
    if (is_placed(path)) return true;
    if (!format.summary) return lists(ending) && format.looks_like_ours(path, ending, origin_->columns);
    try {
      return is_of_this_scenario(origin_from_json(format.summary(path), path));
    } catch (const FileError&) {
    } catch (const RefusedResult&) {
    }
    return false;
  }

 private:
  bool is_placed(const std::string& path) const {
    const auto file = file_at(path);
    return file && std::find(placed_.begin(), placed_.end(), *file) != placed_.end();
  }

  bool is_of_this_scenario(const ResultOrigin& origin) const {
    if (origin.scenario_text == file_.text()) return true;
    if (fs::path(origin.scenario_name).filename() != fs::path(file_.name()).filename()) return false;
    // The name may have been relative to another folder; but if it leads to a file, it must be this one.
    const auto named = file_at(origin.scenario_name);
    return !named || named == file_at(file_.name());
  }

  /// The files may have been renamed together; the last of the list is the summary itself.
  bool lists(const std::string& kind) const {
    if (!origin_ || origin_->files.empty()) return false;
    const std::string name = fs::path(origin_->files.back()).stem().string();
    return std::ranges::find(origin_->files, name + kind) != origin_->files.end();
  }

  const ScenarioFile& file_;
  const std::vector<FileId>& placed_;
  std::optional<ResultOrigin> origin_;
};

/// The id of the process that wrote a temporary file (OutputPlace::temporary_path); none for other names.
std::optional<pid_t> maker_of(const std::string& file, const std::string& result) {
  static const std::regex rest("([1-9][0-9]{0,8})-[0-9]+\\.partial");
  if (!file.starts_with(result)) return std::nullopt;
  std::smatch found;
  const std::string numbers = file.substr(result.size());
  return std::regex_match(numbers, found, rest) ? std::optional<pid_t>(std::stoi(found[1])) : std::nullopt;
}

}  // namespace

ResultPlaces::ResultPlaces(const ScenarioFile& file, const std::optional<Scenario>& first,
                           const RunOptions& options, const std::vector<FileId>& placed,
                           const std::vector<std::string>& reads)
    : base_(options.base), claim_(options.is_forced) {
  for (const FileDigest& read : file.files_read()) claim_.reads(read.path);
  for (const std::string& read : reads) claim_.reads(read);
  const EarlierResults before(file, base_, placed);
  const auto settle = [&](bool is_wanted, const std::string& ending, const OutputClaim::IsOurs& is_ours) {
    const std::string path = base_ + ending;
    if (is_wanted) places_.emplace(ending, claim_.place(path, name_of_writer, is_ours));
    const auto there = file_at(path);
    if (there && !claim_.is_read(*there) && fs::is_regular_file(path) && is_ours(path))
      earlier_.push_back({fs::path(path).filename().string(), path, *there});
  };
  const auto is_wanted = [&](const TableFormat& format) {
    return !first || std::ranges::find(first->output.formats, format.name) != first->output.formats.end();
  };
  const auto settle_table = [&](const TableFormat& format, bool wanted, const std::string& ending) {
    settle(wanted, ending, [&](const std::string& path) { return before.has(format, ending, path); });
  };
  settle(true, ".json", [&](const std::string& path) { return before.has_json(path); });
  for (const TableFormat& format : table_formats()) settle_table(format, is_wanted(format), format.ending);
  settle(!first || !first->events.empty(), ".events.csv",
         [&](const std::string& path) { return before.has_events(path); });
  for (const TableFormat& format : table_formats())
    if (!format.trajectories_ending.empty())
      settle_table(format, options.trajectories && is_wanted(format), format.trajectories_ending);
}

std::vector<std::string> ResultPlaces::remove_outdated(const std::vector<std::string>& written) const {
  std::vector<std::string> removed;
  for (const Earlier& one : earlier_) {
    if (std::ranges::find(written, one.name) != written.end()) continue;
    // Unless it was replaced meanwhile.
    std::error_code ignored;
    if (file_at(one.path) == one.file && fs::remove(one.path, ignored)) removed.push_back(one.path);
  }
  return removed;
}

void ResultPlaces::remove_leftovers() const {
  const fs::path base(base_);
  const fs::path folder = base.has_parent_path() ? base.parent_path() : ".";
  const std::string name = base.filename().string();
  std::error_code ignored;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    for (const std::string& ending : all_result_endings()) {
      const auto maker = maker_of(entry.path().filename().string(), name + ending + '.');
      const auto file = file_named(entry.path().string());
      const bool is_gone = maker && (*maker == ::getpid() || (::kill(*maker, 0) != 0 && errno == ESRCH));
      if (is_gone && file && !claim_.is_read(*file) &&
          entry.symlink_status(ignored).type() == fs::file_type::regular)
        found.push_back(entry.path());
    }
  for (const auto& file : found) fs::remove(file, ignored);
}

}  // namespace polhode::app
