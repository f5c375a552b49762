// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Comma-separated values (RFC 4180), read record by record.
///
/// Convention. Lines end in LF or CRLF; quoted fields may hold commas, line ends and doubled quotes; a
///             byte order mark is not part of the first field; blank lines are skipped. Text after the
///             closing quote of a field, which the RFC forbids, is part of the field.

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

  /// The field as in the file, quotes included.
  std::string_view raw(std::size_t field) const noexcept;

  /// The field without quotes.
  std::string value(std::size_t field) const;

  /// The length of its text.
  std::size_t bytes() const noexcept { return text_.size(); }

  /// The number of the line on which the record begins, from 1.
  std::size_t line() const noexcept { return line_; }

  /// Whether the file ended within a quoted field, the last one; a quote is added to its raw text.
  bool is_unclosed() const noexcept { return unclosed_; }

 private:
  friend class CsvReader;
  std::string text_;
  std::vector<std::size_t> ends_;  // of the fields in text_, which are separated by one comma
  std::size_t line_ = 0;
  bool unclosed_ = false;
};

class CsvReader {
 public:
  explicit CsvReader(InputFile& file);

  /// Reads the next record, reusing its memory; false at the end of the file. Throws what InputFile::read
  /// throws, and RefusedTable if a record is longer than 256 MiB.
  bool next(CsvRecord& record);

  bool begins_with_mark() const noexcept { return mark_; }

  /// The line end: "\r\n" if all lines so far have it, else "\n".
  std::string_view line_end() const noexcept { return lf_ || !crlf_ ? "\n" : "\r\n"; }

  /// The part of a regular file that was read, from 0 to 1; none for a pipe.
  std::optional<double> share() const noexcept;

  /// Whether next() may have to wait: no complete line of a pipe has arrived.
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
