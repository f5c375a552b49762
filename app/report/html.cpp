// SPDX-License-Identifier: MIT
#include "report/html.hpp"

#include <fmt/format.h>

#include "files/mark.hpp"
#include "picture/palette.hpp"
#include "picture/svg.hpp"

namespace polhode::app {
namespace {

constexpr const char* style = R"(
:root { --page: #f4f6f8; --card: #fff; --text: #222; --dim: #59636e; --line: #dfe3e8; --accent: #0072b2; --warm: #fff6e5; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif; }
main { max-width: 1500px; margin: 0 auto; padding: clamp(12px, 3vw, 40px); }
h1 { font-size: clamp(1.4rem, 1rem + 2vw, 2.1rem); line-height: 1.2; margin: 0 0 .3em; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2em 0 .7em; }
h3 { font-size: 1rem; margin: 0 0 .5em; }
.scroll + h3 { margin-top: 1.5em; }
p { margin: .3em 0; }
.dim { color: var(--dim); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); gap: 12px; margin: 1.4em 0 0; }
.fact { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; }
.fact b { display: block; font-size: 1.15rem; overflow-wrap: anywhere; }
.fact b.long { font-size: .9rem; }
.fact span { color: var(--dim); font-size: .85rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 16px; }
.card, figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; margin: 0; min-width: 0; }
figure { padding: 14px 12px; }
figure h3 { padding: 0 4px; }
figure svg { display: block; width: 100%; height: auto; max-height: 620px; }
figure img { display: block; width: 100%; height: auto; border-radius: 6px; margin-bottom: 8px; }
figcaption { color: var(--dim); font-size: .85rem; padding: 6px 4px 0; }
a { color: var(--accent); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
tr:last-child > * { border-bottom: 0; }
th { font-weight: 500; color: var(--dim); }
td { overflow-wrap: break-word; }
.list th, .list td { white-space: nowrap; }
.warning { background: var(--warm); border: 1px solid var(--line); border-radius: 10px; padding: 8px 14px; margin: 8px 0; }
pre { margin: 0; overflow-x: auto; font: .82rem/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
summary { cursor: pointer; }
footer { color: var(--dim); font-size: .85rem; margin-top: 2.5em; }
@media (max-width: 480px) { figure { padding: 10px 4px; } .card { padding: 10px 12px; } .names th, .names td { display: block; border: 0; padding: 0; } .names td { padding-bottom: 6px; } }
)";

constexpr const char* dark_style = R"(
:root { color-scheme: dark; --page: #0e1114; --card: #15191e; --text: #e4e7ea; --dim: #9aa5b1; --line: #2a313a; --accent: #6db7ea; --warm: #2b2413; }
)";

constexpr const char* paper_style = R"(
@page { margin: 14mm; }
body { background: #fff; font-size: 10.5pt; }
main { max-width: none; padding: 0; }
.grid { grid-template-columns: 1fr 1fr; gap: 8px; }
.facts { grid-template-columns: repeat(auto-fit, minmax(38mm, 1fr)); gap: 6px; margin-top: .8em; }
.fact b { font-size: 1rem; }
.fact b.long { font-size: .8rem; }
figure, .card, .fact, tr, .warning { break-inside: avoid; }
.grid.wide { grid-template-columns: 1fr; }
figure svg { max-height: 60mm; }
h2 { margin-top: 1.2em; }
figcaption { font-size: .75rem; }
h2, h3 { break-after: avoid; }
.links { display: none; }
.scroll { overflow: visible; }
.list th, .list td { white-space: normal; }
/* What is folded on a screen is open on paper. */
details::details-content { content-visibility: visible; display: block; block-size: auto; }
pre { white-space: pre-wrap; }
)";

}  // namespace

std::string html_page(std::string_view title, std::string_view content) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n{}\n<title>{}</title>\n"
      "<style>{}@media screen and (prefers-color-scheme: dark) {{{}{}}}\n@media print "
      "{{{}}}\n</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      html_mark, escaped(title), style, dark_style, dark_rules(), paper_style, content);
}

}  // namespace polhode::app
