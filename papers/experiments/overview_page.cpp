// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <polhode/core/version.hpp>
#include <string>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "experiments/record.hpp"
#include "files/input.hpp"
#include "picture/svg.hpp"
#include "report/html.hpp"

namespace polhode::experiments {
namespace {

using app::escaped;

std::string line(const char* what, const std::string& words) {
  if (words.empty()) return {};
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", what, escaped(words));
}

/// What a picture says of its size; zeros where it cannot be read.
struct Room {
  double width = 0, height = 0;
};

Room room_for(const std::filesystem::path& picture) {
  constexpr std::size_t head = 2000;
  Room room;
  try {
    const std::string text = app::read_text(picture.string(), std::size_t{1} << 26U).substr(0, head);
    const std::size_t at = text.find("viewBox=\"0 0 ");
    if (at == std::string::npos ||
        std::sscanf(text.c_str() + at, "viewBox=\"0 0 %lf %lf", &room.width, &room.height) != 2)
      return {};
  } catch (const app::FileError&) {
    return {};
  }
  return room;
}

/// The pictures of an experiment, with their widths and heights, so that the page does not jump when they come.
struct Pictures {
  std::string html;
  double width = 0;      ///< of the widest
  bool is_tall = false;  ///< one of them
};

Pictures pictures(const Experiment& e, const Record& r, const std::filesystem::path& folder) {
  Pictures all;
  for (const std::string& name : r.files) {
    if (!name.ends_with(".svg")) continue;
    const Room room = room_for(folder / name);
    all.width = std::max(all.width, room.width);
    all.is_tall = all.is_tall || room.height > room.width;
    const std::string size =
        room.width > 0 ? fmt::format(" width=\"{:.0f}\" height=\"{:.0f}\"", room.width, room.height) : "";
    all.html += fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\"{2} loading=\"lazy\"></a>\n",
                            escaped(name), escaped(e.what), size);
  }
  return all;
}

/// The class of a verdict's colour.
const char* kind_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "good";
    case Verdict::holds_corrected:
      return "fair";
    case Verdict::differs:
      return "bad";
    case Verdict::measured:
      break;
  }
  return "ours";
}

/// A file by what tells it from the others of its experiment: its kind, and what stands between.
std::string short_name(const Experiment& e, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (!name.starts_with(e.id) || dot == std::string::npos || dot < e.id.size()) return name;
  std::string kind = name.substr(dot + 1), between = name.substr(e.id.size(), dot - e.id.size());
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  std::replace(between.begin(), between.end(), '-', ' ');
  return between.empty() ? kind : between.substr(1) + " " + kind;
}

std::string links(const Experiment& e, const Record& r) {
  std::string text;
  for (const std::string& name : r.files)
    text += fmt::format("{}<a href=\"{}\">{}</a>", text.empty() ? "" : ", ", escaped(name),
                        escaped(short_name(e, name)));
  return fmt::format("<figcaption>{}</figcaption>\n", text);
}

std::string verdict_of(const Record& r) {
  return fmt::format("<span class=\"verdict {}\">{}</span>", kind_of(r.outcome.verdict),
                     escaped(words_of(r.outcome.verdict)));
}

/// What the filters look at.
std::string kinds_of(const Experiment& e, const Record& r) {
  return fmt::format("data-kind=\"{}\" data-paper=\"{}\"", kind_of(r.outcome.verdict), escaped(e.paper));
}

/// Beside the picture stands what it shows; below it where the picture takes the whole width.
std::string entry(const Experiment& e, const Record& r, const std::filesystem::path& folder, bool is_mixed) {
  constexpr double widest_beside = 1000;
  const Pictures shown = pictures(e, r, folder);
  return fmt::format(
      "<figure class=\"experiment{}{}\" id=\"{}\" {}>\n<h3>{} {}</h3>\n{}<div class=\"claims\"><table "
      "class=\"names\">\n{}{}{}</table>\n{}</div></figure>\n",
      shown.html.empty() || shown.width > widest_beside ? " whole" : "", shown.is_tall ? " tall" : "",
      escaped(e.id), kinds_of(e, r),
      escaped(e.what) + (is_mixed && r.size == Size::quick ? " (small version)" : ""), verdict_of(r),
      shown.html.empty() ? "" : "<div class=\"pictures\">" + shown.html + "</div>\n",
      line("the paper", r.outcome.claim), line("measured", r.outcome.measured),
      line("remark", r.outcome.remark), links(e, r));
}

std::string choice(const char* key, const char* label, const char* all,
                   const std::vector<std::pair<std::string, std::string>>& options) {
  std::string text = fmt::format(
      "<select hidden=\"hidden\" data-filter=\"{}\" aria-label=\"{}\"><option value=\"\">{}</option>", key,
      label, all);
  for (const auto& [value, words] : options)
    text += fmt::format("<option value=\"{}\">{}</option>", escaped(value), escaped(words));
  return text + "</select>";
}

}  // namespace

std::string overview_page(const std::vector<Record>& records, const std::filesystem::path& folder) {
  const auto count = [&](Verdict v) {
    return std::count_if(records.begin(), records.end(),
                         [&](const Record& r) { return r.outcome.verdict == v; });
  };
  std::string text = fmt::format(
      "<h1>Five papers on the rotation of rigid bodies, done again</h1>\n"
      "<p class=\"lead\">{} experiments by polhode {}: {} claims hold, {} hold once a misprint is "
      "corrected or missing data are chosen, {} come out differently.</p>\n",
      records.size(), version(), count(Verdict::holds), count(Verdict::holds_corrected),
      count(Verdict::differs));
  text +=
      "<p class=\"dim\">Names of methods. DMV: the discrete Moser-Veselov step; DMV4 to DMV10: the same with "
      "corrected moments, of that order. IMR: the implicit midpoint rule. LP2: rotations about the body's "
      "axes one "
      "after another, of order 2. MR: a Strang splitting whose free motion is made of five rotations. SEJ: a "
      "Strang "
      "splitting whose free motion is exact, by Jacobi's elliptic functions.</p>\n";
  const auto is_small = [](const Record& r) { return r.size == Size::quick; };
  const bool has_small = std::any_of(records.begin(), records.end(), is_small);
  const bool is_mixed = has_small && !std::all_of(records.begin(), records.end(), is_small);
  if (has_small)
    text +=
        "<p><strong>Small versions (--quick)</strong>: shorter runs and fewer starts than in the papers, for "
        "a first look.</p>\n";

  // By paper, in the order of the list.
  struct Shown {
    const Experiment* experiment;
    const Record* record;
  };
  std::vector<std::pair<std::string, std::vector<Shown>>> papers;
  for (const Experiment& e : experiments()) {
    const auto r =
        std::find_if(records.begin(), records.end(), [&](const Record& one) { return one.id == e.id; });
    if (r == records.end()) continue;
    if (papers.empty() || papers.back().first != e.paper) papers.emplace_back(e.paper, std::vector<Shown>());
    papers.back().second.push_back({&e, &*r});
  }

  std::vector<std::pair<std::string, std::string>> verdicts, names;
  for (const Verdict v : {Verdict::holds, Verdict::holds_corrected, Verdict::differs, Verdict::measured})
    if (count(v) > 0) verdicts.emplace_back(kind_of(v), fmt::format("{} ({})", words_of(v), count(v)));
  for (const auto& [paper, shown] : papers)
    names.emplace_back(paper, fmt::format("{} ({})", paper, shown.size()));
  text += fmt::format("<p class=\"filters\">{} {} <output class=\"dim\" data-shown></output></p>\n",
                      choice("kind", "which verdicts", "all verdicts", verdicts),
                      choice("paper", "which papers", "all papers", names));

  text += "<nav class=\"contents\" aria-label=\"contents\">\n";
  for (const auto& [paper, shown] : papers) {
    text += fmt::format("<section data-group><h3>{}</h3>\n<ul>\n", escaped(paper));
    for (const Shown& one : shown)
      text +=
          fmt::format("<li {}><a href=\"#{}\">{}</a> {}</li>\n", kinds_of(*one.experiment, *one.record),
                      escaped(one.experiment->id), escaped(one.experiment->what), verdict_of(*one.record));
    text += "</ul></section>\n";
  }
  text += "</nav>\n";
  for (const auto& [paper, shown] : papers) {
    text += fmt::format("<section data-group>\n<h2>{}</h2>\n", escaped(paper));
    for (const Shown& one : shown) text += entry(*one.experiment, *one.record, folder, is_mixed);
    text += "</section>\n";
  }
  return app::html_page("Polhode: the papers done again", text, {"", true, true});
}

}  // namespace polhode::experiments
