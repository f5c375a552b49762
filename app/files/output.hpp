// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A file that is complete under its name, or absent: it is written under a temporary name and renamed when
/// complete. Its place is claimed first (claim.hpp).

#include <optional>
#include <string>
#include <string_view>

#include "files/claim.hpp"
#include "files/digest.hpp"

namespace polhode::app {

/// Makes a folder and its parents unless it exists. Throws FileError.
void make_folder(const std::string& folder);
/// The same for the parent folder of a file; nothing for standard output, "-".
void make_folder_of(const std::string& file);

/// A new file under its temporary name (OutputPlace::temporary_path).
struct TemporaryFile {
  std::string path;
  int descriptor;
};
/// Creates it with the mode of the file that it will replace. Throws FileError.
TemporaryFile make_temporary_file(const OutputPlace& place);

class OutputFile {
 public:
  /// Opens a temporary file beside the place; a device, a pipe or standard output directly. Throws FileError.
  explicit OutputFile(const OutputPlace& place);

  /// Removes what was written unless finish() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Each throws FileError, or ReaderGone if the reader of a pipe has closed it.
  void write(std::string_view text);
  void flush();
  void finish();

  /// Throws FileError for a failed call `what`, with the reason in errno.
  [[noreturn]] void fail(const char* what) const;

  /// From here on what is written is added to a digest; to be called before the first write.
  void keep_digest() { digest_.emplace(); }
  bool has_digest() const noexcept { return digest_.has_value(); }
  /// The digest of all that was written; nothing can be written afterwards. Throws as flush() does.
  std::string digest();

  /// Its name without the folder.
  std::string file_name() const;
  /// The path while it is being written; empty if it is written directly.
  const std::string& temporary_path() const noexcept { return temporary_; }
  /// The file that will get the name; none for what is written directly.
  std::optional<FileId> file() const;

 private:
  OutputPlace place_;
  std::string temporary_;
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
