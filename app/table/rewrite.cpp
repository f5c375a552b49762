// SPDX-License-Identifier: MIT
#include "table/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <utility>

#include "console/messages.hpp"
#include "console/progress_line.hpp"
#include "core/nearest.hpp"
#include "files/input.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"
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

}  // namespace

/// The places of a task's columns in a table.
class TableColumns {
 public:
  TableColumns(const std::string& table, const CsvRecord& header, const RowTask& task)
      : task_(task), texts_(task.texts.size()), result_of_(header.size()) {
    for (std::size_t i = 0; i < header.size(); ++i) names_.emplace_back(trimmed(header.value(i)));
    const bool has_texts = !task.texts.empty() && find(task.texts.front());
    refuse_repeated(table, has_texts);
    find_needed(table, header);
    if (has_texts)
      for (std::size_t i = 0; i < texts_.size(); ++i) texts_[i] = find(task.texts[i]);
    else if (!task.why_texts.empty())
      throw RefusedTable(fmt::format("{}: missing column {}: {}", table, task.texts.front(), task.why_texts));
    for (std::size_t k = 0; k < task.results.size(); ++k) {
      if (const auto place = find(task.results[k]))
        result_of_[*place] = k;
      else
        appended_.push_back(k);
    }
  }

  /// Reads numbers and texts of a row; returns why it cannot be read, empty if it can.
  std::string read(Row& row) const {
    const CsvRecord& record = row.record;
    if (record.is_unclosed()) return ": missing closing quote";
    if (record.size() != names_.size())
      return fmt::format(": found {} fields, expected {} as in the header", record.size(), names_.size());
    row.numbers.clear();
    for (const std::size_t place : needed_) {
      const std::string text = record.value(place);
      const ReadNumber read = read_number(text);
      if (read.expected != nullptr)
        return fmt::format(", column {} ({}): found \"{}\", expected {}", place + 1, names_[place],
                           shortened(text), read.expected);
      row.numbers.push_back(read.value);
    }
    row.texts.resize(texts_.size());
    for (std::size_t k = 0; k < texts_.size(); ++k)
      if (texts_[k]) row.texts[k] = record.value(*texts_[k]);
    return {};
  }

  /// Writes a record: its own fields, with the results in their places. Every row gets as many fields as the
  /// header has, whatever it came with.
  void write(OutputFile& output, const CsvRecord& record, const std::vector<std::string>& results,
             std::string_view line_end) const {
    for (std::size_t place = 0; place < names_.size(); ++place) {
      if (place > 0) output.write(",");
      if (const auto result = result_of_[place])
        output.write(results[*result]);
      else if (place < record.size())
        output.write(record.raw(place));
    }
    for (const auto result : appended_) {
      output.write(",");
      output.write(results[result]);
    }
    output.write(line_end);
  }

 private:
  std::optional<std::size_t> find(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  void refuse_repeated(const std::string& table, bool has_texts) const {
    std::vector<std::string> wanted = task_.needs, repeated;
    if (has_texts) wanted.insert(wanted.end(), task_.texts.begin(), task_.texts.end());
    wanted.insert(wanted.end(), task_.results.begin(), task_.results.end());
    for (const auto& name : wanted)
      if (std::count(names_.begin(), names_.end(), name) > 1) repeated.push_back(name);
    if (!repeated.empty())
      throw RefusedTable(fmt::format("{}: duplicate columns: {}", table, joined(repeated)));
  }

  void find_needed(const std::string& table, const CsvRecord& header) {
    std::vector<std::string> missing;
    for (const auto& name : task_.needs) {
      if (const auto place = find(name))
        needed_.push_back(*place);
      else
        missing.push_back(name);
    }
    if (missing.empty()) return;
    const bool has_other_separator =
        header.size() == 1 && header.raw(0).find_first_of(";\t") != std::string_view::npos;
    throw RefusedTable(fmt::format("{}: missing columns: {} (line {} should name: {}){}", table,
                                   joined(missing), header.line(), joined(task_.needs),
                                   has_other_separator ? "; fields are separated by commas" : ""));
  }

  const RowTask& task_;
  std::vector<std::string> names_;
  std::vector<std::size_t> needed_;                    ///< places, in the order of the task
  std::vector<std::optional<std::size_t>> texts_;      ///< places, in the order of the task
  std::vector<std::optional<std::size_t>> result_of_;  ///< which result is written at a place
  std::vector<std::size_t> appended_;                  ///< results without a place
};

bool Row::read() {
  refusal = columns->read(*this);
  return refusal.empty();
}

namespace {

/// The most rows that are held, the most bytes that they have, and how many rows are held at first.
constexpr std::size_t most_rows = 2048, most_bytes = std::size_t{1} << 22, first_rows = 64;
/// Messages of a table with many bad rows each of which says the same, and as many warnings.
constexpr std::size_t most_shown = 100;

/// Reads the rows of one table, has them computed and writes them to the other.
class Rewriting {
 public:
  Rewriting(const std::string& table, CsvReader& reader, const TableColumns& columns, const RowTask& task,
            OutputFile& output)
      : table_(table),
        reader_(reader),
        columns_(columns),
        task_(task),
        output_(output),
        line_end_(reader.line_end()),
        nothing_(task.results.size()),
        held_(most_rows, Row{&columns}) {}

  ExitCode run() {
    while (has_next()) {
      stop_if_interrupted();
      bytes_ += held_[count_].record.bytes();
      if (++count_ == block_size_ || bytes_ > most_bytes) compute_and_write();
    }
    compute_and_write();
    output_.finish();
    if (const std::size_t more = kinds_.repeated(); more > 0)
      progress_.say(fmt::format("{} more warning{} of these kinds not shown", more, more == 1 ? "" : "s"));
    if (failed_rows_ == 0) return ExitCode::ok;
    progress_.say(
        fmt::format("{}: {} of {} rows failed; their results are left empty", table_, failed_rows_, rows_));
    return ExitCode::some_rows_failed;
  }

 private:
  /// Reads the next row, after those that are held; false at the end of the table.
  bool has_next() {
    if (reader_.must_wait()) {
      compute_and_write();
      output_.flush();
    }
    try {
      return reader_.next(held_[count_].record);
    } catch (...) {
      compute_and_write();
      throw;
    }
  }

  void compute_and_write() {
    const std::span<Row> rows(held_.data(), count_);
    const bool is_large = bytes_ > most_bytes;
    count_ = bytes_ = 0;
    if (rows.empty()) return;
    const auto begin = std::chrono::steady_clock::now();
    const std::optional<double> end = reader_.share();
    task_.compute(rows, [&](double fraction) {
      const double done = std::floor(fraction * static_cast<double>(rows.size()));
      progress_.at(end ? std::optional(share_ + fraction * (*end - share_)) : end,
                   rows_ + static_cast<std::size_t>(done));
    });
    share_ = end.value_or(0);
    for (Row& row : rows) {
      write(row);
      // A large one gives its memory back.
      row = is_large ? Row{&columns_} : Row{&columns_, std::move(row.record), std::move(row.numbers)};
    }
    choose_block_size(rows.size(), std::chrono::steady_clock::now() - begin);
  }

  /// Blocks long enough for threads to share, and short enough that results appear about every second.
  void choose_block_size(std::size_t rows, std::chrono::duration<double> took) {
    if (took.count() > 1)
      block_size_ = std::max<std::size_t>(16, rows / 2);
    else if (took.count() < 0.1 && rows == block_size_)
      block_size_ = std::min(most_rows, 2 * block_size_);
  }

  void write(const Row& row) {
    stop_if_interrupted();
    const std::size_t line = row.record.line();
    for (const auto& what : row.warnings) warn(line, what);
    for (const auto& what : row.kind_warnings)
      if (kinds_.is_first(what)) warn(line, what);
    if (!row.refusal.empty()) {
      if (++failed_rows_ <= most_shown)
        progress_.say(fmt::format("{}: line {}{}", table_, line, row.refusal));
      else if (failed_rows_ == most_shown + 1)
        progress_.say(fmt::format("{}: failed rows from line {} on are not shown", table_, line));
    }
    columns_.write(output_, row.record, row.refusal.empty() ? row.results : nothing_, line_end_);
    ++rows_;
  }

  void warn(std::size_t line, const std::string& what) {
    if (++warnings_ <= most_shown)
      progress_.say(fmt::format("{}: line {}: warning: {}", table_, line, what));
    else if (warnings_ == most_shown + 1)
      progress_.say(fmt::format("{}: warnings from line {} on are not shown", table_, line));
  }

  const std::string& table_;
  CsvReader& reader_;
  const TableColumns& columns_;
  const RowTask& task_;
  OutputFile& output_;
  const std::string line_end_;
  ProgressLine progress_{"rows"};
  WarningKinds kinds_;
  const std::vector<std::string> nothing_;
  std::vector<Row> held_;
  std::size_t block_size_ = first_rows, count_ = 0, bytes_ = 0;
  std::size_t rows_ = 0, failed_rows_ = 0, warnings_ = 0;
  double share_ = 0;  ///< of the table, before the rows that are held; if it is known
};

}  // namespace

std::function<void(std::span<Row>, const BlockProgress&)> one_by_one(
    std::function<std::vector<std::string>(const Row&)> results_of) {
  return [results_of = std::move(results_of)](std::span<Row> rows, const BlockProgress& progress) {
    for (std::size_t i = 0; i < rows.size(); ++i) try {
        stop_if_interrupted();
        progress(static_cast<double>(i) / static_cast<double>(rows.size()));
        if (rows[i].read()) rows[i].results = results_of(rows[i]);
      } catch (const InvalidInput& refusal) {
        rows[i].refusal = fmt::format(": {}", refusal.what());
      } catch (const StepFailure& failure) {
        rows[i].refusal = fmt::format(": {}", failure.what());
      }
  };
}

ExitCode rewrite_table(const std::string& input_path, const std::string& output_path, bool is_forced,
                       const RowTask& task) {
  InputFile input(input_path);
  CsvReader reader(input);
  CsvRecord header;
  if (!reader.next(header))
    throw RefusedTable(
        fmt::format("{}: empty; expected a header with the columns {}", input.name(), joined(task.needs)));
  const TableColumns columns(input.name(), header, task);

  OutputClaim claim(is_forced, OutputClaim::Inputs::replaced_if_forced);
  claim.reads(input_path);
  make_folder_of(output_path);
  OutputFile output(claim.place(output_path));
  if (reader.begins_with_mark()) output.write("\xEF\xBB\xBF");
  columns.write(output, header, task.results, reader.line_end());
  return Rewriting(input.name(), reader, columns, task, output).run();
}

}  // namespace polhode::app
