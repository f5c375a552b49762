// SPDX-License-Identifier: MIT
// The runs of an ensemble are those of the scenarios that it stands for, whether they go side by side or not.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace ensemble_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr std::size_t runs = 5;

/// A scenario for one run, or for all of them.
struct Text {
  std::size_t run;
  bool is_ensemble;

  /// In turn, as the numbers of the runs.
  std::string number(const std::vector<std::string>& numbers) const {
    if (!is_ensemble) return numbers[run];
    std::string list;
    for (const std::string& n : numbers) list += (list.empty() ? "" : ", ") + n;
    return "{ list = [" + list + "] }";
  }
  std::string head() const {
    return "[body]\nmoments = [1, " + number({"1.5", "1.6", "1.7", "2", "2.25"}) +
           ", 2.5]\n[start]\nmomentum = [" + number({"0.1", "0.7", "-0.3", "0.2", "0.4"}) + ", 1, " +
           number({"0.2", "0.1", "0", "-0.5", "0.3"}) + "]\n[times]\nend = 20\ncount = 3\n";
  }
  std::string tail() const {
    return is_ensemble ? "[ensemble]\nruns = " + std::to_string(runs) + "\n" : std::string();
  }
};

using Rest = std::string (*)(const Text&);

/// The last rows of each run: of the ensemble, and of each run alone.
struct Rows {
  explicit Rows(Rest rest) {
    const TemporaryFolder folder;
    const auto done = [&](const Text& text) {
      const std::string path = folder.write("some.toml", text.head() + rest(text) + text.tail());
      const Ending end = run({"run", path, "-o", folder / "out"});
      EXPECT_EQ(end.exit_code, 0) << end.err;
      return table_of(text_of_file(folder / "out.csv"));
    };
    together = done({0, true});
    for (std::size_t i = 0; i < runs; ++i) alone.push_back(done({i, false}).back());
  }
  std::vector<ReferenceRow> together, alone;

  /// Of the states at the end.
  double greatest_difference() const {
    EXPECT_EQ(together.size(), runs);
    double greatest = 0;
    for (std::size_t i = 0; i < together.size(); ++i)
      for (const char* column : {"t", "m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"})
        greatest = std::max(greatest, std::abs(together[i].number(column) - alone[i].number(column)));
    return greatest;
  }
};

TEST(Ensemble, UnderATorqueTheRunsAreThoseOfSingleScenarios) {
  const Rows rows([](const Text&) -> std::string {
    return "[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 0.3\n"
           "[method]\nname = \"blanes_moan_srkn6b\"\nstep = 0.1\n";
  });
  // They went side by side: their roundings differ, in 200 steps whose errors add up. 8 eps were seen.
  EXPECT_GT(rows.greatest_difference(), 0);
  EXPECT_LE(rows.greatest_difference(), 40 * eps);
  for (const ReferenceRow& row : rows.together) {
    EXPECT_EQ(row.text("steps"), "200");
    EXPECT_EQ(row.text("stopped"), "0");
    EXPECT_GT(row.number("error_estimate"), 1e-10);
  }
}

TEST(Ensemble, ATorqueThatIsRandomIsThatOfEachRun) {
  const Rows rows([](const Text& text) {
    return "[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = " +
           text.number({"0.1", "0.2", "0.3", "0.4", "0.5"}) + "\n[method]\nstep = 0.1\n";
  });
  EXPECT_EQ(rows.greatest_difference(), 0);  // each by itself
}

TEST(Ensemble, AnImpulseActsOnEachRun) {
  const Rows rows([](const Text&) -> std::string {
    return "[[torque]]\nkind = \"impulse\"\ntime = 7.5\nmomentum = [0, 0, 1]\n[method]\nstep = 0.1\n";
  });
  EXPECT_EQ(rows.greatest_difference(), 0);
}

TEST(Ensemble, StepsAndTablesOfEachRunAreItsOwn) {
  const Rows steps([](const Text& text) {
    return "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.1, 0.1]\n[method]\nstep = " +
           text.number({"0.1", "0.2", "0.1", "0.05", "0.1"}) + "\n";
  });
  EXPECT_LE(steps.greatest_difference(), 4 * eps);  // what is left of the motion is slow
  EXPECT_EQ(steps.together[0].text("steps"), "200");
  EXPECT_EQ(steps.together[1].text("steps"), "100");
  EXPECT_EQ(steps.together[3].text("steps"), "400");
  const Rows table([](const Text&) -> std::string {
    return "[[torque]]\nkind = \"table\"\ntimes = [0, 5, 9]\ntorques = [[0, 0, 0], [0.1, 0, 0], [0, 0, 0]]\n"
           "[method]\nstep = 0.1\n";
  });
  EXPECT_EQ(table.greatest_difference(), 0);  // a step ends at each of its times: each by itself
}

}  // namespace
}  // namespace ensemble_test
}  // namespace polhode::test
