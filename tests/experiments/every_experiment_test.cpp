// SPDX-License-Identifier: MIT
// Every experiment in its small form: it ends, says what became of the claim, and leaves what it promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <ostream>
#include <set>
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

class EveryExperiment : public testing::TestWithParam<Experiment> {};

TEST_P(EveryExperiment, LeavesDataAFigureAndAVerdict) {
  const TemporaryFolder folder;
  ExperimentOutput output(folder / "", GetParam().id, Size::quick, 0, {});
  const Outcome outcome = GetParam().run(output);
  EXPECT_FALSE(outcome.claim.empty());
  EXPECT_FALSE(outcome.measured.empty());
  EXPECT_FALSE(outcome.verdict != Verdict::holds && outcome.remark.empty()) << "no reason is given";
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
  const std::string document = text_of_file(POLHODE_SOURCE "/docs/reproduction.md");
  std::set<std::string> names;
  for (const Experiment& e : experiments()) {
    EXPECT_TRUE(names.insert(e.id).second) << e.id;
    EXPECT_NE(document.find("`" + e.id + "`"), std::string::npos) << e.id;
  }
}

TEST(ExperimentOutput, WritesTablesThatReadBack) {
  const TemporaryFolder folder;
  ExperimentOutput output(folder / "", "one", Size::full, 1, {});
  output.write_data("", {"t", "x"}, {{0, 0.1}, {1, std::nan("")}});
  output.write_table("words", {"name", "what"}, {{"a,b", "say \"so\""}});
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
  record.size = Size::quick;
  EXPECT_NE(overview_page({record}).find("Small versions (--quick)"), std::string::npos);
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
