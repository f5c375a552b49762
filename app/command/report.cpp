// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <polhode/rotation/convention.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "console/messages.hpp"
#include "files/interrupt.hpp"
#include "files/mark.hpp"
#include "files/output.hpp"
#include "picture/png.hpp"
#include "report/figures.hpp"
#include "report/page.hpp"
#include "report/solid.hpp"
#include "result/format.hpp"
#include "result/result.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* report_help =
    R"(The page needs no other file. The figures are also written as SVG and PNG to the folder PAGE_files beside PAGE.html.

Example:
  polhode run satellite.toml
  polhode report satellite.json)";

struct ReportLine {
  std::string result, page;
  bool has_no_figure_files = false, is_forced = false;
};

/// PAGE.html has its figures in PAGE_files.
std::string folder_beside(const std::string& page) {
  const fs::path path(page);
  return (path.parent_path() / (path.stem().string() + "_files")).string();
}

/// The surface of the body, if the scenario describes one that still fits the run: a mesh may have changed or
/// be missing.
std::optional<TriangleMesh> outline_of(const Result& result) {
  const Summary& s = result.summary;
  if (s.scenario_text.empty() || s.is_ensemble) return std::nullopt;
  const fs::path named(s.scenario_name), beside = fs::path(result.base).parent_path() / named.filename();
  for (const fs::path& path : {named, beside}) try {
      const ScenarioFile file = ScenarioFile::of_result(s.scenario_text, path.string(), s.scenario_files);
      const Scenario scenario = file.scenario();
      const auto &now = from_eigen(scenario.body.moments()), &then = from_eigen(s.body.moments());
      const double off =
          std::max({std::abs(now.x - then.x), std::abs(now.y - then.y), std::abs(now.z - then.z)});
      if (off <= 1e-9 * then.z)
        return body_surface(scenario.given_body, [&](const std::string& mesh) { return file.mesh(mesh); });
    } catch (const std::runtime_error&) {
      // Then the page shows a box of the same inertia.
    }
  return std::nullopt;
}

ExitCode report(const ReportLine& line) {
  const Result result = read_result(line.result);
  const std::string page = line.page.empty() ? result.base + ".html" : line.page;
  const bool has_files = !line.has_no_figure_files && page != "-";
  const std::string folder = folder_beside(page);
  constexpr const char* writer = "polhode report";
  OutputClaim claim(line.is_forced);
  for (const std::string& ending : all_result_endings()) claim.reads(result.base + ending);
  make_folder_of(page);
  const OutputPlace place = claim.place(page, writer, carries_mark);
  const BodySolid solid = body_solid(result.summary, outline_of(result));
  auto figures = report_figures(result);
  figures.insert(figures.begin(), body_figure(result, solid));
  if (has_files) {
    make_folder(folder);
    // All of them are claimed before the first is written.
    std::vector<std::pair<PicturePlaces, const ReportFigure*>> pictures;
    for (const ReportFigure& figure : figures)
      if (!figure.svg.empty())
        pictures.emplace_back(picture_places(claim, (fs::path(folder) / figure.name).string(), writer),
                              &figure);
    for (const auto& [places, figure] : pictures) {
      stop_if_interrupted();
      save_picture(places, figure->svg);
    }
  }
  OutputFile file(place);
  file.write(report_page(result, figures, has_files ? fs::path(folder).filename().string() : "", solid));
  file.finish();
  if (page == "-") return ExitCode::ok;
  write_to_standard_output(printable(page) + "\n");
  if (has_files)
    write_to_standard_output(fmt::format("{}{}\n", printable(folder), fs::path::preferred_separator));
  return ExitCode::ok;
}

}  // namespace

Command report_command() {
  const auto chosen = std::make_shared<ReportLine>();
  return {
      "report",
      "show a result of `polhode run` as one HTML page with figures",
      {{"RESULT", &chosen->result, alternatives(readable_endings(), "NAME") + " of a run, or NAME", "", true},
       {"-o,--output", &chosen->page,
        "the page (default: NAME.html); - is standard output, without figure files", "PAGE.html"},
       {"--no-figures", &chosen->has_no_figure_files, "write the page only, no figure files"},
       {"--force", &chosen->is_forced, "overwrite files that polhode did not write"}},
      report_help,
      [chosen] { return report(*chosen); }};
}

}  // namespace polhode::app
