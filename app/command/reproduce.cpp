// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <polhode/core/nearest.hpp>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "console/progress_line.hpp"
#include "experiments/experiment.hpp"
#include "experiments/file_desk.hpp"
#include "experiments/record.hpp"
#include "files/folder.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

using experiments::Experiment;
using experiments::Record;
using experiments::Size;

constexpr const char* help_footer =
    R"(Each experiment writes its data (CSV), its figure (SVG and PNG) and a record (JSON) into the folder, and says
what became of the paper's claim: it holds; it holds, corrected (a misprint, or data that are not printed); or it differs.
An experiment is named by its id, several by what their ids begin with. With --all, index.html shows every figure and
verdicts.md lists every verdict. The whole takes about half an hour on two cores; --quick some seconds.

Examples:
  polhode reproduce                        the list of experiments
  polhode reproduce vilmart-figure-1
  polhode reproduce mclachlan-zanna gustafsson-table-3
  polhode reproduce --all --resume         go on where a run was broken off)";

struct Wishes {
  std::vector<std::string> names;
  bool all = false, quick = false, resumes = false;
  std::string folder = "reproduction";
  std::string threads;
};

std::string list() {
  std::string text, paper;
  std::size_t width = 0;
  for (const Experiment& e : experiments::experiments()) width = std::max(width, e.id.size());
  for (const Experiment& e : experiments::experiments()) {
    if (e.paper != paper) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", paper = e.paper);
    text += fmt::format("  {:<{}}  {}\n", e.id, width, e.what);
  }
  return text;
}

bool is_meant(const Experiment& e, const std::string& name) {
  return e.id == name || e.id.starts_with(name + "-");
}

std::vector<const Experiment*> chosen(const Wishes& wishes) {
  const auto& all = experiments::experiments();
  std::vector<std::string> ids;
  for (const Experiment& e : all) ids.push_back(e.id);
  for (const std::string& name : wishes.names)
    if (std::none_of(all.begin(), all.end(), [&](const Experiment& e) { return is_meant(e, name); }))
      throw UsageError(fmt::format("no experiment is called {}{}; `polhode reproduce` lists them", name,
                                   suggestion(name, ids)));
  std::vector<const Experiment*> some;
  for (const Experiment& e : all)
    if (wishes.all || std::any_of(wishes.names.begin(), wishes.names.end(),
                                  [&](const std::string& name) { return is_meant(e, name); }))
      some.push_back(&e);
  return some;
}

Record run_one(const Experiment& e, const Wishes& wishes, unsigned threads, const std::string& place) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  ProgressLine line;
  experiments::FileDesk desk(wishes.folder, e.id, wishes.quick ? Size::quick : Size::full, threads,
                             [&](double fraction) {
                               if (line.is_due())
                                 line.show(fmt::format("{} {}: {}", place, e.id, line.share(fraction)));
                             });
  Record record{e.id, desk.size(), e.run(desk), 0, {}};
  record.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  record.files = desk.files();
  experiments::write_record(wishes.folder, record);
  return record;
}

std::string lines_of(const Experiment& e, const Record& r) {
  std::string text =
      fmt::format("{} ({:.1f} s): {}\n  the paper: {}\n  measured:  {}\n", e.id, r.seconds,
                  experiments::words_of(r.outcome.verdict), r.outcome.claim, r.outcome.measured);
  if (!r.outcome.remark.empty()) text += fmt::format("  remark:    {}\n", r.outcome.remark);
  return text;
}

void write(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path.string());
  file.write(text);
  file.finish();
}

ExitCode reproduce(const Wishes& wishes) {
  if (wishes.names.empty() && !wishes.all) {
    write_to_standard_output(list());
    return ExitCode::ok;
  }
  const auto some = chosen(wishes);
  const unsigned threads = read_threads(wishes.threads);
  make_folder(wishes.folder);
  std::vector<Record> records;
  for (const Experiment* e : some) {
    const auto known = wishes.resumes ? experiments::read_record(wishes.folder, e->id,
                                                                 wishes.quick ? Size::quick : Size::full)
                                      : std::nullopt;
    records.push_back(
        known ? *known
              : run_one(*e, wishes, threads, fmt::format("[{}/{}]", records.size() + 1, some.size())));
    write_to_standard_output(lines_of(*e, records.back()));
  }
  const auto held = std::count_if(records.begin(), records.end(), [](const Record& r) {
    return r.outcome.verdict != experiments::Verdict::differs;
  });
  std::string end =
      fmt::format("\n{} of {} claims hold; the files are in {}\n", held, records.size(), wishes.folder);
  if (wishes.all) {
    const std::filesystem::path folder = wishes.folder;
    write(folder / "verdicts.md", experiments::verdict_table(records));
    write(folder / "index.html", experiments::gallery(records));
    end += fmt::format("All of them on one page: {}\n", (folder / "index.html").string());
  }
  write_to_standard_output(end);
  return ExitCode::ok;
}

}  // namespace

Command reproduce_command() {
  const auto wishes = std::make_shared<Wishes>();
  return {
      "reproduce",
      "the papers' figures and tables, done again",
      {{"ID", &wishes->names, "experiments, or what their names begin with"},
       {"--all", &wishes->all, "every experiment, and a page that shows them"},
       {"--quick", &wishes->quick, "small versions, for a first look"},
       {"--resume", &wishes->resumes, "keep what an earlier run has finished in the folder"},
       {"-o,--output", &wishes->folder, "the folder (default: reproduction); it is made if need be", "DIR"},
       {"--threads", &wishes->threads, "how many at once (default: as many as there are cores)", "N"}},
      help_footer,
      [wishes] { return reproduce(*wishes); }};
}

}  // namespace polhode::app
