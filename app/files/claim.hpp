// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a command may write, settled before it works: no file is replaced that it reads, or that it did not
/// write itself.
///
/// Convention. Files are known by device and inode, so that neither links nor other spellings of a path hide
///             them. An empty file may be replaced, and so may one that the command recognises as its own;
///             other files only with --force. Devices and pipes are written directly.

#include <sys/stat.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

/// Identifies a file, whatever its name.
struct FileId {
  dev_t device;
  ino_t inode;
  bool operator==(const FileId&) const = default;
};

/// The file that a path leads to, links followed; none where it does not exist.
std::optional<FileId> file_at(const std::string& path);
/// The file of that name itself: a link is not followed.
std::optional<FileId> file_named(const std::string& path);

/// The path of the file that this name leads to: links are followed, also one to a file that does not exist
/// yet. Throws FileError where they lead in a circle.
std::string place_of_file(const std::string& path);

/// Where a file may be written. Only OutputClaim makes them.
class OutputPlace {
 public:
  /// As the user gave it, for messages.
  const std::string& name() const noexcept { return name_; }
  /// The path after links were followed.
  const std::string& path() const noexcept { return path_; }
  bool is_standard_output() const noexcept { return path_ == "-"; }
  bool is_written_directly() const noexcept { return is_direct_; }
  /// The mode of the file that is replaced, if there is one.
  std::optional<mode_t> mode() const noexcept { return mode_; }

  /// A name for the file while it is written, beside its place.
  std::string aside(int attempt) const;

  /// Gives a file that was written aside its name. Throws FileError where meanwhile another file stands there
  /// than when the place was claimed.
  void put(const std::string& aside) const;

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
  /// Whether files that the command did not write may be replaced: the user said --force.
  enum class Foreign { kept, replaced };
  /// Whether --force may also replace a file that is read: a table may be replaced by its own result.
  enum class Inputs { kept, replaced_if_forced };

  explicit OutputClaim(Foreign foreign, Inputs inputs = Inputs::kept) : foreign_(foreign), inputs_(inputs) {}
  explicit OutputClaim(bool is_forced) : OutputClaim(is_forced ? Foreign::replaced : Foreign::kept) {}

  /// Names a file that the command reads; "-" is standard input. To be called before any place is asked for.
  void reads(const std::string& path);
  bool is_read(const FileId& file) const;

  /// Whether the command has written the file that stands there; it may follow links.
  using IsOurs = std::function<bool(const std::string& path)>;

  /// A place for a file; "-" is standard output. `writer` is for the message ("polhode run"). Throws
  /// FileError where a file would be replaced that may not be, where two places are one, and where nothing
  /// can be written: no such folder, a name that is too long.
  OutputPlace place(const std::string& path, std::string_view writer = {}, const IsOurs& is_ours = {});

 private:
  struct Input {
    std::string name;
    FileId file;
  };
  void refuse_taken(const OutputPlace& place, const std::string& where);
  void check_name(const OutputPlace& place) const;

  Foreign foreign_;
  Inputs inputs_;
  std::vector<Input> inputs_read_;
  std::vector<std::string> taken_;  ///< canonical paths
};

/// A place at which any file may be replaced, for files that a program makes again each time.
OutputPlace any_place(const std::string& path);

}  // namespace polhode::app
