// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace new_test {
namespace {

using namespace polhode::test;

const std::vector<std::string> kinds{"free",   "asteroid", "satellite",     "top",
                                     "vessel", "control",  "water_molecule"};

std::string example(const std::string& kind) {
  return text_of_file(std::string(POLHODE_TEST_DATA) + "/../../scenarios/" + kind + ".toml");
}

TEST(CliNew, WritesEachKind) {
  const TemporaryFolder folder;
  for (const std::string& kind : kinds) {
    const Ending shown = run({"new", kind});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_EQ(shown.out, example(kind));
    const Ending written = run({"new", kind, "-o", folder / (kind + ".toml")});
    EXPECT_EQ(written.exit_code, 0) << written.err;
    EXPECT_EQ(written.out, "");
    EXPECT_EQ(text_of_file(folder / (kind + ".toml")), example(kind));
  }
}

TEST(CliNew, SpellingOfAKindIsFree) {
  const std::string molecule = example("water_molecule");
  EXPECT_EQ(run({"new", "water molecule"}).out, molecule);
  EXPECT_EQ(run({"new", "water-molecule"}).out, molecule);
  EXPECT_EQ(run({"new", "Water", "molecule"}).out, molecule);
  EXPECT_EQ(run({"new", "Top"}).out, example("top"));
}

TEST(CliNew, UnknownKindsAreRefused) {
  const Ending ending = run({"new", "satelite"});
  EXPECT_EQ(ending.exit_code, 2);
  EXPECT_TRUE(contains(ending.err,
                       "found the kind satelite, expected one of free, asteroid, satellite, top, vessel, "
                       "control, water_molecule; did you mean satellite?"))
      << ending.err;
  EXPECT_EQ(run({"new"}).exit_code, 2);
  const Ending two = run({"new", "free", "asteroid"});
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_TRUE(contains(two.err, "found \"asteroid\" after the kind free, expected one kind")) << two.err;
}

TEST(CliNew, KeepsWhatIsThere) {
  const TemporaryFolder folder;
  const std::string path = folder.write("mine.toml", "# mine\n");
  const Ending refused = run({"new", "top", "-o", path});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_TRUE(
      contains(refused.err, "already exists; choose another name with -o, or use --force to overwrite it"))
      << refused.err;
  EXPECT_EQ(text_of_file(path), "# mine\n");
  EXPECT_EQ(run({"new", "top", "-o", path, "--force"}).exit_code, 0);
  EXPECT_EQ(text_of_file(path), example("top"));
  EXPECT_EQ(run({"new", "top", "-o", path + "/x.toml"}).exit_code, 3);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"mine.toml"});
}

}  // namespace
}  // namespace new_test
