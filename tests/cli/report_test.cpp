// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>

#include "cli/program.hpp"

namespace report_test {
namespace {

using namespace polhode::test;

constexpr const char* scenario = R"(
title = "A small body"
[body]
moments = [1, 2, 3]
[start]
angular_velocity = [0.1, 1, 0.2]
[times]
end = 10
count = 60
)";

bool exists(const std::string& path) { return std::filesystem::exists(path); }

/// The summary of a run in that folder.
std::string run_in(const TemporaryFolder& folder) {
  const Ending ending = run({"run", folder.write("small.toml", scenario), "-o", folder / "small"});
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  return folder / "small.json";
}

TEST(CliReport, WritesAPageAndItsFigures) {
  const TemporaryFolder folder;
  const Ending ending = run({"report", run_in(folder)});
  ASSERT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_TRUE(contains(ending.out, "small.html")) << ending.out;
  const std::string page = text_of_file(folder / "small.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
  EXPECT_TRUE(contains(page, "A small body"));
  for (const char* name : {"momentum", "attitude", "polhode-sphere", "polhode-ellipsoid", "herpolhode"}) {
    const std::string file = folder / "small_files/" + name;
    EXPECT_TRUE(text_of_file(file + ".svg").starts_with("<svg ")) << name;
    EXPECT_TRUE(text_of_file(file + ".png").starts_with("\x89PNG")) << name;
    EXPECT_TRUE(contains(page, std::string("href=\"small_files/") + name + ".png\"")) << name;
  }
}

TEST(CliReport, TheBodyIsShownWhateverColumnsWereAskedFor) {
  const TemporaryFolder folder;
  for (const char* columns : {"[\"euler\", \"omega\", \"m\"]", "[\"m\"]", "[\"energy\"]", "[\"t\"]"}) {
    const std::string text =
        std::string(
            "[body]\nmoments = [95, 110, 40]\n[start]\nattitude = { euler = [-65, -86, 2], "
            "sequence = \"ZXZ\", unit = \"degrees\" }\nangular_velocity = [0, 0, 0.0011]\n"
            "frame = \"space\"\n[[torque]]\nkind = \"gravity_gradient_circular\"\n"
            "mean_motion = 0.0011\n[times]\nend = 6000\nevery = 60\n[output]\ncolumns = ") +
        columns + "\n";
    ASSERT_EQ(run({"run", folder.write("s.toml", text), "-o", folder / "s", "--force"}).exit_code, 0)
        << columns;
    EXPECT_TRUE(contains(text_of_file(folder / "s.json"), "\"states\": {"))
        << columns;  // no column has the orbit
    const Ending ending = run({"report", folder / "s.json", "-o", "-"});
    for (const char* part :
         {"id=\"body-view\"", "<figure id=\"attitude\">", "<figure id=\"angle-to-centre\">",
          "<p class=\"lead\">The long axis stays within ", "\"orbit\":"})
      EXPECT_TRUE(contains(ending.out, part)) << columns << part;
  }
  run_in(folder);
  EXPECT_FALSE(contains(text_of_file(folder / "small.json"), "\"states\"")) << "the usual columns tell them";
}

TEST(CliReport, TheTableMayBeNamedInsteadOfTheSummary) {
  const TemporaryFolder folder;
  run_in(folder);
  ASSERT_EQ(run({"report", folder / "small.csv", "-o", folder / "other.html", "--no-figures"}).exit_code, 0);
  EXPECT_TRUE(exists(folder / "other.html"));
  EXPECT_FALSE(exists(folder / "other_files"));
}

TEST(CliReport, TheNameAloneWillDo) {
  const TemporaryFolder folder;
  const std::string json = run_in(folder), base = folder / "small";
  EXPECT_EQ(run({"report", base, "-o", "-"}).out, run({"report", json, "-o", "-"}).out);
  EXPECT_TRUE(contains(run({"report", base + "x"}).err, "found no result of that name"));
}

TEST(CliReport, ThePageMayGoToStandardOutput) {
  const TemporaryFolder folder;
  const Ending ending = run({"report", run_in(folder), "-o", "-"});
  EXPECT_EQ(ending.exit_code, 0);
  EXPECT_TRUE(ending.out.starts_with("<!DOCTYPE html>") && ending.out.ends_with("</html>\n"));
  EXPECT_FALSE(contains(ending.out, "_files/"));
}

TEST(CliReport, WhatIsNoResultIsRefused) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& path, int code, const std::string& words) {
    const Ending ending = run({"report", path, "-o", folder / "page.html"});
    EXPECT_EQ(ending.exit_code, code) << path;
    EXPECT_TRUE(contains(ending.err, words)) << ending.err;
    EXPECT_FALSE(exists(folder / "page.html"));
  };
  refused(folder / "absent.json", 3, "absent.json");
  refused(folder.write("a.toml", scenario), 4, "polhode run");
  refused(folder.write("b.json", "{\"some\": 1}"), 4, "b.json");
  refused(folder.write("c.json", "no JSON"), 4, "c.json");
  refused(folder.write("d.txt", "text"), 4, "expected .json, .csv or .h5");
  refused(folder.write("e.csv", "t,m_1\n0,1\n"), 3, "e.json");
  EXPECT_EQ(run({"report"}).exit_code, 2);
}

}  // namespace
}  // namespace report_test
