// SPDX-License-Identifier: MIT
#include <polhode/core/version.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace help_test {
namespace {

using namespace polhode::test;

const std::vector<std::string> subcommands{"propagate", "periods", "methods", "demo", "explorer"};

TEST(CliHelp, NamesEverySubcommandAndExitCode) {
  const Ending ending = run({"--help"});
  EXPECT_EQ(ending.exit_code, 0);
  for (const auto& name : subcommands) EXPECT_TRUE(contains(ending.out, "\n  " + name)) << name;
  for (const char* code : {"  0  ", "  1  ", "  2  ", "  3  ", "  4  "})
    EXPECT_TRUE(contains(ending.out, code)) << code;
}

TEST(CliHelp, EverySubcommandHasExamples) {
  for (const auto& name : subcommands) {
    const Ending ending = run({name, "--help"});
    EXPECT_EQ(ending.exit_code, 0);
    EXPECT_TRUE(contains(ending.out, "Example")) << name;
    EXPECT_TRUE(contains(ending.out, "  polhode " + name)) << name;
  }
}

TEST(CliHelp, VersionIsThatOfTheLibrary) {
  EXPECT_EQ(run({"--version"}).out, std::string("polhode ") + polhode::version() + "\n");
}

TEST(CliHelp, MistypedWordsAreGuessed) {
  const Ending subcommand = run({"propagat", "x.csv"});
  EXPECT_EQ(subcommand.exit_code, 2);
  EXPECT_TRUE(contains(subcommand.err, "did you mean propagate?")) << subcommand.err;
  const Ending option = run({"--versoin"});
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_TRUE(contains(option.err, "did you mean --version?")) << option.err;
  EXPECT_FALSE(contains(run({"xyzzy"}).err, "did you mean"));
}

TEST(CliHelp, NoWordOrTooManyAreRefused) {
  EXPECT_EQ(run({}).exit_code, 2);
  EXPECT_EQ(run({"propagate"}).exit_code, 2);
  EXPECT_EQ(run({"propagate", "a.csv", "b.csv"}).exit_code, 2);
  EXPECT_EQ(run({"methods", "all"}).exit_code, 2);
}

TEST(CliHelp, WhatIsMissingIsSaid) {
  struct Case {
    std::vector<std::string> line;
    const char* told;
  };
  for (const auto& [line, told] :
       {Case{{"report"}, "missing RESULT: NAME.json"},
        Case{{"compare", "s.toml"}, "missing --methods: names"},
        Case{{"periods", "--moments", "1", "2"}, "--moments: found 2 values, expected 3"},
        Case{{"periods", "--moments", "1", "2", "3"}, "found neither --momentum nor --omega"},
        Case{{"help", "rum"}, "unknown subcommand rum; did you mean run?"}}) {
    const Ending end = run(line);
    EXPECT_EQ(end.exit_code, 2) << line[0];
    EXPECT_TRUE(contains(end.err, told)) << line[0] << ": " << end.err;
  }
  EXPECT_EQ(run({"help", "report"}).out, run({"report", "--help"}).out);
}

}  // namespace
}  // namespace help_test
