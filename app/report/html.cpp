// SPDX-License-Identifier: MIT
#include "report/html.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>

#include "files/digest.hpp"
#include "files/mark.hpp"
#include "files/stored_file.hpp"
#include "picture/palette.hpp"
#include "picture/svg.hpp"
#include "report/page_parts.hpp"

namespace polhode::app {
namespace {

/// As a content security policy names a text that it allows.
std::string source_of(std::string_view text) {
  Sha256 sum;
  sum.add(text);
  const std::string digits = sum.digits();
  std::string bytes;
  for (std::size_t k = 0; k + 1 < digits.size(); k += 2)
    bytes += static_cast<char>(std::strtoul(digits.substr(k, 2).c_str(), nullptr, 16));
  return "'sha256-" + base64(bytes) + "'";
}

std::string whole_style() {
  const PageParts& parts = page_parts();
  return fmt::format(
      "\n:root{{{}}}\n{}{}@media screen and (prefers-color-scheme: dark) {{\n:root:not(.paper){{{}}}\n{}}}\n"
      "@media print {{\n{}}}\n",
      light_variables(), class_rules(), parts.style, dark_variables(), parts.dark_style, parts.paper_style);
}

}  // namespace

std::string html_page(std::string_view title, std::string_view content, const PageNeeds& needs) {
  const std::string style = whole_style();
  const bool has_script = needs.has_script || !needs.data.empty();
  const std::string script = has_script ? "\n" + std::string(page_parts().script) : "";
  std::string end;
  if (!needs.data.empty())
    end += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n", needs.data);
  if (has_script) end += fmt::format("<script type=\"text/javascript\">{}</script>\n", script);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; script-src "
      "{}; "
      "img-src {}; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n{}\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n{}</body>\n</html>\n",
      source_of(style), has_script ? source_of(script) : "'none'",
      needs.has_pictures ? "'self' file: data:" : "data:", html_mark, escaped(title), style, content, end);
}

}  // namespace polhode::app
