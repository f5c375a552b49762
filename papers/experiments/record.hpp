// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The record of an experiment that was run: its outcome, how long it took, its files. Written as JSON beside
/// the files, so that an interrupted run can go on; as a table; and as a page.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace polhode::experiments {

struct Record {
  std::string id;
  Size size = Size::full;
  Outcome outcome;
  double seconds = 0;
  std::vector<std::string> files;
};

/// "holds", "holds, corrected", "differs", "measured".
std::string words_of(Verdict verdict);

/// Whether a record counts.
enum class Progress { unfinished, finished };

/// Writes <folder>/<id>.json, complete or absent. One that is unfinished says which files are about to be
/// replaced. Throws FileError, also where a file of that name is no record of the experiment, unless `is_forced`.
void write_record(const std::filesystem::path& folder, const Record& record,
                  Progress progress = Progress::finished, bool is_forced = false);

/// The names that a record in this folder lists, of whatever version, size and progress.
std::vector<std::string> files_of_record(const std::filesystem::path& folder, const std::string& id);

/// The record in this folder, if this version of Polhode wrote it for this size and its files are all there.
std::optional<Record> read_record(const std::filesystem::path& folder, const std::string& id, Size size);

/// A line of the table of papers/docs/reproduction.md, without its end.
std::string verdict_line(const Experiment& experiment, const Outcome& outcome);

/// The table of papers/docs/reproduction.md: a line for each record, under the name of its paper.
std::string verdict_table(const std::vector<Record>& records);

/// HTML page with every figure, claim and number. It shows the pictures in the folder, with the room that each needs
/// as far as they can be read, and says if records are of small versions (Size::quick).
std::string overview_page(const std::vector<Record>& records, const std::filesystem::path& folder = {});

}  // namespace polhode::experiments
