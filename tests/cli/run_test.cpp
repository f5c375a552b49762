// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <polhode/body/invariants.hpp>
#include <polhode/free/motion.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace run_test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* plate = R"(
title = "A plate, thrown"
[body]
moments = [1, 2, 2.9]
[start]
attitude = { quaternion = [0.5, 0.5, 0.5, 0.5] }
momentum = [0.01, 2, 0.02]
)";

constexpr const char* top = R"(
[body]
moments = [1, 1.1, 0.6]
[start]
attitude = { euler = [10, 50, 0], sequence = "ZXZ", unit = "degrees" }
angular_velocity = [0.1, 0.2, 4]
[[torque]]
kind = "heavy_top"
weight = 2
centre_of_mass = [0.05, 0, 0.4]
)";

/// Scenarios of every kind, each about a tenth of a second long.
struct Kind {
  std::string name, text;
  std::vector<std::string> files;  ///< that it writes
  std::vector<std::string> options{};
};

std::vector<Kind> kinds() {
  const std::string all_columns =
      R"(columns = ["m", "omega", "q", "matrix", "euler", "spatial_momentum", "energy", "errors"])";
  const std::string flips = "[[event]]\nquantity = \"m_2\"\n";
  return {{"free",
           std::string(plate) + "[times]\nend = 3000\ncount = 12000\n" + flips + "[output]\nhdf5 = true\n" +
               all_columns,
           {"r.csv", "r.events.csv", "r.h5", "r.json"}},
          {"steps",
           std::string(plate) +
               "[times]\nend = 3000\ncount = 500\n[method]\nname = \"rattle\"\nstep = 0.015\n" + flips,
           {"r.csv", "r.events.csv", "r.json"}},
          {"tolerance",
           std::string(top) + "[times]\nend = 200\ncount = 1000\n[method]\ntolerance = "
                              "1e-9\n[[event]]\nquantity = \"m_2\"\n",
           {"r.csv", "r.events.csv", "r.json"}},
          {"two_times",
           std::string(top) +
               "[[torque]]\nkind = \"impulse\"\ntime = 50\nmomentum = [0, 0.1, 0]\n"
               "[[torque]]\nkind = \"tabulated_torque\"\ntimes = [0, 30, 60]\ntorques = [[0, 0, 0], "
               "[0.1, 0, 0], [0, 0, 0]]\n"
               "[times]\nend = 70\ncount = 1\n[method]\nstep = 0.004\nname = "
               "\"strang_kick\"\n[output]\ncsv = false\nhdf5 = true\n",
           {"r.h5", "r.json"}},
          {"damped",
           std::string(top) + "[[torque]]\nkind = \"linear_damping\"\ncoefficients = [0.01, 0.01, 0.002]\n"
                              "[times]\nend = 150\ncount = 150\n[method]\ntolerance = 1e-10\n",
           {"r.csv", "r.json"}},
          {"together",
           "[body]\nmoments = [1, { uniform = [1.5, 2.5] }, 3]\n[start]\nattitude = \"random\"\n"
           "momentum = { length = 1, direction = \"random\" }\n"
           "[times]\nend = 50\ncount = 7\n[method]\nname = \"dmv10\"\nstep = 0.05\n"
           "[ensemble]\nruns = 300\nseed = 4\n",
           {"r.csv", "r.json", "r.trajectories.csv"},
           {"--trajectories", "--threads", "2"}},
          {"together_under_torque",
           "[body]\nmoments = [1, { uniform = [1.5, 2.5] }, 3]\n[start]\nattitude = \"random\"\n"
           "momentum = { length = 1, direction = \"random\" }\n"
           "[[torque]]\nkind = \"gravity_gradient_elliptic\"\nmean_motion = 0.2\neccentricity = 0.1\n"
           "[times]\nend = 20\ncount = 7\n[method]\nstep = 0.1\n"
           "[ensemble]\nruns = 300\nseed = 4\n",
           {"r.csv", "r.json", "r.trajectories.csv"},
           {"--trajectories", "--threads", "2"}},
          {"ensemble",
           "[body]\nmoments = [1, { uniform = [1.5, 2.5] }, 3]\n[start]\nattitude = \"random\"\n"
           "momentum = { length = 1, direction = \"random\" }\n"
           "[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 0.2\n"
           "[times]\nend = 40\ncount = 60\n[method]\ntolerance = 1e-8\n[[event]]\nquantity = \"m_2\"\n"
           "[ensemble]\nruns = 24\nseed = 3\n[output]\nhdf5 = true\n",
           {"r.csv", "r.events.csv", "r.h5", "r.json", "r.trajectories.csv"},
           {"--trajectories", "--threads", "2"}}};
}

std::vector<std::string> words(const Kind& kind, const TemporaryFolder& scenarios, const TemporaryFolder& to,
                               const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{"run", scenarios / (kind.name + ".toml"), "-o", to / "r"};
  all.insert(all.end(), kind.options.begin(), kind.options.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Each kind's scenario, and what it gives when nobody disturbs it.
struct Undisturbed {
  Undisturbed(const Kind& kind, const TemporaryFolder& scenarios) {
    scenarios.write(kind.name + ".toml", kind.text);
    const auto begin = Clock::now();
    const Ending end = run(words(kind, scenarios, folder));
    seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    EXPECT_EQ(end.exit_code, 0) << kind.name << ": " << end.err;
    EXPECT_EQ(folder.names(), kind.files) << kind.name;
  }
  TemporaryFolder folder;
  double seconds = 0;
};

void expect_same_files(const std::vector<std::string>& files, const TemporaryFolder& a,
                       const TemporaryFolder& b) {
  for (const std::string& file : files)
    EXPECT_TRUE(text_of_file(a / file) == text_of_file(b / file)) << file << " differs";
}

/// Kills runs at random moments, takes them up again, and looks at all files after each kill.
int kill_at_random(const Kind& kind, int kills, std::mt19937& random) {
  SCOPED_TRACE(kind.name);
  const TemporaryFolder scenarios, folder;
  const Undisturbed reference(kind, scenarios);
  std::uniform_real_distribution<double> part(0, 0.4);
  int killed = 0, finished = 0;
  while (killed < kills && finished < 200) {
    const Running running(words(kind, scenarios, folder, {"--resume", "--checkpoint-every", "0.001"}));
    std::this_thread::sleep_for(std::chrono::duration<double>(part(random) * reference.seconds));
    ::kill(running.process(), SIGKILL);
    const Ending end = running.wait();
    if (end.signal == SIGKILL) ++killed;
    // What stands under its final name is complete.
    for (const std::string& file : kind.files)
      if (fs::exists(folder / file)) {
        EXPECT_TRUE(text_of_file(folder / file) == text_of_file(reference.folder / file)) << file;
      }
    if (end.signal == SIGKILL) continue;
    EXPECT_EQ(end.exit_code, 0) << end.err;
    ++finished;
    EXPECT_EQ(folder.names(), kind.files);
    for (const std::string& file : folder.names()) fs::remove(folder / file);
  }
  const Ending end = run(words(kind, scenarios, folder, {"--resume"}));
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(folder.names(), kind.files);
  expect_same_files(kind.files, folder, reference.folder);
  return killed;
}

TEST(SlowRun, KilledAtRandomMomentsItGoesOnToTheSameNumbers) {
  std::mt19937 random(20261116);
  int killed = 0;
  for (const Kind& kind : kinds()) killed += kill_at_random(kind, 4, random);
  EXPECT_GE(killed, 25);
}

TEST(LongRun, KilledHundredsOfTimesItGoesOnToTheSameNumbers) {
  std::mt19937 random(7);
  int killed = 0;
  for (const Kind& kind : kinds()) killed += kill_at_random(kind, 100, random);
  EXPECT_GE(killed, 500);
}

// ------------------------------------------------------------------------------------------------- numbers

TEST(Run, TheExamplesRunAndAreReported) {
  const TemporaryFolder folder;
  int examples = 0;
  for (const auto& entry : fs::directory_iterator(POLHODE_SOURCE "/scenarios")) {
    const std::string name = entry.path().stem().string(), base = folder / ("made/" + name);
    const Ending ran = run({"run", entry.path().string(), "-o", base});
    EXPECT_EQ(ran.exit_code, 0) << name << ": " << ran.err;
    EXPECT_EQ(ran.err, "") << name;
    EXPECT_TRUE(contains(ran.out, "digits can be trusted")) << name << ": " << ran.out;
    const Ending reported = run({"report", base + ".json", "--no-figures"});
    EXPECT_EQ(reported.exit_code, 0) << name << ": " << reported.err;
    EXPECT_GT(fs::file_size(base + ".html"), 10000) << name;
    ++examples;
  }
  EXPECT_EQ(examples, 7);
}

TEST(Run, ColumnsHoldWhatTheLibrarySays) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("plate.toml", std::string(plate) + R"(
[times]
end = 20
every = 2.5
[output]
columns = ["energy", "q", "omega", "m", "spatial_momentum", "matrix", "errors", "spatial_omega", "conserved"]
[units]
time = "s"
energy = "J"
)");
  const Ending end = run({"run", scenario, "-o", folder / "out"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(end.err, "");
  for (const char* part : {"A plate, thrown", "9 from t = 0 to 20 s", "12 digits", "out.csv", "energy"})
    EXPECT_TRUE(contains(end.out, part)) << part << "\n" << end.out;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.csv", "out.json", "plate.toml"}));

  const auto rows = table_of(text_of_file(folder / "out.csv"));
  ASSERT_EQ(rows.size(), 9u);
  EXPECT_EQ(
      lines_of(text_of_file(folder / "out.csv"))[0],
      "t,m_1,m_2,m_3,omega_1,omega_2,omega_3,q_w,q_x,q_y,q_z,Q_11,Q_12,Q_13,Q_21,Q_22,Q_23,Q_31,Q_32,Q_33,"
      "M_1,M_2,M_3,Omega_1,Omega_2,Omega_3,kinetic_energy,conserved,energy_error,norm_error,"
      "spatial_momentum_error");
  const Inertia body = Inertia::from_moments(1, 2, 2.9);
  const State start = state_from_momentum({0.5, 0.5, 0.5, 0.5}, {0.01, 2, 0.02});
  const FreeMotion motion(body, start);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto number = [&](const char* name) { return std::stod(rows[i].text(name)); };
    const double t = 2.5 * static_cast<double>(i);
    const State s = motion.at(t);
    const Eigen::Vector3d omega = angular_velocity(body, s), in_space = spatial_momentum(s);
    EXPECT_EQ(number("t"), t);
    EXPECT_EQ(number("m_2"), s.momentum.y());
    EXPECT_EQ(number("omega_3"), omega.z());
    EXPECT_EQ(number("q_w"), s.attitude.w());
    EXPECT_EQ(number("q_z"), s.attitude.z());
    EXPECT_NEAR(number("Q_12"), s.attitude.toRotationMatrix()(0, 1), 1e-15);
    EXPECT_EQ(number("M_1"), in_space.x());
    EXPECT_NEAR(number("Omega_2"), (s.attitude * omega).y(), 1e-15);
    EXPECT_EQ(number("kinetic_energy"), kinetic_energy(body, s));
    EXPECT_EQ(number("conserved"), kinetic_energy(body, s));
    EXPECT_LE(std::abs(number("energy_error")), 1e-15);
    EXPECT_LE(number("spatial_momentum_error"), 2e-15);
  }
  const std::string json = text_of_file(folder / "out.json");
  for (const char* part :
       {"\"trusted_digits\": 12", "\"time\": \"s\"", "\"conserved\": \"energy\"", "\"rows\": 9"})
    EXPECT_TRUE(contains(json, part)) << part;
}

TEST(Run, UnderTorqueTheErrorIsEstimatedAndEventsAreFound) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("top.toml", std::string(top) + R"(
[times]
end = 30
[method]
tolerance = 1e-8
[[event]]
name = "leans far"
quantity = "angle"
value = 54
unit = "degrees"
crossing = "rising"
stops = true
)");
  const Ending end = run({"run", scenario, "-o", folder / "out"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_TRUE(contains(end.out, "stopped    at t = ")) << end.out;
  EXPECT_TRUE(contains(end.out, "leans far at ")) << end.out;
  EXPECT_TRUE(contains(end.out, "digits can be trusted (estimated error ")) << end.out;
  const std::string json = text_of_file(folder / "out.json");
  EXPECT_TRUE(contains(json, "\"engine\": \"series\"")) << json;
  EXPECT_TRUE(contains(json, "\"why\": \"the formula of the torque is known\"")) << json;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  ASSERT_GT(rows.size(), 5u);
  ASSERT_LT(rows.size(), 1000u);
  for (const auto& row : rows) EXPECT_LE(std::abs(std::stod(row.text("conserved_error"))), 1e-8);
}

// --------------------------------------------------------------------------------------------- unfinished

/// A run that was told to stop when its journal had so many bytes.
Ending interrupted(const std::vector<std::string>& arguments, const std::string& journal,
                   std::uintmax_t bytes = 4000) {
  const Running running(arguments);
  const auto patience = Clock::now() + std::chrono::seconds(60);
  while (Clock::now() < patience && (!fs::exists(journal) || fs::file_size(journal) < bytes))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(running.process(), SIGINT);
  return running.wait();
}

TEST(Run, InterruptedItSaysHowToGoOnAndAJournalIsNotMistaken) {
  const TemporaryFolder folder;
  const std::string long_text =
      std::string(top) + "[times]\nend = 1e6\nevery = 0.1\n[method]\nstep = 0.002\nname = \"strang_kick\"\n";
  const std::string scenario = folder.write("long.toml", long_text);
  const std::string base = folder / "out";
  const Ending stopped =
      interrupted({"run", scenario, "-o", base, "--checkpoint-every", "0.001"}, base + ".journal");
  EXPECT_EQ(stopped.signal, SIGINT);
  EXPECT_TRUE(contains(stopped.err, "polhode run " + scenario + " --resume -o " + base)) << stopped.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"long.toml", "out.journal"}));

  const Ending again = run({"run", scenario, "-o", base});
  EXPECT_EQ(again.exit_code, 3);
  for (const char* part : {"out.journal", "not finished", "--resume", "--restart"})
    EXPECT_TRUE(contains(again.err, part)) << again.err;

  folder.write("long.toml", long_text + "# changed\n");
  const Ending other = run({"run", scenario, "-o", base, "--resume"});
  EXPECT_EQ(other.exit_code, 3);
  for (const char* part : {"belongs to another run", "another text of the scenario", "--restart", "-o"})
    EXPECT_TRUE(contains(other.err, part)) << other.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"long.toml", "out.journal"}));

  folder.write("short.toml", std::string(plate) + "[times]\nend = 1\n");
  const Ending fresh = run({"run", folder / "short.toml", "-o", base, "--restart"});
  EXPECT_EQ(fresh.exit_code, 0) << fresh.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"long.toml", "out.csv", "out.json", "short.toml"}));

  const Ending nothing = run({"run", folder / "short.toml", "-o", base, "--resume"});
  EXPECT_EQ(nothing.exit_code, 0) << nothing.err;
  EXPECT_TRUE(contains(nothing.err, "nothing to resume")) << nothing.err;
}

TEST(Run, TwoAtOnceDoNotMix) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "long.toml",
      std::string(top) + "[times]\nend = 1e6\nevery = 0.1\n[method]\nstep = 0.002\nname = \"strang_kick\"\n");
  const Running first({"run", scenario, "-o", folder / "out"});
  const auto patience = Clock::now() + std::chrono::seconds(60);
  while (Clock::now() < patience && !fs::exists(folder / "out.journal"))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const Ending second = run({"run", scenario, "-o", folder / "out", "--resume"});
  ::kill(first.process(), SIGKILL);
  first.wait();
  EXPECT_EQ(second.exit_code, 3);
  EXPECT_TRUE(contains(second.err, "in use")) << second.err;
}

/// A journal that was interrupted, damaged in four ways by turns, is cut or refused, and the run goes on.
void expect_damaged_journals_are_noticed(int trials) {
  const TemporaryFolder scenarios, folder, damaged;
  const Kind kind = kinds()[2];
  const Undisturbed reference(kind, scenarios);
  const std::string journal = folder / "r.journal";
  // So many that a bit in the first half is not in the last record: what is wrong there counts as torn off.
  interrupted(words(kind, scenarios, folder, {"--checkpoint-every", "0"}), journal, 20'000);
  if (!fs::exists(journal)) GTEST_SKIP() << "it was finished before it could be stopped";
  const std::string bytes = text_of_file(journal);
  std::mt19937 random(5);
  for (int trial = 0; trial < trials; ++trial) {
    std::string torn = bytes;
    const std::size_t at = std::uniform_int_distribution<std::size_t>(0, bytes.size() - 1)(random);
    const std::size_t header = 1000;  // at most
    // Cut off, zeros where a write did not reach the disk, a bit turned over, or rubbish at the end.
    if (trial % 4 == 0) torn.resize(std::max(at, header));
    if (trial % 4 == 1) torn += std::string(1000, '\0');
    if (trial % 4 == 2) torn[header + at / 2] = static_cast<char>(torn[header + at / 2] ^ 4);
    if (trial % 4 == 3) torn += std::string(1000, '\x7f');
    damaged.write("r.journal", torn);
    if (trial % 4 >= 2) {
      const Ending refused = run(words(kind, scenarios, damaged, {"--resume"}));
      EXPECT_EQ(refused.exit_code, 3);
      EXPECT_TRUE(contains(refused.err, "is damaged from byte ")) << refused.err;
      EXPECT_TRUE(text_of_file(damaged / "r.journal") == torn);
    }
    const Ending end = trial % 4 >= 2 ? run(words(kind, scenarios, damaged, {"--resume", "--force"}))
                                      : run(words(kind, scenarios, damaged, {"--resume"}));
    ASSERT_EQ(end.exit_code, 0) << trial << ": " << end.err;
    EXPECT_EQ(damaged.names(), kind.files);
    expect_same_files(kind.files, damaged, reference.folder);
    for (const std::string& file : damaged.names()) fs::remove(damaged / file);
  }
}

TEST(Run, ATornJournalIsCutAndADamagedOneRefused) { expect_damaged_journals_are_noticed(4); }
TEST(LongRun, ATornJournalIsCutAndADamagedOneRefused) { expect_damaged_journals_are_noticed(80); }

TEST(Run, ResultsAreReplacedOnlyByCompleteOnes) {
  const TemporaryFolder folder;
  const std::string some = folder.write("some.toml", std::string(plate) + "[times]\nend = 1\n");
  ASSERT_EQ(run({"run", some, "-o", folder / "out"}).exit_code, 0);
  const std::string csv = text_of_file(folder / "out.csv"), json = text_of_file(folder / "out.json");
  folder.write("some.toml", "[body]\nmoments = [1, 2, -3]\n");
  EXPECT_EQ(run({"run", some, "-o", folder / "out"}).exit_code, 4);
  folder.write("some.toml", std::string(top) + "[times]\nend = 1e30\n[method]\ntolerance = 1e-9\n");
  const Ending refused = run({"run", some, "-o", folder / "out"});
  EXPECT_EQ(refused.exit_code, 4) << refused.err;
  EXPECT_TRUE(text_of_file(folder / "out.csv") == csv && text_of_file(folder / "out.json") == json);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.csv", "out.json", "some.toml"}));
  const std::string bad = folder.write("bad.toml", "[body]\nmoments = [1, 2, -3]\n");
  EXPECT_EQ(run({"run"}).exit_code, 2);
  EXPECT_EQ(run({"run", "-"}, plate).exit_code, 2);
  EXPECT_EQ(run({"run", folder / "absent.toml"}).exit_code, 3);
  EXPECT_EQ(run({"run", bad, "--resume", "--restart"}).exit_code, 2);
  EXPECT_EQ(run({"run", bad, "--threads", "0"}).exit_code, 2);
  EXPECT_EQ(run({"run", bad, "--checkpoint-every", "soon"}).exit_code, 2);
  EXPECT_EQ(run({"run", some, "-o", "-"}).exit_code, 2);
  EXPECT_EQ(run({"run", "-", "-o", folder / "made/"}, plate).exit_code, 2);
}

TEST(Run, FilesOfAnEarlierRunThatThisOneDoesNotWriteAreRemoved) {
  const TemporaryFolder folder;
  const std::string base = folder / "out";
  const std::string times = "[times]\nend = 3000\nevery = 10\n";
  const std::string events = "[[event]]\nquantity = \"m_1\"\n[[event]]\nquantity = \"m_3\"\n";
  const auto run_text = [&](const std::string& rest) {
    return run({"run", "-", "-o", base}, std::string(plate) + times + rest);
  };
  EXPECT_EQ(run_text(events + "[output]\nhdf5 = true\n").exit_code, 0);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.csv", "out.events.csv", "out.h5", "out.json"}));
  const Ending ending = run_text("");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.csv", "out.json"}));
  for (const char* file : {"out.events.csv", "out.h5"})
    EXPECT_TRUE(contains(ending.err, std::string(file) + " of an earlier run was removed")) << ending.err;
  // A folder alone, and the scenario's name.
  const std::string plain = folder.write("plain.toml", std::string(plate) + times);
  EXPECT_EQ(run({"run", plain, "-o", folder / "made/"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder / "made/plain.csv"));
  fs::remove_all(folder / "made");
  fs::remove(plain);
  // What no run of ours has written stays.
  folder.write("out.h5", "mine");
  folder.write("out.trajectories.csv", "mine");
  EXPECT_EQ(run_text("").err, "");
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"out.csv", "out.h5", "out.json", "out.trajectories.csv"}));
}

// ------------------------------------------------------------------------------------------------ full disk

/// The program under a limit on the size of files, which shows as a full disk does.
Ending run_with_room_for(std::size_t bytes, const std::vector<std::string>& arguments) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit tight = before;
  tight.rlim_cur = bytes;
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const Running running(arguments);
  ::setrlimit(RLIMIT_FSIZE, &before);
  return running.wait();
}

TEST(Run, AFullDiskIsReportedAndLeavesWhatCanBeTakenUp) {
  for (Kind kind : kinds()) {
    if (kind.name != "free" && kind.name != "ensemble" && kind.name != "damped") continue;
    SCOPED_TRACE(kind.name);
    const TemporaryFolder scenarios;
    const Undisturbed reference(kind, scenarios);
    std::size_t largest = 0;
    for (const std::string& file : kind.files)
      largest = std::max(largest, static_cast<std::size_t>(fs::file_size(reference.folder / file)));
    for (const double part : {0.05, 0.5, 0.999}) {
      SCOPED_TRACE(part);
      const TemporaryFolder folder;
      const auto room = static_cast<std::size_t>(part * static_cast<double>(largest));
      const Ending full =
          run_with_room_for(room, words(kind, scenarios, folder, {"--checkpoint-every", "0.001"}));
      EXPECT_EQ(full.exit_code, 3) << full.err;
      EXPECT_TRUE(contains(full.err, "cannot write ")) << full.err;
      EXPECT_TRUE(contains(full.err, "--resume")) << full.err;
      EXPECT_EQ(folder.names(), (std::vector<std::string>{"r.journal"}));
      const Ending end = run(words(kind, scenarios, folder, {"--resume"}));
      EXPECT_EQ(end.exit_code, 0) << end.err;
      EXPECT_EQ(folder.names(), kind.files);
      expect_same_files(kind.files, folder, reference.folder);
    }
  }
}

// ----------------------------------------------------------------------------------------------- ensembles

/// One, two and five threads give the same files; those of one are left in the folder.
void expect_threads_do_not_show(Kind kind, const TemporaryFolder& one) {
  const TemporaryFolder scenarios;
  scenarios.write(kind.name + ".toml", kind.text);
  kind.options = {"--trajectories", "--threads", "1"};
  ASSERT_EQ(run(words(kind, scenarios, one)).exit_code, 0);
  for (const char* threads : {"2", "5"}) {
    const TemporaryFolder many;
    kind.options = {"--trajectories", "--threads", threads};
    ASSERT_EQ(run(words(kind, scenarios, many)).exit_code, 0);
    expect_same_files(kind.files, one, many);
  }
}

TEST(Run, ThreadsDoNotShowInTheFiles) {
  const TemporaryFolder one;
  expect_threads_do_not_show(kinds().back(), one);
  const auto rows = table_of(text_of_file(one / "r.csv"));
  ASSERT_EQ(rows.size(), 24u);
  EXPECT_EQ(rows[7].text("run"), "7");
  EXPECT_EQ(rows[7].text("t"), "40");
  EXPECT_EQ(lines_of(text_of_file(one / "r.trajectories.csv")).size(), 1u + 24 * 61);
}

TEST(Run, ThreadsDoNotShowInTheFilesOfRunsThatGoTogether) {
  const auto all = kinds();
  for (const char* name : {"together", "together_under_torque"}) {
    const auto kind = std::ranges::find(all, name, &Kind::name);
    ASSERT_NE(kind, all.end());
    const TemporaryFolder one;
    expect_threads_do_not_show(*kind, one);
    EXPECT_EQ(table_of(text_of_file(one / "r.csv")).size(), 300u);
    EXPECT_EQ(lines_of(text_of_file(one / "r.trajectories.csv")).size(), 1u + 300 * 8);
  }
}

TEST(Run, OfRunsThatGoTogetherOneThatIsStoppedEndsAsItWouldAlone) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("some.toml", R"(
[body]
moments = [1, 2, 3]
[start]
momentum = [{ list = [0.03, 0.3, 0.02] }, { list = [0.09, 0.9, 0.03] }, { list = [0.04, 0.4, 0.01] }]
[times]
end = 50
count = 3
[method]
name = "dmv"
step = 5
[ensemble]
runs = 3
)");
  const Ending end = run({"run", scenario, "--trajectories", "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 1) << end.err;
  const auto rows = table_of(text_of_file(folder / "out.csv"));
  ASSERT_EQ(rows.size(), 3u);
  for (const std::size_t i : {0u, 2u}) {
    EXPECT_EQ(rows[i].text("t"), "50");
    EXPECT_EQ(rows[i].text("steps"), "10");
    EXPECT_EQ(rows[i].text("stopped"), "0");
    EXPECT_GT(rows[i].number("error_estimate"), 1e-3);
  }
  // No step of this length has a solution: only the start is there.
  EXPECT_EQ(rows[1].text("t"), "0");
  EXPECT_EQ(rows[1].text("steps"), "0");
  EXPECT_EQ(rows[1].text("stopped"), "1");
  EXPECT_EQ(lines_of(text_of_file(folder / "out.trajectories.csv")).size(), 1u + 4 + 1 + 4);
}

TEST(Run, ARunThatFailsLeavesTheOthers) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("some.toml", R"(
[body]
moments = [1, 2, { list = [3, -3, 2.5] }]
[start]
momentum = [1, 2, 3]
[times]
end = 5
[ensemble]
runs = 3
)");
  const Ending end = run({"run", scenario, "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 1) << end.err;
  EXPECT_TRUE(contains(end.err, "run 1 failed")) << end.err;
  const auto lines = lines_of(text_of_file(folder / "out.csv"));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[2].starts_with("1,,,")) << lines[2];
  EXPECT_TRUE(lines[3].starts_with("2,5,")) << lines[3];
}

// ---------------------------------------------------------------------------------------------------- size

void expect_the_memory_of_few_rows(const char* many_rows) {
  const TemporaryFolder folder;
  const auto kilobytes = [&](const char* rows) {
    const std::string scenario =
        folder.write("long.toml", std::string(plate) + "[times]\nend = 1000\ncount = " + rows +
                                      "\n[output]\nhdf5 = true\ncolumns = [\"m\", \"q\"]\n");
    const Ending end = run({"run", scenario, "-o", folder / "out"});
    EXPECT_EQ(end.exit_code, 0) << end.err;
    return end.most_kilobytes;
  };
  const long few = kilobytes("10000"), many = kilobytes(many_rows);
  // HDF5 fills its caches, a megabyte for each dataset.
  EXPECT_LE(many, few + 5000) << few;
  EXPECT_LE(many, 100000);
}

// To keep the states would take 18 MB more; to keep one number of each row is seen in a million.
TEST(SlowRun, MemoryDoesNotGrowWithTheLength) { expect_the_memory_of_few_rows("300000"); }
TEST(LongRun, MemoryDoesNotGrowWithAMillionRows) { expect_the_memory_of_few_rows("1000000"); }

/// The estimate of what the rounding of their numbers does, too: it took sixteen times as long for four times
/// as many torques.
TEST(SlowRun, ManyTorquesTakeTimeInProportion) {
  const TemporaryFolder folder;
  const auto seconds = [&](int torques) {
    std::string text =
        "[body]\nmoments = [1, 2, 3]\n[start]\nangular_velocity = [0.1, 1, 0.2]\n[times]\nend = 10\ncount = "
        "10\n";
    for (int i = 0; i < torques; ++i)
      text += "[[torque]]\nkind = \"steady_torque\"\ntorque = [" + std::to_string(i + 1) +
              "e-9, 1e-7, 0]\nframe = \"space\"\n";
    const Ending ending = run({"run", folder.write("many.toml", text), "-o", folder / "many", "--force"});
    EXPECT_EQ(ending.exit_code, 0) << ending.err;
    return ending.seconds;
  };
  const double few = seconds(400), many = seconds(1600);
  EXPECT_LT(many, 8 * few) << few;
}

}  // namespace
}  // namespace run_test
}  // namespace polhode::test
