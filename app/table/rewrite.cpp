// SPDX-License-Identifier: MIT
#include "table/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/core/nearest.hpp>

#include "console/messages.hpp"
#include "files/input.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"
#include "table/csv.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The beginning of a long text, for a message.
std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return std::string(text);
  return std::string(text.substr(0, longest)) + "...";
}

/// Where the columns of a task stand in a table.
class Columns {
 public:
  Columns(const std::string& table, const CsvRecord& header, const RowTask& task) : task_(task) {
    for (std::size_t i = 0; i < header.size(); ++i) names_.emplace_back(trimmed(header.value(i)));
    refuse_twins(table);
    refuse_missing(table, header);
    place_texts(table);
    result_of_.resize(names_.size());
    for (std::size_t k = 0; k < task.results.size(); ++k) {
      if (const auto place = find(task.results[k]))
        result_of_[*place] = k;
      else
        appended_.push_back(k);
    }
  }

  std::size_t count() const noexcept { return names_.size(); }
  std::size_t place_of_need(std::size_t need) const noexcept { return needed_[need]; }
  std::optional<std::size_t> place_of_text(std::size_t text) const noexcept { return texts_[text]; }

  /// Columns of which a record has its own text, by their places; the others are results.
  std::optional<std::size_t> result_at(std::size_t place) const noexcept { return result_of_[place]; }
  const std::vector<std::size_t>& appended() const noexcept { return appended_; }

 private:
  std::optional<std::size_t> find(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  bool has_texts() const { return !task_.texts.empty() && find(task_.texts.front()); }

  void refuse_twins(const std::string& table) const {
    std::vector<std::string> twins;
    const std::vector<std::string> texts = has_texts() ? task_.texts : std::vector<std::string>();
    for (const auto* wanted : {&task_.needs, &texts, &task_.results})
      for (const auto& name : *wanted)
        if (std::count(names_.begin(), names_.end(), name) > 1) twins.push_back(name);
    if (!twins.empty())
      throw RefusedTable(
          fmt::format("{}: columns that stand there more than once: {}", table, joined(twins)));
  }

  void refuse_missing(const std::string& table, const CsvRecord& header) {
    std::vector<std::string> missing;
    std::string hint;
    for (const auto& name : task_.needs) {
      if (const auto place = find(name)) {
        needed_.push_back(*place);
      } else {
        missing.push_back(name);
      }
    }
    if (missing.empty()) return;
    if (header.size() == 1 && header.raw(0).find_first_of(";\t") != std::string_view::npos)
      hint = "; fields are separated by commas";
    throw RefusedTable(fmt::format("{}: missing columns: {} (line {} should name: {}){}", table,
                                   joined(missing), header.line(), joined(task_.needs), hint));
  }

  void place_texts(const std::string& table) {
    texts_.resize(task_.texts.size());
    if (has_texts()) {
      for (std::size_t i = 0; i < texts_.size(); ++i) texts_[i] = find(task_.texts[i]);
    } else if (!task_.why_texts.empty()) {
      throw RefusedTable(
          fmt::format("{}: missing column: {}; {}", table, task_.texts.front(), task_.why_texts));
    }
  }

  const RowTask& task_;
  std::vector<std::string> names_;
  std::vector<std::size_t> needed_;
  std::vector<std::optional<std::size_t>> texts_;
  std::vector<std::optional<std::size_t>> result_of_;
  std::vector<std::size_t> appended_;
};

/// Writes one record: its own fields, with the results in their places. Every row gets as many fields as the
/// header has, whatever it came with.
void write_record(OutputFile& output, const Columns& columns, const CsvRecord& record,
                  const std::vector<std::string>& results, std::string_view line_end) {
  for (std::size_t place = 0; place < columns.count(); ++place) {
    if (place > 0) output.write(",");
    if (const auto result = columns.result_at(place))
      output.write(results[*result]);
    else if (place < record.size())
      output.write(record.raw(place));
  }
  for (const auto result : columns.appended()) {
    output.write(",");
    output.write(results[result]);
  }
  output.write(line_end);
}

/// A row that is refused; the text follows "line 7".
struct BadRow {
  std::string why;
};

void read_numbers(const CsvRecord& record, const Columns& columns, const RowTask& task,
                  std::vector<double>& numbers) {
  if (record.is_unclosed()) throw BadRow{": a quote is left open; expected a closing quote"};
  if (record.size() != columns.count())
    throw BadRow{
        fmt::format(": found {} fields, expected {} as in the header", record.size(), columns.count())};
  numbers.clear();
  for (std::size_t need = 0; need < task.needs.size(); ++need) {
    const std::size_t place = columns.place_of_need(need);
    const std::string text = record.value(place);
    const ReadNumber read = read_number(text);
    if (read.expected != nullptr)
      throw BadRow{fmt::format(", column {} ({}): found \"{}\", expected {}", place + 1, task.needs[need],
                               shortened(text), read.expected)};
    numbers.push_back(read.value);
  }
}

/// For a record that has all its fields.
void read_texts(const CsvRecord& record, const Columns& columns, std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (const auto place = columns.place_of_text(i)) texts[i] = record.value(*place);
}

}  // namespace

ExitCode rewrite_table(const std::string& input_path, const std::string& output_path, const RowTask& task) {
  InputFile input(input_path);
  CsvReader reader(input);
  CsvRecord record;
  if (!reader.next(record))
    throw RefusedTable(fmt::format("{}: empty; expected a line that names the columns {}", input.name(),
                                   joined(task.needs)));
  const Columns columns(input.name(), record, task);

  OutputFile output(output_path);
  const std::string line_end(reader.line_end());
  if (reader.begins_with_mark()) output.write("\xEF\xBB\xBF");
  write_record(output, columns, record, task.results, line_end);

  TableMessages messages(input);
  const std::vector<std::string> nothing(task.results.size());
  std::vector<double> numbers;
  std::vector<std::string> texts(task.texts.size());
  const Warn warn = [&](std::string_view what) { messages.warn(record.line(), what); };
  while (true) {
    if (reader.must_wait()) output.flush();
    if (!reader.next(record)) break;
    stop_if_interrupted();
    try {
      read_numbers(record, columns, task, numbers);
      read_texts(record, columns, texts);
      write_record(output, columns, record, task.row({numbers, texts}, warn), line_end);
    } catch (const BadRow& bad) {
      messages.row_failed(record.line(), bad.why);
      write_record(output, columns, record, nothing, line_end);
    } catch (const InvalidInput& refusal) {
      messages.row_failed(record.line(), fmt::format(": {}", refusal.what()));
      write_record(output, columns, record, nothing, line_end);
    }
    messages.row_done();
  }
  output.finish();
  if (messages.failed_rows() == 0) return ExitCode::ok;
  say(fmt::format("{}: {} of {} rows failed; their results are left empty", input.name(),
                  messages.failed_rows(), messages.rows()));
  return ExitCode::some_rows_failed;
}

}  // namespace polhode::app
