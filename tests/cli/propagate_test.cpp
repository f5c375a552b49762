// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <support/free_reference.hpp>
#include <thread>
#include <vector>

#include "cli/program.hpp"
#include "cli/propagated.hpp"

namespace propagate_test {
namespace {

using namespace polhode::test;

constexpr double eps = std::numeric_limits<double>::epsilon();
const std::string reference_path = std::string(POLHODE_TEST_DATA) + "/free.csv";

const std::string header = propagate_columns;
const std::string body = "1,2,3,0.3,0.9,0.4,1,0,0,0,";

class CliPropagateReference : public testing::TestWithParam<std::string> {};

TEST_P(CliPropagateReference, HoldsEveryRowToTheLastDigits) {
  const Ending ending = run({"propagate", reference_path, "--method", GetParam()});
  ASSERT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_EQ(ending.err, "");
  const auto rows = table_of(ending.out);
  const auto expected = free_references();
  ASSERT_EQ(rows.size(), expected.size());
  ASSERT_FALSE(rows.empty());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FreeReference& e = expected[i];
    ASSERT_EQ(rows[i].text("id"), e.id);
    const auto [m, q] = results(rows[i]);
    const polhode::Vec3<double> got_m{m[0], m[1], m[2]};
    const polhode::Quat<double> got_q{q[0], q[1], q[2], q[3]};
    const auto dm = polhode::convert<long double>(got_m) - e.m;
    const auto dq = polhode::convert<long double>(got_q) - e.q;
    const double error_m = static_cast<double>(std::sqrt(dot(dm, dm) / dot(e.m, e.m)));
    const double error_q = static_cast<double>(std::sqrt(dot(dq, dq)));
    EXPECT_LE(error_m, 4 * eps * (1 + e.cond_m)) << e.id;
    EXPECT_LE(error_q, 4 * eps * (1 + e.cond_q)) << e.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, CliPropagateReference, testing::Values("exact", "motion"));

TEST(CliPropagate, PassesOtherColumnsThroughAndReplacesResultsInPlace) {
  expect_other_columns_unchanged(reference_path);
}

TEST(CliPropagate, TakesColumnsInAnyOrder) {
  const Numbers straight = propagated(header + "\n" + body + "1.5\n");
  const Numbers shuffled = propagated(
      "t,note,q0_z,q0_y,q0_x,q0_w,m0_3,q_x,m0_2,m0_1,I3,I2,I1\n"
      "1.5,a note,0,0,0,1,0.4,old,0.9,0.3,3,2,1\n");
  EXPECT_EQ(distance(straight, shuffled), 0);
}

TEST(CliPropagate, AppendsMissingResultColumns) {
  const Ending ending = run({"propagate", "-"}, "q_x," + header + "\nold," + body + "0\n");
  EXPECT_EQ(lines_of(ending.out)[0], "q_x," + header + ",m_1,m_2,m_3,q_w,q_y,q_z");
  EXPECT_EQ(lines_of(ending.out)[1],
            "0," + body + "0,0.29999999999999999,0.90000000000000002,0.40000000000000002,1,0,0");
}

TEST(CliPropagate, EndsAtTWhateverTheStep) {
  for (const std::string t : {"1", "-1", "0.7"}) {
    const std::string table = header + "\n" + body + t + "\n";
    const Numbers once = propagated(table);
    for (const std::string step : {"0.01", "0.3", "0.1", "1", "5"})
      for (const std::string method : {"exact", "motion"})
        EXPECT_LE(distance(once, propagated(table, {"--step", step, "--method", method})), 100 * eps)
            << "t " << t << " step " << step << " method " << method;
    EXPECT_LE(distance(once, propagated(table, {"--step", "0.001", "--summation", "compensated"})), 8 * eps)
        << t;
  }
}

TEST(CliPropagate, StepsHaveTheLengthThatIsAskedFor) {
  // The error of a method of second order tells.
  const std::string table = header + "\n" + body + "1\n";
  const Numbers ten = propagated(table, {"--method", "gauss1", "--step", "0.1"});
  const Numbers finer = propagated(table, {"--method", "gauss1", "--step", "0.05"});
  const Numbers exact = propagated(table);
  const double ratio = distance(ten, exact) / distance(finer, exact);
  EXPECT_NEAR(ratio, 4, 0.2);
}

TEST(CliPropagate, EveryListedMethodComesNearTheExactOne) {
  const std::string table = header + "\n" + body + "0.1\n";
  const Numbers exact = propagated(table);
  const auto lines = lines_of(run({"methods"}).out);
  ASSERT_GE(lines.size(), 3u);
  // Up to the empty line: behind it are the splittings.
  for (std::size_t i = 1; i < lines.size() && !lines[i].empty(); ++i) {
    const std::string name = lines[i].substr(0, lines[i].find(' '));
    const double bar = name == "dmv_staggered" ? 1e-3 : 1e-7;  // its attitude is of order 1
    EXPECT_LE(distance(exact, propagated(table, {"--method", name, "--step", "0.001"})), bar) << name;
  }
}

TEST(CliPropagate, AStepThatAMethodCannotTakeIsRefusedByItsNumberAndTheReason) {
  const std::string table = header + "\n" + body + "100\n";
  const auto refused = [&table](const char* method, const char* step) {
    const Ending ending = run({"propagate", "-", "--method", method, "--step", step}, table);
    EXPECT_EQ(ending.exit_code, 1) << method;
    EXPECT_TRUE(table_of(ending.out).at(0).text("m_1").empty()) << ending.out;
    return ending.err;
  };
  const std::string too_long = refused("dmv10", "5");
  EXPECT_TRUE(contains(too_long, "step 1 of method dmv10")) << too_long;
  EXPECT_TRUE(contains(too_long, "does not extend")) << too_long;
  EXPECT_TRUE(contains(refused("dmv", "5"), "no unique solution"));
  EXPECT_TRUE(contains(refused("magnus4", "20"), "exceeds pi"));
  EXPECT_TRUE(contains(refused("rattle", "5"), "a shorter step"));
  EXPECT_TRUE(contains(refused("dmv_explicit", "5"), "no unique solution"));
  const Ending singular = run({"propagate", "-", "--method", "factorization4", "--step", "0.1"},
                              header + "\n1,2,3,0,0,-1,1,0,0,0,1\n");
  EXPECT_TRUE(contains(singular.err, "singular")) << singular.err;
}

TEST(CliPropagate, ARowWithNoTimeIsCheckedLikeAnyOther) {
  // A linear body with momentum about its axis, t = 0.
  for (const std::string method : {"exact", "motion"}) {
    const Ending ending =
        run({"propagate", "-", "--method", method}, header + "\n0,1,1,0.1,1,0.2,1,0,0,0,0\n");
    EXPECT_EQ(ending.exit_code, 1) << method;
    EXPECT_TRUE(contains(ending.err, "linear body")) << ending.err;
  }
}

TEST(CliPropagate, AFarFromUnitAttitudeIsNormalisedAndSaidToBe) {
  const Ending ending = run({"propagate", "-"}, header + "\n1,2,3,0.3,0.9,0.4,2,0,0,0,0\n");
  EXPECT_EQ(ending.exit_code, 0);
  EXPECT_EQ(results(table_of(ending.out).at(0)).q, (std::vector<double>{1, 0, 0, 0}));
  EXPECT_TRUE(contains(ending.err, "line 2: warning:")) << ending.err;
  EXPECT_TRUE(contains(ending.err, "normalised")) << ending.err;
}

class CliPropagateBadRow : public testing::TestWithParam<BadRow> {};

TEST_P(CliPropagateBadRow, IsReportedAndLeftEmptyAmongGoodOnes) {
  const std::string good = body + "1";
  const auto& [row, said] = GetParam();
  const Ending ending = run({"propagate", "-"}, header + "\n" + good + "\n" + row + "\n" + good + "\n");
  expect_bad_row_among_good_ones(ending, said, 7);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, CliPropagateBadRow,
    testing::Values(
        BadRow{"1,2,3,0.3,abc,0.4,1,0,0,0,1",
               "line 3, column 5 (m0_2): found \"abc\", expected a finite number"},
        BadRow{"1,2,3,0.3,0.9x,0.4,1,0,0,0,1", "column 5 (m0_2): found \"0.9x\""},
        BadRow{"1,2,3,0.3,,0.4,1,0,0,0,1", "column 5 (m0_2): found \"\""},
        BadRow{"1,2,3,0.3,+-1,0.4,1,0,0,0,1", "column 5 (m0_2): found \"+-1\""},
        BadRow{"1,2,3,0.3,0x1,0.4,1,0,0,0,1", "column 5 (m0_2): found \"0x1\""},
        BadRow{"nan,2,3,0.3,0.9,0.4,1,0,0,0,1", "column 1 (I1): found \"nan\", expected a finite number"},
        BadRow{"1,2,3,0.3,0.9,0.4,1,0,0,0,inf", "column 11 (t): found \"inf\", expected a finite number"},
        BadRow{"1,2,3,0.3,0.9,0.4,1,0,0,0,1e999",
               "column 11 (t): found \"1e999\", expected a number that a double can hold"},
        BadRow{"1,-2,3,0.3,0.9,0.4,1,0,0,0,1", "-2"}, BadRow{"1,2,3,0.3,0.9,0.4,0,0,0,0,1", "quaternion"},
        BadRow{"0,2,2,0.3,0.9,0.4,1,0,0,0,1", "linear"}, BadRow{"1,2,3,0.3,0.9,0.4,1,0,0,0,1e30", "1e+30"},
        BadRow{"1,2,3,0.3,0.9,0.4,1,0,0,0", "found 10 fields, expected 11"},
        BadRow{"1,2,3,0.3,0.9,0.4,1,0,0,0,1,7", "found 12 fields, expected 11"}));

TEST(CliPropagate, ALinearBodyWithoutMomentumAboutItsAxisWorks) {
  const Numbers end = propagated(header + "\n0,2,2,0,0.9,0.4,1,0,0,0,1\n");
  EXPECT_EQ(end.m, (std::vector<double>{0, 0.9, 0.4}));
}

TEST(CliPropagate, TooManyStepsAreRefused) {
  const Ending ending = run({"propagate", "-", "--step", "1e-300"}, header + "\n" + body + "1\n");
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_TRUE(contains(ending.err, "step: found 1e-300, expected one of which not more than 2^53"))
      << ending.err;
}

TEST(CliPropagate, WrongOptionsAreRefusedBeforeAnythingIsRead) {
  expect_refused_options({WrongOptions{{"--method", "exakt"}, "did you mean exact?"},
                          WrongOptions{{"--method", "motoin"}, "did you mean motion?"},
                          WrongOptions{{"--method", "gauss4+vilmart_31"}, "did you mean vilmart_3_1?"},
                          WrongOptions{{"--method", "gauss4+gauss3"}, "do not go together"},
                          WrongOptions{{"--step", "0"}, "expected a positive number"},
                          WrongOptions{{"--step", "-1"}, "expected a positive number"},
                          WrongOptions{{"--step", "fast"}, "expected a positive number"},
                          WrongOptions{{"--summation", "compensated", "--method", "motion"}, "--summation"},
                          WrongOptions{{"--summation", "compensated", "--method", "gauss1"}, "--summation"},
                          WrongOptions{{"--threads", "0"}, "expected a whole number"},
                          WrongOptions{{"--stp", "1"}, "did you mean --step?"}});
}

// ------------------------------------------------------------------------------------------- many rows at
// once

/// A row, and what a FreeStepper is given for it.
struct FreeRow {
  std::string text;
  polhode::Inertia body;
  polhode::State start;
  double t;
};

/// Bodies of all kinds that start anywhere; their times differ, so that they arrive one after the other.
std::vector<FreeRow> free_rows(int count, double longest) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> moment(1, 3), component(-1, 1), time(-longest, longest);
  std::vector<FreeRow> rows;
  for (int i = 0; i < count; ++i) {
    double a = moment(random), b = moment(random), c = moment(random);
    if (i % 17 == 3) b = a;
    if (i % 17 == 5) c = b = a;
    const Eigen::Vector3d m{component(random), component(random), component(random)};
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(component(random), component(random), component(random), component(random))
            .normalized();
    const double t = i % 19 == 4 ? 0 : time(random);
    std::ostringstream text;
    text.precision(17);
    for (const double number : {a, b, c, m.x(), m.y(), m.z(), q.w(), q.x(), q.y(), q.z()})
      text << number << ',';
    text << t;
    const auto unit = polhode::normalise_attitude(q).q;
    rows.push_back(
        {text.str(), polhode::Inertia::from_moments(a, b, c), polhode::state_from_momentum(unit, m), t});
  }
  return rows;
}

std::string table_of_rows(const std::vector<FreeRow>& rows) {
  std::string table = header + "\n";
  for (const FreeRow& row : rows) table += row.text + "\n";
  return table;
}

/// By itself, in steps; what `polhode propagate` says of them is in its help.
polhode::State stepped(const FreeRow& row, const std::string& method, double h,
                       polhode::Summation summation) {
  polhode::FreeStepper stepper(row.body, row.start, polhode::free_method(method), summation);
  const double steps = std::floor(std::abs(row.t) / h);
  for (double n = 0; n < steps; ++n) stepper.step(std::copysign(h, row.t));
  const double rest = row.t - steps * std::copysign(h, row.t);
  if (rest != 0) stepper.step(rest);
  return stepper.state();
}

TEST(CliPropagate, RowsGoTogetherAsEachWouldAlone) {
  // 300 rows: two parts, the second of them not full, neither in whole registers.
  const auto rows = free_rows(300, 6);
  constexpr double h = 0.125, steps = 6 / h;
  for (const std::string method : {"exact", "dmv", "dmv4", "dmv6", "dmv8", "dmv10", "lie_poisson_123"})
    for (const bool compensated : {false, true}) {
      std::vector<std::string> words{"propagate", "-", "--method", method, "--step", "0.125"};
      if (compensated) words.insert(words.end(), {"--summation", "compensated"});
      const Ending ending = run(words, table_of_rows(rows));
      ASSERT_EQ(ending.exit_code, 0) << method << ending.err;
      const auto results_of_rows = table_of(ending.out);
      ASSERT_EQ(results_of_rows.size(), rows.size());
      double worst = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const polhode::State end = stepped(
            rows[i], method, h, compensated ? polhode::Summation::compensated : polhode::Summation::plain);
        const Numbers alone{{end.momentum.x(), end.momentum.y(), end.momentum.z()},
                            {end.attitude.w(), end.attitude.x(), end.attitude.y(), end.attitude.z()}};
        worst = std::max(worst, distance(alone, results(results_of_rows[i])));
      }
      // A few roundings at each step, which the motion carries on.
      EXPECT_LE(worst, 2 * steps * eps) << method << (compensated ? " compensated" : "");
    }
}

TEST(CliPropagate, InOneStepRowsGoTogetherAsEachWouldAlone) {
  const auto rows = free_rows(300, 6);
  const auto together = table_of(run({"propagate", "-"}, table_of_rows(rows)).out);
  ASSERT_EQ(together.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const polhode::State end = polhode::exact_flow(rows[i].body, rows[i].start, rows[i].t);
    const Numbers alone{{end.momentum.x(), end.momentum.y(), end.momentum.z()},
                        {end.attitude.w(), end.attitude.x(), end.attitude.y(), end.attitude.z()}};
    EXPECT_LE(distance(alone, results(together[i])), 16 * eps) << rows[i].text;
  }
}

TEST(CliPropagate, NeitherThreadsNorNeighboursShow) {
  // More than are held at once; bad rows here and there.
  std::vector<std::string> lines{header};
  std::vector<std::size_t> bad;
  for (const FreeRow& row : free_rows(2500, 3)) {
    if (lines.size() % 97 == 50) {
      bad.push_back(lines.size() + 1);
      lines.push_back(lines.size() % 2 == 0 ? "1,2,3,0.3,abc,0.4,1,0,0,0,1" : "1,-2,3,0.3,0.9,0.4,1,0,0,0,1");
    }
    lines.push_back(row.text);
  }
  std::string table;
  for (const std::string& line : lines) table += line + "\n";
  const auto with_threads = [&](const char* threads) {
    return run({"propagate", "-", "--step", "0.5", "--summation", "compensated", "--threads", threads},
               table);
  };
  const Ending one = with_threads("1");
  EXPECT_EQ(one.exit_code, 1);
  for (const char* threads : {"2", "5"}) {
    const Ending many = with_threads(threads);
    EXPECT_TRUE(many.out == one.out) << threads;
    EXPECT_EQ(many.err, one.err) << threads;
  }
  // Bad rows are told of in their order, and are empty; the others stand where they stood.
  const auto said = lines_of(one.err), written = lines_of(one.out);
  ASSERT_EQ(said.size(), bad.size() + 1);
  ASSERT_EQ(written.size(), lines.size());
  for (std::size_t i = 0; i < bad.size(); ++i) {
    EXPECT_TRUE(contains(said[i], "line " + std::to_string(bad[i]))) << said[i];
    EXPECT_TRUE(written[bad[i] - 1].ends_with(",,,,,,,")) << written[bad[i] - 1];
  }
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_TRUE(written[i].starts_with(lines[i] + ","));
  // The same row by itself.
  for (const std::size_t i : {1u, 140u, 2047u, 2500u}) {
    const Ending alone = run({"propagate", "-", "--step", "0.5", "--summation", "compensated"},
                             header + "\n" + lines[i] + "\n");
    EXPECT_EQ(lines_of(alone.out).at(1), written[i]);
  }
}

TEST(CliPropagate, AMethodThatFailsForSomeRowsIsToldWithTheStep) {
  std::string table = header + "\n";
  for (int i = 0; i < 300; ++i) table += i % 50 == 7 ? body + "12\n" : "1,2,3,0.01,0.02,0.03,1,0,0,0,12\n";
  const Ending ending = run({"propagate", "-", "--method", "dmv", "--step", "5"}, table);
  EXPECT_EQ(ending.exit_code, 1);
  const auto said = lines_of(ending.err), written = lines_of(ending.out);
  ASSERT_EQ(said.size(), 7u) << ending.err;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(contains(said[i], "line " + std::to_string(50 * i + 9) + ": step 1 of method dmv"))
        << said[i];
    EXPECT_TRUE(contains(said[i], "no unique solution")) << said[i];
  }
  EXPECT_TRUE(contains(said[6], "6 of 300 rows failed")) << said[6];
  ASSERT_EQ(written.size(), 301u);
  EXPECT_TRUE(written[8].ends_with(",,,,,,,")) << written[8];
  EXPECT_FALSE(written[9].ends_with(",")) << written[9];
}

TEST(CliPropagate, FreeBodiesAndOthersKeepTheirPlaces) {
  std::string table = header + ",kind,p1,p2,p3,p4,p5,p6\n";
  for (int i = 0; i < 9; ++i)
    table += body + "1," +
             (i % 3 == 1   ? "heavy_top,0,0,1,0,0,0.5\n"
              : i % 3 == 2 ? "nothing,,,,,,\n"
                           : "free,,,,,,\n");
  const Ending ending = run({"propagate", "-"}, table);
  EXPECT_EQ(ending.exit_code, 1);
  const auto written = lines_of(ending.out);
  ASSERT_EQ(written.size(), 10u);
  for (std::size_t i = 4; i < 10; ++i) EXPECT_EQ(written[i], written[i - 3]);
  EXPECT_NE(written[1], written[2]);
  EXPECT_TRUE(written[3].ends_with(",,,,,,,")) << written[3];
  EXPECT_TRUE(contains(ending.err, "3 of 9 rows failed")) << ending.err;
}

TEST(SlowCliPropagate, MemoryDoesNotGrowWithTheTable) {
  // The tables stay on disk: a child's peak counts that of the process which spawned it.
  const TemporaryFolder folder;
  const auto peak = [&](int rows) {
    {
      std::ofstream table(folder / "table.csv");
      table << header << "\n";
      for (int i = 0; i < rows; ++i) table << body << i % 100 << "\n";
    }
    const Ending ending = run({"propagate", folder / "table.csv", "-o", folder / "result.csv", "--force"});
    EXPECT_EQ(ending.exit_code, 0);
    std::ifstream result(folder / "result.csv");
    int lines = 0;
    for (std::string line; std::getline(result, line);) ++lines;
    EXPECT_EQ(lines, rows + 1);
    return ending.most_kilobytes;
  };
  const long small = peak(20'000);  // more than are read at a time, by all threads
  // The heaps of the threads make the peaks of equal runs differ by up to 1.3 MB (26.2 to 27.5, for tables of
  // 2e4 to 2e6 rows alike). To keep 25 bytes of each row would take 4.5 MB more.
  EXPECT_LE(peak(200'000), small + 4096);
}

/// A terminal that nobody looks at; it holds some thousand characters.
class Terminal {
 public:
  Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0)
      throw std::runtime_error("no pseudo-terminal");
    path_ = ::ptsname(master_);
    ours_ = ::open(path_.c_str(), O_RDWR | O_NOCTTY);  // keeps what is written when the program ends
    // Read while the program runs: it would wait once the terminal's buffer is full.
    reading_ = std::thread([this] {
      std::array<char, 4096> some{};
      for (ssize_t n = 0; (n = ::read(master_, some.data(), some.size())) > 0;)
        text_.append(some.data(), static_cast<std::size_t>(n));
    });
  }
  ~Terminal() {
    stop();
    ::close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  const std::string& path() const { return path_; }
  /// Everything that was written, once the program has ended.
  const std::string& text() {
    stop();
    return text_;
  }

 private:
  /// Closing the last writer ends the reading.
  void stop() {
    if (!reading_.joinable()) return;
    ::close(ours_);
    reading_.join();
  }

  int master_, ours_;
  std::string path_, text_;
  std::thread reading_;
};

/// The share of the whole table and the time that is left for it, from one block of rows to the next; nothing
/// where no terminal is.
TEST(SlowCliPropagate, ProgressIsThatOfTheWholeTable) {
  std::string table = header + ",kind,p1,p2,p3,p4,p5,p6\n";
  for (int i = 0; i < 150; ++i) table += body + "20000,heavy_top,0,0,1,0,0,0.5\n";
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{"propagate", folder.write("table.csv", table), "--threads", "1"};
  Terminal terminal;
  EXPECT_EQ(Running(arguments, "", "", terminal.path()).wait().exit_code, 0);
  const std::string shown = terminal.text();
  static const std::regex line("([0-9]+) %, ([0-9a-z ]+) left, ([0-9]+) rows, [0-9.e+]+ rows/s");
  std::vector<int> shares, rows;
  for (std::sregex_iterator i(shown.begin(), shown.end(), line), end; i != end; ++i) {
    shares.push_back(std::stoi((*i)[1]));
    rows.push_back(std::stoi((*i)[3]));
  }
  ASSERT_GE(shares.size(), 3U) << shown;
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end())) << shown;
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end())) << shown;
  EXPECT_LT(shares.front(), 60) << shown;
  EXPECT_GT(shares.back(), 60) << shown;
  // All rows of this table take as long.
  for (std::size_t i = 0; i < shares.size(); ++i) EXPECT_NEAR(shares[i], rows[i] / 1.5, 4) << shown;
  EXPECT_EQ(run(arguments).err, "");
}

}  // namespace
}  // namespace propagate_test
