// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string>
#include <support/markup.hpp>
#include <vector>

#include "cli/program.hpp"

namespace demo_test {
namespace {

using namespace polhode::test;

TEST(CliDemo, CheckOfFormFindsMistakes) {
  EXPECT_TRUE(is_well_formed("<svg a=\"1\"><g><p/></g></svg>\n"));
  EXPECT_FALSE(is_well_formed("<svg a=\"1\"><g><p/></svg>\n"));
  EXPECT_FALSE(is_well_formed("<svg a=\"1></svg>\n"));
}

TEST(CliDemo, PrintsTheFlipAndDrawsIt) {
  const TemporaryFolder folder;
  const Ending ending = run({"demo", "--output", folder / "new/pictures"});
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  for (const char* word : {"regime", "short-axis mode", "next flip", "flip.svg"})
    EXPECT_TRUE(contains(ending.out, word)) << word;
  const std::string picture = text_of_file(folder / "new/pictures/flip.svg");
  EXPECT_TRUE(is_well_formed(picture));
  for (const char* name : {"handles", "key", "axes", "flips", "momentum", "sphere", "far-side", "near-side",
                           "polhode", "principal-axes"})
    EXPECT_TRUE(contains(picture, "<g id=\"" + std::string(name) + "\"")) << name;
  for (const char* word : {"nan", "inf\"", "\"-0\""}) EXPECT_FALSE(contains(picture, word)) << word;
}

TEST(CliDemo, PictureOfTheDocumentationIsUpToDate) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"demo", "--output", folder / "."}).exit_code, 0);
  EXPECT_TRUE(text_of_file(folder / "flip.svg") ==
              text_of_file(std::string(POLHODE_TEST_DATA) + "/../../docs/pictures/flip.svg"))
      << "polhode demo --output docs/pictures draws it anew";
}

TEST(CliDemo, AFolderThatCannotBeMadeIsSaid) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  const Ending ending = run({"demo", "--output", file + "/pictures"});
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "cannot create the folder")) << ending.err;
}

}  // namespace
}  // namespace demo_test
