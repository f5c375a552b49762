// SPDX-License-Identifier: MIT
// Every experiment in its small form: it ends, says what became of the claim, and leaves what it promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <support/files.hpp>

#include "experiments/experiment.hpp"
#include "experiments/experiment_output.hpp"
#include "experiments/record.hpp"

namespace polhode::experiments {

/// For the names of the tests.
void PrintTo(const Experiment& e, std::ostream* out) { *out << e.id; }

namespace every_experiment_test {
namespace {

using test::TemporaryFolder;
using test::text_of_file;

/// Of a line of a table.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(5);
  std::size_t begin = line.empty() ? 0 : 2;
  for (std::string& cell : cells) {
    const std::size_t end = line.find(" | ", begin);
    cell = line.substr(std::min(begin, line.size()), end == std::string::npos ? end : end - begin);
    if (end == std::string::npos) break;
    begin = end + 3;
  }
  return cells;
}

/// The line of papers/docs/reproduction.md on this experiment; empty if there is none.
std::string documented(const Experiment& e) {
  std::istringstream document(text_of_file(POLHODE_SOURCE "/papers/docs/reproduction.md"));
  for (std::string line; std::getline(document, line);)
    if (line.starts_with("| `" + e.id + "`:")) return line;
  return {};
}

class EveryExperiment : public testing::TestWithParam<Experiment> {};

TEST_P(EveryExperiment, LeavesDataAFigureAndAVerdict) {
  const TemporaryFolder folder;
  ExperimentOutput output(folder / "", GetParam().id, Size::quick, 0, {});
  output.set_pixels_wide(100);
  const Outcome outcome = GetParam().run(output);
  output.finish();
  EXPECT_FALSE(outcome.claim.empty());
  EXPECT_FALSE(outcome.measured.empty());
  EXPECT_FALSE(outcome.verdict != Verdict::holds && outcome.remark.empty()) << "no reason is given";
  // The document has the numbers of the large versions; what the paper says and what becomes of it are the same.
  const std::string line = documented(GetParam()), expected = verdict_line(GetParam(), outcome);
  EXPECT_EQ(cells_of(line).at(1), cells_of(expected).at(1));
  if (!GetParam().is_timed) {
    EXPECT_EQ(cells_of(line).at(3), cells_of(expected).at(3)) << outcome.measured;
  }
  const auto count = [&](const std::string& ending) {
    return std::count_if(output.files().begin(), output.files().end(),
                         [&](const std::string& name) { return name.ends_with(ending); });
  };
  EXPECT_GE(count(".csv"), 1);
  EXPECT_GE(count(".svg"), 1);
  EXPECT_EQ(count(".png"), count(".svg"));
  for (const std::string& name : output.files())
    EXPECT_GT(std::filesystem::file_size(folder / name), 20) << name;
  EXPECT_EQ(folder.names().size(), output.files().size())
      << "a name was used twice, or something was left behind";
}

INSTANTIATE_TEST_SUITE_P(, EveryExperiment, testing::ValuesIn(experiments()), [](const auto& tested) {
  std::string name = tested.param.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Experiments, HaveNamesOfTheirOwnAndStandInTheDocument) {
  const std::string document = text_of_file(POLHODE_SOURCE "/papers/docs/reproduction.md");
  std::set<std::string> names;
  for (const Experiment& e : experiments()) {
    EXPECT_TRUE(names.insert(e.id).second) << e.id;
    EXPECT_NE(document.find("`" + e.id + "`"), std::string::npos) << e.id;
  }
}

/// The same text, or numbers that differ by what compilers make of rounding.
bool agree(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char *end_a = nullptr, *end_b = nullptr;
  const double x = std::strtod(a.c_str(), &end_a), y = std::strtod(b.c_str(), &end_b);
  const bool are_numbers = end_a != a.c_str() && end_b != b.c_str();
  return are_numbers && (std::max(x, y) < 1e-14 || std::max(x, y) <= 4 * std::min(x, y));
}

/// Compares the first columns of a table of the document, which follow the method's name, with the experiment's.
void expect_documented(const TemporaryFolder& folder, const std::string& csv, std::size_t columns) {
  std::istringstream table(text_of_file(folder / csv));
  const std::string document = text_of_file(POLHODE_SOURCE "/docs/comparison.md");
  std::string heading;
  std::getline(table, heading);
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string method;
    std::getline(fields, method, ',');
    // The second table of the document that has the method is the one of special bodies.
    std::size_t at = document.find("| `" + method + "` |", document.find("## Hard cases"));
    ASSERT_NE(at, std::string::npos) << method;
    std::istringstream cells(document.substr(at, document.find('\n', at) - at));
    std::string cell, field;
    std::getline(cells, cell, '|');
    std::getline(cells, cell, '|');
    for (std::size_t k = 0; k < columns; ++k) {
      std::getline(fields, field, ',');
      std::getline(cells, cell, '|');
      EXPECT_TRUE(agree(field, cell.substr(1, cell.size() - 2)))
          << method << ": " << field << ", document:" << cell;
    }
  }
}

TEST(Comparison, OfSpecialBodiesIsThatOfTheDocument) {
  const auto e = std::ranges::find(experiments(), "side-by-side-special-bodies", &Experiment::id);
  const TemporaryFolder folder;
  ExperimentOutput output(folder / "", e->id, Size::full, 0, {});
  e->run(output);
  output.finish();
  expect_documented(folder, e->id + ".csv", 9);
}

/// In full, some twenty minutes on two processors. Verdicts and numbers that rest on time may differ.
TEST(LongReproduction, GivesTheTableOfTheDocument) {
  const TemporaryFolder folder;
  for (const Experiment& e : experiments()) {
    ExperimentOutput output(folder / "", e.id, Size::full, 0, {});
    const Outcome outcome = e.run(output);
    if (!e.is_timed) {
      EXPECT_EQ(verdict_line(e, outcome), documented(e));
    }
  }
}

TEST(ExperimentOutput, WritesTablesThatReadBack) {
  const TemporaryFolder folder;
  ExperimentOutput output(folder / "", "one", Size::full, 1, {});
  output.write_data("", {"t", "x"}, {{0, 0.1}, {1, std::nan("")}});
  output.write_table("words", {"name", "what"}, {{"a,b", "say \"so\""}});
  EXPECT_FALSE(std::filesystem::exists(folder / "one.csv")) << "before all are complete";
  output.finish();
  EXPECT_EQ(text_of_file(folder / "one.csv"), "t,x\n0,0.10000000000000001\n1,\n");
  EXPECT_EQ(text_of_file(folder / "one-words.csv"), "name,what\n\"a,b\",\"say \"\"so\"\"\"\n");
}

TEST(ExperimentOutput, DoesEveryPartOnceAndPassesOnWhatIsThrown) {
  ExperimentOutput output(".", "one", Size::full, 3, {});
  std::atomic<int> sum = 0;
  output.in_parallel(100, [&](std::size_t i) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum, 4950);
  EXPECT_THROW(output.in_parallel(9,
                                  [](std::size_t i) {
                                    if (i == 5) throw std::runtime_error("five");
                                  }),
               std::runtime_error);
}

TEST(OverviewPage, SaysWhetherTheVersionsAreSmall) {
  Record record{experiments().front().id, Size::full, {"a", "b", Verdict::holds, ""}, 1, {}};
  EXPECT_EQ(overview_page({record}).find("--quick"), std::string::npos);
  EXPECT_EQ(overview_page({record}).find("(small version)"), std::string::npos);
  record.size = Size::quick;
  EXPECT_NE(overview_page({record}).find("Small versions (--quick)"), std::string::npos);
  EXPECT_EQ(overview_page({record}).find("(small version)"), std::string::npos) << "all are";
  const Record whole{experiments()[1].id, Size::full, {"a", "b", Verdict::holds, ""}, 1, {}};
  EXPECT_NE(overview_page({record, whole}).find(experiments().front().what + " (small version) <"),
            std::string::npos);
}

TEST(Record, ReadsBackUnlessSomethingIsMissing) {
  const TemporaryFolder folder;
  const Record written{"one", Size::full, {"a", "b", Verdict::differs, "c"}, 2.5, {"one.csv"}};
  write_record(folder / "", written);
  EXPECT_FALSE(read_record(folder / "", "one", Size::full)) << "its file is missing";
  folder.write("one.csv", "t\n");
  const auto read = read_record(folder / "", "one", Size::full);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->outcome.verdict, Verdict::differs);
  EXPECT_EQ(read->outcome.remark, "c");
  EXPECT_EQ(read->seconds, 2.5);
  EXPECT_FALSE(read_record(folder / "", "one", Size::quick)) << "of another size";
  EXPECT_FALSE(read_record(folder / "", "two", Size::full));
  folder.write("one.json", "{\"id\": 1");
  EXPECT_FALSE(read_record(folder / "", "one", Size::full)) << "a broken record";
}

}  // namespace
}  // namespace every_experiment_test
}  // namespace polhode::experiments
