// SPDX-License-Identifier: MIT
// polhode-reproduce: `polhode reproduce` runs it with its own arguments.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "command/reproduce.hpp"
#include "command_line.hpp"
#include "console/messages.hpp"
#include "console/progress_line.hpp"
#include "core/nearest.hpp"
#include "experiments/experiment.hpp"
#include "experiments/experiment_output.hpp"
#include "experiments/record.hpp"
#include "files/interrupt.hpp"
#include "files/mark.hpp"
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

/// By its id, by whole words at the beginning of several, or else by whatever they begin with.
bool is_meant(const Experiment& e, const std::string& name) {
  const auto is_named = [&](const Experiment& one) {
    return one.id == name || one.id.starts_with(name + "-");
  };
  return is_named(e) || (e.id.starts_with(name) && std::ranges::none_of(experiments(), is_named));
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

/// The page and the list of verdicts.
struct PagePlaces {
  app::OutputPlace page, verdicts;
};

PagePlaces page_places(const ReproductionRequest& request) {
  const std::filesystem::path folder = request.folder;
  app::OutputClaim claim(request.is_forced);
  const auto place = [&](const char* name) {
    return claim.place((folder / name).string(), "polhode reproduce", app::carries_mark);
  };
  return {place("index.html"), place("verdicts.md")};
}

/// A page of an earlier run shows figures that are about to be replaced, beside its own text.
void remove_page(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const char* name : {"index.html", "verdicts.md"})
    if (app::carries_mark((folder / name).string())) std::filesystem::remove(folder / name, ignored);
}

Record run_one(const Experiment& e, const ReproductionRequest& request, int threads,
               const std::string& place) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  app::ProgressLine line;
  line.begin_part(fmt::format("{} {}:", place, e.id));
  ExperimentOutput output(
      request.folder, e.id, request.quick ? Size::quick : Size::full, threads,
      [&](double fraction) { line.at(fraction); }, request.is_forced);
  Record record{e.id, output.size(), e.run(output), 0, {}};
  record.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  record.files = output.files();
  // If it is broken off here, the old text does not stand beside new figures.
  write_record(request.folder, record, Progress::unfinished, request.is_forced);
  remove_page(request.folder);
  output.finish();
  write_record(request.folder, record, Progress::finished, request.is_forced);
  return record;
}

std::string lines_of(const Experiment& e, const Record& r) {
  std::string text = fmt::format("{} ({:.1f} s): {}\n  the paper: {}\n  measured:  {}\n", e.id, r.seconds,
                                 words_of(r.outcome.verdict), r.outcome.claim, r.outcome.measured);
  if (!r.outcome.remark.empty()) text += fmt::format("  remark:    {}\n", r.outcome.remark);
  return text;
}

void write(const app::OutputPlace& place, const std::string& text) {
  app::OutputFile file(place);
  file.write(text);
  file.finish();
}

app::ExitCode reproduce(const ReproductionRequest& request) {
  if (request.all && !request.names.empty())
    throw app::UsageError(
        fmt::format("reproduce: found --all and {}, expected one of the two", request.names.front()));
  const int threads = app::read_threads(request.threads);
  if (request.names.empty() && !request.all) {
    app::write_to_standard_output(list());
    return app::ExitCode::ok;
  }
  const auto some = chosen(request);
  app::make_folder(request.folder);
  if (request.all) page_places(request);  // refused before any work
  std::vector<Record> records;
  const auto run_all = [&] {
    for (const Experiment* e : some) {
      const auto known = request.resumes
                             ? read_record(request.folder, e->id, request.quick ? Size::quick : Size::full)
                             : std::nullopt;
      records.push_back(
          known ? *known
                : run_one(*e, request, threads, fmt::format("[{}/{}]", records.size() + 1, some.size())));
      app::write_to_standard_output(app::printable(lines_of(*e, records.back())));
    }
  };
  try {
    run_all();
  } catch (const app::Interrupted&) {
    app::say(fmt::format(
        "{} of {} experiments are finished and kept in {}; the same command with --resume goes on "
        "with the others",
        records.size(), some.size(), app::printable(request.folder)));
    throw;
  }
  const auto count = [&](Verdict verdict) {
    return std::count_if(records.begin(), records.end(),
                         [&](const Record& r) { return r.outcome.verdict == verdict; });
  };
  const auto held = count(Verdict::holds) + count(Verdict::holds_corrected);
  std::string end = fmt::format("\n{} of {} claims hold; the files are in {}\n", held,
                                held + count(Verdict::differs), request.folder);
  if (request.all) {
    const PagePlaces places = page_places(request);
    write(places.verdicts, fmt::format("{}\n\n{}", app::text_mark, verdict_table(records)));
    write(places.page, overview_page(records, request.folder));
    end += fmt::format("All of them on one page: {}\n", places.page.name());
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
