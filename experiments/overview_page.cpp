// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <polhode/core/version.hpp>

#include "experiments/record.hpp"
#include "picture/svg.hpp"
#include "report/html.hpp"

namespace polhode::experiments {
namespace {

using app::escaped;

std::string line(const char* what, const std::string& words) {
  if (words.empty()) return {};
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", what, escaped(words));
}

std::string pictures(const Record& r) {
  std::string text;
  for (const std::string& name : r.files)
    if (name.ends_with(".svg"))
      text += fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\" loading=\"lazy\"></a>\n",
                          escaped(name), escaped(r.id));
  return text;
}

std::string links(const Record& r) {
  std::string text;
  for (const std::string& name : r.files)
    text += fmt::format("{}<a href=\"{}\">{}</a>", text.empty() ? "" : ", ", escaped(name), escaped(name));
  return fmt::format("<figcaption class=\"links\">{}</figcaption>\n", text);
}

std::string entry(const Experiment& e, const Record& r) {
  return fmt::format(
      "<figure id=\"{}\">\n<h3>{}</h3>\n{}<table class=\"names\">\n{}{}{}{}</table>\n{}</figure>\n",
      escaped(e.id), escaped(e.what) + (r.size == Size::quick ? " (small version)" : ""), pictures(r),
      line("the paper", r.outcome.claim), line("measured", r.outcome.measured),
      line("verdict", words_of(r.outcome.verdict)), line("remark", r.outcome.remark), links(r));
}

}  // namespace

std::string overview_page(const std::vector<Record>& records) {
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
  std::string paper;
  for (const Experiment& e : experiments()) {
    const auto r =
        std::find_if(records.begin(), records.end(), [&](const Record& one) { return one.id == e.id; });
    if (r == records.end()) continue;
    if (e.paper != paper) {
      if (!paper.empty()) text += "</div>\n";
      paper = e.paper;
      text += fmt::format("<h2>{}</h2>\n<div class=\"grid\">\n", escaped(paper));
    }
    text += entry(e, *r);
  }
  if (!paper.empty()) text += "</div>\n";
  return app::html_page("Polhode: the papers done again", text);
}

}  // namespace polhode::experiments
