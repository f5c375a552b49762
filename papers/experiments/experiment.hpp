// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// An experiment of one of the papers: it writes its data and its figure and says whether the paper's claim
/// holds.
///
/// Adding one: a file in the paper's folder with a function that returns the Experiment, and its line in
/// list.cpp.

#include <functional>
#include <string>
#include <vector>

#include "experiments/experiment_output.hpp"

namespace polhode::experiments {

enum class Verdict {
  holds,
  holds_corrected,  ///< with the misprint corrected or the unrounded data; the remark says which
  differs,          ///< the claim does not hold; the remark says what was found instead
  measured          ///< a comparison of our own, no paper's claim
};

struct Outcome {
  std::string claim;     ///< the paper's claim, in a short sentence
  std::string measured;  ///< our numbers for it
  Verdict verdict;
  std::string remark{};  ///< data that are not printed and were chosen, a misprint, or why it differs
};

struct Experiment {
  std::string id;     ///< such as "mclachlan-zanna-table-4"
  std::string paper;  ///< "McLachlan, Zanna 2005"
  std::string what;   ///< "Table 4: errors at t = 100"
  std::function<Outcome(ExperimentOutput&)> run;
  /// Its verdict rests on how long things take: on ratios within one run, which a busy machine may change.
  bool is_timed = false;
};

/// All of them, by paper, in the order of the papers' figures and tables.
const std::vector<Experiment>& experiments();

}  // namespace polhode::experiments
