// SPDX-License-Identifier: MIT
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <support/reference_table.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "cli/program.hpp"
#include "cli/propagated.hpp"

namespace propagate_torque_test {
namespace {

using namespace polhode::test;

constexpr double eps = std::numeric_limits<double>::epsilon();
const std::string reference_path = std::string(POLHODE_TEST_DATA) + "/torqued.csv";

const std::string header = propagate_columns + ",kind,p1,p2,p3,p4,p5,p6,p7";
const std::string body = "1,2,3,0.3,0.9,0.4,1,0,0,0,";  // all but t
const std::string top = ",heavy_top,0,0,1,0.1,0.2,0.3,";
const std::string vessel = ",vessel_restoring,1,9.81,0.3,0.1,0.05,0.05,0.05";

std::string table(const std::vector<std::string>& rows) {
  std::string text = header + "\n";
  for (const auto& row : rows) text += row + "\n";
  return text;
}

Ending propagate(const std::string& text, const std::vector<std::string>& options = {}) {
  std::vector<std::string> arguments{"propagate", "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run(arguments, text);
}

/// Distances of the results from the reference in units of 1 + conditioning.
struct Errors {
  double m, q;
};

Errors errors(const ReferenceRow& expected, const ReferenceRow& got) {
  const auto distance_of = [&](const std::vector<std::string>& columns) {
    long double distance = 0, length = 0;
    for (const auto& name : columns) {
      const long double e = expected.number<long double>(name), d = got.number<long double>(name) - e;
      distance += d * d;
      length += e * e;
    }
    return std::pair{std::sqrt(distance), std::sqrt(length)};
  };
  const auto [dm, m] = distance_of({"m_1", "m_2", "m_3"});
  const auto [dq, q] = distance_of({"q_w", "q_x", "q_y", "q_z"});
  return {static_cast<double>(dm / m) / (1 + expected.number("cond_m")),
          static_cast<double>(dq) / (1 + expected.number("cond_q"))};
}

TEST(CliPropagateTorque, AToleranceHoldsEveryReferenceRow) {
  // The default of 1e-10 is held as well.
  struct Asked {
    std::vector<std::string> options;
    double bar;
  };
  const auto expected = read_reference_table("torqued.csv");
  ASSERT_EQ(expected.size(), 18u);
  for (const auto& [options, bar] :
       {Asked{{}, 1e-10}, Asked{{"--tolerance", "1e-12"}, 1e-12}, Asked{{"--tolerance", "1e-6"}, 1e-6}}) {
    std::vector<std::string> arguments{"propagate", reference_path};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Ending ending = run(arguments);
    ASSERT_EQ(ending.exit_code, 0) << ending.err;
    EXPECT_EQ(ending.err, "");
    const auto rows = table_of(ending.out);
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto [m, q] = errors(expected[i], rows[i]);
      EXPECT_LE(m, bar) << expected[i].text("id");
      EXPECT_LE(q, bar) << expected[i].text("id");
    }
  }
}

TEST(CliPropagateTorque, GivenStepsOfASplittingHoldTheRowsItIsGoodFor) {
  // Rows with as short times as these: more steps would show nothing more.
  constexpr double longest = 20;
  const auto all = read_reference_table("torqued.csv");
  const auto lines = lines_of(text_of_file(reference_path));
  std::vector<ReferenceRow> expected;
  std::string rows_text = lines[0] + "\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].number("t") > longest) continue;
    expected.push_back(all[i]);
    rows_text += lines[i + 1] + "\n";
  }
  const Ending ending = propagate(
      rows_text, {"--method", "blanes_moan_srkn14a", "--step", "0.008", "--summation", "compensated"});
  EXPECT_EQ(ending.exit_code, 1);
  const auto rows = table_of(ending.out);
  ASSERT_EQ(rows.size(), expected.size());
  ASSERT_EQ(rows.size(), 12u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string id = expected[i].text("id");
    if (id == "T009" || id == "T010") {  // the damped vessel
      EXPECT_TRUE(rows[i].empty("m_1")) << id;
      EXPECT_TRUE(rows[i].empty("q_z")) << id;
      continue;
    }
    const auto [m, q] = errors(expected[i], rows[i]);
    EXPECT_LE(m, 1e-12) << id;
    EXPECT_LE(q, 1e-12) << id;
  }
  const auto said = lines_of(ending.err);
  ASSERT_EQ(said.size(), 3u) << ending.err;
  EXPECT_TRUE(
      contains(said[0], "standard input: line 8: splitting of a torque that depends on the momentum"));
  EXPECT_TRUE(contains(said[0], "found blanes_moan_srkn14a, expected coefficients for any torque"));
  EXPECT_TRUE(contains(said[1], "line 9"));
  EXPECT_TRUE(contains(said[2], "2 of 12 rows failed"));
}

TEST(CliPropagateTorque, PassesAllOtherColumnsThrough) { expect_other_columns_unchanged(reference_path); }

TEST(CliPropagateTorque, TheSameBytesComeTwice) {
  const std::vector<std::string> arguments{"propagate", reference_path, "--tolerance", "1e-8", "--report"};
  EXPECT_EQ(run(arguments).out, run(arguments).out);
}

TEST(CliPropagateTorque, FreeAndTorquedRowsMix) {
  const Ending mixed = propagate(
      table({body + "1,,,,,,,,", body + "1" + top, body + "1,free,9,,,,,,", body + "1, free ,,,,,,,"}));
  ASSERT_EQ(mixed.exit_code, 0) << mixed.err;
  EXPECT_EQ(mixed.err, "");
  const auto rows = table_of(mixed.out);
  ASSERT_EQ(rows.size(), 4u);
  const Numbers alone = propagated(propagate_columns + "\n" + body + "1\n");
  for (const std::size_t free : {0u, 2u, 3u}) EXPECT_EQ(distance(results(rows[free]), alone), 0);
  EXPECT_GT(distance(results(rows[1]), alone), 0.01);
}

TEST(CliPropagateTorque, StepsHaveTheLengthThatIsAskedForAndEndAtT) {
  for (const std::string t : {"1", "-1", "0.97"}) {
    const std::string rows = table({body + t + top});
    const Numbers exact = propagated(rows, {"--tolerance", "1e-14"});
    const auto error = [&](const char* step) {
      return distance(propagated(rows, {"--method", "strang_kick", "--step", step}), exact);
    };
    EXPECT_NEAR(error("0.02") / error("0.01"), 4, 0.3) << t;
    for (const std::string step : {"0.01", "0.03", "0.1"})
      EXPECT_LE(distance(propagated(rows, {"--step", step}), exact), 2e-12) << t << " " << step;
  }
}

TEST(CliPropagateTorque, AnotherFreeMethodCanBeTheDrift) {
  const std::string rows = table({body + "1" + top});
  const Numbers exact = propagated(rows, {"--tolerance", "1e-14"});
  const Numbers same = propagated(rows, {"--step", "0.01", "--free-method", "exact_by_frames"});
  EXPECT_LE(distance(same, exact), 1e-12);
  const Ending ending =
      propagate(rows, {"--method", "blanes_moan_s6", "--step", "0.01", "--free-method", "implicit_midpoint"});
  EXPECT_EQ(ending.exit_code, 0);
  EXPECT_TRUE(contains(ending.err, "implicit_midpoint is of order 2")) << ending.err;
  EXPECT_GT(distance(results(table_of(ending.out).at(0)), exact), 1e-8);
}

/// Kinds that have no reference of their own are held to others and to laws.
TEST(CliPropagateTorque, KindsAgreeWhereOneIsACaseOfAnother) {
  const auto end = [](const std::string& torque) {
    return propagated(table({body + "2," + torque}), {"--tolerance", "1e-13"});
  };
  EXPECT_LE(
      distance(end("gravity_gradient_elliptic,0.7,0,0,,,,"), end("gravity_gradient_circular,0.7,,,,,,")),
      4e-13);
  EXPECT_GT(
      distance(end("gravity_gradient_elliptic,0.7,0.1,0,,,,"), end("gravity_gradient_circular,0.7,,,,,,")),
      1e-3);
  EXPECT_GT(distance(end("gravity_gradient_elliptic,0.7,0.1,0,,,,"),
                     end("gravity_gradient_elliptic,0.7,0.1,1,,,,")),
            1e-3);
  EXPECT_EQ(distance(end("damped_heavy_top,0,0,1,0.1,0.2,0.3,0"), end("heavy_top,0,0,1,0.1,0.2,0.3,")), 0);
  EXPECT_LE(distance(end("damped_heavy_top,0,0,0,0,0,0,0.5"), end("linear_damping,0.5,0.5,0.5,,,,")), 4e-13);
  EXPECT_LE(distance(end("gyrostat,0,0,0,,,,"), end("free,,,,,,,")), 4e-13);
}

TEST(CliPropagateTorque, DampingOfASphereIsExponential) {
  const Numbers end =
      propagated(propagate_columns + ",kind,p1,p2,p3\n2,2,2,0.3,0.9,0.4,1,0,0,0,3,linear_damping,1,1,1\n",
                 {"--tolerance", "1e-13"});
  const double left = std::exp(-1.5);
  EXPECT_LE(distance(end.m, {0.3 * left, 0.9 * left, 0.4 * left}), 4e-13);
}

TEST(CliPropagateTorque, AWheelAndItsBodyKeepTheirMomentumTogether) {
  const Numbers end = propagated(table({body + "5,gyrostat,0.2,-0.5,0.7,,,,"}), {"--tolerance", "1e-13"});
  const auto length = [](double x, double y, double z) { return std::hypot(x, y, z); };
  EXPECT_NEAR(length(end.m[0] + 0.2, end.m[1] - 0.5, end.m[2] + 0.7), length(0.5, 0.4, 1.1), 4e-13);
  EXPECT_GT(std::abs(length(end.m[0], end.m[1], end.m[2]) - length(0.3, 0.9, 0.4)), 1e-3);
}

TEST(CliPropagateTorque, AReportSaysHowEachBodyWent) {
  const std::string rows = table({body + "1" + top, body + "1" + vessel, body + "1,free,,,,,,,"});
  const Ending plain = propagate(rows), reported = propagate(rows, {"--report"});
  ASSERT_EQ(reported.exit_code, 0) << reported.err;
  EXPECT_TRUE(lines_of(reported.out)[0].ends_with(
      ",error_estimate,method,step,conserved,conserved_start,conserved_excursion"));
  const auto before = table_of(plain.out), after = table_of(reported.out);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(distance(results(before[i]), results(after[i])), 0);

  EXPECT_EQ(after[0].text("method"), "series");
  EXPECT_EQ(after[0].text("conserved"), "energy");
  EXPECT_GT(after[0].number("error_estimate"), 0);
  EXPECT_LE(after[0].number("error_estimate"), 1e-10);
  EXPECT_LE(after[0].number("step"), 1);
  const double energy = (0.09 + 0.81 / 2 + 0.16 / 3) / 2 + 0.3;
  EXPECT_NEAR(after[0].number("conserved_start"), energy, 4 * eps);
  EXPECT_LE(after[0].number("conserved_excursion"), 1e-10);

  EXPECT_EQ(after[1].text("method"), "series");
  for (const char* name : {"conserved", "conserved_start", "conserved_excursion"})
    EXPECT_EQ(after[1].text(name), "");
  for (const char* name : {"error_estimate", "method", "step", "conserved", "conserved_excursion"})
    EXPECT_EQ(after[2].text(name), "") << name;
}

TEST(CliPropagateTorque, AReportOfGivenStepsEstimatesTheirErrorAndChangesNoResult) {
  const std::string rows = table({body + "1.003" + top});
  const std::vector<std::string> options{"--method", "blanes_moan_s6", "--step", "0.1"};
  auto reporting = options;
  reporting.push_back("--report");
  const auto row = table_of(propagate(rows, reporting).out).at(0);
  EXPECT_EQ(distance(results(row), propagated(rows, options)), 0);
  const Numbers got = results(row), exact = propagated(rows, {"--tolerance", "1e-14"});
  const double length = std::max(std::hypot(0.3, 0.9, 0.4), std::hypot(exact.m[0], exact.m[1], exact.m[2]));
  const double error = std::max(distance(got.m, exact.m) / length, distance(got.q, exact.q));
  // The difference to half the steps would be 15/16 of it.
  EXPECT_NEAR(row.number("error_estimate") / error, 1, 0.02);
  // Eleven equal steps: not longer than what was asked for.
  EXPECT_NEAR(row.number("step"), 1.003 / 11, 4 * eps);
}

TEST(CliPropagateTorque, AWarningIsShownForTheFirstOfItsRows) {
  const std::string damped = body + "1" + vessel;
  const Ending ending =
      propagate(table({damped, damped, damped}), {"--method", "kahan_li8", "--step", "0.05"});
  EXPECT_EQ(ending.exit_code, 0);
  const auto said = lines_of(ending.err);
  ASSERT_EQ(said.size(), 2u) << ending.err;
  EXPECT_TRUE(contains(said[0], "standard input: line 2: warning: The splitting kahan_li8 has negative"));
  EXPECT_TRUE(contains(said[1], "2 more warnings")) << said[1];

  const Ending limit = propagate(table({body + "5" + top, body + "6" + top}), {"--tolerance", "1e-17"});
  EXPECT_EQ(limit.exit_code, 0);
  const auto limit_said = lines_of(limit.err);
  ASSERT_EQ(limit_said.size(), 2u) << limit.err;
  EXPECT_TRUE(contains(limit_said[0], "line 2: warning: The tolerance 1e-17 was not met")) << limit.err;
  EXPECT_TRUE(contains(limit_said[1], "1 more warning of"));
}

class CliPropagateBadTorque : public testing::TestWithParam<BadRow> {};

TEST_P(CliPropagateBadTorque, IsReportedAndLeftEmptyAmongGoodOnes) {
  const auto& [torque, said] = GetParam();
  const std::string good = body + "1" + top;
  const Ending ending = propagate(table({good, body + "1," + torque, good}), {"--report"});
  expect_bad_row_among_good_ones(ending, "line 3: " + said, 13);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, CliPropagateBadTorque,
    testing::Values(
        BadRow{"tpo,0,0,1,0,0,1,", "kind: found \"tpo\", expected one of free, heavy_top, "},
        BadRow{"vesel,1,1,1,1,0,0,0", "kind: found \"vesel\""},
        BadRow{"heavy_top,0,0,1,0,0,,",
               "p6 of kind heavy_top (centre_of_mass_3): found \"\", expected a finite number"},
        BadRow{"heavy_top,0,0,1,0,x,1,",
               "p5 of kind heavy_top (centre_of_mass_2): found \"x\", expected a finite number"},
        BadRow{"gravity_gradient_circular,,,,,,,",
               "p1 of kind gravity_gradient_circular (mean_motion): found \"\", expected a finite number"},
        BadRow{"gravity_gradient_fixed,1,inf,0,0,,,",
               "p2 of kind gravity_gradient_fixed (direction_1): found \"inf\", expected a finite number"},
        BadRow{"gravity_gradient_fixed,1,0,0,0,,,",
               "direction of the gravity gradient: found (0, 0, 0), expected"},
        BadRow{"gravity_gradient_elliptic,1,1.5,0,,,,",
               "eccentricity of an orbit: found 1.5, expected a number from 0"}));

TEST(CliPropagateTorque, TheNearestKindIsSuggested) {
  const Ending ending = propagate(table({body + "1,heavytop,1,1,1,1,0,0,0"}));
  EXPECT_TRUE(contains(ending.err, "did you mean heavy_top?")) << ending.err;
}

TEST(CliPropagateTorque, ATableMayLackParametersThatNoRowNeeds) {
  const Numbers end =
      propagated("kind,p1," + propagate_columns + "\ngravity_gradient_circular,0.7," + body + "1\n");
  EXPECT_LE(distance(end, propagated(table({body + "1,gravity_gradient_circular,0.7,,,,,,"}))), 0);
  const Ending lacking =
      propagate("kind,p1," + propagate_columns + "\ngravity_gradient_fixed,0.7," + body + "1\n");
  EXPECT_EQ(lacking.exit_code, 1);
  EXPECT_TRUE(contains(lacking.err, "p2 of kind gravity_gradient_fixed (direction_1): found \"\""))
      << lacking.err;
}

TEST(CliPropagateTorque, AParameterThatStandsThereTwiceIsRefusedOnlyBesideAKind) {
  const std::string row = body + "1";
  const Ending twice =
      propagate("kind,p1,p1," + propagate_columns + "\ngravity_gradient_circular,1,1," + row + "\n");
  EXPECT_EQ(twice.exit_code, 4);
  EXPECT_TRUE(contains(twice.err, "duplicate columns: p1")) << twice.err;
  EXPECT_EQ(propagate("p1,p1," + propagate_columns + "\n1,1," + row + "\n").exit_code, 0);
}

TEST(CliPropagateTorque, AMethodForTheOtherSortOfBodyIsRefusedRowByRow) {
  const std::string rows = table({body + "1" + top, body + "1,free,,,,,,,"});
  const Ending free = propagate(rows, {"--method", "gauss4"});
  EXPECT_EQ(free.exit_code, 1);
  EXPECT_TRUE(contains(free.err, "line 2: kind: found heavy_top, expected a free body, since gauss4"))
      << free.err;
  EXPECT_TRUE(table_of(free.out).at(0).empty("m_1"));
  EXPECT_FALSE(table_of(free.out).at(1).empty("m_1"));
  const Ending splitting = propagate(rows, {"--method", "kahan_li8"});
  EXPECT_EQ(splitting.exit_code, 1);
  EXPECT_TRUE(contains(splitting.err,
                       "line 3: kind: found a free body, expected a body under torque, since kahan_li8"))
      << splitting.err;
  EXPECT_FALSE(table_of(splitting.out).at(0).empty("m_1"));
  EXPECT_TRUE(table_of(splitting.out).at(1).empty("m_1"));
}

TEST(CliPropagateTorque, OptionsForTorqueNeedATableThatKnowsIt) {
  const std::string free = propagate_columns + "\n" + body + "1\n";
  const TemporaryFolder folder;
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--method", "kahan_li8"},
                                                  std::vector<std::string>{"--free-method", "dmv10"}}) {
    auto all = options;
    all.insert(all.end(), {"-o", folder / "result.csv"});
    const Ending ending = propagate(free, all);
    EXPECT_EQ(ending.exit_code, 4);
    EXPECT_TRUE(contains(ending.err, "missing column kind: " + options[0])) << ending.err;
    EXPECT_TRUE(folder.names().empty());
  }
  // A free motion is within every tolerance.
  EXPECT_EQ(propagate(free, {"--tolerance", "1e-3"}).out, propagate(free).out);
}

TEST(CliPropagateTorque, WrongOptionsAreRefusedBeforeAnythingIsRead) {
  expect_refused_options(
      {WrongOptions{{"--method", "strang_kik"}, "did you mean strang_kick?"},
       WrongOptions{{"--method", "strang_kick+gauss4"}, "do not go together"},
       WrongOptions{{"--tolerance", "1e-6", "--step", "0.1"}, "give only one of --tolerance and --step"},
       WrongOptions{{"--tolerance", "0"}, "--tolerance: found \"0\", expected a number between 0 and 1"},
       WrongOptions{{"--tolerance", "1"}, "expected a number between 0 and 1"},
       WrongOptions{{"--tolerance", "-1e-6"}, "expected a number between 0 and 1"},
       WrongOptions{{"--tolerance", "small"}, "expected a number between 0 and 1"},
       WrongOptions{{"--tolerance", "1e-6", "--method", "gauss4"}, "--tolerance requires a splitting"},
       WrongOptions{{"--free-method", "dmv", "--method", "exact"}, "--free-method requires a splitting"},
       WrongOptions{{"--free-method", "motion"}, "--free-method: found motion"},
       WrongOptions{{"--free-method", "strang_kick"}, "--free-method: found strang_kick"},
       WrongOptions{{"--free-method", "exakt"}, "--free-method: no method exakt; did you mean exact?"},
       WrongOptions{{"--free-method", "gauss1", "--step", "1", "--summation", "compensated"},
                    "--summation compensated: method gauss1"}});
}

TEST(CliPropagateTorque, HelpNamesEveryKind) {
  const Ending ending = run({"propagate", "--help"});
  for (const char* kind :
       {"heavy_top", "damped_heavy_top", "vessel_restoring", "gravity_gradient_fixed",
        "gravity_gradient_circular", "gravity_gradient_elliptic", "linear_damping", "gyrostat"})
    EXPECT_TRUE(contains(ending.out, "\n  " + std::string(kind) + "\n")) << kind;
}

class CliPropagateTorqueInterrupted : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(CliPropagateTorqueInterrupted, WithinARowLeavesNoFile) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{"propagate", "-", "-o", folder / "result.csv"};
  arguments.insert(arguments.end(), GetParam().begin(), GetParam().end());
  const Running running(arguments, table({body + "1e7" + top}));
  for (int i = 0; i < 500 && folder.names().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_EQ(folder.names().size(), 1u);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // into the row
  ::kill(running.process(), SIGINT);
  const Ending ending = running.wait();
  EXPECT_EQ(ending.signal, SIGINT);
  EXPECT_TRUE(contains(ending.err, "interrupted")) << ending.err;
  EXPECT_TRUE(folder.names().empty());
}

INSTANTIATE_TEST_SUITE_P(Ways, CliPropagateTorqueInterrupted,
                         testing::Values(std::vector<std::string>{"--step", "0.001"},
                                         std::vector<std::string>{"--tolerance", "1e-3", "--free-method",
                                                                  "dmv"}));

}  // namespace
}  // namespace propagate_torque_test
