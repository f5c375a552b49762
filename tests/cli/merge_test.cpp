// SPDX-License-Identifier: MIT
// An ensemble in parts: the whole has the bytes of one run, and what does not fit together is refused.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace merge_test {
namespace {

constexpr int runs = 30;

std::string ensemble_of(const std::string& rest, int count = runs) {
  return "[body]\nmoments = [1, { uniform = [1.2, 2] }, 2.5]\n[start]\nattitude = \"random\"\n"
         "momentum = [{ normal = [0, 0.1] }, 1, { uniform = [-0.5, 0.5] }]\n[times]\nend = 20\ncount = 5\n"
         "[output]\nhdf5 = true\n[ensemble]\nseed = 7\nruns = " +
         std::to_string(count) + "\n" + rest;
}
const std::string torqued = "[[torque]]\nkind = \"linear_damping\"\ncoefficients = [0.01, 0.02, 0.03]\n";
const std::string with_events =
    "[[event]]\nquantity = \"m_2\"\nname = \"half turn, or so\"\n"
    "[[torque]]\nkind = \"steady_torque\"\ntorque = [{ uniform = [0, 0.1] }, 0, 0]\n";

Ending quietly(const std::vector<std::string>& arguments) {
  const Ending end = run(arguments);
  EXPECT_LE(end.exit_code, 1) << end.err;
  return end;
}

std::string part(const TemporaryFolder& folder, const std::string& scenario, int first, int last,
                 const std::string& name, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{
      "run", scenario, "--runs", std::to_string(first) + ":" + std::to_string(last), "-o", folder / name};
  words.insert(words.end(), more.begin(), more.end());
  quietly(words);
  return folder / (name + ".part");
}

/// All files of that name have the same bytes.
void expect_same(const std::string& one, const std::string& other) {
  int files = 0;
  for (const char* kind : {".csv", ".h5", ".json", ".events.csv", ".trajectories.csv"}) {
    EXPECT_EQ(std::filesystem::exists(one + kind), std::filesystem::exists(other + kind)) << kind;
    if (!std::filesystem::exists(one + kind) || !std::filesystem::exists(other + kind)) continue;
    EXPECT_TRUE(text_of_file(one + kind) == text_of_file(other + kind)) << kind;
    ++files;
  }
  EXPECT_GE(files, 3);
  EXPECT_FALSE(std::filesystem::exists(other + ".journal"));
}

void expect_parts_are_the_whole(const std::string& text, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("e.toml", text);
  std::filesystem::create_directories(folder / "one");
  std::filesystem::create_directories(folder / "all");
  std::vector<std::string> words{"run", scenario, "-o", folder / "one/e"};
  words.insert(words.end(), more.begin(), more.end());
  const Ending whole = quietly(words);
  std::vector<std::string> merge{"merge"};
  const std::vector<int> cuts{0, 1, 4, 11, 12, 20, 28, runs};
  for (std::size_t i = 1; i < cuts.size(); ++i)
    merge.push_back(part(folder, scenario, cuts[i - 1], cuts[i], "part" + std::to_string(i), more));
  std::swap(merge[2], merge[5]);  // in any order
  merge.insert(merge.end(), {"-o", folder / "all/e"});
  const Ending merged = quietly(merge);
  EXPECT_EQ(merged.exit_code, whole.exit_code);
  expect_same(folder / "one/e", folder / "all/e");
  // Once more over its own results, from one part.
  quietly({"merge", part(folder, scenario, 0, runs, "single", more), "-o", folder / "all/e"});
  expect_same(folder / "one/e", folder / "all/e");
}

TEST(Merge, OfFreeBodiesHasTheBytesOfOneRun) { expect_parts_are_the_whole(ensemble_of("")); }
TEST(Merge, UnderTorqueToo) {
  expect_parts_are_the_whole(ensemble_of(torqued + "[method]\nstep = 0.1\n"), {"--trajectories"});
}
TEST(Merge, WithEventsToo) {
  const std::string text = ensemble_of(with_events);
  expect_parts_are_the_whole(text, {"--trajectories"});
}
TEST(Merge, WithRunsThatFailToo) {
  // A moment below 0 is none, that of the first run neither.
  std::string text = ensemble_of("");
  text.replace(text.find("[1, "), 4, "[{ list = [-1, 1, 1.1] }, ");
  expect_parts_are_the_whole(text);
}

struct Parts {
  TemporaryFolder folder;
  std::string scenario = folder.write("e.toml", ensemble_of(""));
  std::string a = part(folder, scenario, 0, 10, "a"), b = part(folder, scenario, 10, 20, "b"),
              c = part(folder, scenario, 20, runs, "c");

  Ending merged(std::vector<std::string> parts) const {
    parts.insert(parts.begin(), "merge");
    parts.insert(parts.end(), {"-o", folder / "out"});
    return run(parts);
  }
  /// It says that and writes nothing.
  void expect_refusal(const std::vector<std::string>& parts, const std::string& told, int code = 4) const {
    const auto before = folder.names();
    const Ending end = merged(parts);
    EXPECT_EQ(end.exit_code, code) << end.err;
    EXPECT_TRUE(contains(end.err, told)) << end.err;
    EXPECT_EQ(folder.names(), before);
  }
};

TEST(Merge, SaysWhichRunsAreMissingOrThereTwice) {
  const Parts p;
  p.expect_refusal({p.a, p.c}, "runs 10 to 19 in no part");
  p.expect_refusal({p.b, p.c}, "runs 0 to 9 in no part");
  p.expect_refusal({p.b, p.a}, "runs 20 to 29 in no part");
  p.expect_refusal({p.a, p.b, p.b, p.c}, "runs 10 to 19 both in " + p.b + " and in " + p.b);
  const std::string over = part(p.folder, p.scenario, 9, 21, "over");
  p.expect_refusal({p.a, over, p.c}, "run 9 both in " + p.a + " and in " + over);
  p.expect_refusal({p.a, over, p.c}, "run 20 both in " + over + " and in " + p.c);
  EXPECT_EQ(p.merged({p.folder / "a", p.folder / "b", p.folder / "c"}).exit_code, 0)
      << "by their names alone";
}

TEST(Merge, RefusesPartsOfSomethingElse) {
  const Parts p;
  const std::string other_text = p.folder.write("other.toml", ensemble_of("# another text\n"));
  const std::string other = part(p.folder, other_text, 10, 20, "other");
  p.expect_refusal({p.a, other, p.c},
                   other + " cannot be merged with " + p.a + ": it has another text of the scenario");
  const std::string with = part(p.folder, p.scenario, 10, 20, "with", {"--trajectories"});
  p.expect_refusal({p.a, with, p.c}, with + " cannot be merged with " + p.a + ": it has --trajectories");
  p.expect_refusal({p.a, p.folder / "none", p.c}, "none.part", 3);
  p.expect_refusal({p.a, p.scenario, p.c}, p.scenario + " is not a part of an ensemble");
  // As another version would have written it.
  std::string bytes = text_of_file(p.b);
  const std::string copy = p.folder.write("copy.part", bytes.replace(12, 1, "\x02"));
  p.expect_refusal({p.a, copy, p.c}, copy + " was written by another version of polhode");
}

TEST(Merge, RefusesAPartThatIsDamaged) {
  const Parts p;
  const std::string bytes = text_of_file(p.b);
  const std::string cut = p.folder.write("cut.part", bytes.substr(0, bytes.size() - 100));
  p.expect_refusal({p.a, cut, p.c}, cut + " is incomplete: 1 of its 10 runs are missing");
  std::string changed = bytes;
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  const std::string damaged = p.folder.write("damaged.part", changed);
  p.expect_refusal({p.a, damaged, p.c}, damaged + " is damaged from byte ");
  const std::string empty = p.folder.write("empty.part", "");
  p.expect_refusal({p.a, empty, p.c}, empty + " is not a part of an ensemble");
}

TEST(Merge, ReplacesNothingOfOthers) {
  const Parts p;
  p.folder.write("out.csv", "mine\n");
  p.expect_refusal({p.a, p.b, p.c}, "out.csv already exists", 3);
  EXPECT_EQ(text_of_file(p.folder / "out.csv"), "mine\n");
  std::filesystem::remove(p.folder / "out.csv");
  // A part by another name is what is read.
  std::filesystem::create_hard_link(p.a, p.folder / "out.h5");
  p.expect_refusal({p.a, p.b, p.c}, "out.h5 is an input of this command", 3);
  std::filesystem::remove(p.folder / "out.h5");
  // A run that was not finished keeps its name.
  p.folder.write("out.journal", "mine\n");
  p.expect_refusal({p.a, p.b, p.c}, "out.journal exists", 3);
}

TEST(Parts, WrongUseIsRefused) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("e.toml", ensemble_of(""));
  for (const char* wrong : {"5", "5:5", "7:3", "0:31", "a:b", "-1:3", "1:2:3", ":3", "3:"}) {
    const Ending end = run({"run", scenario, std::string("--runs=") + wrong, "-o", folder / "p"});
    EXPECT_EQ(end.exit_code, 2) << wrong;
    EXPECT_TRUE(contains(end.err, "expected A:B with 0 <= A < B <= 30")) << end.err;
  }
  const std::string single = folder.write(
      "s.toml", "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [1, 2, 3]\n[times]\nend = 1\n");
  const Ending end = run({"run", single, "--runs", "0:1", "-o", folder / "p"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_TRUE(contains(end.err, "describes one motion")) << end.err;
  EXPECT_TRUE(contains(run({"merge", "-o", folder / "out"}).err, "missing PART arguments"));
  EXPECT_TRUE(contains(run({"merge", "a.part"}).err, "missing -o NAME"));
}

TEST(Parts, APartThatIsThereIsReplacedOnlyIfItIsOurs) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("e.toml", ensemble_of(""));
  folder.write("p.part", "mine\n");
  const std::vector<std::string> words{"run", scenario, "--runs", "0:3", "-o", folder / "p"};
  const Ending end = run(words);
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_TRUE(contains(end.err, "p.part already exists")) << end.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"e.toml", "p.part"}));
  std::filesystem::remove(folder / "p.part");
  EXPECT_EQ(run(words).exit_code, 0);
  const std::string bytes = text_of_file(folder / "p.part");
  EXPECT_EQ(run(words).exit_code, 0) << "over its own";
  // One that is complete is not computed again by --resume, as when a job of a cluster is started once more.
  auto resumed = words;
  resumed.emplace_back("--resume");
  EXPECT_TRUE(contains(run(resumed).out, "already complete"));
  EXPECT_EQ(text_of_file(folder / "p.part").size(), bytes.size());
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"e.toml", "p.part"}));
}

TEST(Parts, OneThatWasKilledGoesOn) {
  const TemporaryFolder folder;
  const std::string scenario =
      folder.write("e.toml", ensemble_of(torqued + "[method]\ntolerance = 1e-13\n", 100000));
  const std::vector<std::string> words{"run", scenario, "--runs", "0:100000", "-o", folder / "p"};
  const Running running(words);
  const std::string journal = folder / "p.journal";
  while (!std::filesystem::exists(journal) || std::filesystem::file_size(journal) < 20000) {
    ASSERT_FALSE(std::filesystem::exists(folder / "p.part")) << "it was too quick";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(running.process(), SIGKILL);
  EXPECT_EQ(running.wait().signal, SIGKILL);
  const Ending again = run(words);
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_TRUE(contains(again.err, "--resume --runs 0:100000 -o ")) << again.err;
  const Ending merged = run({"merge", folder / "p", "-o", folder / "out"});
  EXPECT_TRUE(contains(merged.err, "this part is not finished")) << merged.err;
  const Ending other = run({"run", scenario, "--runs", "0:5", "--resume", "-o", folder / "p"});
  EXPECT_TRUE(contains(other.err, "it has --runs 0:100000")) << other.err;
}

}  // namespace
}  // namespace merge_test
}  // namespace polhode::test
