// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Runs the program polhode as a shell would, and keeps what it says.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <support/files.hpp>
#include <support/reference_table.hpp>
#include <support/refusal.hpp>
#include <utility>
#include <vector>

extern char** environ;

namespace polhode::test {

struct Ending {
  int exit_code;        ///< -1 if a signal ended it
  int signal;           ///< 0 if none did
  long most_kilobytes;  ///< of memory
  double seconds;       ///< of the processor
  std::string out, err;
};

/// A program that runs; standard input, output and error are files, the last two others if they are named.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments, const std::string& input = "",
                   const std::string& output_path = "", const std::string& error_path = "") {
    folder_.write("in", input);
    out_ = output_path.empty() ? folder_ / "out" : output_path;
    err_ = error_path.empty() ? folder_ / "err" : error_path;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const int created = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, (folder_ / "in").c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_.c_str(), created, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_.c_str(), created, 0600);
    std::vector<std::string> words{POLHODE_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const int error = posix_spawn(&process_, POLHODE_PROGRAM, &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot run " POLHODE_PROGRAM);
  }

  pid_t process() const noexcept { return process_; }

  Ending wait() const {
    int status = 0;
    rusage usage{};
    ::wait4(process_, &status, 0, &usage);
    const bool exited = WIFEXITED(status);
    const auto text_of = [](const std::string& path) {
      return std::filesystem::is_regular_file(path) ? text_of_file(path) : "";
    };
    return {exited ? WEXITSTATUS(status) : -1,
            exited ? 0 : WTERMSIG(status),
            usage.ru_maxrss,
            static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec),
            text_of(out_),
            text_of(err_)};
  }

 private:
  TemporaryFolder folder_;
  std::string out_, err_;
  pid_t process_ = 0;
};

inline Ending run(const std::vector<std::string>& arguments, const std::string& input = "") {
  return Running(arguments, input).wait();
}

/// A table without quotes, as rows that know their columns.
inline std::vector<ReferenceRow> table_of(const std::string& text) {
  const auto lines = lines_of(text);
  std::vector<ReferenceRow> rows;
  if (lines.empty()) return rows;
  const auto columns = split_at_commas(lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = split_at_commas(lines[i]);
    EXPECT_EQ(cells.size(), columns.size()) << lines[i];
    std::map<std::string, std::string> named;
    for (std::size_t k = 0; k < std::min(cells.size(), columns.size()); ++k) named[columns[k]] = cells[k];
    rows.emplace_back(std::move(named), i + 1);
  }
  return rows;
}

}  // namespace polhode::test
