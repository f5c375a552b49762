// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// An experiment of one of the papers, done again: it writes its data and its figure and says what became of the paper's claim.
///
/// Adding one: a file in the paper's folder with a function that returns the Experiment, and its line in list.cpp.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "picture/figure.hpp"

namespace polhode::experiments {

enum class Verdict {
  holds,
  holds_corrected,  ///< with the misprint corrected or the unrounded data; the remark says which
  differs           ///< it does not come out so; the remark says what does
};

struct Outcome {
  std::string claim;     ///< the paper's, in a short sentence
  std::string measured;  ///< our number for the same thing
  Verdict verdict;
  std::string remark{};  ///< what a reader should know: data that are not printed, a misprint, why it differs
};

/// How large: as the paper has it, or small enough for a test (a second or two for each).
enum class Size { full, quick };

/// Where an experiment runs and leaves its files.
class Desk {
 public:
  virtual ~Desk() = default;
  virtual Size size() const noexcept = 0;
  bool is_quick() const noexcept { return size() == Size::quick; }

  /// Writes <id>[-<part>].csv: a header and rows of numbers, 17 digits; NaN is left empty.
  virtual void data(std::string_view part, const std::vector<std::string>& columns,
                    const std::vector<std::vector<double>>& rows) = 0;
  /// The same with text where there is any.
  virtual void table(std::string_view part, const std::vector<std::string>& columns,
                     const std::vector<std::vector<std::string>>& rows) = 0;
  /// Writes <id>[-<part>].svg and .png.
  virtual void figure(std::string_view part, const app::Figure& figure) = 0;
  /// Writes a picture that no Figure can describe.
  virtual void picture(std::string_view part, std::string_view svg) = 0;

  /// To be called now and then with the part that is done; throws where the run was interrupted.
  virtual void progress(double fraction) = 0;
  /// body(i) for i below n, on all cores, in no order; what it throws is passed on. body must not touch this desk.
  virtual void in_parallel(std::size_t n, const std::function<void(std::size_t)>& body) = 0;
};

struct Experiment {
  std::string id;     ///< such as "mclachlan-zanna-table-4"
  std::string paper;  ///< "McLachlan, Zanna 2005"
  std::string what;   ///< "Table 4: errors at t = 100"
  std::function<Outcome(Desk&)> run;
};

/// All of them, by paper, in the order of the papers' figures and tables.
const std::vector<Experiment>& experiments();

}  // namespace polhode::experiments
