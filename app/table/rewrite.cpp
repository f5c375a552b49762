// SPDX-License-Identifier: MIT
#include "table/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <utility>

#include "console/messages.hpp"
#include "console/warning_kinds.hpp"
#include "core/nearest.hpp"
#include "files/folder.hpp"
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
    refuse_repeated(table);
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

  void refuse_repeated(const std::string& table) const {
    std::vector<std::string> repeated;
    const std::vector<std::string> texts = has_texts() ? task_.texts : std::vector<std::string>();
    for (const auto* wanted : {&task_.needs, &texts, &task_.results})
      for (const auto& name : *wanted)
        if (std::count(names_.begin(), names_.end(), name) > 1) repeated.push_back(name);
    if (!repeated.empty())
      throw RefusedTable(
          fmt::format("{}: columns that stand there more than once: {}", table, joined(repeated)));
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

/// A row between reading and writing.
struct HeldRow {
  CsvRecord record{};
  std::vector<double> numbers{};
  std::vector<std::string> texts{};
  RowResult result{};
};

/// Reads the numbers of a row; returns what is wrong with them, empty if nothing is.
std::string read_numbers(const Columns& columns, const RowTask& task, HeldRow& row) {
  const CsvRecord& record = row.record;
  if (record.is_unclosed()) return ": a quote is left open; expected a closing quote";
  if (record.size() != columns.count())
    return fmt::format(": found {} fields, expected {} as in the header", record.size(), columns.count());
  row.numbers.clear();
  for (std::size_t need = 0; need < task.needs.size(); ++need) {
    const std::size_t place = columns.place_of_need(need);
    const std::string text = record.value(place);
    const ReadNumber read = read_number(text);
    if (read.expected != nullptr)
      return fmt::format(", column {} ({}): found \"{}\", expected {}", place + 1, task.needs[need],
                         shortened(text), read.expected);
    row.numbers.push_back(read.value);
  }
  return {};
}

/// The rows that are held.
class HeldBlock final : public RowBlock {
 public:
  HeldBlock(const Columns& columns, const RowTask& task, std::span<HeldRow> rows)
      : columns_(columns), task_(task), rows_(rows) {}

  std::size_t size() const noexcept override { return rows_.size(); }
  std::optional<Row> read(std::size_t i) override {
    HeldRow& row = rows_[i];
    row.result.refusal = read_numbers(columns_, task_, row);
    if (!row.result.refusal.empty()) return std::nullopt;
    row.texts.resize(task_.texts.size());
    for (std::size_t k = 0; k < row.texts.size(); ++k)
      if (const auto place = columns_.place_of_text(k)) row.texts[k] = row.record.value(*place);
    return Row{row.numbers, row.texts};
  }
  RowResult& result(std::size_t i) override { return rows_[i].result; }

 private:
  const Columns& columns_;
  const RowTask& task_;
  std::span<HeldRow> rows_;
};

/// The most rows that are held, the most bytes that they have, and how many rows are held at first.
constexpr std::size_t most_rows = 2048, most_bytes = std::size_t{1} << 22, first_rows = 64;

/// Reads the rows of one table, has them computed and writes them to the other.
class Rewriting {
 public:
  Rewriting(InputFile& input, CsvReader& reader, const Columns& columns, const RowTask& task,
            OutputFile& output)
      : reader_(reader),
        columns_(columns),
        task_(task),
        output_(output),
        line_end_(reader.line_end()),
        messages_(input),
        nothing_(task.results.size()),
        rows_(most_rows) {}

  void run() {
    while (has_next()) {
      stop_if_interrupted();
      bytes_ += rows_[count_].record.bytes();
      if (++count_ == block_size_ || bytes_ > most_bytes) compute_and_write();
    }
    compute_and_write();
  }

  const TableMessages& messages() const noexcept { return messages_; }
  const WarningKinds& kinds() const noexcept { return kinds_; }

 private:
  /// Reads the next row, after those that are held; false at the end of the table.
  bool has_next() {
    if (reader_.must_wait()) {
      compute_and_write();
      output_.flush();
    }
    try {
      return reader_.next(rows_[count_].record);
    } catch (...) {
      compute_and_write();
      throw;
    }
  }

  void compute_and_write() {
    const std::span<HeldRow> rows(rows_.data(), count_);
    const bool is_large = bytes_ > most_bytes;
    count_ = bytes_ = 0;
    if (rows.empty()) return;
    const auto begin = std::chrono::steady_clock::now();
    for (HeldRow& row : rows) row.result = {};
    HeldBlock block(columns_, task_, rows);
    const std::optional<double> end = reader_.share();
    task_.compute(block, [&](double fraction) {
      messages_.rows_at(rows.size(), fraction,
                        end ? std::optional(share_ + fraction * (*end - share_)) : end);
    });
    share_ = end.value_or(0);
    for (HeldRow& row : rows) {
      write(row);
      if (is_large) row = {};  // gives its memory back
    }
    choose_block_size(rows.size(), std::chrono::steady_clock::now() - begin);
  }

  /// Blocks long enough for threads to share, and short enough that results appear at least every second or
  /// so.
  void choose_block_size(std::size_t rows, std::chrono::duration<double> took) {
    if (took.count() > 1)
      block_size_ = std::max<std::size_t>(16, rows / 2);
    else if (took.count() < 0.1 && rows == block_size_)
      block_size_ = std::min(most_rows, 2 * block_size_);
  }

  void write(const HeldRow& row) {
    stop_if_interrupted();
    const std::size_t line = row.record.line();
    const RowResult& result = row.result;
    for (const auto& what : result.warnings) messages_.warn(line, what);
    for (const auto& what : result.kind_warnings)
      if (kinds_.is_first(what)) messages_.warn(line, what);
    if (!result.refusal.empty()) messages_.row_failed(line, result.refusal);
    write_record(output_, columns_, row.record, result.refusal.empty() ? result.texts : nothing_, line_end_);
    messages_.row_done();
  }

  CsvReader& reader_;
  const Columns& columns_;
  const RowTask& task_;
  OutputFile& output_;
  const std::string line_end_;
  TableMessages messages_;
  WarningKinds kinds_;
  const std::vector<std::string> nothing_;
  std::vector<HeldRow> rows_;
  std::size_t block_size_ = first_rows, count_ = 0, bytes_ = 0;
  double share_ = 0;  ///< of the table, before the rows that are held; where it is known
};

}  // namespace

std::function<void(RowBlock&, const std::function<void(double)>&)> one_by_one(
    std::function<std::vector<std::string>(const Row&)> row) {
  return [row = std::move(row)](RowBlock& rows, const std::function<void(double)>& progress) {
    for (std::size_t i = 0; i < rows.size(); ++i) try {
        stop_if_interrupted();
        progress(static_cast<double>(i) / static_cast<double>(rows.size()));
        if (const auto given = rows.read(i)) rows.result(i).texts = row(*given);
      } catch (const InvalidInput& refusal) {
        rows.result(i).refusal = fmt::format(": {}", refusal.what());
      } catch (const StepFailure& failure) {
        rows.result(i).refusal = fmt::format(": {}", failure.what());
      }
  };
}

ExitCode rewrite_table(const std::string& input_path, const std::string& output_path, bool is_forced,
                       const RowTask& task) {
  InputFile input(input_path);
  CsvReader reader(input);
  CsvRecord record;
  if (!reader.next(record))
    throw RefusedTable(fmt::format("{}: empty; expected a line that names the columns {}", input.name(),
                                   joined(task.needs)));
  const Columns columns(input.name(), record, task);

  OutputClaim claim(is_forced ? OutputClaim::Foreign::replaced : OutputClaim::Foreign::kept,
                    OutputClaim::Inputs::replaced_if_forced);
  claim.reads(input_path);
  make_folder_of(output_path);
  OutputFile output(claim.place(output_path));
  if (reader.begins_with_mark()) output.write("\xEF\xBB\xBF");
  write_record(output, columns, record, task.results, reader.line_end());

  Rewriting rewriting(input, reader, columns, task, output);
  rewriting.run();
  output.finish();
  if (const std::size_t more = rewriting.kinds().repeated(); more > 0)
    say(fmt::format("warnings like those above that are not shown: {}", more));
  const TableMessages& messages = rewriting.messages();
  if (messages.failed_rows() == 0) return ExitCode::ok;
  say(fmt::format("{}: {} of {} rows failed; their results are left empty", input.name(),
                  messages.failed_rows(), messages.rows()));
  return ExitCode::some_rows_failed;
}

}  // namespace polhode::app
