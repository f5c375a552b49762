// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A file that is complete under its name, or absent: it is written under another name and renamed when
/// complete. Where it may stand is claimed first (claim.hpp).

#include <optional>
#include <string>
#include <string_view>

#include "files/claim.hpp"
#include "files/digest.hpp"

namespace polhode::app {

/// Makes a file beside the place, which was not there before, with the mode of the one that it replaces;
/// returns its path and descriptor. Throws FileError.
struct FileAside {
  std::string path;
  int descriptor;
};
FileAside make_aside(const OutputPlace& place);

class OutputFile {
 public:
  /// Opens a file aside, with the mode of the one that it replaces; a device, a pipe or standard output
  /// directly. Throws FileError.
  explicit OutputFile(const OutputPlace& place);

  /// Removes what was written unless finish() was reached.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Each throws FileError, or ReaderGone where the reader of a pipe has left.
  void write(std::string_view text);
  void flush();
  void finish();

  /// From here on what is written is added to a digest; to be called before the first write.
  void keep_digest() { digest_.emplace(); }
  /// The digest of all that was written; nothing can be written afterwards. Throws as flush() does.
  std::string digest();

  /// The file that will stand under the name; none for what is written directly.
  std::optional<FileId> file() const;

 private:
  [[noreturn]] void fail(const char* what) const;

  OutputPlace place_;
  std::string aside_;  // where it is written; empty when written directly
  int descriptor_ = -1;
  std::string waiting_;
  std::optional<Sha256> digest_;
};

/// Writes a whole text to standard output. Throws as OutputFile does.
void write_to_standard_output(std::string_view text);

/// Opens those of the descriptors 0, 1 and 2 that are closed. Otherwise a file that is opened later would get
/// such a number, and what is meant for standard output would be written to it. To be called before any file
/// is opened.
void keep_standard_descriptors();

}  // namespace polhode::app
