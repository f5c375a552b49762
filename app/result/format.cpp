// SPDX-License-Identifier: MIT
#include "result/format.hpp"

#include "result/output_choice.hpp"

namespace polhode::app {

std::vector<std::string> TableFormat::endings() const {
  if (trajectories_ending.empty()) return {ending};
  return {ending, trajectories_ending};
}

std::vector<std::string> usual_formats() {
  std::vector<std::string> all;
  for (const TableFormat& format : table_formats())
    if (format.is_usual) all.push_back(format.name);
  return all;
}

std::vector<std::string> all_result_endings() {
  std::vector<std::string> all{".json", ".events.csv", ".journal"};
  for (const TableFormat& format : table_formats())
    for (const std::string& ending : format.endings()) all.push_back(ending);
  return all;
}

std::vector<std::string> readable_endings() {
  std::vector<std::string> all{".json"};
  for (const TableFormat& format : table_formats()) all.push_back(format.ending);
  return all;
}

std::string alternatives(const std::vector<std::string>& all, std::string_view before) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += i + 1 < all.size() ? ", " : " or ";
    text.append(before).append(all[i]);
  }
  return text;
}

}  // namespace polhode::app
