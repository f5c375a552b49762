// SPDX-License-Identifier: MIT
#include "experiments/experiment_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "experiments/record.hpp"
#include "files/interrupt.hpp"
#include "files/mark.hpp"
#include "picture/png.hpp"
#include "table/number.hpp"

namespace polhode::experiments {
namespace {

/// Quoted as in RFC 4180 where the text holds a comma, a quote or a line end.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string record(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& f : fields) line += (line.empty() ? "" : ",") + field(f);
  return line + '\n';
}

bool is_name_of_ours(const std::string& name, const std::string& id) {
  const bool has_ending = name.ends_with(".csv") || name.ends_with(".svg") || name.ends_with(".png");
  return has_ending && (name.starts_with(id + ".") || name.starts_with(id + "-"));
}

}  // namespace

ExperimentOutput::ExperimentOutput(std::filesystem::path folder, std::string id, Size size, int threads,
                                   std::function<void(double)> show, bool is_forced)
    : folder_(std::move(folder)),
      id_(std::move(id)),
      size_(size),
      threads_(threads),
      show_(std::move(show)),
      claim_(is_forced),
      earlier_(files_of_record(folder_, id_)) {
  // Which files there will be is not known yet; whatever could be one of them is looked at before any work.
  app::OutputClaim looked(is_forced);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_name_of_ours(name, id_)) place_of(looked, name);
  }
}

app::OutputPlace ExperimentOutput::place_of(app::OutputClaim& claim, const std::string& name) const {
  return claim.place((folder_ / name).string(), "polhode reproduce", [&](const std::string& path) {
    return std::ranges::find(earlier_, name) != earlier_.end() || app::carries_mark(path);
  });
}

std::string ExperimentOutput::name_of(std::string_view part, std::string_view ending) const {
  return part.empty() ? fmt::format("{}.{}", id_, ending) : fmt::format("{}-{}.{}", id_, part, ending);
}

void ExperimentOutput::write(const std::string& name, std::string_view text) {
  auto& file = *written_.emplace_back(std::make_unique<app::OutputFile>(place_of(claim_, name)));
  file.write(text);
  file.flush();
  files_.push_back(name);
}

void ExperimentOutput::finish() {
  for (const auto& file : written_) file->finish();
  written_.clear();
}

void ExperimentOutput::write_data(std::string_view part, const std::vector<std::string>& columns,
                                  const std::vector<std::vector<double>>& rows) {
  std::string text = record(columns);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      if (!std::isnan(row[i])) text += app::text_of(row[i]);
    }
    text += '\n';
  }
  write(name_of(part, "csv"), text);
}

void ExperimentOutput::write_table(std::string_view part, const std::vector<std::string>& columns,
                                   const std::vector<std::vector<std::string>>& rows) {
  std::string text = record(columns);
  for (const auto& row : rows) text += record(row);
  write(name_of(part, "csv"), text);
}

void ExperimentOutput::write_figure(std::string_view part, const app::Figure& figure) {
  write_picture(part, app::figure_svg(figure));
}

void ExperimentOutput::write_picture(std::string_view part, std::string_view svg) {
  write(name_of(part, "svg"), app::with_own_style(svg));
  write(name_of(part, "png"), app::png_of(svg, pixels_wide_));
}

void ExperimentOutput::progress(double fraction) {
  app::stop_if_interrupted();
  if (show_) show_(fraction);
}

void ExperimentOutput::in_parallel(std::size_t n, const std::function<void(std::size_t)>& body) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  std::mutex guard;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) {
        app::stop_if_interrupted();
        body(i);
      }
    } catch (...) {
      next = n;
      const std::lock_guard lock(guard);
      if (!thrown) thrown = std::current_exception();
    }
  };
  const std::size_t wanted =
      threads_ > 0 ? static_cast<std::size_t>(threads_) : std::max(1U, std::thread::hardware_concurrency());
  {
    std::vector<std::jthread> others;
    for (std::size_t k = 1; k < std::min(wanted, n); ++k) others.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace polhode::experiments
