// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Comma-separated values as RFC 4180 has them, read record by record.
///
/// Convention. Lines end in LF or CRLF; quoted fields may hold commas, line ends and doubled quotes; a
///             byte order mark before the first field is set apart; lines of blanks alone are skipped. Text
///             beside the quotes of a quoted field, against the RFC, counts as part of the field.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/input.hpp"

namespace polhode::app {

class CsvRecord {
 public:
  std::size_t size() const noexcept { return ends_.size(); }

  /// The field as it stands in the file, quotes included.
  std::string_view raw(std::size_t field) const noexcept;

  /// What the field says.
  std::string value(std::size_t field) const;

  /// The length of its text.
  std::size_t bytes() const noexcept { return text_.size(); }

  /// The number of the line on which the record begins, from 1.
  std::size_t line() const noexcept { return line_; }

  /// The file ended within a quoted field, the last one; a quote is added to its raw text.
  bool is_unclosed() const noexcept { return unclosed_; }

 private:
  friend class CsvReader;
  std::string text_;
  std::vector<std::size_t> ends_;  // of the fields in text_; between two of them stands a comma
  std::size_t line_ = 0;
  bool unclosed_ = false;
};

class CsvReader {
 public:
  explicit CsvReader(InputFile& file);

  /// The next record, into the memory of the last one; false at the end of the file. Throws what
  /// InputFile::read throws, and RefusedTable where a record does not end within 256 MiB.
  bool next(CsvRecord& record);

  bool begins_with_mark() const noexcept { return mark_; }

  /// How the lines read so far end: "\r\n" if all of them do so, else "\n".
  std::string_view line_end() const noexcept { return lf_ || !crlf_ ? "\n" : "\r\n"; }

  /// How much of a regular file the records so far are, from 0 to 1; nothing for a pipe.
  std::optional<double> share() const noexcept;

  /// No complete line of a pipe is at hand: the next record may have to be waited for.
  bool must_wait() const noexcept;

 private:
  bool fill();
  bool read_record(CsvRecord& record);
  void end_record(CsvRecord& record);

  InputFile& file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is left in the buffer
  std::size_t line_ = 1;
  bool mark_ = false, crlf_ = false, lf_ = false;
};

}  // namespace polhode::app
