// SPDX-License-Identifier: MIT
#include "table/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/core/nearest.hpp>
#include <thread>
#include <utility>

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

/// A row on its way through.
struct Passing {
  CsvRecord record{};
  std::vector<double> numbers{};
  std::vector<std::string> texts{};
  std::string refusal{};  ///< why it cannot be read; follows "line 7"
  RowResult result{};     ///< where rows are computed together
};

/// What is wrong with the numbers; empty if nothing is.
std::string read_numbers(const Columns& columns, const RowTask& task, Passing& row) {
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

void read_row(const Columns& columns, const RowTask& task, Passing& row) {
  row.result.is_known = false;
  row.result.warnings.clear();
  row.refusal = read_numbers(columns, task, row);
  if (!row.refusal.empty()) return;
  row.texts.resize(task.texts.size());
  for (std::size_t i = 0; i < row.texts.size(); ++i)
    if (const auto place = columns.place_of_text(i)) row.texts[i] = row.record.value(*place);
}

/// So many rows are held, of so many bytes, and so many of them computed at once.
constexpr std::size_t most_held = 2048, most_bytes = std::size_t{1} << 22, most_together = 256;

std::size_t threads_of(const RowTask& task) {
  return task.threads > 0 ? task.threads : std::max(1u, std::thread::hardware_concurrency());
}

/// One thread waits for nobody, and what it holds stays in its cache. Several wait for each other at the end of what is held.
std::size_t held_for(const RowTask& task) {
  if (!task.rows) return 1;
  return threads_of(task) == 1 ? most_together : most_held;
}

/// Reads the rows that are held, and computes those that can be computed together, with the help of threads.
class RowsTogether {
 public:
  RowsTogether(const Columns& columns, const RowTask& task, std::span<Passing> rows, TableMessages& messages)
      : columns_(columns),
        task_(task),
        rows_(rows),
        messages_(messages),
        parts_((rows.size() + most_together - 1) / most_together),
        fractions_(parts_) {}

  void compute() {
    const std::size_t wanted = threads_of(task_);
    {
      std::vector<std::jthread> helpers;
      while (helpers.size() + 1 < std::min(wanted, parts_)) helpers.emplace_back([this] { work({}); });
      work([this] { messages_.rows_at(rows_.size(), fraction()); });
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  double fraction() const {
    double sum = 0;
    for (const auto& part : fractions_) sum += part;
    return sum / static_cast<double>(parts_);
  }

  void work(const std::function<void()>& tell) noexcept {
    try {
      for (std::size_t part = next_++; part < parts_ && !is_over_; part = next_++) {
        compute_part(part, [&](double fraction) {
          fractions_[part] = fraction;
          if (tell) tell();
        });
        fractions_[part] = 1;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      is_over_ = true;
    }
  }

  void compute_part(std::size_t part, const std::function<void(double)>& progress) {
    const std::size_t begin = part * most_together;
    const std::span<Passing> mine = rows_.subspan(begin, std::min(most_together, rows_.size() - begin));
    std::vector<Row> good;
    std::vector<RowResult*> results;
    good.reserve(mine.size());
    results.reserve(mine.size());
    for (Passing& row : mine) {
      read_row(columns_, task_, row);
      if (!row.refusal.empty()) continue;
      good.push_back({row.numbers, row.texts});
      results.push_back(&row.result);
    }
    task_.rows(good, results, progress);
  }

  const Columns& columns_;
  const RowTask& task_;
  std::span<Passing> rows_;
  TableMessages& messages_;
  std::size_t parts_;
  std::vector<std::atomic<double>> fractions_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// A table on its way.
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
        held_(held_for(task)) {}

  void run() {
    while (has_next()) {
      stop_if_interrupted();
      bytes_ += held_[count_].record.bytes();
      if (++count_ == held_.size() || bytes_ > most_bytes) pass_on();
    }
    pass_on();
  }

  const TableMessages& messages() const noexcept { return messages_; }

 private:
  /// Reads a row to the end of those that are held.
  bool has_next() {
    if (reader_.must_wait()) {
      pass_on();
      output_.flush();
    }
    try {
      return reader_.next(held_[count_].record);
    } catch (...) {
      pass_on();
      throw;
    }
  }

  void pass_on() {
    const std::span<Passing> rows(held_.data(), count_);
    const bool is_large = bytes_ > most_bytes;
    count_ = bytes_ = 0;
    if (rows.empty()) return;
    if (task_.rows)
      RowsTogether(columns_, task_, rows, messages_).compute();
    else
      read_row(columns_, task_, rows.front());
    for (Passing& row : rows) {
      write(row);
      if (is_large) row = {};  // gives its memory back
    }
  }

  void write(Passing& row) {
    stop_if_interrupted();
    const std::size_t line = row.record.line();
    try {
      if (!row.refusal.empty()) {
        fail(row, row.refusal);
      } else if (row.result.is_known) {
        for (const auto& what : row.result.warnings) messages_.warn(line, what);
        write_record(output_, columns_, row.record, row.result.texts, line_end_);
      } else {
        const RowTalk talk{[&](std::string_view what) { messages_.warn(line, what); },
                           [&](double fraction) { messages_.row_at(fraction); }};
        write_record(output_, columns_, row.record, task_.row({row.numbers, row.texts}, talk), line_end_);
      }
    } catch (const InvalidInput& refusal) {
      fail(row, fmt::format(": {}", refusal.what()));
    }
    messages_.row_done();
  }

  void fail(const Passing& row, std::string_view why) {
    messages_.row_failed(row.record.line(), why);
    write_record(output_, columns_, row.record, nothing_, line_end_);
  }

  CsvReader& reader_;
  const Columns& columns_;
  const RowTask& task_;
  OutputFile& output_;
  const std::string line_end_;
  TableMessages messages_;
  const std::vector<std::string> nothing_;
  std::vector<Passing> held_;
  std::size_t count_ = 0, bytes_ = 0;
};

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
  if (reader.begins_with_mark()) output.write("\xEF\xBB\xBF");
  write_record(output, columns, record, task.results, reader.line_end());

  Rewriting rewriting(input, reader, columns, task, output);
  rewriting.run();
  output.finish();
  const TableMessages& messages = rewriting.messages();
  if (messages.failed_rows() == 0) return ExitCode::ok;
  say(fmt::format("{}: {} of {} rows failed; their results are left empty", input.name(),
                  messages.failed_rows(), messages.rows()));
  return ExitCode::some_rows_failed;
}

}  // namespace polhode::app
