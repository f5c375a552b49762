// SPDX-License-Identifier: MIT
// Journals that were damaged, forged or belong to somebody else, and the claims on the files of a run.
#include "run/journal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <support/files.hpp>
#include <support/refusal.hpp>
#include <vector>

#include "exit_code.hpp"
#include "files/digest.hpp"
#include "run/identity.hpp"
#include "run/journal_index.hpp"
#include "run/part.hpp"
#include "run/result_places.hpp"
#include "run/results.hpp"
#include "run/run_reader.hpp"
#include "run/runs.hpp"

namespace polhode::app {
namespace journal_test {
namespace {

using test::TemporaryFolder;
using test::text_of_file;

TEST(Digest, IsSha256) {
  const auto digits = [](const std::string& text, std::size_t part) {
    Sha256 sum;
    for (std::size_t at = 0; at < text.size(); at += part) sum.add(std::string_view(text).substr(at, part));
    return sum.digits();
  };
  // FIPS 180-4, examples; the last is that of a million times "a".
  EXPECT_EQ(digits("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digits("abc", 1), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 7),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  for (const std::size_t part : {1000000u, 63u, 64u, 65u})
    EXPECT_EQ(digits(std::string(1000000, 'a'), part),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/// Ten events of one run, whose records are all of one size.
std::string journal_of_events(const TemporaryFolder& folder) {
  const std::string path = folder / "r.journal";
  Journal journal(path);
  journal.begin("whose it is");
  for (std::uint64_t k = 0; k < 10; ++k)
    journal.append(RecordKind::event, bytes_of(EventRecord{{0, 1}, 0, {static_cast<double>(k)}}));
  return path;
}

struct Scan {
  int records = 0;
  Journal::End how;
};

Scan scan_of(const std::string& path) {
  const Journal journal(path);
  EXPECT_EQ(journal.found(), Journal::Found::journal);
  Scan scan;
  scan.how = journal.scan([&](RecordKind, const Journal::Place&, std::string_view) { ++scan.records; }).how;
  return scan;
}

TEST(Journal, IsAChain) {
  const TemporaryFolder folder;
  const std::string path = journal_of_events(folder), whole = text_of_file(path);
  EXPECT_EQ(scan_of(path).records, 10);
  EXPECT_EQ(scan_of(path).how, Journal::End::whole);
  const std::size_t size = 16 + 88 + 8, begin = whole.size() - 10 * size;
  const auto record = [&](std::size_t k) { return whole.substr(begin + k * size, size); };
  const std::string head = whole.substr(0, begin);
  const auto expect = [&](const std::vector<std::size_t>& order, int good, const char* what) {
    std::string made = head;
    for (const std::size_t k : order) made += record(k);
    folder.write("r.journal", made);
    const Scan scan = scan_of(path);
    EXPECT_EQ(scan.records, good) << what;
    EXPECT_EQ(scan.how, Journal::End::damaged) << what;
  };
  expect({0, 1, 3, 4, 5, 6, 7, 8, 9}, 2, "one removed");
  expect({0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9}, 3, "one doubled");
  expect({0, 2, 1, 3, 4, 5, 6, 7, 8, 9}, 1, "two exchanged");
  expect({1, 0, 2, 3, 4, 5, 6, 7, 8, 9}, 0, "the first two exchanged");
  // One bit anywhere in the records but the last.
  for (std::size_t at = begin; at < whole.size() - size; at += 37) {
    std::string made = whole;
    made[at] = static_cast<char>(made[at] ^ 16);
    folder.write("r.journal", made);
    EXPECT_NE(scan_of(path).how, Journal::End::whole) << at;
  }
  // A write that was broken off.
  folder.write("r.journal", whole.substr(0, whole.size() - 5));
  EXPECT_EQ(scan_of(path).records, 9);
  EXPECT_EQ(scan_of(path).how, Journal::End::torn);
  folder.write("r.journal", whole + std::string(5000, '\0'));
  EXPECT_EQ(scan_of(path).records, 10);
  EXPECT_EQ(scan_of(path).how, Journal::End::torn);
}

TEST(Journal, GoesOnWhereItWasCut) {
  const TemporaryFolder folder;
  const std::string path = journal_of_events(folder), whole = text_of_file(path);
  {
    Journal journal(path);
    std::vector<Journal::Place> places;
    journal.scan([&](RecordKind, const Journal::Place& place, std::string_view) { places.push_back(place); });
    journal.cut_at(Journal::end_of(places[4]));
    for (std::uint64_t k = 5; k < 10; ++k)
      journal.append(RecordKind::event, bytes_of(EventRecord{{0, 1}, 0, {static_cast<double>(k)}}));
  }
  EXPECT_TRUE(text_of_file(path) == whole);
}

TEST(Journal, KnowsWhatIsNotItsOwn) {
  const TemporaryFolder folder;
  const auto found = [&](const std::string& text) {
    return Journal(folder.write("r.journal", text)).found();
  };
  EXPECT_EQ(found(""), Journal::Found::nothing);
  EXPECT_EQ(found("Dear diary,\n"), Journal::Found::foreign);
  EXPECT_EQ(found("x"), Journal::Found::foreign);
  const std::string whole = text_of_file(journal_of_events(folder));
  for (std::size_t at = 4; at < 16 + 11 + 8; ++at) {
    std::string made = whole;
    made[at] = static_cast<char>(made[at] ^ 1);
    EXPECT_NE(found(made), Journal::Found::journal) << at;
    EXPECT_NE(found(made), Journal::Found::nothing) << at;
  }
  std::filesystem::create_symlink(folder / "r.journal", folder / "link.journal");
  std::filesystem::create_symlink("nowhere", folder / "dangling.journal");
  std::filesystem::create_directory(folder / "folder.journal");
  for (const char* name : {"link.journal", "dangling.journal", "folder.journal"})
    EXPECT_NE(test::refusal<FileError>([&] { Journal(folder / name); }), "accepted") << name;
}

TEST(Journal, BeginningAnewLeavesTheBytesThatAnotherNameLeadsTo) {
  const TemporaryFolder folder;
  const std::string path = journal_of_events(folder), whole = text_of_file(path);
  std::filesystem::create_hard_link(path, folder / "kept");
  Journal journal(path);
  journal.begin("another");
  EXPECT_EQ(journal.belongs_to(), "another");
  EXPECT_TRUE(text_of_file(folder / "kept") == whole);
  journal.remove();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"kept"});
}

TEST(Journal, RemovesOnlyItself) {
  const TemporaryFolder folder;
  const std::string path = journal_of_events(folder);
  Journal journal(path);
  std::filesystem::rename(path, folder / "moved");
  folder.write("r.journal", "somebody else's\n");
  journal.remove();
  EXPECT_EQ(text_of_file(path), "somebody else's\n");
}

// ----------------------------------------------------------------------------------------------- made up

/// What is said of a journal with these records, each with the right sum, when it is looked at and the runs that have
/// ended are read.
std::string refusal_of(const JournalShape& shape, const std::function<void(Journal&)>& write) {
  const TemporaryFolder folder;
  Journal journal(folder / "r.journal");
  journal.begin("");
  write(journal);
  return test::refusal<FileError>([&] {
    const JournalIndex index = index_of(journal, shape);
    RunReader reader({{shape.runs, index.stretches, &journal}}, true);
    const auto left = index.ended.missing_in(shape.runs);
    for (std::uint64_t run = shape.runs.first; run < shape.runs.last; ++run)
      if (std::none_of(left.begin(), left.end(), [&](const RunRange& r) { return r.contains(run); }))
        reader.end(run);
  });
}

EndRecord end_of_run(std::uint64_t run, std::uint64_t rows, std::uint64_t events) {
  EndRecord end;
  end.run = run;
  end.session = 1;
  end.rows = rows;
  end.events = events;
  return end;
}

RowsRecord rows_of_run(std::uint64_t run, std::size_t count) {
  RowsRecord rows;
  rows.run = run;
  rows.session = 1;
  rows.rows.resize(count);
  return rows;
}

TEST(JournalIndex, RefusesRecordsThatCannotBe) {
  const JournalShape shape{{0, 2}, 1};
  const auto end = [](std::uint64_t run, std::uint64_t rows, std::uint64_t events) {
    return bytes_of(end_of_run(run, rows, events));
  };
  const auto event = [](std::uint64_t run, std::uint64_t which) {
    return bytes_of(EventRecord{{run, 1}, which, {}});
  };
  EXPECT_EQ(refusal_of(shape,
                       [&](Journal& j) {
                         j.append(RecordKind::rows, bytes_of(rows_of_run(1, 3)));
                         j.append(RecordKind::event, event(1, 0));
                         j.append(RecordKind::end, end(1, 3, 1));
                       }),
            "accepted");
  const std::vector<std::pair<const char*, std::function<void(Journal&)>>> wrong{
      {"an event that is not watched for", [&](Journal& j) { j.append(RecordKind::event, event(0, 1)); }},
      {"one far out of range",
       [&](Journal& j) { j.append(RecordKind::event, event(0, 0x7fffffffffffffff)); }},
      {"a run that is none", [&](Journal& j) { j.append(RecordKind::event, event(2, 0)); }},
      {"the end of such", [&](Journal& j) { j.append(RecordKind::end, end(9, 0, 0)); }},
      {"rows of such", [&](Journal& j) { j.append(RecordKind::rows, bytes_of(rows_of_run(2, 1))); }},
      {"two ends",
       [&](Journal& j) {
         j.append(RecordKind::end, end(0, 0, 0));
         j.append(RecordKind::end, end(0, 0, 0));
       }},
      {"fewer rows than were counted", [&](Journal& j) { j.append(RecordKind::end, end(0, 3, 0)); }},
      {"more events than were counted",
       [&](Journal& j) {
         j.append(RecordKind::event, event(0, 0));
         j.append(RecordKind::end, end(0, 0, 0));
       }},
      {"half a row",
       [&](Journal& j) { j.append(RecordKind::rows, bytes_of(rows_of_run(0, 2)).substr(0, 100)); }},
      {"no rows", [&](Journal& j) { j.append(RecordKind::rows, bytes_of(rows_of_run(0, 0))); }},
      {"a second header", [&](Journal& j) { j.append(RecordKind::header, "again"); }},
      {"an unknown kind", [&](Journal& j) { j.append(static_cast<RecordKind>(77), "what"); }},
      {"no checkpoint", [&](Journal& j) { j.append(RecordKind::checkpoint, "what"); }},
      {"an end that is cut off", [&](Journal& j) { j.append(RecordKind::end, end(0, 0, 0).substr(0, 50)); }},
      {"an end with more behind it", [&](Journal& j) { j.append(RecordKind::end, end(0, 0, 0) + "x"); }}};
  for (const auto& [what, write] : wrong)
    EXPECT_TRUE(test::contains(refusal_of(shape, write), "was not written by this run")) << what;
}

TEST(JournalIndex, AFlagIsZeroOrOne) {
  EndRecord end = end_of_run(0, 0, 0);
  const std::string bytes = bytes_of(end);
  ASSERT_TRUE(from_bytes<EndRecord>(bytes));
  // Every byte of the record in turn: it is read as another record, or refused.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string made = bytes;
    made[at] = '\x7f';
    if (const auto read = from_bytes<EndRecord>(made)) {
      EXPECT_TRUE(bytes_of(*read) == made) << at;
    }
  }
}

TEST(JournalIndex, ARowOfAnotherTimeIsRefusedBeforeAnythingIsWritten) {
  const test::TemporaryFolder folder;
  const ScenarioFile file = ScenarioFile::parse(
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 0, 0]\n[times]\nend = 1\ncount = 2\n", "s.toml",
      OtherFiles::refused);
  const std::optional<Scenario> scenario = file.scenario();
  for (const double time : {0.5, 1e300, -2.0, std::numeric_limits<double>::quiet_NaN()}) {
    std::filesystem::remove(folder / "r.journal");
    Journal journal(folder / "r.journal");
    journal.begin("");
    RowsRecord rows;
    rows.rows.assign(3, RawRow{time, 1, 0, 0, 1, 0, 0, 0});
    EndRecord end = end_of_run(0, 3, 0);
    end.session = 0;
    end.report.steps = 5;  // so that the motion is asked for at that time
    journal.append(RecordKind::rows, bytes_of(rows));
    journal.append(RecordKind::end, bytes_of(end));
    const JournalIndex index = index_of(journal, {{0, 1}, 0});
    RunOptions options;
    options.base = folder / "r";
    options.is_forced = true;
    const ResultPlaces places(file, scenario, options, {});
    ProgressLine progress("rows");
    RunReader runs({{{0, 1}, index.stretches, &journal}}, true);
    const std::string told = test::refusal<FileError>(
        [&] { write_results(journal, runs, file, scenario, options, places, progress); });
    if (time == 0.5)
      EXPECT_EQ(told, "accepted");
    else
      EXPECT_TRUE(test::contains(told, "was not written by this run")) << time << told;
  }
}

// --------------------------------------------------------------------------------------------------- runs

TEST(RunSet, IsKeptAsRanges) {
  RunSet set;
  for (const std::uint64_t run : {5U, 3U, 4U, 9U, 0U, 7U, 8U}) EXPECT_TRUE(set.add(run));
  for (const std::uint64_t run : {5U, 3U, 4U, 9U, 0U, 7U, 8U}) EXPECT_FALSE(set.add(run)) << run;
  EXPECT_EQ(set.size(), 7u);
  EXPECT_EQ(set.missing_in({0, 12}), (std::vector<RunRange>{{1, 3}, {6, 7}, {10, 12}}));
  EXPECT_EQ(set.missing_in({4, 9}), (std::vector<RunRange>{{6, 7}}));
  EXPECT_EQ(set.missing_in({7, 9}), (std::vector<RunRange>{}));
  EXPECT_EQ(set.missing_in({20, 22}), (std::vector<RunRange>{{20, 22}}));
  const RunList left(set.missing_in({0, 12}));
  std::vector<std::uint64_t> runs;
  for (std::uint64_t i = 0; i < left.size(); ++i) runs.push_back(left[i]);
  EXPECT_EQ(runs, (std::vector<std::uint64_t>{1, 2, 6, 10, 11}));
}

/// Ends, events and rows of runs in a mixed order, some of them written twice in different sessions.
void write_mixed_runs(Journal& journal, std::uint64_t first, std::uint64_t count) {
  const auto event = [&](std::uint64_t run, std::uint64_t session, double time) {
    journal.append(RecordKind::event, bytes_of(EventRecord{{run, session}, 0, {time}}));
  };
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t run =
        first + (k * 37 + 11) % count;  // 37 and the counts of the tests have no common divisor
    event(run, 1, -1);                  // of a session that was killed
    for (std::uint64_t e = 0; e < run % 5; ++e) event(run, 2, static_cast<double>(10 * run + e));
    RowsRecord rows = rows_of_run(run, 2 + run % 100);
    rows.session = 2;
    rows.rows[0][0] = static_cast<double>(run);
    journal.append(RecordKind::rows, bytes_of(rows));
    EndRecord end = end_of_run(run, 2 + run % 100, run % 5);
    end.session = 2;
    journal.append(RecordKind::end, bytes_of(end));
  }
}

/// From a journal and a part, with windows of any size, in order and not.
TEST(RunReader, GivesEachRunWhatBelongsToIt) {
  const TemporaryFolder folder;
  const std::uint64_t in_first = 300, in_second = 500;
  Journal first(folder / "a.journal");
  first.begin("");
  write_mixed_runs(first, 0, in_first);
  std::vector<JournalIndex::Stretch> of_second;
  {
    Journal second(folder / "b.part");
    second.begin("");
    write_mixed_runs(second, in_first, in_second);
    of_second = index_of(second, {{in_first, in_first + in_second}, 1}).stretches;
  }
  const auto of_first = index_of(first, {{0, in_first}, 1}).stretches;
  EXPECT_GT(of_first.size(), 0u);
  EXPECT_GT(of_second.size(), 1u);
  for (const std::size_t most_bytes : {std::size_t{1}, std::size_t{100000}, std::size_t{1} << 24}) {
    RunReader reader({{{0, in_first}, of_first, &first},
                      {{in_first, in_first + in_second}, of_second, nullptr, folder / "b.part"}},
                     true, most_bytes);
    const auto expect_run = [&](std::uint64_t run) {
      ASSERT_EQ(reader.end(run).run, run);
      std::uint64_t rows = 0, events = 0;
      reader.for_each_rows(run, [&](const RowsRecord& record) {
        EXPECT_EQ(record.rows[0][0], static_cast<double>(run));
        rows += record.rows.size();
      });
      reader.for_each_event(
          run, [&](const EventRecord& e) { EXPECT_EQ(e.row[0], static_cast<double>(10 * run + events++)); });
      EXPECT_EQ(rows, 2 + run % 100);
      EXPECT_EQ(events, run % 5);
    };
    for (std::uint64_t run = 0; run < in_first + in_second; run += most_bytes == 1 ? 41 : 1) expect_run(run);
    for (const std::uint64_t run : {799u, 0u, 299u, 300u, 301u, 5u}) expect_run(run);
  }
}

TEST(Merge, RefusesPartsOfAnotherVersion) {
  const TemporaryFolder folder;
  const auto file = ScenarioFile::parse(
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 2, 3]\n[times]\nend = 1\n[ensemble]\nruns = 2\n",
      folder / "e.toml");
  const Scenario first = file.scenario();
  RunOptions options;
  options.base = folder / "e";
  const auto write_part = [&](const std::string& name, const RunRange& runs, const std::string& version) {
    RunOptions of_part = options;
    of_part.runs = runs;
    JournalIdentity identity(file, first, of_part);
    if (!version.empty()) identity.version = version;
    Journal(folder / (name + ".part")).begin(identity.header());
  };
  write_part("a", {0, 1}, "");
  write_part("b", {1, 2}, "9.9.9");
  const std::vector<std::string> parts{folder / "a", folder / "b"};
  const auto told = test::refusal<RefusedResult>([&] { merge_parts(parts, options); });
  EXPECT_TRUE(test::contains(told, "b.part cannot be merged with " + (folder / "a.part") +
                                       ": it is from polhode 9.9.9, and this is polhode "))
      << told;
  // A run that the scenario has not.
  write_part("c", {1, 3}, "");
  const auto beyond = test::refusal<RefusedResult>([&] {
    merge_parts({folder / "a", folder / "c"}, options);
  });
  EXPECT_TRUE(test::contains(beyond, "run 2 beyond the 2 of the scenario")) << beyond;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.part", "b.part", "c.part"}));
}

// ------------------------------------------------------------------------------------------------- places

TEST(ResultPlaces, AFileThatWasGettingItsNameIsOurs) {
  const TemporaryFolder folder;
  const auto file = ScenarioFile::parse(
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 2, 3]\n[times]\nend = 1\n", folder / "r.toml");
  RunOptions options;
  options.base = folder / "r";
  const auto claim = [&](const std::vector<FileId>& placed) {
    return test::refusal<FileError>([&] { ResultPlaces(file, file.scenario(), options, placed); });
  };
  EXPECT_EQ(claim({}), "accepted");
  const std::string csv = folder.write("r.csv", "t,x\n");
  EXPECT_TRUE(test::contains(claim({}), "r.csv already exists and was not written by polhode run"));
  EXPECT_EQ(claim({*file_at(csv)}), "accepted");
  options.is_forced = true;
  EXPECT_EQ(claim({}), "accepted");
}

TEST(ResultPlaces, OfLeftoversOnlyThoseOfDeadProcessesGo) {
  const TemporaryFolder folder;
  const auto file = ScenarioFile::parse(
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 2, 3]\n[times]\nend = 1\n", folder / "r.toml");
  RunOptions options;
  options.base = folder / "r";
  const std::vector<std::string> kept{"r.csv.1-0.partial", "r.csv.4194305-.partial", "r.csv.note.partial",
                                      "r.csv.4194305-0.partial.old", "rr.csv.4194305-0.partial"};
  for (const std::string& name : kept) folder.write(name, "");
  for (const char* name :
       {"r.csv.4194305-0.partial", "r.h5.4194305-3.partial", "r.journal.4194305-0.partial"})
    folder.write(name, "");  // no process has so great a number
  std::filesystem::create_symlink("nowhere", folder / "r.json.4194305-0.partial");
  ResultPlaces(file, file.scenario(), options, {}).remove_leftovers();
  auto expected = kept;
  expected.emplace_back("r.json.4194305-0.partial");
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(folder.names(), expected);
}

TEST(OutputPlace, KeepsAFileThatHasAppearedMeanwhile) {
  const TemporaryFolder folder;
  const OutputPlace fresh = OutputClaim(false).place(folder / "a");
  const std::string aside = folder.write("aside", "ours");
  folder.write("a", "theirs");
  EXPECT_TRUE(test::contains(test::refusal<FileError>([&] { fresh.put(aside); }), "was created meanwhile"));
  EXPECT_EQ(text_of_file(folder / "a"), "theirs");
  folder.write("b", "");
  const OutputPlace known = OutputClaim(false).place(folder / "b");
  folder.write("c", "theirs");
  std::filesystem::rename(folder / "c", folder / "b");
  EXPECT_TRUE(test::contains(test::refusal<FileError>([&] { known.put(aside); }), "was created meanwhile"));
  EXPECT_EQ(text_of_file(folder / "b"), "theirs");
}

}  // namespace
}  // namespace journal_test
}  // namespace polhode::app
