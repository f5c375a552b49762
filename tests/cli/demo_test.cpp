// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace {

using namespace polhode::test;

/// Whether every element that is opened is closed, in order, and every attribute quoted.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() && text.starts_with("<svg ") && text.ends_with("</svg>\n");
}

TEST(CliDemo, check_of_form_finds_mistakes) {
  EXPECT_TRUE(is_well_formed("<svg a=\"1\"><g><p/></g></svg>\n"));
  EXPECT_FALSE(is_well_formed("<svg a=\"1\"><g><p/></svg>\n"));
  EXPECT_FALSE(is_well_formed("<svg a=\"1></svg>\n"));
}

TEST(CliDemo, prints_the_flip_and_draws_it) {
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

TEST(CliDemo, picture_of_the_documentation_is_up_to_date) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"demo", "--output", folder / "."}).exit_code, 0);
  EXPECT_TRUE(text_of_file(folder / "flip.svg") ==
              text_of_file(std::string(POLHODE_TEST_DATA) + "/../../docs/pictures/flip.svg"))
      << "polhode demo --output docs/pictures draws it anew";
}

TEST(CliDemo, a_folder_that_cannot_be_made_is_said) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  const Ending ending = run({"demo", "--output", file + "/pictures"});
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "cannot make the folder")) << ending.err;
}

}  // namespace
