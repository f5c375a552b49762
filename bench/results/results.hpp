// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a benchmark measured, in the form that all of them share: results/PROGRAM.json, complete or absent.
///
/// Convention. The folder `results` stands beside the folder of the program. A table's cells are texts, as
///             they are printed, with the numbers behind them: nanoseconds, the ratio that the table is
///             about, the error reached. NaN where there is none.
/// Method.     page.cpp makes one page of all of these files, and the tables of docs/performance.md.

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "picture/figure.hpp"

namespace polhode::bench {

inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

struct Cell {
  std::string text{};
  double nanoseconds = not_measured, ratio = not_measured, error = not_measured;
  std::string how{};  ///< with which tolerance, number of steps, ...
};

struct Row {
  std::string what;
  std::vector<Cell> cells;
  std::string how{};  ///< what was run, where its name does not say so
};

struct Table {
  std::string name;  ///< one word, for links
  std::string title, words;
  std::vector<std::string> headings;  ///< that of the names, then one for each column
  std::vector<Row> rows{};
};

struct Picture {
  std::string name;  ///< of its file
  std::string caption;
  app::Figure figure;
};

/// Where and when it was measured.
struct Circumstances {
  std::string processor, system, compiler, options, date;
  unsigned cores = 0;
};

struct Results {
  std::string program, title, words;
  std::string command;  ///< to run it again, from the root of the repository
  int place = 0;        ///< on the page, the least first
  std::vector<std::pair<std::string, std::string>> peers{};  ///< names and versions of what others wrote
  std::vector<std::string> findings{};                       ///< a sentence each
  std::vector<Table> tables{};
  std::vector<Picture> pictures{};
  Circumstances circumstances{};
};

/// 12.3, or a dash for what was not measured.
std::string fixed(double number, int decimals);
/// As short as can be: 0.01, 1e-12, 120.
std::string general(double number);
/// With three digits and a unit that suits it.
std::string time_text(double nanoseconds);
/// 3e-13.
std::string error_text(double error);
/// With three digits at least: 0.76, 12.4, 1130.
std::string ratio_text(double ratio);

Cell fixed_cell(double number, int decimals);
Cell ratio_cell(double ratio, double nanoseconds, int decimals = 2);

/// A first row with the times of the unit, with so many decimals in nanoseconds, then each row's times as
/// multiples of it.
struct Times {
  std::string what;
  std::vector<double> nanoseconds;
};
void add_ratios(Table& table, const Times& unit, const std::vector<Times>& rows);

/// In Markdown, without its title.
std::string markdown(const Table& table);
/// Title, words and table, on standard output.
void print(const Table& table);

/// The folder above that of the running program.
std::filesystem::path home();

/// Fills in the circumstances and writes; says where. Throws what app::OutputFile throws.
void write(Results results);

/// All that there are in a folder, in their places. Throws std::runtime_error with the name of a file that is
/// not of this form.
std::vector<Results> read_results(const std::filesystem::path& folder);

}  // namespace polhode::bench
