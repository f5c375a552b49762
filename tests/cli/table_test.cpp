// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace table_test {
namespace {

using namespace polhode::test;

const std::string header = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t";
const std::string row = "1,2,3,1,0,0,1,0,0,0,0";
const std::string results = ",1,0,0,1,0,0,0";
const std::string result_names = ",m_1,m_2,m_3,q_w,q_x,q_y,q_z";

Ending propagate(const std::string& table) { return run({"propagate", "-"}, table); }

/// What comes out of a table without bad rows.
std::string outcome(const std::string& table) {
  const Ending ending = propagate(table);
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_EQ(ending.err, "");
  return ending.out;
}

TEST(CliTable, HeaderAloneGivesAHeader) { EXPECT_EQ(outcome(header + "\n"), header + result_names + "\n"); }

TEST(CliTable, LastLineMayLackItsEnd) {
  EXPECT_EQ(outcome(header + "\n" + row), header + result_names + "\n" + row + results + "\n");
}

TEST(CliTable, BlankLinesAreSkipped) {
  EXPECT_EQ(outcome("\n" + header + "\n\n" + row + "\n  \n\n"),
            header + result_names + "\n" + row + results + "\n");
}

TEST(CliTable, CrlfStaysCrlf) {
  EXPECT_EQ(outcome(header + "\r\n" + row + "\r\n\r\n"),
            header + result_names + "\r\n" + row + results + "\r\n");
}

TEST(CliTable, ByteOrderMarkStays) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(outcome(mark + header + "\n" + row + "\n"),
            mark + header + result_names + "\n" + row + results + "\n");
}

TEST(CliTable, QuotedFieldsPassThroughAsTheyStand) {
  const std::string note = "\"a, \"\"quoted\"\" note\nin two lines\"";
  EXPECT_EQ(outcome("\"what, why\"," + header + "\n" + note + "," + row + "\n"),
            "\"what, why\"," + header + result_names + "\n" + note + "," + row + results + "\n");
}

TEST(CliTable, NamesAndNumbersMayBeQuotedOrStandAmongBlanks) {
  const std::string names = " I1 ,\"I2\",I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t";
  const std::string numbers = "\"1\", 2 ,+3,\" +1\",0e5,0.0,1,0,.0,0,0";
  EXPECT_EQ(outcome(names + "\n" + numbers + "\n"), names + result_names + "\n" + numbers + results + "\n");
}

TEST(CliTable, LinesAreCountedThroughQuotedLineEnds) {
  const Ending ending =
      propagate("note," + header + "\n\"1\n2\n3\"," + row + "\n,bad" + row.substr(1) + "\n");
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_TRUE(contains(ending.err, "line 5, column 2 (I1): found \"bad\"")) << ending.err;
}

TEST(CliTable, AnOpenQuoteIsReportedWhereItBegins) {
  const Ending ending = propagate("note," + header + "\n," + row + "\n\"open," + row + "\n," + row + "\n");
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_TRUE(contains(ending.err, "line 3: missing closing quote")) << ending.err;
  EXPECT_TRUE(contains(ending.out, "\n," + row + results + "\n"));
}

TEST(CliTable, LinesMayBeVeryLong) {
  const std::string note(3'000'000, 'x');
  EXPECT_EQ(outcome(header + ",note\n" + row + "," + note + "\n"),
            header + ",note" + result_names + "\n" + row + "," + note + results + "\n");
}

struct Refused {
  std::string table, said;

  friend void PrintTo(const Refused& r, std::ostream* out) { *out << r.said; }  // names the test
};

class CliTableRefused : public testing::TestWithParam<Refused> {};

TEST_P(CliTableRefused, WithTheReason) {
  const Ending ending = propagate(GetParam().table);
  EXPECT_EQ(ending.exit_code, 4);
  EXPECT_EQ(ending.out, "");
  EXPECT_TRUE(contains(ending.err, GetParam().said)) << ending.err;
}

INSTANTIATE_TEST_SUITE_P(
    Tables, CliTableRefused,
    testing::Values(Refused{"", "standard input: empty"}, Refused{"\n \n", "standard input: empty"},
                    Refused{"I1,I2,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z\n", "missing columns: I3, t "},
                    Refused{"i1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t\n", "missing columns: I1 "},
                    Refused{"I1;I2;I3;m0_1\n", "separated by commas"},
                    Refused{header + ",t\n", "duplicate columns: t"},
                    Refused{header + ",m_1,m_1\n", "duplicate columns: m_1"}));

}  // namespace
}  // namespace table_test
