// SPDX-License-Identifier: MIT
// polhode reproduce: the list, what is refused, a run and its continuation.
#include "program.hpp"

namespace polhode::test {
namespace reproduce_test {
namespace {

TEST(Reproduce, ListsEveryExperiment) {
  const Ending end = run({"reproduce"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  for (const char* id : {"celledoni-zanna-figure-5", "vilmart-figure-2", "mclachlan-zanna-table-4",
                         "celledoni-safstrom-figure-8", "gustafsson-table-3"})
    EXPECT_TRUE(contains(end.out, id)) << id;
}

TEST(Reproduce, RefusesWhatItDoesNotKnow) {
  const Ending end = run({"reproduce", "gustafson-table-3"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_TRUE(
      contains(end.err, "no experiment is called gustafson-table-3; did you mean gustafsson-table-3?"))
      << end.err;
}

TEST(Reproduce, RefusesAllTogetherWithAName) {
  const TemporaryFolder folder;
  const Ending end = run({"reproduce", "gustafsson-table-3", "--all", "--quick", "-o", folder / "all"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_TRUE(contains(end.err, "found --all and gustafsson-table-3, expected one of the two")) << end.err;
}

TEST(Reproduce, LeavesFilesAndGoesOnWhereItWasBrokenOff) {
  const TemporaryFolder folder;
  const std::vector<std::string> line{"reproduce", "gustafsson-table-3", "--quick", "-o", folder / "all"};
  const Ending first = run(line);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.err, "");
  EXPECT_TRUE(contains(first.out, "gustafsson-table-3 (")) << first.out;
  EXPECT_TRUE(contains(first.out, "1 of 1 claims hold")) << first.out;
  const std::string record = folder / "all/gustafsson-table-3.json";
  const auto written = std::filesystem::last_write_time(record);

  auto resumed = line;
  resumed.push_back("--resume");
  EXPECT_EQ(run(resumed).out, first.out);
  EXPECT_EQ(std::filesystem::last_write_time(record), written);

  std::filesystem::remove(folder / "all/gustafsson-table-3.csv");
  EXPECT_EQ(run(resumed).exit_code, 0);
  EXPECT_NE(std::filesystem::last_write_time(record), written) << "a file was missing";
}

TEST(Reproduce, SaysWhereItCannotWrite) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  const Ending end = run({"reproduce", "gustafsson-table-3", "--quick", "-o", file + "/below"});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_TRUE(contains(end.err, "cannot create the folder")) << end.err;
}

}  // namespace
}  // namespace reproduce_test
}  // namespace polhode::test
