// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A file that is complete under its name, or absent: it is written aside and renamed when all is there.

#include <string>
#include <string_view>

namespace polhode::app {

/// The path of the file that this name leads to: links are followed, also one to a file that does not exist
/// yet. Throws FileError where they lead in a circle.
std::string place_of_file(const std::string& path);

class OutputFile {
 public:
  /// Opens a file; "-" is standard output. A device or a pipe is written directly, a link is followed. Throws
  /// FileError.
  explicit OutputFile(const std::string& path);

  /// Removes what was written unless finish() was reached.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Each throws FileError, or ReaderGone where the reader of a pipe has left.
  void write(std::string_view text);
  void flush();
  void finish();

 private:
  void open_aside();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;   // where the file shall stand
  std::string name_;   // for messages
  std::string aside_;  // where it is written; empty when written directly
  int descriptor_ = -1;
  std::string waiting_;
};

/// Writes a whole text to standard output. Throws as OutputFile does.
void write_to_standard_output(std::string_view text);

/// Opens what is missing of the descriptors 0, 1 and 2, so that no file of ours takes their place and
/// receives what is meant for them. To be called before any file is opened.
void keep_standard_descriptors();

}  // namespace polhode::app
