// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A desk in a folder: every file is complete or absent, and what was written is kept for the record.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace polhode::experiments {

class FileDesk final : public Desk {
 public:
  /// The folder must be there. show(fraction) may be empty; it is called often.
  FileDesk(std::filesystem::path folder, std::string id, Size size, unsigned threads,
           std::function<void(double fraction)> show);

  Size size() const noexcept override { return size_; }
  void data(std::string_view part, const std::vector<std::string>& columns,
            const std::vector<std::vector<double>>& rows) override;
  void table(std::string_view part, const std::vector<std::string>& columns,
             const std::vector<std::vector<std::string>>& rows) override;
  void figure(std::string_view part, const app::Figure& figure) override;
  void picture(std::string_view part, std::string_view svg) override;
  void progress(double fraction) override;
  void in_parallel(std::size_t n, const std::function<void(std::size_t)>& body) override;

  /// The names of what was written, in this order.
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
