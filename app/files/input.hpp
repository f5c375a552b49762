// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Files that are read from the beginning to the end, once.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace polhode::app {

class InputFile {
 public:
  /// Opens a file; "-" is standard input. Throws FileError.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads what is there, up to the size of `to`; 0 at the end of the file. Throws FileError, Interrupted.
  std::size_t read(std::span<char> to);

  /// The name for messages.
  const std::string& name() const noexcept { return name_; }

  /// Whether a read may have to wait for another process or a person to write: from a pipe or a terminal.
  bool may_wait() const noexcept { return size_ == 0; }

  /// How much of a regular file has been read, from 0 to 1; nothing for a pipe.
  std::optional<double> fraction_read() const noexcept;

 private:
  std::string name_;
  int descriptor_;
  std::uintmax_t size_ = 0;  // 0 where it is not known
  std::uintmax_t read_ = 0;
};

/// The whole of a file. Of a file longer than `most` bytes only a part is read, itself longer than `most`.
/// Throws as InputFile does.
std::string read_text(const std::string& path, std::size_t most);

}  // namespace polhode::app
