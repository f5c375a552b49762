// SPDX-License-Identifier: MIT
// What was found when the program was attacked: files that are not what they seem, limits, signals.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace attack_test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const std::string body = "[body]\nmoments = [1, 2, 2.9]\n[start]\nmomentum = [0.01, 2, 0.02]\n";
const std::string header = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t\n";
const std::string row = "1,2,3,0.3,0.9,0.4,1,0,0,0,1\n";

/// With one text in place of another that is in it.
std::string with(std::string text, const std::string& old, const std::string& fresh) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), fresh);
}

/// A run under a torque from a table, long enough to be stopped.
constexpr const char* driven = R"(
[body]
mesh = { file = "body.obj", mass = 1 }
[start]
momentum = [0.1, 1, 0.2]
[[torque]]
kind = "tabulated_torque"
file = "torque.csv"
[times]
end = 1e6
every = 0.1
[method]
step = 0.002
name = "strang_kick"
)";
constexpr const char* tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

/// Runs until the journal has something in it, then ends it by the signal.
Ending ended(const std::vector<std::string>& line, const std::string& journal, int signal) {
  const Running running(line);
  const auto patience = Clock::now() + std::chrono::seconds(60);
  while (Clock::now() < patience && (!fs::exists(journal) || fs::file_size(journal) < 6000))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(running.process(), signal);
  return running.wait();
}

/// The program under a limit.
Ending run_within(int resource, rlim_t most, const std::vector<std::string>& line) {
  rlimit before{};
  ::getrlimit(static_cast<__rlimit_resource>(resource), &before);
  rlimit tight = before;
  tight.rlim_cur = most;
  ::setrlimit(static_cast<__rlimit_resource>(resource), &tight);
  const Running running(line);
  ::setrlimit(static_cast<__rlimit_resource>(resource), &before);
  return running.wait();
}

// ------------------------------------------------------------------------------------------------ journals

TEST(Attack, AFileThatChangedIsNamedAndTheJournalStays) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("s.toml", driven), base = folder / "out",
                    journal = base + ".journal";
  folder.write("body.obj", tetrahedron);
  folder.write("torque.csv", "0,0.1,0,0\n1e6,0,0.1,0\n");
  EXPECT_EQ(ended({"run", scenario, "-o", base, "--checkpoint-every", "0.001"}, journal, SIGKILL).signal,
            SIGKILL);
  const std::string kept = text_of_file(journal);
  const auto refused = [&](const std::string& words) {
    const Ending end = run({"run", scenario, "-o", base, "--resume"});
    EXPECT_EQ(end.exit_code, 3) << end.err;
    EXPECT_TRUE(contains(end.err, words)) << end.err;
    EXPECT_TRUE(text_of_file(journal) == kept);
  };
  folder.write("torque.csv", "0,0.1,0,0\n1e6,0,0.1000000001,0\n");
  refused("it has another content of");
  folder.write("torque.csv", "0,0.1,0,0\n1e6,0,0.1,0\n");
  folder.write("body.obj", tetrahedron + std::string("# a word\n"));
  refused("body.obj");
  folder.write("s.toml", driven + std::string("# a word\n"));
  refused("it has another text of the scenario");
}

TEST(Attack, WhatIsNoJournalIsKept) {
  const TemporaryFolder folder;
  const std::string trip = folder.write("trip.toml", body + "[times]\nend = 1\n"), base = folder / "trip";
  const std::string mine = "Monday: rain.\n";
  folder.write("trip.journal", mine);
  for (const char* option : {"--resume", "--restart", "--trajectories"}) {
    const Ending end = run({"run", trip, "-o", base, option});
    EXPECT_EQ(end.exit_code, 3) << option;
    EXPECT_TRUE(contains(end.err, "trip.journal is not a journal of polhode")) << end.err;
    EXPECT_EQ(text_of_file(folder / "trip.journal"), mine);
  }
  fs::rename(folder / "trip.journal", folder / "diary");
  fs::create_symlink("diary", folder / "trip.journal");
  const Ending end = run({"run", trip, "-o", base, "--force"});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_TRUE(contains(end.err, "is a symbolic link")) << end.err;
  EXPECT_EQ(text_of_file(folder / "diary"), mine);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"diary", "trip.journal", "trip.toml"}));
}

TEST(Attack, ADamagedHeaderIsRefusedUntilTheRunIsRestarted) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "s.toml", body + "[times]\nend = 1e6\nevery = 0.001\n[method]\nstep = 0.001\nname = \"rattle\"\n");
  const std::string base = folder / "out", journal = base + ".journal";
  ended({"run", scenario, "-o", base, "--checkpoint-every", "0.001"}, journal, SIGKILL);
  const std::string good = text_of_file(journal);
  for (const std::size_t at : {5u, 9u, 20u, 60u, 100u}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 2);
    folder.write("out.journal", bad);
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, {"--resume"}, {"--resume", "--force"}}) {
      std::vector<std::string> line{"run", scenario, "-o", base};
      line.insert(line.end(), more.begin(), more.end());
      const Ending end = run(line);
      EXPECT_EQ(end.exit_code, 3) << at;
      EXPECT_TRUE(contains(end.err, "--restart")) << at << end.err;
      EXPECT_TRUE(text_of_file(journal) == bad) << at;
    }
  }
  folder.write("s.toml", body + "[times]\nend = 1\n");
  EXPECT_EQ(run({"run", scenario, "-o", base, "--restart"}).exit_code, 0);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.csv", "out.json", "s.toml"}));
}

// With limits on memory, or measured: the sanitizers have memory of their own.
TEST(SlowAttack, WhereThreadsCannotBeHadTheJournalStays) {
  const TemporaryFolder folder;
  const std::string scenario =
      folder.write("s.toml",
                   "[body]\nmoments = [1, { uniform = [1.5, 2.5] }, 3]\n[start]\nmomentum = { length = 1, "
                   "direction = \"random\" }\n"
                   "[[torque]]\nkind = \"gravity_gradient_circular\"\nmean_motion = 0.2\n"
                   "[times]\nend = 40\ncount = 60\n[method]\ntolerance = 1e-8\n[ensemble]\nruns = 2000\n");
  const std::string base = folder / "out", journal = base + ".journal";
  ASSERT_EQ(ended({"run", scenario, "-o", base}, journal, SIGKILL).signal, SIGKILL);
  const std::string kept = text_of_file(journal);
  ASSERT_EQ(run({"run", scenario, "-o", folder / "whole"}).exit_code, 0);
  const std::string whole = text_of_file(folder / "whole.csv");
  // The stacks of 400 threads take more than any of these limits. Whether the run ends well with the threads that it
  // got is up to the machine; its results are then the same, and the journal stays until they stand.
  for (const rlim_t megabytes : {100U, 150U, 200U, 300U, 400U}) {
    const Ending end = run_within(RLIMIT_AS, megabytes << 20U,
                                  {"run", scenario, "-o", base, "--resume", "--threads", "400"});
    if (end.exit_code == 0) {
      EXPECT_TRUE(text_of_file(base + ".csv") == whole) << megabytes;
      for (const char* kind : {".csv", ".json"}) EXPECT_TRUE(fs::remove(base + kind));
      folder.write("out.journal", kept);
      continue;
    }
    EXPECT_TRUE(contains(end.err, "are kept in " + journal) || end.exit_code == 127) << megabytes << end.err;
    ASSERT_TRUE(fs::exists(journal)) << megabytes;
    EXPECT_GE(fs::file_size(journal) + 1000, kept.size()) << "but for a record that was not whole";
  }
}

TEST(Attack, AnEnsembleThatNobodyMeansIsRefused) {
  const TemporaryFolder folder;
  const std::string scenario =
      folder.write("s.toml", body + "[times]\nend = 1\n[ensemble]\nruns = 1000000000000\n");
  const Ending end = run({"run", scenario, "-o", folder / "out"});
  EXPECT_EQ(end.exit_code, 4);
  EXPECT_TRUE(contains(
      end.err, "ensemble.runs: found 1000000000000, expected a whole number from 1 to 100000000000\n"))
      << end.err;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.toml"});
}

TEST(Attack, InterruptedBeforeThereIsAnythingToKeepItSaysSo) {
  const TemporaryFolder folder;
  // The step is sought for a long time.
  const std::string scenario = folder.write(
      "s.toml",
      "[body]\nmoments = [1, 1.1, 0.6]\n[start]\nangular_velocity = [0.1, 0.2, 40]\n"
      "[[torque]]\nkind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [0.05, 0, 0.4]\n"
      "[times]\nend = 50000\ncount = 10\n[method]\nname = \"blanes_moan_srkn14a\"\ntolerance = 1e-11\n");
  const Running running({"run", scenario, "-o", folder / "out"});
  const auto patience = Clock::now() + std::chrono::seconds(60);
  while (Clock::now() < patience && !fs::exists(folder / "out.journal"))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const auto asked = Clock::now();
  ::kill(running.process(), SIGINT);
  const Ending end = running.wait();
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - asked).count(), 10);
  EXPECT_EQ(end.signal, SIGINT);
  EXPECT_TRUE(contains(end.err, "stopped before there was anything to keep")) << end.err;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.toml"});
}

TEST(Attack, OtherCommandsThatAreInterruptedLeaveNothing) {
  const TemporaryFolder folder;
  const std::string scenario =
      folder.write("s.toml",
                   "[body]\nmoments = [1, 1.1, 0.6]\n[start]\nangular_velocity = [0.1, 0.2, 40]\n"
                   "[[torque]]\nkind = \"heavy_top\"\nweight = 2\ncentre_of_mass = [0.05, 0, 0.4]\n"
                   "[times]\nend = 50000\ncount = 10\n");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--step", "1e-4"}, {}, {"--step", "1e-4", "-o", folder / "out"}}) {
    std::vector<std::string> line{"compare", scenario, "--methods", "strang_kick"};
    line.insert(line.end(), more.begin(), more.end());
    const Running running(line);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    const auto asked = Clock::now();
    ::kill(running.process(), SIGINT);
    const Ending end = running.wait();
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - asked).count(), 10);
    EXPECT_EQ(end.signal, SIGINT) << end.err;
    EXPECT_EQ(folder.names(), std::vector<std::string>{"s.toml"});
  }
}

// --------------------------------------------------------------------------------------------------- files

TEST(Attack, ALinkNamedLikeAnUnfinishedFileIsNotFollowed) {
  const TemporaryFolder folder;
  const std::string scenario =
      folder.write("s.toml", body + "[times]\nend = 3\ncount = 300\n[output]\nhdf5 = true\n");
  const std::string mine = folder.write("mine", "mine\n");
  // It is stopped before it has begun, if need be at a later trial: the links are there first.
  const std::vector<std::string> before{"mine", "s.toml"};
  std::optional<Running> begun;
  for (int trial = 0; trial < 50; ++trial) {
    begun.emplace(std::vector<std::string>{"run", scenario, "-o", folder / "out"});
    ::kill(begun->process(), SIGSTOP);
    if (folder.names() == before) break;
    ::kill(begun->process(), SIGKILL);
    begun->wait();
    for (const std::string& name : folder.names())
      if (name.starts_with("out")) std::filesystem::remove(folder / name);
  }
  const Running& running = *begun;
  ASSERT_EQ(folder.names(), before);
  const std::string process = std::to_string(running.process());
  for (const char* end : {".partial", "-0.partial", "-1.partial"})
    for (const char* kind : {".h5.", ".csv.", ".json."})
      fs::create_symlink(mine, folder / ("out" + std::string(kind) + process + end));
  ::kill(running.process(), SIGCONT);
  const Ending end = running.wait();
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(text_of_file(mine), "mine\n");
}

TEST(Attack, EveryResultKeepsItsMode) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("s.toml", body + "[times]\nend = 3\n[output]\nhdf5 = true\n");
  ASSERT_EQ(run({"run", scenario, "-o", folder / "out"}).exit_code, 0);
  for (const char* kind : {"out.csv", "out.h5", "out.json"})
    ASSERT_EQ(::chmod((folder / kind).c_str(), 0600), 0);
  ASSERT_EQ(run({"run", scenario, "-o", folder / "out"}).exit_code, 0);
  for (const char* kind : {"out.csv", "out.h5", "out.json"})
    EXPECT_EQ(fs::status(folder / kind).permissions(), fs::perms::owner_read | fs::perms::owner_write)
        << kind;
}

TEST(Attack, ALimitOnTheSizeOfFilesIsSaid) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("s.toml", body + "[times]\nend = 3\n");
  ASSERT_EQ(run({"run", scenario, "-o", folder / "out"}).exit_code, 0);
  const auto names = folder.names();
  std::string table = header;
  for (int i = 0; i < 3000; ++i) table += row;
  const std::string rows = folder.write("rows.csv", table);
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"propagate", rows, "-o", folder / "table.csv"},
        {"report", folder / "out.json", "--no-figures"},
        {"compare", scenario, "--methods", "exact", "--step", "0.1", "-o", folder / "compared"}}) {
    const Ending end = run_within(RLIMIT_FSIZE, 2000, line);
    EXPECT_EQ(end.exit_code, 3) << line[0] << end.signal;
    EXPECT_TRUE(contains(end.err, "cannot write")) << line[0] << end.err;
    for (const std::string& name : folder.names()) EXPECT_FALSE(name.ends_with(".partial")) << name;
  }
}

TEST(SlowAttack, DeepJsonIsRefused) {
  const TemporaryFolder folder;
  for (const std::string& text :
       {std::string(100000, '['), std::string(100000, '[') + std::string(100000, ']'),
        std::string(20000000, '[')}) {
    const std::string path = folder.write("out.json", text);
    const Ending end = run({"report", path});
    EXPECT_EQ(end.exit_code, 4) << end.err;
    EXPECT_TRUE(contains(end.err, "deep") || contains(end.err, "too long")) << end.err;
    EXPECT_LT(end.most_kilobytes, 200000);
    // As what an earlier run is taken for it does not break the next one either.
    const Ending refused =
        run({"run", folder.write("s.toml", body + "[times]\nend = 1\n"), "-o", folder / "out"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_TRUE(contains(refused.err, "out.json already exists")) << refused.err;
  }
}

TEST(Attack, AReportOfNumbersOfEverySizeIsMade) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "s.toml",
      body + "[times]\nend = 30\ncount = 300\n[output]\ncolumns = [\"m\", \"omega\", \"q\", \"euler\"]\n");
  ASSERT_EQ(run({"run", scenario, "-o", folder / "out"}).exit_code, 0);
  // The digest of the table would tell that these are not its numbers.
  folder.write("out.json",
               with(text_of_file(folder / "out.json"), "\"file\": \"out.csv\"", "\"file\": \"\""));
  const auto lines = lines_of(text_of_file(folder / "out.csv"));
  const std::vector<std::string> numbers{"1e308", "-1e308", "inf", "-inf", "", "5e-324", "0", "1e-300", "1"};
  for (const std::size_t shift : {0u, 1u, 2u, 5u}) {
    std::string table = lines[0] + "\n";
    for (std::size_t i = 1; i < lines.size(); ++i) {
      auto cells = split_at_commas(lines[i]);
      for (std::size_t k = 0; k < cells.size(); ++k)
        if ((i * 7 + k * 3) % 4 == 0) cells[k] = numbers[(i + k * shift) % numbers.size()];
      for (std::size_t k = 0; k < cells.size(); ++k) table += (k > 0 ? "," : "") + cells[k];
      table += "\n";
    }
    folder.write("out.csv", table);
    const Ending end = run({"report", folder / "out.json", "--no-figures"});
    EXPECT_EQ(end.exit_code, 0) << end.err;
  }
}

// ---------------------------------------------------------------------------------------------- the terminal

TEST(Attack, TheTerminalGetsNoCommands) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "s.toml", "title = \"A\\u001b[2J\\u009b31m\\u202e plate\"\n" + body +
                    "[times]\nend = 30\n[[event]]\nname = \"\\u001b]0;owned\\u0007\"\nquantity = \"m_1\"\n");
  const auto is_clean = [](const std::string& text) {
    return !contains(text, "\x1b") && !contains(text, "\x07") && !contains(text, "\xc2\x9b") &&
           !contains(text, "\xe2\x80\xae");
  };
  const Ending ran = run({"run", scenario, "-o", folder / "out"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(is_clean(ran.out) && is_clean(ran.err)) << ran.out;
  EXPECT_TRUE(contains(ran.out, "A\\x1b[2J\\x9b31m\\u202e plate")) << ran.out;
  const Ending table = run({"propagate", "-", "-o", folder / "t.csv"},
                           header + "1,2,\x1b]0;owned\x07,0.3,0.9,0.4,1,0,0,0,1\n1,2,\xff,0,1,0,1,0,0,0,1\n");
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_TRUE(is_clean(table.err)) << table.err;
  EXPECT_TRUE(contains(table.err, "found \"\\x1b]0;owned\\x07\"")) << table.err;
  EXPECT_TRUE(contains(table.err, "found \"\\xff\"")) << table.err;
  EXPECT_TRUE(is_clean(run({"new", "to\x1b[31mp"}).err));
}

TEST(Attack, ManyBadRowsAreNotManyLines) {
  std::string table = header;
  for (int i = 0; i < 100000; ++i) table += "bad\n";
  const Ending end = run({"propagate", "-"}, table);
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_LT(lines_of(end.err).size(), 110u);
  EXPECT_TRUE(contains(end.err, "line 101: found 1 fields")) << end.err.substr(0, 300);
  EXPECT_TRUE(contains(end.err, "failed rows from line 102 on are not shown"));
  EXPECT_TRUE(contains(end.err, "100000 of 100000 rows failed"));
}

TEST(Attack, ThreadsAreReadWhereverTheyAreGiven) {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& line : {std::vector<std::string>{"reproduce", "--threads", "-1"},
                                               {"reproduce", "gustafsson-table-3", "--threads", "-1"},
                                               {"propagate", "-", "--threads", "-1"},
                                               {"run", "-", "-o", folder / "out", "--threads", "-1"}})
    EXPECT_EQ(run(line).exit_code, 2) << line[0];
}

TEST(Attack, HelpIsASubcommandToo) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "run"}).out, run({"run", "--help"}).out);
  EXPECT_EQ(run({"help"}).exit_code, 0);
}

TEST(Attack, NamesInAResultAreNeverPaths) {
  const TemporaryFolder folder;
  const std::string cloud = folder.write(
      "e.toml",
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [{ normal = [1, 0.1] }, 2, 3]\n[times]\nend = 3\n"
      "count = 4\n[ensemble]\nruns = 3\nseed = 1\n");
  ASSERT_EQ(run({"run", cloud, "--trajectories", "-o", folder / "in/e"}).exit_code, 0);
  const std::string json = text_of_file(folder / "in/e.json");
  const std::size_t fans = json.find("\"fans\"");
  folder.write("in/e.json", json.substr(0, fans) + with(json.substr(fans), "\"column\": \"m_1\"",
                                                        "\"column\": \"x/../../../dropped\""));
  fs::create_directories(folder / "in/e_files/fan-x");
  EXPECT_EQ(run({"report", folder / "in/e.json"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(folder / "dropped.svg"));
  for (const auto& entry : fs::directory_iterator(folder / "in/e_files"))
    EXPECT_EQ(entry.path().filename().string().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_."),
              std::string::npos);
}

TEST(Attack, FilesNamedInAFileAreRegularOnes) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const std::string file : {"pipe", "/dev/zero", "."}) {
    const std::string text = "[body]\nmesh = { file = \"" + file +
                             "\", mass = 1 }\n[start]\nmomentum = [1, 2, 3]\n[times]\nend = 1\n";
    const Ending end = run({"run", folder.write("s.toml", text), "-o", folder / "s"});
    EXPECT_TRUE(contains(end.err, "expected a regular file")) << end.err;
    EXPECT_NE(end.exit_code, 0);
    const std::string table =
        body + "[times]\nend = 1\n[[torque]]\nkind = \"tabulated_torque\"\nfile = \"" + file + "\"\n";
    EXPECT_TRUE(contains(run({"run", folder.write("t.toml", table), "-o", folder / "t"}).err,
                         "expected a regular file"));
  }
  // Nor does a result lead there.
  ASSERT_EQ(run({"run", folder.write("r.toml", body + "[times]\nend = 1\n"), "-o", folder / "r"}).exit_code,
            0);
  fs::remove(folder / "r.csv");
  ASSERT_EQ(::mkfifo((folder / "r.csv").c_str(), 0600), 0);
  EXPECT_EQ(run({"report", folder / "r.json"}).exit_code, 3);
}

TEST(Attack, TableOfAnotherRunIsRefused) {
  const TemporaryFolder folder;
  const std::string both = "[output]\ncsv = true\nhdf5 = true\n[times]\nend = 1\ncount = 3\n";
  const std::string one = folder.write("a.toml", both + body),
                    other = folder.write(
                        "b.toml",
                        both + "[body]\nmoments = [1, 2, 2.8]\n[start]\nmomentum = [0.01, 2, 0.02]\n");
  ASSERT_EQ(run({"run", one, "-o", folder / "a"}).exit_code, 0);
  ASSERT_EQ(run({"run", other, "-o", folder / "b"}).exit_code, 0);
  EXPECT_EQ(run({"report", folder / "a.json"}).exit_code, 0);
  fs::copy_file(folder / "b.csv", folder / "a.csv", fs::copy_options::overwrite_existing);
  const Ending mixed = run({"report", folder / "a.json"});
  EXPECT_EQ(mixed.exit_code, 4);
  EXPECT_TRUE(contains(mixed.err, "it does not belong to")) << mixed.err;
  fs::remove(folder / "a.csv");
  EXPECT_EQ(run({"report", folder / "a.json"}).exit_code, 0);
  fs::copy_file(folder / "b.h5", folder / "a.h5", fs::copy_options::overwrite_existing);
  EXPECT_EQ(run({"report", folder / "a.json"}).exit_code, 4);
  // Files that were renamed together still belong together.
  for (const char* ending : {".csv", ".h5", ".json"})
    fs::rename(folder / ("b" + std::string(ending)), folder / ("c" + std::string(ending)));
  EXPECT_EQ(run({"report", folder / "c.json"}).exit_code, 0);
}

}  // namespace
}  // namespace attack_test
}  // namespace polhode::test
