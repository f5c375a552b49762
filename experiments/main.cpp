// SPDX-License-Identifier: MIT
// polhode-reproduce: `polhode reproduce` runs it with its own arguments.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command/reproduce.hpp"
#include "command_line.hpp"
#include "console/progress_line.hpp"
#include "core/nearest.hpp"
#include "experiments/experiment.hpp"
#include "experiments/experiment_output.hpp"
#include "experiments/record.hpp"
#include "files/folder.hpp"
#include "files/output.hpp"

namespace polhode::experiments {
namespace {

using app::ReproductionRequest;

std::string list() {
  std::string text, paper;
  std::size_t width = 0;
  for (const Experiment& e : experiments()) width = std::max(width, e.id.size());
  for (const Experiment& e : experiments()) {
    if (e.paper != paper) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", paper = e.paper);
    text += fmt::format("  {:<{}}  {}\n", e.id, width, e.what);
  }
  return text;
}

bool is_meant(const Experiment& e, const std::string& name) {
  return e.id == name || e.id.starts_with(name + "-");
}

std::vector<const Experiment*> chosen(const ReproductionRequest& request) {
  const auto& all = experiments();
  std::vector<std::string> ids;
  for (const Experiment& e : all) ids.push_back(e.id);
  for (const std::string& name : request.names)
    if (std::none_of(all.begin(), all.end(), [&](const Experiment& e) { return is_meant(e, name); }))
      throw app::UsageError(fmt::format("no experiment is called {}{}; `polhode reproduce` lists them", name,
                                        suggestion(name, ids)));
  std::vector<const Experiment*> some;
  for (const Experiment& e : all)
    if (request.all || std::any_of(request.names.begin(), request.names.end(),
                                   [&](const std::string& name) { return is_meant(e, name); }))
      some.push_back(&e);
  return some;
}

Record run_one(const Experiment& e, const ReproductionRequest& request, unsigned threads,
               const std::string& place) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  app::ProgressLine line;
  ExperimentOutput output(request.folder, e.id, request.quick ? Size::quick : Size::full, threads,
                          [&](double fraction) {
                            if (line.is_due())
                              line.show(fmt::format("{} {}: {}", place, e.id, line.share(fraction)));
                          });
  Record record{e.id, output.size(), e.run(output), 0, {}};
  record.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  record.files = output.files();
  write_record(request.folder, record);
  return record;
}

std::string lines_of(const Experiment& e, const Record& r) {
  std::string text = fmt::format("{} ({:.1f} s): {}\n  the paper: {}\n  measured:  {}\n", e.id, r.seconds,
                                 words_of(r.outcome.verdict), r.outcome.claim, r.outcome.measured);
  if (!r.outcome.remark.empty()) text += fmt::format("  remark:    {}\n", r.outcome.remark);
  return text;
}

void write(const std::filesystem::path& path, const std::string& text) {
  app::OutputFile file(path.string());
  file.write(text);
  file.finish();
}

app::ExitCode reproduce(const ReproductionRequest& request) {
  if (request.all && !request.names.empty())
    throw app::UsageError(
        fmt::format("reproduce: found --all and {}, expected one of the two", request.names.front()));
  if (request.names.empty() && !request.all) {
    app::write_to_standard_output(list());
    return app::ExitCode::ok;
  }
  const auto some = chosen(request);
  const unsigned threads = app::read_threads(request.threads);
  app::make_folder(request.folder);
  std::vector<Record> records;
  for (const Experiment* e : some) {
    const auto known = request.resumes
                           ? read_record(request.folder, e->id, request.quick ? Size::quick : Size::full)
                           : std::nullopt;
    records.push_back(
        known ? *known
              : run_one(*e, request, threads, fmt::format("[{}/{}]", records.size() + 1, some.size())));
    app::write_to_standard_output(lines_of(*e, records.back()));
  }
  const auto count = [&](Verdict verdict) {
    return std::count_if(records.begin(), records.end(),
                         [&](const Record& r) { return r.outcome.verdict == verdict; });
  };
  const auto held = count(Verdict::holds) + count(Verdict::holds_corrected);
  std::string end = fmt::format("\n{} of {} claims hold; the files are in {}\n", held,
                                held + count(Verdict::differs), request.folder);
  if (request.all) {
    const std::filesystem::path folder = request.folder;
    write(folder / "verdicts.md", verdict_table(records));
    write(folder / "index.html", overview_page(records));
    end += fmt::format("All of them on one page: {}\n", (folder / "index.html").string());
  }
  app::write_to_standard_output(end);
  return app::ExitCode::ok;
}

}  // namespace
}  // namespace polhode::experiments

int main(int count, char** arguments) {
  return polhode::app::run_command_line(count, arguments,
                                        {polhode::app::reproduce_command(polhode::experiments::reproduce)});
}
