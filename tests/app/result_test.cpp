// SPDX-License-Identifier: MIT
#include "result/result.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <limits>
#include <memory>
#include <polhode/body/invariants.hpp>
#include <polhode/core/version.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <set>
#include <string>
#include <vector>

#include "console/progress_line.hpp"
#include "core/bytes.hpp"
#include "exit_code.hpp"
#include "files/output.hpp"
#include "result/columns.hpp"
#include "result/formats/csv.hpp"
#include "result/formats/hdf5.hpp"
#include "result/sentences.hpp"
#include "result/summary.hpp"
#include "run/journal.hpp"
#include "run/record.hpp"
#include "run/run.hpp"
#include "support/files.hpp"
#include "support/refusal.hpp"

namespace polhode::app {
namespace result_test {
namespace {

using test::TemporaryFolder;
using test::text_of_file;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Scenario scenario(std::vector<std::string> columns) {
  Scenario s{"A body",
             Inertia::from_moments(1, 2, 2.5),
             {"moments", {{"moments", {1, 2, 2.5}}}},
             {Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {0.3, 1, -0.2}},
             Torque(),
             {},
             {},
             {},
             {},
             {},
             {},
             {},
             {}};
  s.output.columns = std::move(columns);
  s.output.euler_sequence = "ZYX";
  return s;
}

std::vector<std::string> names_of(const StateColumns& columns) {
  std::vector<std::string> names;
  for (const Column& c : columns.all()) names.push_back(c.name);
  return names;
}

// ------------------------------------------------------------------------------------------------- columns

TEST(Columns, StandInOneOrderWhateverWasAskedFirst) {
  const std::vector<std::string> expected{"t", "m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"};
  EXPECT_EQ(names_of(columns_of(scenario({"q", "m"}))), expected);
  EXPECT_EQ(names_of(columns_of(scenario({"m", "t", "q"}))), expected);
  EXPECT_EQ(names_of(columns_of(scenario({}))), std::vector<std::string>{"t"});
  std::vector<std::string> groups;
  for (const ColumnGroup& g : column_groups()) groups.push_back(g.name);
  EXPECT_EQ(columns_of(scenario(groups)).size(), 1u + 3 + 3 + 4 + 9 + 3 + 3 + 3 + 1 + 1 + 3 + 1 + 3 + 1);
}

TEST(Columns, UnknownOnesAreRefusedWithTheNearest) {
  const std::string what = test::refusal<RefusedScenario>([] { columns_of(scenario({"omgea"})); });
  EXPECT_TRUE(test::contains(what, "omgea")) << what;
  EXPECT_TRUE(test::contains(what, "did you mean omega?")) << what;
}

TEST(Columns, KnowWhatTheTorqueConserves) {
  Scenario s = scenario({"energy", "conserved", "errors"});
  s.torque = heavy_top({0, 0, 1}, {0.2, 0.1, 0.9});
  s.units.energy = "J";
  const StateColumns columns = columns_of(s);
  EXPECT_EQ(names_of(columns), (std::vector<std::string>{"t", "kinetic_energy", "potential_energy",
                                                         "conserved", "conserved_error"}));
  EXPECT_EQ(columns.all()[3].unit, "J");
  std::vector<double> row(columns.size());
  columns.fill(0, s.start, row.data());
  EXPECT_NEAR(row[1] + row[2], row[3], 1e-15);
  EXPECT_EQ(row[4], 0);
  const Simulation run = simulate(s.body, s.start, s.torque, std::vector<double>{7}, 1e-12);
  columns.fill(7, run.states[0], row.data());
  EXPECT_NEAR(row[3], run.conserved_start, 1e-11);
  EXPECT_NEAR(row[4], 0, 1e-11);

  s.torque = s.torque + linear_damping(Eigen::Matrix3d::Identity());
  EXPECT_EQ(names_of(columns_of(s)), (std::vector<std::string>{"t", "kinetic_energy"}));
  EXPECT_EQ(columns_of(s).warnings().size(), 1u);
  s.torque = impulses({{1, {1, 0, 0}}});
  EXPECT_EQ(names_of(columns_of(s)), (std::vector<std::string>{"t", "kinetic_energy"}));
}

TEST(Columns, AnglesComeInTheUnitThatWasAskedFor) {
  Scenario s = scenario({"euler"});
  s.output.in_degrees = true;
  const StateColumns in_degrees = columns_of(s);
  s.output.in_degrees = false;
  const StateColumns in_radians = columns_of(s);
  std::vector<double> a(4), b(4);
  in_degrees.fill(0, s.start, a.data());
  in_radians.fill(0, s.start, b.data());
  for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(a[i], b[i] * 57.29577951308232, 1e-12);
  EXPECT_EQ(in_degrees.all()[1].unit, "deg");
}

TEST(Columns, ABodyAtRestHasNoErrors) {
  Scenario s = scenario({"errors"});
  s.start.momentum.setZero();
  std::vector<double> row(4);
  columns_of(s).fill(1, s.start, row.data());
  EXPECT_EQ(row, (std::vector<double>{1, 0, 0, 0}));
}

// ------------------------------------------------------------------------------------------------- summary

Summary summary() {
  Summary s;
  s.version = version();
  s.title = "Some \"quoted\" title, \xc3\xbc";
  s.scenario_name = "x.toml";
  s.scenario_text = "[body]\n";
  s.units = {"s", "kg m2/s", "rad/s", "J"};
  s.euler_sequence = "ZYX";
  s.in_degrees = true;
  s.body =
      Inertia::from_tensor((Eigen::Matrix3d() << 2.0, 0.1, -0.2, 0.1, 1.5, 0.3, -0.2, 0.3, 1.1).finished());
  s.start = {Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {0.1, 1.0 / 3, -0.7}};
  s.is_free = false;
  s.given_body = {"parts", {}, {}, {{"box", {{"size", {1, 2, 3}}, {"mass", {5}}}}}};
  s.torques = {{"heavy_top", {{"weight", {0, 0, 2}}, {"centre_of_mass", {0, 0, 1.0 / 3}}}},
               {"function", {}, {{"name", {"own"}}}}};
  s.times = {0, 10, 40, {}};
  s.reached_time = 7.25;
  s.engine = "series";
  s.order = 20;
  s.asked = {1e-9, std::nullopt, 0.5, "exact", ""};
  s.step = 0.1;
  s.steps = 73;
  s.error_estimate = 3e-10;
  s.trusted_digits = 9;
  s.conserved_name = "energy";
  s.conserved_start = 1.0 / 7;
  s.conserved_excursion = nan;
  s.stopped = SummaryStop{7.3, "event x", "x"};
  s.watched = {{.name = "x", .quantity = "m_1", .value = 0.25, .crossing = "rising", .stops = true},
               {.name = "y", .quantity = "angle", .value = 1, .body_axis = Eigen::Vector3d(0, 0.6, 0.8)}};
  s.events_found = 1;
  s.events.push_back({0, "x", 7.3, s.start});
  s.warnings = {"one", "two"};
  s.rows = 3;
  s.columns = {{"t", "t", "s"}, {"m", "m_1", ""}, {"m", "m_2", ""}};
  s.states = SummaryStates{{0, 1}, {1, 0, 0, 0, 0, 1, 0, 0}, {1, 2, 3, 4, 5, 6}, {}};
  s.files = {"r.csv", "r.json"};
  return s;
}

TEST(Summary, ReadsBackAsItWasWritten) {
  const Summary s = summary();
  const std::string json = summary_json(s);
  const Summary back = summary_from_json(json, "r.json");
  EXPECT_EQ(back.title, s.title);
  EXPECT_EQ(back.units.momentum, s.units.momentum);
  EXPECT_LE((back.body.tensor() - s.body.tensor()).norm(), 2e-15);
  EXPECT_EQ(back.start.momentum, s.start.momentum);
  EXPECT_EQ(back.given_body, s.given_body);
  EXPECT_EQ(back.torques, s.torques);
  EXPECT_EQ(back.times, s.times);
  EXPECT_EQ(back.asked.tolerance, s.asked.tolerance);
  EXPECT_EQ(back.asked.step, std::nullopt);
  EXPECT_EQ(back.asked.max_step, s.asked.max_step);
  EXPECT_EQ(back.watched, s.watched);
  EXPECT_EQ(back.stopped->event, "x");
  EXPECT_EQ(body_sentence(back), "1 part: box 1 x 2 x 3, mass 5");
  EXPECT_EQ(torque_sentence(back),
            "heavy top, weight (0, 0, 2), centre of mass (0, 0, 0.3333333333333333); own");
  EXPECT_EQ(method_sentence(back), "power series of order 20, 73 steps of at most 0.1");
  EXPECT_EQ(back.conserved_start, s.conserved_start);
  EXPECT_TRUE(std::isnan(back.conserved_excursion));
  EXPECT_EQ(back.stopped->reason, "event x");
  EXPECT_EQ(back.events.at(0).time, 7.3);
  EXPECT_EQ(back.columns.at(0).unit, "s");
  EXPECT_EQ(back.files, s.files);
  ASSERT_TRUE(back.states);
  EXPECT_EQ(back.states->attitudes, s.states->attitudes);
  EXPECT_EQ(back.states->momenta, s.states->momenta);
  EXPECT_FALSE(back.is_ensemble);
  // But for the body, which is computed from its tensor again, and what follows from it.
  const auto after_body = [](const std::string& text) { return text.substr(text.find("\"end\"")); };
  EXPECT_EQ(after_body(summary_json(back)), after_body(json));
}

TEST(Summary, OfAnEnsembleReadsBack) {
  Summary s = summary();
  s.is_ensemble = true;
  s.runs = 12;
  s.failed_run_count = 1;
  s.failed_runs = {{3, "negative moment"}};
  s.trajectory_rows = 1200;
  const Summary back = summary_from_json(summary_json(s), "r.json");
  EXPECT_TRUE(back.is_ensemble);
  EXPECT_EQ(back.runs, 12u);
  EXPECT_EQ(back.failed_runs.at(0).reason, "negative moment");
  EXPECT_EQ(back.trajectory_rows, 1200u);
}

TEST(Summary, WhatIsNotOneIsRefusedByItsKey) {
  const std::string json = summary_json(summary());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = json;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return test::refusal<RefusedResult>([&] { summary_from_json(text, "r.json"); });
  };
  EXPECT_TRUE(test::contains(test::refusal<RefusedResult>([] { summary_from_json("t,m\n", "r.json"); }),
                             "not valid JSON"));
  EXPECT_TRUE(test::contains(test::refusal<RefusedResult>([] { summary_from_json("{}", "r.json"); }),
                             "r.json: program: found nothing"));
  EXPECT_TRUE(
      test::contains(test::refusal<RefusedResult>([] { summary_from_json("[1]", "r.json"); }), "program"));
  EXPECT_TRUE(test::contains(with("\"step\": 0.1", "\"step\": \"long\""),
                             "method.step: found string, expected a number"));
  EXPECT_TRUE(test::contains(with("\"rows\": 3", "\"rows\": -3"), "table.rows"));
  EXPECT_TRUE(test::contains(with("\"tensor\"", "\"tenser\""), "body.tensor: found nothing"));
  EXPECT_TRUE(test::contains(with("\"momentum\": [\n      0.1,", "\"momentum\": ["), "start.momentum"));
}

TEST(Summary, OfAVersionThatWroteOthersSaysSo) {
  Summary old = summary();
  old.version = "0.1.0";
  std::string text = summary_json(old);
  EXPECT_EQ(summary_from_json(text, "r.json").version, "0.1.0");  // as long as it can be read
  text.replace(text.find("\"horizon\""), 9, "\"unknown\"");
  EXPECT_TRUE(test::contains(
      test::refusal<RefusedResult>([&] { summary_from_json(text, "r.json"); }),
      "r.json was written by polhode 0.1.0 and cannot be read by this version, " + std::string(version())));
}

TEST(Summary, DigitsThatCanBeTrusted) {
  EXPECT_EQ(trusted_digits(0), 15);
  EXPECT_EQ(trusted_digits(2e-16), 15);
  EXPECT_EQ(trusted_digits(3e-10), 9);
  EXPECT_EQ(trusted_digits(0.02), 1);
  EXPECT_EQ(trusted_digits(0.2), 0);
  EXPECT_EQ(trusted_digits(5), 0);
  EXPECT_EQ(trusted_digits(std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(trusted_digits(nan), -1);
}

// -------------------------------------------------------------------------------------------------- tables

TEST(ResultRows, AreEvenlyTaken) {
  EXPECT_EQ(evenly_taken(5, 10), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(evenly_taken(0, 10), std::vector<std::uint64_t>{});
  EXPECT_EQ(evenly_taken(101, 5), (std::vector<std::uint64_t>{0, 25, 50, 75, 100}));
  const auto many = evenly_taken(std::uint64_t{1} << 40, 1000);
  EXPECT_EQ(many.size(), 1000u);
  EXPECT_EQ(many.back(), (std::uint64_t{1} << 40) - 1);
}

TEST(CsvText, NumbersReadBackAndNothingIsLeftEmpty) {
  for (const double value : {0.1, 1.0 / 3, -2.5e-308, 5e-324, 1e300, 3.0, -0.0}) {
    std::string text;
    append_number(text, value);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
  }
  std::string text;
  append_number(text, nan);
  EXPECT_EQ(text, "");
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
}

/// A result of `rows` rows in every format.
void write_result(const TemporaryFolder& folder, std::uint64_t rows) {
  Summary s = summary();
  s.rows = rows;
  s.files.clear();
  std::vector<std::unique_ptr<TableWriter>> writers;
  std::deque<OutputPlace> places;  // to which the writers refer
  for (const TableFormat& format : table_formats()) {
    s.files.push_back("r" + format.ending);
    writers.push_back(format.writer({places.emplace_back(any_place(folder / s.files.back())), nullptr}));
    writers.back()->begin_table("trajectory", s.columns);
  }
  s.files.push_back("r.json");
  for (std::uint64_t i = 0; i < rows; ++i) {
    const double t = static_cast<double>(i);
    const std::vector<double> row{t, std::sin(t), i == 2 ? nan : 1 / (1 + t)};
    for (const auto& writer : writers) writer->write(row);
  }
  OutputFile json(any_place(folder / "r.json"));
  json.write(summary_json(s));
  json.finish();
  for (const auto& writer : writers) {
    writer->complete(s);
    for (OutputFile* file : writer->files()) file->finish();
  }
}

TEST(Results, AreTheSameFromEveryFile) {
  const TemporaryFolder folder;
  write_result(folder, 5000);
  for (const std::size_t most : {std::size_t{100000}, std::size_t{50}}) {
    const Result first = read_result(folder / "r.json", most);
    EXPECT_EQ(first.size(), std::min<std::size_t>(most, 5000));
    EXPECT_EQ(first.find("q_w"), nullptr);
    for (const std::string& ending : readable_endings()) {
      const Result a = read_result(folder / ("r" + ending), most);
      EXPECT_EQ(a.rows, first.rows) << ending;
      EXPECT_EQ(a.summary.title, first.summary.title) << ending;
      ASSERT_EQ(a.columns.size(), 3u) << ending;
      for (const char* name : {"t", "m_1", "m_2"}) {
        const ResultColumn *x = a.find(name), *y = first.find(name);
        ASSERT_TRUE(x && y) << name;
        ASSERT_EQ(x->values.size(), a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
          const double t = static_cast<double>(a.rows[i]);
          const double expected = name[0] == 't'   ? t
                                  : name[2] == '1' ? std::sin(t)
                                  : a.rows[i] == 2 ? nan
                                                   : 1 / (1 + t);
          EXPECT_TRUE(x->values[i] == expected || (std::isnan(expected) && std::isnan(x->values[i])));
        }
        EXPECT_EQ(x->unit, y->unit);
        EXPECT_EQ(x->group, y->group);
      }
    }
  }
}

/// What the program asks of a format, and that the pages name its files and its key; so a new one has no other place.
TEST(TableFormats, SayWhatTheyAreAndAreDocumented) {
  const std::string docs = std::string(POLHODE_SOURCE) + "/docs/",
                    running = text_of_file(docs + "running.md"),
                    scenario = text_of_file(docs + "scenario.md"),
                    manual = text_of_file(docs + "../app/polhode.1");
  std::set<std::string> endings{".json", ".journal", ".part", ".events.csv"};
  for (const TableFormat& format : table_formats()) {
    EXPECT_TRUE(format.writer && format.read && !format.help.empty()) << format.name;
    EXPECT_NE(format.summary == nullptr, format.looks_like_ours == nullptr) << format.name;
    EXPECT_TRUE(test::contains(scenario, "| `" + format.name + "` | true or false |")) << format.name;
    for (const std::string& ending : format.endings()) {
      EXPECT_TRUE(endings.insert(ending).second) << ending;
      EXPECT_TRUE(test::contains(running, "| `NAME" + ending + "` |")) << ending;
      EXPECT_TRUE(test::contains(manual, ".Pa NAME" + ending + " ")) << ending;
    }
  }
}

TEST(Results, MayBeRenamedTogether) {
  const TemporaryFolder folder;
  write_result(folder, 5);
  std::filesystem::rename(folder / "r.csv", folder / "new.csv");
  std::filesystem::rename(folder / "r.json", folder / "new.json");
  EXPECT_EQ(read_result(folder / "new.json").size(), 5u);
  EXPECT_EQ(read_result(folder / "new.csv").size(), 5u);
}

TEST(Results, ThatCannotBeUnderstoodAreRefused) {
  const TemporaryFolder folder;
  write_result(folder, 5);
  const auto refusal = [&](const char* name) {
    return test::refusal<RefusedResult>([&] { read_result(folder / name); });
  };
  const auto failure = [&](const char* name) {
    return test::refusal<FileError>([&] { read_result(folder / name); });
  };
  EXPECT_TRUE(test::contains(failure("absent.json"), "cannot open"));
  EXPECT_TRUE(test::contains(failure("absent.h5"), "cannot open"));
  EXPECT_TRUE(test::contains(failure("absent.csv"), "absent.json"));
  EXPECT_TRUE(test::contains(refusal("r.txt"), "expected .json, .csv or .h5"));
  EXPECT_TRUE(test::contains(refusal("x.toml"), "polhode run"));
  folder.write("text.h5", "not HDF5");
  EXPECT_TRUE(test::contains(refusal("text.h5"), "not an HDF5 file"));
  const std::string csv = text_of_file(folder / "r.csv");
  folder.write("r.csv", csv + "9,9,9\n");
  EXPECT_TRUE(test::contains(refusal("r.csv"), "it has 6 rows, but the summary says 5"));
  folder.write("r.csv", "t,x,y\n1,2,3\n");
  EXPECT_TRUE(test::contains(refusal("r.json"), "its columns differ"));
  folder.write("r.csv", "t,m_1,m_2\n1,2,3\n1,two,3\n1,2,3\n1,2,3\n1,2,3\n");
  EXPECT_TRUE(test::contains(refusal("r.json"), "line 3: found \"two\""));
  // A file that was cut off.
  const std::string h5 = text_of_file(folder / "r.h5");
  for (const std::size_t size : {h5.size() / 4, h5.size() / 2, h5.size() - 1}) {
    folder.write("cut.h5", h5.substr(0, size));
    EXPECT_NE(refusal("cut.h5"), "accepted") << size;
  }
  std::filesystem::remove(folder / "r.csv");
  std::filesystem::remove(folder / "r.h5");
  EXPECT_TRUE(test::contains(failure("r.json"), "no table"));
}

TEST(Hdf5Files, ThatWereNotFinishedAreGone) {
  const TemporaryFolder folder;
  folder.write("r.h5", "old");
  {
    const OutputPlace place = any_place(folder / "r.h5");
    const auto h5 = hdf5_format().writer({place, nullptr});
    h5->begin_table("trajectory", {{"t", "t", ""}});
    h5->write(std::vector<double>{1.0});
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"r.h5"});
  EXPECT_EQ(text_of_file(folder / "r.h5"), "old");
  const auto write_nowhere = [&] {
    const OutputPlace nowhere = any_place(folder / "no/such/folder.h5");
    hdf5_format().writer({nowhere, nullptr});
  };
  EXPECT_TRUE(test::contains(test::refusal<FileError>(write_nowhere), "cannot write"));
}

// -------------------------------------------------------------------------------------------------- journal

TEST(Journals, ReadBackWhatWasWrittenUpToTheFirstThatIsTorn) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.journal";
  std::vector<std::uint64_t> ends;
  {
    Journal journal(path);
    EXPECT_EQ(journal.belongs_to(), "");
    journal.begin("header");
    for (int i = 0; i < 10; ++i) {
      RowsRecord rows;
      rows.run = 7;
      rows.rows.assign(static_cast<std::size_t>(i), RawRow{1, 2, 3, 4, 5, 6, 7, static_cast<double>(i)});
      journal.append(RecordKind::rows, bytes_of(rows));
    }
    EXPECT_TRUE(test::contains(test::refusal<FileError>([&] { Journal second(path); }), "in use"));
  }
  const std::string bytes = text_of_file(path);
  const auto count = [&](const std::string& content) {
    folder.write("y.journal", content);
    const Journal journal(folder / "y.journal");
    if (journal.belongs_to() != "header") return -1;
    int records = 0;
    ends.clear();
    const std::uint64_t end =
        journal
            .scan([&](RecordKind kind, const Journal::Place& place, std::string_view payload) {
              EXPECT_EQ(kind, RecordKind::rows);
              const auto rows = from_bytes<RowsRecord>(payload);
              ASSERT_TRUE(rows.has_value());
              EXPECT_EQ(rows->run, 7u);
              EXPECT_EQ(rows->rows.size(), static_cast<std::size_t>(records));
              EXPECT_EQ(journal.read(place), payload);
              ends.push_back(Journal::end_of(place));
              ++records;
            })
            .end;
    EXPECT_EQ(end, ends.empty() ? end : ends.back());
    return records;
  };
  ASSERT_EQ(count(bytes), 10);
  const std::vector<std::uint64_t> whole = ends;
  ASSERT_EQ(whole.back(), bytes.size());
  const auto expected = [&](std::size_t at) {
    return static_cast<int>(std::count_if(whole.begin(), whole.end(), [&](auto end) { return end <= at; }));
  };
  for (std::size_t at = 0; at < bytes.size(); at += 13) {
    const int cut = count(bytes.substr(0, at));
    EXPECT_TRUE(cut == -1 || cut == expected(at)) << at;
    std::string turned = bytes;
    turned[at] = static_cast<char>(turned[at] ^ 1);
    const int seen = count(turned);
    EXPECT_TRUE(seen == -1 || seen == expected(at)) << at;
  }
}

TEST(Journals, RecordsReadBack) {
  EndRecord end{};
  end.report.stopped = Stop{1.5, {Eigen::Quaterniond::Identity(), {1, 2, 3}}, "because"};
  end.report.summation = Summation::compensated;
  end.last_row = {1, 2};
  const auto end_back = from_bytes<EndRecord>(bytes_of(end));
  ASSERT_TRUE(end_back.has_value());
  EXPECT_EQ(bytes_of(*end_back), bytes_of(end));
  EXPECT_EQ(end_back->report.stopped->reason, "because");

  const std::string bytes = bytes_of(end);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(from_bytes<EndRecord>(bytes.substr(0, size)).has_value()) << size;
  EXPECT_FALSE(from_bytes<EndRecord>(bytes + "x").has_value());
  EXPECT_FALSE(checkpoint_record(bytes).has_value());
}

TEST(Progress, TimesReadAsPeopleSayThem) {
  EXPECT_EQ(duration_text(41.2), "41 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(7500), "2 h 5 min");
  EXPECT_EQ(duration_text(3 * 86400 + 4 * 3600 + 5), "3 days 4 h");
}

}  // namespace
}  // namespace result_test
}  // namespace polhode::app
