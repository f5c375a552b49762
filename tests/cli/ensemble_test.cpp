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
    return "[[torque]]\nkind = \"linear_damping\"\ncoefficients = [0.1, 0.1, 0.1]\n[method]\nstep = " +
           text.number({"0.1", "0.2", "0.1", "0.05", "0.1"}) + "\n";
  });
  EXPECT_LE(steps.greatest_difference(), 4 * eps);  // what is left of the motion is slow
  EXPECT_EQ(steps.together[0].text("steps"), "200");
  EXPECT_EQ(steps.together[1].text("steps"), "100");
  EXPECT_EQ(steps.together[3].text("steps"), "400");
  const Rows table([](const Text&) -> std::string {
    return "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [0, 5, 9]\ntorques = [[0, 0, 0], [0.1, 0, 0], "
           "[0, 0, 0]]\n"
           "[method]\nstep = 0.1\n";
  });
  EXPECT_EQ(table.greatest_difference(), 0);  // a step ends at each of its times: each by itself
}

TEST(Ensemble, EventsOfARunThatFailsAreNeitherCountedNorWritten) {
  // About the second axis a body flips and is stopped soon. About the first it is not: it passes m_2 = 0 again and
  // again, until after the impulse the steps cannot be counted, and the run fails.
  const TemporaryFolder folder;
  const std::string path = folder.write("some.toml", R"(
[body]
moments = [1, 1.5, 2.2]
[start]
momentum = [{ list = [0.2, 1] }, { list = [1, 0.1] }, 0.1]
[times]
end = 1e16
count = 2
[[torque]]
kind = "impulse"
time = 30
momentum = [0, 0, 0.1]
[method]
name = "lie_poisson_123"
step = 0.1
[[event]]
quantity = "m_2"
[[event]]
quantity = "m_3"
value = 0.2
stops = true
[ensemble]
runs = 120
)");
  const Ending end = run({"run", path, "--trajectories", "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 1) << end.err;
  EXPECT_NE(end.out.find("120, of which 60 failed"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("events     120 found"), std::string::npos) << end.out;
  double counted = 0;
  for (const ReferenceRow& row : table_of(text_of_file(folder / "out.csv")))
    if (!row.text("events").empty()) counted += row.number("events");
  EXPECT_EQ(counted, 120);
  const auto events = table_of(text_of_file(folder / "out.events.csv"));
  EXPECT_EQ(events.size(), 120U);
  for (const ReferenceRow& row : events)
    EXPECT_EQ(static_cast<int>(row.number("run")) % 2, 0) << row.text("run");
  for (const ReferenceRow& row : table_of(text_of_file(folder / "out.trajectories.csv")))
    EXPECT_EQ(static_cast<int>(row.number("run")) % 2, 0) << row.text("run");
}

}  // namespace
}  // namespace ensemble_test
}  // namespace polhode::test
