// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What `polhode propagate` makes of a table, as numbers.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {

/// Not inline: then it might be made after what is made of it.
const std::string propagate_columns = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t";

struct Numbers {
  std::vector<double> m, q;
};

inline Numbers results(const ReferenceRow& row) {
  Numbers numbers;
  for (const char* name : {"m_1", "m_2", "m_3"}) numbers.m.push_back(row.number(name));
  for (const char* name : {"q_w", "q_x", "q_y", "q_z"}) numbers.q.push_back(row.number(name));
  return numbers;
}

inline Numbers propagated(const std::string& table, const std::vector<std::string>& options = {}) {
  std::vector<std::string> arguments{"propagate", "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Ending ending = run(arguments, table);
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_EQ(ending.err, "");
  return results(table_of(ending.out).at(0));
}

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

inline double distance(const Numbers& a, const Numbers& b) {
  return std::max(distance(a.m, b.m), distance(a.q, b.q));
}

/// A row, or the part of it that is wrong, and what is said of it.
struct BadRow {
  std::string row;
  std::string said;

  friend void PrintTo(const BadRow& r, std::ostream* out) { *out << r.row; }  // names the test
};

/// What is wrong with the options of propagate, and what is said of it.
struct WrongOptions {
  std::vector<std::string> options;
  std::string said;
};

/// Each is refused before the table, which is not there, is opened.
inline void expect_refused_options(const std::vector<WrongOptions>& all) {
  for (const auto& [options, said] : all) {
    std::vector<std::string> arguments{"propagate", "no-such-table.csv"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Ending ending = run(arguments);
    EXPECT_EQ(ending.exit_code, 2) << said;
    EXPECT_TRUE(contains(ending.err, said)) << ending.err;
    EXPECT_EQ(ending.out, "");
  }
}

/// The second of three rows is reported, as `said`, and its results, so many, are left empty; the two others
/// are alike and whole.
inline void expect_bad_row_among_good_ones(const Ending& ending, const std::string& said,
                                           std::size_t columns) {
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_TRUE(contains(ending.err, "standard input: line 3")) << ending.err;
  EXPECT_TRUE(contains(ending.err, said)) << ending.err;
  EXPECT_TRUE(contains(ending.err, "1 of 3 rows failed")) << ending.err;
  const auto lines = lines_of(ending.out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[2].ends_with(std::string(columns, ','))) << lines[2];
  EXPECT_EQ(std::ranges::count(lines[2], ','), std::ranges::count(lines[1], ',')) << lines[2];
  EXPECT_EQ(lines[1], lines[3]);
  EXPECT_FALSE(lines[1].ends_with(","));
}

/// The table comes out with the columns and rows that it has; only its results are new.
inline void expect_other_columns_unchanged(const std::string& path) {
  const auto before = lines_of(text_of_file(path)), after = lines_of(run({"propagate", path}).out);
  ASSERT_EQ(before.size(), after.size());
  EXPECT_EQ(before[0], after[0]);
  const auto columns = split_at_commas(before[0]);
  for (std::size_t line = 1; line < before.size(); ++line) {
    const auto was = split_at_commas(before[line]), is = split_at_commas(after[line]);
    ASSERT_EQ(was.size(), is.size());
    for (std::size_t i = 0; i < was.size(); ++i) {
      if (columns[i].starts_with("m_") || columns[i].starts_with("q_")) continue;
      EXPECT_EQ(was[i], is[i]) << columns[i];
    }
  }
}

}  // namespace polhode::test
