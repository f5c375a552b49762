// SPDX-License-Identifier: MIT
#include "files/claim.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "exit_code.hpp"

namespace polhode::app {
namespace {

namespace fs = std::filesystem;

FileId id_of(const struct stat& status) noexcept { return {status.st_dev, status.st_ino}; }

[[noreturn]] void cannot_write(const std::string& name, const std::string& why) {
  throw FileError(fmt::format("cannot write {}: {}", name, why));
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// The path of the file that a name leads to: links are followed, also one to a file that does not exist yet.
std::string place_of_file(const std::string& path) {
  constexpr int most_links = 40;
  fs::path place(path);
  std::error_code error;
  for (int links = 0; fs::is_symlink(place, error); ++links) {
    if (links == most_links) cannot_write(path, std::strerror(ELOOP));
    const auto target = fs::read_symlink(place, error);
    if (error) cannot_write(path, error.message());
    place = place.parent_path() / target;
  }
  return place.string();
}

/// Makes a new name survive a loss of power. Not every file system can do this; the file is complete in any
/// case.
void sync_folder_of(const std::string& path) {
  const int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

/// For messages: a link with its target.
std::string shown(const OutputPlace& place) {
  return place.path() == place.name() ? place.name()
                                      : fmt::format("{} (a link to {})", place.name(), place.path());
}

/// Renames only if nothing has the new name; false where something has it.
bool renamed_to_free_name(const std::string& from, const std::string& to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  if (errno != EINVAL && errno != ENOSYS) throw std::system_error(errno, std::generic_category());
#endif
  // For file systems without it: link() never overwrites.
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  // For file systems without links.
  if (file_named(to)) return false;
  if (std::rename(from.c_str(), to.c_str()) != 0) throw std::system_error(errno, std::generic_category());
  return true;
}

}  // namespace

std::optional<FileId> file_at(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return id_of(status);
}

std::optional<FileId> file_named(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return id_of(status);
}

std::string OutputPlace::temporary_path(int attempt) const {
  return fmt::format("{}.{}-{}.partial", path_, ::getpid(), attempt);
}

void OutputPlace::put(const std::string& temporary) const {
  const auto appeared = [&] {
    throw FileError(fmt::format(
        "cannot write {}: a file of that name was created meanwhile; it was not overwritten", name_));
  };
  try {
    if (!is_forced_ && !replaces_) {
      if (!renamed_to_free_name(temporary, path_)) appeared();
      sync_folder_of(path_);
      return;
    }
    const auto there = file_named(path_);
    if (!is_forced_ && there && *there != *replaces_) appeared();
    if (std::rename(temporary.c_str(), path_.c_str()) != 0)
      throw std::system_error(errno, std::generic_category());
    sync_folder_of(path_);
  } catch (const std::system_error& failed) {
    throw FileError(fmt::format("cannot rename the finished {}: {}", name_, failed.code().message()));
  }
}

void OutputClaim::reads(const std::string& path) {
  struct stat status {};
  const bool is_there =
      path == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(path.c_str(), &status) == 0;
  if (is_there && S_ISREG(status.st_mode))
    inputs_read_.push_back({path == "-" ? "standard input" : path, id_of(status)});
}

bool OutputClaim::is_read(const FileId& file) const {
  return std::ranges::find(inputs_read_, file, &Input::file) != inputs_read_.end();
}

void OutputClaim::refuse_taken(const OutputPlace& place, const std::string& where) {
  if (std::ranges::find(taken_, where) != taken_.end())
    cannot_write(shown(place), "two results would be written to the same file");
  taken_.push_back(where);
}

void OutputClaim::check_name(const OutputPlace& place) const {
  const std::string folder = folder_of(place.path());
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) cannot_write(place.name(), std::strerror(errno));
  if (!S_ISDIR(status.st_mode)) cannot_write(place.name(), std::strerror(ENOTDIR));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) cannot_write(place.name(), std::strerror(errno));
  const long longest = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  // The temporary name is longer: with room for any process id.
  const std::string temporary = fs::path(place.temporary_path(0)).filename().string();
  constexpr std::size_t room = 10;
  if (longest > 0 && temporary.size() + room > static_cast<std::size_t>(longest))
    cannot_write(place.name(), std::strerror(ENAMETOOLONG));
}

OutputPlace OutputClaim::place(const std::string& path, std::string_view writer, const IsOurs& is_ours) {
  OutputPlace place;
  place.name_ = place.path_ = path;
  place.is_forced_ = is_forced_;
  if (path == "-") {
    place.name_ = "standard output";
    place.is_direct_ = true;
    return place;
  }
  if (path.empty()) throw FileError("cannot write to a file without a name");
  place.path_ = place_of_file(path);
  struct stat status {};
  if (::stat(place.path_.c_str(), &status) != 0) {
    if (errno != ENOENT) cannot_write(place.name_, std::strerror(errno));
    if (place.path_.ends_with('/')) cannot_write(place.name_, std::strerror(EISDIR));
    check_name(place);
    refuse_taken(place, (fs::canonical(folder_of(place.path_)) / fs::path(place.path_).filename()).string());
    return place;
  }
  if (S_ISDIR(status.st_mode)) cannot_write(place.name_, std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) {
    if (S_ISBLK(status.st_mode) && !place.is_forced_) cannot_write(place.name_, "it is a block device");
    place.is_direct_ = true;
    return place;
  }
  const auto input = std::ranges::find(inputs_read_, id_of(status), &Input::file);
  const bool is_input = input != inputs_read_.end();
  if (is_input && inputs_ == Inputs::kept)
    throw FileError(
        fmt::format("{} is an input of this command{} and would be overwritten; choose another name with -o",
                    shown(place), input->name == path ? "" : fmt::format(" ({})", input->name)));
  if (is_input && !place.is_forced_)
    throw FileError(
        fmt::format("{} is the input table; use --force to overwrite it with the result", shown(place)));
  const bool may_replace = place.is_forced_ || status.st_size == 0 || (is_ours && is_ours(place.path_));
  if (!may_replace)
    throw FileError(
        fmt::format("{} already exists{}; choose another name with -o, or use --force to overwrite it",
                    shown(place), writer.empty() ? "" : fmt::format(" and was not written by {}", writer)));
  check_name(place);
  refuse_taken(place, fs::canonical(place.path_).string());
  place.replaces_ = id_of(status);
  place.mode_ = status.st_mode & 07777;
  return place;
}

OutputPlace any_place(const std::string& path) { return OutputClaim(true).place(path); }

}  // namespace polhode::app
