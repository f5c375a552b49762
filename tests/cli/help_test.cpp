// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <polhode/core/version.hpp>
#include <polhode/free/method.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace {

using namespace polhode::test;

const std::vector<std::string> subcommands{"propagate", "periods", "methods", "demo"};

TEST(CliHelp, names_every_subcommand_and_exit_code) {
  const Ending ending = run({"--help"});
  EXPECT_EQ(ending.exit_code, 0);
  for (const auto& name : subcommands) EXPECT_TRUE(contains(ending.out, "\n  " + name)) << name;
  for (const char* code : {"  0  ", "  1  ", "  2  ", "  3  ", "  4  "})
    EXPECT_TRUE(contains(ending.out, code)) << code;
}

TEST(CliHelp, every_subcommand_has_examples) {
  for (const auto& name : subcommands) {
    const Ending ending = run({name, "--help"});
    EXPECT_EQ(ending.exit_code, 0);
    EXPECT_TRUE(contains(ending.out, "Example")) << name;
    EXPECT_TRUE(contains(ending.out, "  polhode " + name)) << name;
  }
}

TEST(CliHelp, version_is_that_of_the_library) {
  EXPECT_EQ(run({"--version"}).out, std::string("polhode ") + polhode::version() + "\n");
}

TEST(CliHelp, mistyped_words_are_guessed) {
  const Ending subcommand = run({"propagat", "x.csv"});
  EXPECT_EQ(subcommand.exit_code, 2);
  EXPECT_TRUE(contains(subcommand.err, "did you mean propagate?")) << subcommand.err;
  const Ending option = run({"--versoin"});
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_TRUE(contains(option.err, "did you mean --version?")) << option.err;
  EXPECT_FALSE(contains(run({"xyzzy"}).err, "did you mean"));
}

TEST(CliHelp, no_word_or_too_many_are_refused) {
  EXPECT_EQ(run({}).exit_code, 2);
  EXPECT_EQ(run({"propagate"}).exit_code, 2);
  EXPECT_EQ(run({"propagate", "a.csv", "b.csv"}).exit_code, 2);
  EXPECT_EQ(run({"methods", "all"}).exit_code, 2);
}

/// Where a column begins, by its heading.
std::size_t column(const std::vector<std::string>& lines, const char* heading) {
  return lines[0].find(heading);
}

std::string entry(const std::vector<std::string>& lines, const std::string& name, const char* heading) {
  const auto line = std::ranges::find_if(lines, [&](const auto& l) { return l.starts_with(name + " "); });
  if (line == lines.end()) return "no such line";
  const std::string rest = line->substr(column(lines, heading));
  return rest.substr(0, rest.find("  "));
}

TEST(CliMethods, lists_all_of_the_library_and_the_motion_in_columns) {
  const auto lines = lines_of(run({"methods"}).out);
  ASSERT_EQ(lines.size(), polhode::free_methods().size() + 2);
  EXPECT_TRUE(lines[1].starts_with("exact "));
  EXPECT_TRUE(lines[2].starts_with("motion "));
  for (const char* heading : {"ORDER", "KEEPS", "EXPLICIT", "REVERSIBLE", "SYMPLECTIC", "WHAT", "WHERE"})
    for (std::size_t i = 1; i < lines.size(); ++i) {
      EXPECT_EQ(lines[i][column(lines, heading) - 1], ' ') << lines[i];
      EXPECT_NE(lines[i][column(lines, heading)], ' ') << lines[i];
    }
}

TEST(CliMethods, says_what_each_promises) {
  const auto lines = lines_of(run({"methods"}).out);
  EXPECT_EQ(entry(lines, "exact", "ORDER"), "exact");
  EXPECT_EQ(entry(lines, "gauss4", "ORDER"), "exact/8");
  EXPECT_EQ(entry(lines, "gauss4", "KEEPS"), "|m| E Qm");
  EXPECT_EQ(entry(lines, "gauss4", "SYMPLECTIC"), "-");
  EXPECT_EQ(entry(lines, "exact", "SYMPLECTIC"), "yes");
}

TEST(SlowCliMethods, times_every_one) {
  const auto lines = lines_of(run({"methods", "--time"}).out);
  ASSERT_EQ(lines.size(), polhode::free_methods().size() + 2);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string number = lines[i].substr(column(lines, "NS"));
    EXPECT_GT(std::atof(number.c_str()), 0) << lines[i];
  }
}

}  // namespace
