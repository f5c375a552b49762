// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <polhode/free/method.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace methods_test {
namespace {

using namespace polhode::test;

using Lines = std::vector<std::string>;

struct Lists {
  Lines free, splittings, general;  ///< headings first
};

/// An empty line lies between two lists.
Lists lists(const std::vector<std::string>& arguments) {
  const Ending ending = run(arguments);
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  const Lines lines = lines_of(ending.out);
  const auto gap = std::ranges::find(lines, ""), last_gap = std::find(gap + 1, lines.end(), "");
  if (last_gap == lines.end()) throw std::runtime_error("not three lists:\n" + ending.out);
  return {Lines(lines.begin(), gap), Lines(gap + 1, last_gap), Lines(last_gap + 1, lines.end())};
}

/// Where a column begins, by its heading.
std::size_t column(const Lines& lines, const char* heading) { return lines[0].find(heading); }

std::string entry(const Lines& lines, const std::string& name, const char* heading) {
  const auto line = std::ranges::find_if(lines, [&](const auto& l) { return l.starts_with(name + " "); });
  if (line == lines.end()) return "no such line";
  const std::string rest = line->substr(column(lines, heading));
  return rest.substr(0, rest.find("  "));
}

void expect_columns(const Lines& lines, const std::vector<const char*>& headings) {
  for (const char* heading : headings)
    for (std::size_t i = 1; i < lines.size(); ++i) {
      EXPECT_EQ(lines[i][column(lines, heading) - 1], ' ') << lines[i];
      EXPECT_NE(lines[i][column(lines, heading)], ' ') << lines[i];
    }
}

TEST(CliMethods, ListsAllOfTheLibraryAndTheMotionInColumns) {
  const auto [lines, splittings, general] = lists({"methods"});
  ASSERT_EQ(lines.size(), polhode::free_methods().size() + 2);
  EXPECT_TRUE(lines[1].starts_with("exact "));
  EXPECT_TRUE(lines[2].starts_with("motion "));
  expect_columns(lines, {"ORDER", "KEEPS", "EXPLICIT", "REVERSIBLE", "SYMPLECTIC", "WHAT", "WHERE"});
  ASSERT_EQ(splittings.size(), polhode::splittings().size() + 1);
  for (std::size_t i = 1; i < splittings.size(); ++i)
    EXPECT_TRUE(splittings[i].starts_with(polhode::splittings()[i - 1].name + " ")) << splittings[i];
  expect_columns(splittings, {"ORDER", "KICKS", "TORQUE", "BACKWARDS", "WHAT", "WHERE"});
  ASSERT_EQ(general.size(), polhode::general_methods().size() + 1);
  for (std::size_t i = 1; i < general.size(); ++i)
    EXPECT_TRUE(general[i].starts_with(polhode::general_methods()[i - 1].name + " ")) << general[i];
  expect_columns(general, {"ORDER", "STEPS", "WHAT", "WHERE"});
}

TEST(CliMethods, SaysWhatEachPromises) {
  const auto [lines, splittings, general] = lists({"methods"});
  EXPECT_EQ(entry(lines, "exact", "ORDER"), "exact");
  EXPECT_EQ(entry(lines, "gauss4", "ORDER"), "exact/8");
  EXPECT_EQ(entry(lines, "gauss4", "KEEPS"), "|m| E Qm");
  EXPECT_EQ(entry(lines, "gauss4", "SYMPLECTIC"), "-");
  EXPECT_EQ(entry(lines, "exact", "SYMPLECTIC"), "yes");
  EXPECT_EQ(entry(splittings, "blanes_moan_srkn14a", "ORDER"), "6");
  EXPECT_EQ(entry(splittings, "blanes_moan_srkn14a", "KICKS"), "14");
  EXPECT_EQ(entry(splittings, "blanes_moan_srkn14a", "TORQUE"), "attitude");
  EXPECT_EQ(entry(splittings, "blanes_moan_srkn14a", "BACKWARDS"), "yes");
  EXPECT_EQ(entry(splittings, "strang_kick", "TORQUE"), "any");
  EXPECT_EQ(entry(splittings, "strang_kick", "BACKWARDS"), "-");
  EXPECT_EQ(entry(splittings, "chin_4a", "TORQUE"), "gradient");
  EXPECT_EQ(entry(splittings, "blanes_864", "ORDER"), "(8,6,4)");
  EXPECT_EQ(entry(general, "classical_rk4", "ORDER"), "4");
  EXPECT_EQ(entry(general, "classical_rk4", "STEPS"), "given");
  EXPECT_EQ(entry(general, "dop853", "ORDER"), "8");
  EXPECT_EQ(entry(general, "dop853", "STEPS"), "controlled");
}

TEST(CliMethods, NoNameIsInTwoLists) {
  const auto [lines, splittings, general] = lists({"methods"});
  const auto name_of = [](const std::string& line) { return line.substr(0, line.find(' ')); };
  for (std::size_t i = 1; i < splittings.size(); ++i)
    EXPECT_EQ(entry(lines, name_of(splittings[i]), "ORDER"), "no such line") << splittings[i];
  for (std::size_t i = 1; i < general.size(); ++i)
    for (const Lines& others : {lines, splittings})
      EXPECT_EQ(entry(others, name_of(general[i]), "ORDER"), "no such line") << general[i];
}

TEST(SlowCliMethods, TimesEveryOne) {
  const auto [lines, splittings, general] = lists({"methods", "--time"});
  ASSERT_EQ(lines.size(), polhode::free_methods().size() + 2);
  ASSERT_EQ(splittings.size(), polhode::splittings().size() + 1);
  for (const Lines& list : {lines, splittings, general})
    for (std::size_t i = 1; i < list.size(); ++i) {
      const std::string number = list[i].substr(column(list, "NS"));
      EXPECT_GT(std::atof(number.c_str()), 0) << list[i];
    }
}

}  // namespace
}  // namespace methods_test
