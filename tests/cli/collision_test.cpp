// SPDX-License-Identifier: MIT
// No command replaces a file that it reads, or that it did not write itself: every command that writes, by every
// way in which a name can lead to such a file.
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace polhode::test {
namespace collision_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* scenario = R"(
[body]
mesh = { file = "body.obj", mass = 1 }
[start]
angular_velocity = [0.1, 1, 0.2]
[[torque]]
kind = "tabulated_torque"
file = "torque.csv"
[times]
end = 2
count = 20
[method]
step = 0.1
[[event]]
quantity = "m_1"
[output]
hdf5 = true
)";

constexpr const char* tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
constexpr const char* torques = "0,0.1,0,0\n1,0,0.1,0\n2,0,0,0.1\n";
constexpr const char* table = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t\n1,2,3,0.3,0.9,0.4,1,0,0,0,1\n";

/// A command, what it reads and what it writes; every path is in one folder.
struct Writer {
  std::string name;
  std::function<std::vector<std::string>(const TemporaryFolder&)> line;
  std::vector<std::string> reads, writes;
  bool knows_its_own = true;  ///< or refuses all that is there
};

void PrintTo(const Writer& writer, std::ostream* out) { *out << writer.name; }

/// A result that can be reported, the same in every folder. Its report has two figures: to draw one takes longer
/// than all else.
struct Made {
  Made() {
    const TemporaryFolder folder;
    folder.write("made.toml", scenario);
    EXPECT_EQ(run({"run", folder / "made.toml", "-o", folder / "made"}).exit_code, 0);
    json = text_of_file(folder / "made.json");
    csv = text_of_file(folder / "made.csv");
  }
  static constexpr const char* scenario =
      "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0.1, 1, 0.2]\n[times]\nend = 5\n"
      "[output]\ncolumns = [\"euler\"]\n";
  std::string json, csv;
};

/// What the commands read.
void prepare(const TemporaryFolder& folder, const std::string& command = "report") {
  folder.write("in.toml", scenario);
  folder.write("body.obj", tetrahedron);
  folder.write("torque.csv", torques);
  folder.write("table.csv", table);
  if (command != "report") return;
  static const Made made;
  folder.write("made.json", made.json);
  folder.write("made.csv", made.csv);
}

std::vector<Writer> writers() {
  using Folder = const TemporaryFolder&;
  return {{"run",
           [](Folder f) {
             return std::vector<std::string>{"run", f / "in.toml", "-o", f / "out"};
           },
           {"in.toml", "body.obj", "torque.csv"},
           {"out.csv", "out.json", "out.h5", "out.events.csv"}},
          {"report",
           [](Folder f) {
             return std::vector<std::string>{"report", f / "made.json", "-o", f / "page.html"};
           },
           {"made.json", "made.csv"},
           {"page.html", "page_files/euler.svg", "page_files/euler.png"}},
          {"compare",
           [](Folder f) {
             return std::vector<std::string>{"compare", f / "in.toml", "--methods", "strang_kick",
                                             "--step",  "0.1",         "-o",        f / "out"};
           },
           {"in.toml", "body.obj", "torque.csv"},
           {"out.csv", "out.svg", "out.png"}},
          {"reproduce",
           [](Folder f) {
             return std::vector<std::string>{"reproduce", "gustafsson-table-3", "--quick", "-o", f / "all"};
           },
           {},
           {"all/gustafsson-table-3.csv", "all/gustafsson-table-3.json"}},
          {"propagate",
           [](Folder f) {
             return std::vector<std::string>{"propagate", f / "table.csv", "-o", f / "out.csv"};
           },
           {"table.csv"},
           {"out.csv"},
           false},
          {"periods",
           [](Folder f) {
             return std::vector<std::string>{"periods", f / "table.csv", "-o", f / "out.csv"};
           },
           {"table.csv"},
           {"out.csv"},
           false},
          {"periods of one body",
           [](Folder f) {
             return std::vector<std::string>{"periods", "--moments", "1",   "2",  "3",          "--omega",
                                             "0",       "1",         "0.1", "-o", f / "out.txt"};
           },
           {},
           {"out.txt"},
           false},
          {"new",
           [](Folder f) {
             return std::vector<std::string>{"new", "top", "-o", f / "new.toml"};
           },
           {},
           {"new.toml"},
           false},
          {"demo",
           [](Folder f) {
             return std::vector<std::string>{"demo", "-o", f / "demo"};
           },
           {},
           {"demo/flip.svg"}}};
}

/// How a result's name leads to a file that is not to be lost.
struct Way {
  std::string name;
  std::function<void(const fs::path& file, const fs::path& result)> lead;
};

std::vector<Way> ways() {
  return {{"a symbolic link",
           [](const fs::path& file, const fs::path& result) { fs::create_symlink(file, result); }},
          {"a link to a link",
           [](const fs::path& file, const fs::path& result) {
             fs::create_symlink(file, result.string() + "-between");
             fs::create_symlink(result.filename().string() + "-between", result);
           }},
          {"a relative link by another spelling",
           [](const fs::path& file, const fs::path& result) {
             const fs::path to = fs::relative(file, result.parent_path());
             fs::create_symlink(fs::path(".") / to.parent_path() / "." / to.filename(), result);
           }},
          {"a hard link",
           [](const fs::path& file, const fs::path& result) { fs::create_hard_link(file, result); }}};
}

struct Kept {
  std::string path, text;
};

/// Runs the line and expects that it refuses in time and touches nothing.
void expect_refused(const std::vector<std::string>& line, const std::vector<Kept>& kept,
                    const std::vector<std::string>& names, const TemporaryFolder& folder) {
  const Ending ending = run(line);
  EXPECT_EQ(ending.exit_code, 3) << ending.err << ending.out;
  EXPECT_TRUE(contains(ending.err, "-o") || contains(ending.err, "--force")) << ending.err;
  for (const Kept& one : kept) EXPECT_TRUE(text_of_file(one.path) == one.text) << one.path;
  EXPECT_EQ(folder.names(), names);
}

class Collision : public testing::TestWithParam<Writer> {};

TEST_P(Collision, AForeignFileIsKeptUnlessForced) {
  const Writer& writer = GetParam();
  for (const std::string& result : writer.writes) {
    SCOPED_TRACE(result);
    const TemporaryFolder folder;
    prepare(folder, writer.name);
    fs::create_directories(fs::path(folder / result).parent_path());
    const Kept mine{folder.write(result, "mine\n"), "mine\n"};
    const auto names = folder.names();
    const auto line = writer.line(folder);
    expect_refused(line, {mine}, names, folder);
    auto forced = line;
    forced.emplace_back("--force");
    const Ending ending = run(forced);
    EXPECT_EQ(ending.exit_code, 0) << ending.err;
    // Few events stay in the summary.
    if (result != "out.events.csv") {
      EXPECT_NE(text_of_file(mine.path), "mine\n");
    }
  }
}

TEST_P(Collision, ALinkToAForeignFileIsNoWayAroundThat) {
  const Writer& writer = GetParam();
  for (const std::string& result : writer.writes)
    for (const Way& way : ways()) {
      SCOPED_TRACE(result + ": " + way.name);
      const TemporaryFolder folder;
      prepare(folder, writer.name);
      fs::create_directories(fs::path(folder / result).parent_path());
      const Kept mine{folder.write("mine.txt", "mine\n"), "mine\n"};
      way.lead(mine.path, folder / result);
      expect_refused(writer.line(folder), {mine}, folder.names(), folder);
    }
}

TEST_P(Collision, WhatIsReadIsKept) {
  const Writer& writer = GetParam();
  for (const std::string& input : writer.reads)
    for (const std::string& result : writer.writes)
      for (const Way& way : ways()) {
        SCOPED_TRACE(input + " by " + result + ": " + way.name);
        const TemporaryFolder folder;
        prepare(folder, writer.name);
        fs::create_directories(fs::path(folder / result).parent_path());
        const Kept read{folder / input, text_of_file(folder / input)};
        way.lead(read.path, folder / result);
        const auto names = folder.names();
        auto line = writer.line(folder);
        expect_refused(line, {read}, names, folder);
        if (!writer.knows_its_own) continue;
        line.emplace_back("--force");
        expect_refused(line, {read}, names, folder);
      }
}

TEST_P(Collision, ASecondTimeItReplacesItsOwn) {
  const Writer& writer = GetParam();
  const TemporaryFolder folder;
  prepare(folder, writer.name);
  const auto line = writer.line(folder);
  const Ending first = run(line);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const Ending second = run(line);
  EXPECT_EQ(second.exit_code, writer.knows_its_own ? 0 : 3) << second.err;
  // Through a link too.
  const std::string result = folder / writer.writes.front(), moved = folder / "moved";
  fs::rename(result, moved);
  fs::create_symlink(moved, result);
  EXPECT_EQ(run(line).exit_code, writer.knows_its_own ? 0 : 3);
  EXPECT_TRUE(fs::is_symlink(result));
}

TEST_P(Collision, AnEmptyFileHoldsNothing) {
  const Writer& writer = GetParam();
  const TemporaryFolder folder;
  prepare(folder, writer.name);
  const std::string result = folder / writer.writes.front();
  fs::create_directories(fs::path(result).parent_path());
  folder.write(writer.writes.front(), "");
  ASSERT_EQ(::chmod(result.c_str(), 0600), 0);
  const Ending ending = run(writer.line(folder));
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_GT(fs::file_size(result), 0u);
  EXPECT_EQ(fs::status(result).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_P(Collision, ANameThatIsTooLongIsRefusedBeforeAnyWork) {
  const Writer& writer = GetParam();
  const TemporaryFolder folder;
  prepare(folder, writer.name);
  auto line = writer.line(folder);
  const auto output = std::find(line.begin(), line.end(), "-o") + 1;
  if (writer.name == "reproduce" || writer.name == "demo") return;  // a folder
  const std::string extension = fs::path(*output).extension().string();
  *output = folder / (std::string(240, 'n') + extension);
  const auto names = folder.names();
  const Ending ending = run(line);
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "File name too long")) << ending.err;
  EXPECT_EQ(folder.names(), names);
}

INSTANTIATE_TEST_SUITE_P(Commands, Collision, testing::ValuesIn(writers()), [](const auto& writer) {
  std::string name = writer.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

// ------------------------------------------------------------------------------------ what the names alone do

TEST(CollisionByName, ATorqueTableNamedLikeTheResultsIsKept) {
  const TemporaryFolder folder;
  folder.write("waves.csv", torques);
  const std::string waves = folder.write("waves.toml",
                                         "[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0.1, 1, "
                                         "0.2]\n[[torque]]\nkind = \"tabulated_torque\"\n"
                                         "file = \"waves.csv\"\n[times]\nend = 2\n[method]\nstep = 0.1\n");
  const std::string in_folder = "cd '" + folder / "." + "' && '" POLHODE_PROGRAM "' ";
  for (const char* line :
       {"run waves.toml", "run ./waves.toml --force", "run waves.toml -o ../$(basename $PWD)/waves",
        "compare waves.toml --methods strang_kick --step 0.1 -o waves", "run - -o waves < waves.toml",
        "run waves.toml -o waves.csv"}) {
    EXPECT_NE(std::system((in_folder + line + " 2>err").c_str()), 0) << line;
    EXPECT_TRUE(contains(text_of_file(folder / "err"), "waves.csv")) << line << text_of_file(folder / "err");
    EXPECT_EQ(text_of_file(folder / "waves.csv"), torques) << line;
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"err", "waves.csv", "waves.toml"}));
}

TEST(CollisionByName, AReportKeepsItsInputAndAnythingBesideIt) {
  const TemporaryFolder folder;
  prepare(folder);
  const std::string json = text_of_file(folder / "made.json");
  for (const char* page : {"made.json", "made.csv", "./made.json"}) {
    EXPECT_EQ(run({"report", folder / "made.json", "-o", folder / page, "--force"}).exit_code, 3) << page;
    EXPECT_EQ(text_of_file(folder / "made.json"), json);
  }
}

TEST(CollisionByName, StandardInputIsAFileToo) {
  const TemporaryFolder folder;
  folder.write("table.csv", table);
  const std::string line =
      "cd '" + folder / "." + "' && '" POLHODE_PROGRAM "' propagate - -o table.csv <table.csv 2>err";
  EXPECT_NE(std::system(line.c_str()), 0);
  EXPECT_EQ(text_of_file(folder / "table.csv"), table);
}

TEST(CollisionByName, TwoResultsDoNotShareAFile) {
  const TemporaryFolder folder;
  prepare(folder);
  fs::create_symlink("shared", folder / "out.csv");
  fs::create_symlink("shared", folder / "out.json");
  const Ending ending = run({"run", folder / "in.toml", "-o", folder / "out"});
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "two results would be written to the same file")) << ending.err;
  EXPECT_FALSE(fs::exists(folder / "shared"));
}

TEST(CollisionByName, ResultsOfAnotherScenarioAreKept) {
  const TemporaryFolder folder;
  const auto scenario_of = [](const char* end) {
    return std::string("[body]\nmoments = [1, 2, 3]\n[start]\nmomentum = [0.1, 1, 0.2]\n[times]\nend = ") +
           end + "\n";
  };
  const std::string one = folder.write("one.toml", scenario_of("5")),
                    two = folder.write("two.toml", scenario_of("6"));
  const std::string base = folder / "out";
  ASSERT_EQ(run({"run", one, "-o", base}).exit_code, 0);
  const std::string before = text_of_file(base + ".csv");
  const Ending refused = run({"run", two, "-o", base});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_TRUE(contains(refused.err, "out.json already exists and was not written by polhode run"))
      << refused.err;
  EXPECT_EQ(text_of_file(base + ".csv"), before);
  // The same scenario with other numbers replaces its results; so does the same text under another name.
  folder.write("one.toml", scenario_of("7"));
  EXPECT_EQ(run({"run", one, "-o", base}).exit_code, 0);
  folder.write("two.toml", scenario_of("7"));
  EXPECT_EQ(run({"run", two, "-o", base}).exit_code, 0);
  // One of the same name elsewhere is another.
  fs::create_directory(folder / "there");
  folder.write("there/two.toml", scenario_of("8"));
  EXPECT_EQ(run({"run", folder / "there/two.toml", "-o", base}).exit_code, 3);
  // A table that somebody has put in the place of ours is not ours, whatever the summary says.
  folder.write("out.csv", "time,temperature\n0,20\n");
  EXPECT_EQ(run({"run", two, "-o", base}).exit_code, 3);
  EXPECT_EQ(text_of_file(base + ".csv"), "time,temperature\n0,20\n");
  // Nor is it removed as a file that is out of date.
  folder.write("two.toml", scenario_of("7") + "[output]\ncsv = false\nhdf5 = true\n");
  EXPECT_EQ(run({"run", two, "-o", base}).exit_code, 0);
  EXPECT_EQ(text_of_file(base + ".csv"), "time,temperature\n0,20\n");
}

TEST(CollisionByName, FoldersAreMadeByEveryCommand) {
  const TemporaryFolder folder;
  prepare(folder);
  for (const Writer& writer : writers()) {
    auto line = writer.line(folder);
    const auto output = std::find(line.begin(), line.end(), "-o") + 1;
    *output = folder / ("new " + writer.name + "/deep/") + fs::path(*output).filename().string();
    const Ending ending = run(line);
    EXPECT_EQ(ending.exit_code, 0) << writer.name << ": " << ending.err;
  }
}

}  // namespace
}  // namespace collision_test
}  // namespace polhode::test
