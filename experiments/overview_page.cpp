// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <polhode/core/version.hpp>

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

/// Width and height, so that the page does not jump when the picture comes; nothing where they cannot be read.
std::string room_for(const std::filesystem::path& picture) {
  constexpr std::size_t head = 2000;
  double width = 0, height = 0;
  try {
    const std::string text = app::read_text(picture.string(), std::size_t{1} << 26U).substr(0, head);
    const std::size_t at = text.find("viewBox=\"0 0 ");
    if (at == std::string::npos ||
        std::sscanf(text.c_str() + at, "viewBox=\"0 0 %lf %lf", &width, &height) != 2)
      return {};
  } catch (const app::FileError&) {
    return {};
  }
  return fmt::format(" width=\"{:.0f}\" height=\"{:.0f}\"", width, height);
}

std::string pictures(const Experiment& e, const Record& r, const std::filesystem::path& folder) {
  std::string text;
  for (const std::string& name : r.files)
    if (name.ends_with(".svg"))
      text += fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\"{2} loading=\"lazy\"/></a>\n",
                          escaped(name), escaped(e.what), room_for(folder / name));
  return text;
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

std::string links(const Record& r) {
  std::string text;
  for (const std::string& name : r.files)
    text += fmt::format("{}<a href=\"{}\">{}</a>", text.empty() ? "" : ", ", escaped(name), escaped(name));
  return fmt::format("<figcaption class=\"links\">{}</figcaption>\n", text);
}

std::string verdict_of(const Record& r) {
  return fmt::format("<p class=\"verdict {}\">{}</p>\n", kind_of(r.outcome.verdict),
                     escaped(words_of(r.outcome.verdict)));
}

std::string entry(const Experiment& e, const Record& r, const std::filesystem::path& folder) {
  return fmt::format(
      "<figure id=\"{}\" data-kind=\"{}\">\n<h3>{}</h3>\n{}{}<table "
      "class=\"names\">\n{}{}{}</table>\n{}</figure>\n",
      escaped(e.id), kind_of(r.outcome.verdict),
      escaped(e.what) + (r.size == Size::quick ? " (small version)" : ""), verdict_of(r),
      pictures(e, r, folder), line("the paper", r.outcome.claim), line("measured", r.outcome.measured),
      line("remark", r.outcome.remark), links(r));
}

}  // namespace

std::string overview_page(const std::vector<Record>& records, const std::filesystem::path& folder) {
  const auto count = [&](Verdict v) {
    return std::count_if(records.begin(), records.end(),
                         [&](const Record& r) { return r.outcome.verdict == v; });
  };
  std::string text = fmt::format(
      "<h1>Five papers on the rotation of rigid bodies, done again</h1>\n"
      "<p class=\"dim\">{} experiments by polhode {}: {} claims hold, {} hold once a misprint is "
      "corrected or missing data are chosen, {} come out differently.</p>\n",
      records.size(), version(), count(Verdict::holds), count(Verdict::holds_corrected),
      count(Verdict::differs));
  if (std::any_of(records.begin(), records.end(), [](const Record& r) { return r.size == Size::quick; }))
    text +=
        "<p><strong>Small versions (--quick)</strong>: shorter runs and fewer starts than in the papers, for "
        "a first look.</p>\n";
  text += fmt::format(
      "<p class=\"filters\"><select hidden=\"hidden\" data-filter=\"[data-kind]\" aria-label=\"which "
      "verdicts\">"
      "<option value=\"\">all verdicts</option>{}</select></p>\n<ul class=\"contents\">\n",
      [] {
        std::string options;
        for (const Verdict v :
             {Verdict::holds, Verdict::holds_corrected, Verdict::differs, Verdict::measured})
          options += fmt::format("<option value=\"{}\">{}</option>", kind_of(v), escaped(words_of(v)));
        return options;
      }());
  const auto record_of = [&](const Experiment& e) {
    return std::find_if(records.begin(), records.end(), [&](const Record& one) { return one.id == e.id; });
  };
  for (const Experiment& e : experiments())
    if (const auto r = record_of(e); r != records.end())
      text += fmt::format(
          "<li data-kind=\"{0}\"><a href=\"#{1}\">{2}, {3}</a> <span class=\"verdict {0}\">{4}</span></li>\n",
          kind_of(r->outcome.verdict), escaped(e.id), escaped(e.paper), escaped(e.what),
          escaped(words_of(r->outcome.verdict)));
  text += "</ul>\n";
  std::string paper;
  for (const Experiment& e : experiments()) {
    const auto r = record_of(e);
    if (r == records.end()) continue;
    if (e.paper != paper) {
      if (!paper.empty()) text += "</div>\n";
      paper = e.paper;
      text += fmt::format("<h2>{}</h2>\n<div class=\"grid\">\n", escaped(paper));
    }
    text += entry(e, *r, folder);
  }
  if (!paper.empty()) text += "</div>\n";
  return app::html_page("Polhode: the papers done again", text, {"", true, true});
}

}  // namespace polhode::experiments
