// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Decides before any work which files a command may write: it does not overwrite its inputs, nor files that
/// it did not write itself.
///
/// Convention. Files are identified by device and inode, whatever their path. An empty file may be
///             overwritten, and so may one that the command recognises as its own; other files only with
///             --force. Devices and pipes are written directly.

#include <sys/stat.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

/// Identifies a file, whatever its path.
struct FileId {
  dev_t device;
  ino_t inode;
  bool operator==(const FileId&) const = default;
};

/// The file that a path leads to, links followed; none if it does not exist.
std::optional<FileId> file_at(const std::string& path);
/// The file of that name itself: a link is not followed.
std::optional<FileId> file_named(const std::string& path);

/// A place where a file may be written. Only OutputClaim makes them.
class OutputPlace {
 public:
  /// The path as the user gave it, for messages.
  const std::string& name() const noexcept { return name_; }
  /// The path after links were followed.
  const std::string& path() const noexcept { return path_; }
  bool is_standard_output() const noexcept { return path_ == "-"; }
  bool is_written_directly() const noexcept { return is_direct_; }
  /// The mode of the file that is overwritten, if there is one.
  std::optional<mode_t> mode() const noexcept { return mode_; }

  /// A temporary name in the same folder while the file is written.
  std::string temporary_path(int attempt) const;

  /// Renames the complete file. Throws FileError if another file has appeared there since the place was
  /// claimed.
  void put(const std::string& temporary) const;

 private:
  friend class OutputClaim;
  OutputPlace() = default;

  std::string name_, path_;
  bool is_direct_ = false, is_forced_ = false;
  std::optional<FileId> replaces_;
  std::optional<mode_t> mode_;
};

class OutputClaim {
 public:
  /// Whether --force also allows to overwrite an input: a table may be overwritten by its own result.
  enum class Inputs { kept, replaced_if_forced };

  /// `is_forced`: files that the command did not write may be overwritten.
  explicit OutputClaim(bool is_forced, Inputs inputs = Inputs::kept)
      : is_forced_(is_forced), inputs_(inputs) {}

  /// Names a file that the command reads; "-" is standard input. To be called before place().
  void reads(const std::string& path);
  bool is_read(const FileId& file) const;

  /// Whether the command has written the existing file; it may follow links.
  using IsOurs = std::function<bool(const std::string& path)>;

  /// A place for a file; "-" is standard output. `writer` is for the message ("polhode run"). Throws
  /// FileError if it would overwrite a file that must be kept, if two places are one, and if nothing can be
  /// written there, such as in a missing folder or with a name that is too long.
  OutputPlace place(const std::string& path, std::string_view writer = {}, const IsOurs& is_ours = {});

 private:
  struct Input {
    std::string name;
    FileId file;
  };
  void refuse_taken(const OutputPlace& place, const std::string& where);
  void check_name(const OutputPlace& place) const;

  bool is_forced_;
  Inputs inputs_;
  std::vector<Input> inputs_read_;
  std::vector<std::string> taken_;  ///< canonical paths
};

/// A place where any file may be overwritten.
OutputPlace any_place(const std::string& path);

}  // namespace polhode::app
