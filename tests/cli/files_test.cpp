// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cli/program.hpp"

namespace files_test {
namespace {

using namespace polhode::test;

const std::string header = "I1,I2,I3,m0_1,m0_2,m0_3,q0_w,q0_x,q0_y,q0_z,t\n";
const std::string row = "1,2,3,0.3,0.9,0.4,1,0,0,0,1\n";
const std::string endless_row = "1,2,3,0.3,0.9,0.4,1,0,0,0,1e9\n";  // with steps of 1e-6

using Names = std::vector<std::string>;

TEST(CliFiles, OutputIsWhatStandardOutputWouldBe) {
  const TemporaryFolder folder;
  const Ending ending = run({"propagate", "-", "-o", folder / "out.csv"}, header + row);
  EXPECT_EQ(ending.exit_code, 0) << ending.err;
  EXPECT_EQ(ending.out, "");
  EXPECT_EQ(text_of_file(folder / "out.csv"), run({"propagate", "-"}, header + row).out);
  EXPECT_EQ(folder.names(), (Names{"out.csv"}));
}

TEST(CliFiles, ATableCanBeReplacedByItsOutcome) {
  const TemporaryFolder folder;
  const std::string table = folder.write("table.csv", header + row);
  EXPECT_EQ(run({"propagate", table, "-o", table}).exit_code, 3);
  EXPECT_EQ(text_of_file(table), header + row);
  EXPECT_EQ(run({"propagate", table, "-o", table, "--force"}).exit_code, 0);
  EXPECT_EQ(text_of_file(table), run({"propagate", "-"}, header + row).out);
}

TEST(CliFiles, OutputWithBadRowsIsComplete) {
  const TemporaryFolder folder;
  EXPECT_EQ(run({"propagate", "-", "-o", folder / "out.csv"}, header + row + "bad\n" + row).exit_code, 1);
  EXPECT_EQ(lines_of(text_of_file(folder / "out.csv")).size(), 4u);
}

TEST(CliFiles, AMissingTableLeavesNoOutput) {
  const TemporaryFolder folder;
  const Ending ending = run({"propagate", folder / "missing.csv", "-o", folder / "out.csv"});
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "cannot open")) << ending.err;
  EXPECT_EQ(folder.names(), Names{});
}

TEST(CliFiles, ARefusedTableLeavesTheOldOutput) {
  const TemporaryFolder folder;
  folder.write("out.csv", "old");
  EXPECT_EQ(run({"propagate", "-", "-o", folder / "out.csv"}, "a,b\n").exit_code, 4);
  EXPECT_EQ(text_of_file(folder / "out.csv"), "old");
  EXPECT_EQ(folder.names(), (Names{"out.csv"}));
}

TEST(CliFiles, WhatCannotBeReadOrWrittenIsSaid) {
  const TemporaryFolder folder;
  EXPECT_EQ(run({"propagate", folder / "."}).exit_code, 3);
  folder.write("file", "");
  const Ending ending = run({"propagate", "-", "-o", folder / "file/below/out.csv"}, header);
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "cannot create the folder")) << ending.err;
}

TEST(CliFiles, ALinkIsFollowed) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("there.csv", folder / "link.csv");  // a file that is not there yet
  std::filesystem::create_symlink("link.csv", folder / "second.csv");
  for (const char* name : {"link.csv", "second.csv"}) {
    const Ending ending = run({"propagate", "-", "-o", folder / name, "--force"}, header + row);
    EXPECT_EQ(ending.exit_code, 0) << ending.err;
    EXPECT_EQ(folder.names(), (Names{"link.csv", "second.csv", "there.csv"}));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / name));
    EXPECT_EQ(text_of_file(folder / "there.csv"), run({"propagate", "-"}, header + row).out);
  }
  std::filesystem::create_symlink("circle.csv", folder / "circle.csv");
  const Ending ending = run({"propagate", "-", "-o", folder / "circle.csv"}, header + row);
  EXPECT_EQ(ending.exit_code, 3);
  EXPECT_TRUE(contains(ending.err, "circle.csv: Too many levels of symbolic links")) << ending.err;
}

TEST(CliFiles, ANameThatBeginsLikeAnOption) {
  const TemporaryFolder folder;
  folder.write("-table.csv", header + row);
  const std::string in_folder = "cd '" + folder / "." + "' && '" POLHODE_PROGRAM "' ";
  EXPECT_EQ(std::system((in_folder + "propagate -o out.csv -- -table.csv").c_str()), 0);
  EXPECT_EQ(text_of_file(folder / "out.csv"), run({"propagate", "-"}, header + row).out);
  EXPECT_NE(std::system((in_folder + "propagate -table.csv 2>err").c_str()), 0);
  EXPECT_TRUE(contains(text_of_file(folder / "err"),
                       "unknown option -table.csv; for a file of that name write "
                       "./-table.csv or -- before it"))
      << text_of_file(folder / "err");
  // What is missing is not said of what was only misspelt.
  EXPECT_TRUE(
      contains(run({"report", "--no-figure"}).err, "unknown option --no-figure; did you mean --no-figures?"));
}

/// A terminal, and what has been written to it.
class Terminal {
 public:
  Terminal() : inside_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
    const bool is_there = inside_ >= 0 && ::grantpt(inside_) == 0 && ::unlockpt(inside_) == 0;
    if (is_there) path_ = ::ptsname(inside_);
  }
  ~Terminal() { ::close(inside_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Empty where none can be had.
  const std::string& path() const { return path_; }

  const std::string& text() {
    std::array<char, 4096> some{};
    for (ssize_t n = 0; (n = ::read(inside_, some.data(), some.size())) > 0;)
      text_.append(some.data(), static_cast<std::size_t>(n));
    return text_;
  }

 private:
  int inside_;
  std::string path_, text_;
};

TEST(CliFiles, ALongRowShowsHowFarItIsOnATerminalOnly) {
  Terminal terminal;
  if (terminal.path().empty()) GTEST_SKIP() << "nothing here makes a terminal";
  const TemporaryFolder folder;
  const auto line = [&](const char* result) {
    return Names{"propagate", "-", "--step", "1e-6", "-o", folder / result};
  };
  const auto until = [](const auto& is_reached) {
    for (int i = 0; i < 6000 && !is_reached(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  const Running shown(line("shown.csv"), header + endless_row, "", terminal.path());
  const Running silent(line("silent.csv"), header + endless_row);
  until([&] { return folder.names().size() == 2; });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  // Nothing is shown in the first second. The clock goes on while they are stopped.
  for (const Running* one : {&shown, &silent}) ::kill(one->process(), SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  for (const Running* one : {&shown, &silent}) ::kill(one->process(), SIGCONT);
  until([&] { return contains(terminal.text(), " left, 0 rows"); });
  // The other one would have shown something by then.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (const Running* one : {&shown, &silent}) ::kill(one->process(), SIGINT);
  shown.wait();
  const Ending ending = silent.wait();
  EXPECT_TRUE(contains(terminal.text(), " left, 0 rows")) << terminal.text();
  EXPECT_EQ(ending.err, "polhode: interrupted\n");
}

TEST(CliFiles, AFullDiskIsSaid) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no device is full here";
  const Ending to_standard_output = Running({"propagate", "-"}, header + row, "/dev/full").wait();
  EXPECT_EQ(to_standard_output.exit_code, 3);
  EXPECT_TRUE(contains(to_standard_output.err, "cannot write standard output")) << to_standard_output.err;
  EXPECT_EQ(run({"propagate", "-", "-o", "/dev/full"}, header + row).exit_code, 3);
  EXPECT_EQ(Running({"methods"}, "", "/dev/full").wait().exit_code, 3);
}

TEST(CliFiles, AReaderThatLeavesIsNoCrash) {
  const TemporaryFolder folder;
  std::string table = header;
  for (int i = 0; i < 3000; ++i) table += row;
  const std::string path = folder.write("table.csv", table);
  const std::string command = "'" POLHODE_PROGRAM "' propagate '" + path + "' 2>'" + folder / "err" +
                              "'; echo $? >'" + folder / "code" + "'";
  ASSERT_EQ(std::system(("{ " + command + "; } | true").c_str()), 0);
  for (int i = 0; i < 500 && !std::filesystem::exists(folder / "code"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(text_of_file(folder / "code"), "3\n");
  EXPECT_EQ(text_of_file(folder / "err"), "");
}

class CliFilesInterrupted : public testing::TestWithParam<int> {};

TEST_P(CliFilesInterrupted, LeavesNothingUnderTheName) {
  const TemporaryFolder folder;
  const Running running({"propagate", "-", "--step", "1e-6", "-o", folder / "out.csv"},
                        header + row + endless_row);
  for (int i = 0; i < 1000 && folder.names().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_EQ(folder.names().size(), 1u);
  EXPECT_TRUE(folder.names()[0].ends_with(".partial"));
  ::kill(running.process(), GetParam());
  const Ending ending = running.wait();
  EXPECT_EQ(ending.signal, GetParam());
  EXPECT_TRUE(contains(ending.err, "interrupted")) << ending.err;
  EXPECT_EQ(folder.names(), Names{});
}

INSTANTIATE_TEST_SUITE_P(Signals, CliFilesInterrupted, testing::Values(SIGINT, SIGTERM, SIGHUP));

}  // namespace
}  // namespace files_test
