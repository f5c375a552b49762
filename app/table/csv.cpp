// SPDX-License-Identifier: MIT
#include "table/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "exit_code.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t read_size = 1 << 16;
constexpr std::size_t longest_record = std::size_t{1} << 28;  // beyond it, a closing quote must be missing
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

std::string_view CsvRecord::raw(std::size_t field) const noexcept {
  const std::size_t begin = field == 0 ? 0 : ends_[field - 1] + 1;
  return std::string_view(text_).substr(begin, ends_[field] - begin);
}

std::string CsvRecord::value(std::size_t field) const {
  const auto text = raw(field);
  if (!text.starts_with('"')) return std::string(text);
  std::string said;
  bool quoted = true;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '"') {
      said += text[i];
    } else if (quoted && i + 1 < text.size() && text[i + 1] == '"') {
      said += text[i++];
    } else {
      quoted = false;
    }
  }
  return said;
}

CsvReader::CsvReader(InputFile& file) : file_(file), buffer_(read_size) {
  // A pipe may give the first bytes one by one.
  while (end_ < byte_order_mark.size()) {
    const std::size_t count = file_.read(std::span(buffer_).subspan(end_));
    if (count == 0) break;
    end_ += count;
  }
  mark_ = std::string_view(buffer_.data(), end_).starts_with(byte_order_mark);
  if (mark_) begin_ = byte_order_mark.size();
}

bool CsvReader::fill() {
  if (begin_ < end_) return true;
  begin_ = 0;
  end_ = file_.read(buffer_);
  return end_ > 0;
}

std::optional<double> CsvReader::share() const noexcept {
  const auto size = file_.size();
  if (!size) return std::nullopt;
  const std::uintmax_t taken = file_.bytes_read() - (end_ - begin_);
  return std::min(1.0, static_cast<double>(taken) / static_cast<double>(*size));
}

bool CsvReader::must_wait() const noexcept {
  return file_.may_wait() &&
         (begin_ == end_ || std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) == nullptr);
}

bool CsvReader::next(CsvRecord& record) {
  while (read_record(record)) {
    if (record.size() > 1 || !trimmed(record.raw(0)).empty()) return true;
  }
  return false;
}

void CsvReader::end_record(CsvRecord& record) {
  const bool crlf = record.text_.ends_with('\r');
  if (crlf) record.text_.pop_back();
  (crlf ? crlf_ : lf_) = true;
  record.ends_.push_back(record.text_.size());
}

bool CsvReader::read_record(CsvRecord& record) {
  record.text_.clear();
  record.ends_.clear();
  record.line_ = line_;
  record.unclosed_ = false;
  bool at_field_start = true;
  bool quoted = false;  // an odd number of quotes has been seen in a field that begins with one
  bool quotable = false;
  while (fill()) {
    const char c = buffer_[begin_++];
    if (c == '\n') ++line_;
    if (c == '\n' && !quoted) {
      end_record(record);
      return true;
    }
    if (at_field_start) quotable = c == '"';
    at_field_start = false;
    if (c == '"' && quotable) quoted = !quoted;
    if (c == ',' && !quoted) {
      record.ends_.push_back(record.text_.size());
      at_field_start = true;
    }
    record.text_ += c;
    if (record.text_.size() > longest_record)
      throw RefusedTable(fmt::format(
          "line {}: the record that begins here is longer than {} MiB: is a closing quote missing?",
          record.line_, longest_record >> 20));
  }
  if (record.text_.empty()) return false;
  record.unclosed_ = quoted;
  if (quoted) record.text_ += '"';
  record.ends_.push_back(record.text_.size());
  return true;
}

}  // namespace polhode::app
