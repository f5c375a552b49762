// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What an experiment is given: how large it is to be, threads, and a folder for its files. Every file is
/// complete or absent, and replaces none but those of an earlier run of the experiment.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files/output.hpp"
#include "picture/figure.hpp"

namespace polhode::experiments {

/// How large: as the paper has it, or small enough for a test (a second or two for each).
enum class Size { full, quick };

class ExperimentOutput {
 public:
  /// The folder must exist. threads = 0: as many as there are cores. show(fraction) may be empty; it is
  /// called often. Throws FileError where a file is there that may not be replaced.
  ExperimentOutput(std::filesystem::path folder, std::string id, Size size, int threads,
                   std::function<void(double fraction)> show, bool is_forced = false);

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

  /// How wide the PNGs are. To paint one in full takes longer than most small experiments.
  void set_pixels_wide(int pixels) noexcept { pixels_wide_ = pixels; }

  /// Shows which fraction is done, from 0 to 1. Throws Interrupted after Ctrl-C.
  void progress(double fraction);
  /// Calls body(i) for i = 0 .. n-1 in threads, in no order. Rethrows what body throws. body must not use
  /// this object.
  void in_parallel(std::size_t n, const std::function<void(std::size_t)>& body);

  /// The names of the files written so far, in this order.
  const std::vector<std::string>& files() const noexcept { return files_; }

  /// Gives the files their names, all of them now that all are complete: text and figures of two runs do not mix.
  void finish();

 private:
  void write(const std::string& name, std::string_view text);
  app::OutputPlace place_of(app::OutputClaim& claim, const std::string& name) const;
  std::string name_of(std::string_view part, std::string_view ending) const;

  std::filesystem::path folder_;
  std::string id_;
  Size size_;
  int threads_;
  int pixels_wide_ = 1600;
  std::function<void(double)> show_;
  app::OutputClaim claim_;
  std::vector<std::string> earlier_;  ///< what an earlier run has written
  std::vector<std::string> files_;
  std::vector<std::unique_ptr<app::OutputFile>> written_;
};

}  // namespace polhode::experiments
