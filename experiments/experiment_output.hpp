// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What an experiment is given: how large it is to be, threads, and a folder for its files. Every file is
/// complete or absent.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "picture/figure.hpp"

namespace polhode::experiments {

/// How large: as the paper has it, or small enough for a test (a second or two for each).
enum class Size { full, quick };

class ExperimentOutput {
 public:
  /// The folder must exist. threads = 0: as many as there are cores. show(fraction) may be empty; it is
  /// called often.
  ExperimentOutput(std::filesystem::path folder, std::string id, Size size, unsigned threads,
                   std::function<void(double fraction)> show);

  Size size() const noexcept { return size_; }
  bool is_quick() const noexcept { return size_ == Size::quick; }

  /// Writes <id>[-<part>].csv: a header and rows of numbers, 17 digits; NaN is left empty.
  void write_data(std::string_view part, const std::vector<std::string>& columns,
                  const std::vector<std::vector<double>>& rows);
  /// The same for cells of text.
  void write_table(std::string_view part, const std::vector<std::string>& columns,
                   const std::vector<std::vector<std::string>>& rows);
  /// Writes <id>[-<part>].svg and .png.
  void write_figure(std::string_view part, const app::Figure& figure);
  /// The same for a picture that Figure cannot describe.
  void write_picture(std::string_view part, std::string_view svg);

  /// Shows which fraction is done, from 0 to 1. Throws Interrupted after Ctrl-C.
  void progress(double fraction);
  /// Calls body(i) for i = 0 .. n-1 in threads, in no order. Rethrows what body throws. body must not use
  /// this object.
  void in_parallel(std::size_t n, const std::function<void(std::size_t)>& body);

  /// The names of the files written so far, in this order.
  const std::vector<std::string>& files() const noexcept { return files_; }

 private:
  void write(const std::string& name, std::string_view text);
  std::string name_of(std::string_view part, std::string_view ending) const;

  std::filesystem::path folder_;
  std::string id_;
  Size size_;
  unsigned threads_;
  std::function<void(double)> show_;
  std::vector<std::string> files_;
};

}  // namespace polhode::experiments
