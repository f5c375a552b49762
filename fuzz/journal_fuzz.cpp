// SPDX-License-Identifier: MIT
// Journals. The first byte says how the rest is used: as the file itself; as records, each of them a byte for
// its kind, two for its length and its payload, which get the sums that the journal asks for; or as changes
// to the records of a run that has ended. What is accepted is written as results.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "run/identity.hpp"
#include "run/journal_index.hpp"
#include "run/result_places.hpp"
#include "run/results.hpp"

namespace {

using namespace polhode::app;
using polhode::bytes_of;

const std::string& folder() {
  static const std::string made = [] {
    const auto path = std::filesystem::temp_directory_path() / ("polhode-fuzz-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path);
    return path.string();
  }();
  return made;
}

struct MadeRecord {
  RecordKind kind;
  std::string payload;
};

/// Those of a run with three rows and an event.
std::vector<MadeRecord> records_of_a_run() {
  RowsRecord rows;
  rows.rows.assign(3, RawRow{0, 1, 0, 0, 1, 0, 0, 0});
  EndRecord end;
  end.rows = 3;
  end.events = 1;
  end.report.warnings = {"a warning"};
  return {{RecordKind::rows, bytes_of(rows)},
          {RecordKind::event, bytes_of(EventRecord{{0, 0}, 0, rows.rows[0]})},
          {RecordKind::end, bytes_of(end)}};
}

std::vector<MadeRecord> records_of(const std::uint8_t* data, std::size_t size) {
  std::vector<MadeRecord> all;
  for (std::size_t at = 0; at + 3 <= size;) {
    const std::size_t length = std::min(data[at + 1] | std::size_t{data[at + 2]} << 8U, size - at - 3);
    all.push_back(
        {static_cast<RecordKind>(data[at] % 8), std::string(data + at + 3, data + at + 3 + length)});
    at += 3 + length;
  }
  return all;
}

/// Each change: which record, two bytes where in it, what.
std::vector<MadeRecord> changed(std::vector<MadeRecord> records, const std::uint8_t* data, std::size_t size) {
  for (std::size_t at = 0; at + 4 <= size; at += 4) {
    std::string& payload = records[data[at] % records.size()].payload;
    payload[(data[at + 1] | std::size_t{data[at + 2]} << 8U) % payload.size()] =
        static_cast<char>(data[at + 3]);
  }
  return records;
}

void read_and_write(Journal& journal) {
  static const ScenarioFile file = ScenarioFile::parse(
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 0, 0]\n[times]\nend = 1\ncount = 2\n"
      "[[event]]\nquantity = \"m_2\"\n",
      "fuzz.toml", OtherFiles::refused);
  static const std::optional<Scenario> scenario = file.scenario();
  const JournalIndex index = index_of(journal, {{0, 1}, 1});
  if (index.checkpoint.size > 0) static_cast<void>(checkpoint_record(journal.read(index.checkpoint)));
  if (index.ended.size() == 0) return;
  RunOptions options;
  options.base = folder() + "/r";
  options.is_forced = true;
  const ResultPlaces places(file, scenario, options, {});
  ProgressLine progress("rows");
  RunReader runs({{{0, 1}, index.stretches, &journal}}, true);
  write_results(journal, runs, file, scenario, options, places, progress);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string path = folder() + "/r.journal";
  try {
    if (data[0] % 3 == 0) {
      std::ofstream(path, std::ios::binary | std::ios::trunc)
          << std::string(reinterpret_cast<const char*>(data) + 1, size - 1);
      Journal journal(path);
      if (journal.found() != Journal::Found::journal) return 0;
      static_cast<void>(JournalIdentity::from_header(journal.belongs_to()));
      read_and_write(journal);
      return 0;
    }
    std::filesystem::remove(path);
    Journal journal(path);
    journal.begin("");
    for (const MadeRecord& record :
         data[0] % 3 == 1 ? records_of(data + 1, size - 1) : changed(records_of_a_run(), data + 1, size - 1))
      journal.append(record.kind, record.payload);
    read_and_write(journal);
  } catch (const FileError&) {
  } catch (const RefusedInput&) {
  }
  return 0;
}
