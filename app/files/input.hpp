// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Files that are read once, from the beginning to the end.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "files/digest.hpp"

namespace polhode::app {

class InputFile {
 public:
  /// Opens a file; "-" is standard input. Throws FileError.
  explicit InputFile(const std::string& path);
  /// A file with a known content; the name is for messages.
  InputFile(std::string name, std::string content);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads what has arrived, up to the size of `to`; 0 at the end of the file. Throws FileError, Interrupted.
  std::size_t read(std::span<char> to);

  /// From here on the bytes that are read are added to a digest; to be called before the first read.
  void keep_digest() { digest_.emplace(); }
  /// The digest of what was read.
  std::string digest() { return digest_->digits(); }

  /// The name for messages.
  const std::string& name() const noexcept { return name_; }

  /// Whether read() may have to wait for data, as from a pipe or a terminal.
  bool may_wait() const noexcept { return size_ == 0; }

  /// Bytes that have been read, and the size of a regular file; none for a pipe.
  std::uintmax_t bytes_read() const noexcept { return read_; }
  std::optional<std::uintmax_t> size() const noexcept {
    return size_ == 0 ? std::nullopt : std::optional(size_);
  }

 private:
  std::string name_;
  int descriptor_ = -1;
  std::optional<std::string> content_;  ///< in place of a file
  std::uintmax_t size_ = 0;             // 0 if it is not known
  std::uintmax_t read_ = 0;
  std::optional<Sha256> digest_;
};

/// Throws FileError unless the path is a regular file: for paths in other files, which must not lead to a
/// device or a pipe, which may be endless.
void require_regular_file(const std::string& path);

/// The content of a file; if it is longer than `most` bytes, a part that is longer than `most`. Throws as
/// InputFile does.
std::string read_text(const std::string& path, std::size_t most);

}  // namespace polhode::app
