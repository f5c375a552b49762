// SPDX-License-Identifier: MIT
#include <fmt/format.h>

// toml++ 3.3 asserts, or lets the compiler assume, that the name of a section begins as a name does, which
// "[:x]" does not; without the assertion its code refuses such a name properly. The macro below needs the
// headers, not the compiled library.
#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <utility>

#include "exit_code.hpp"
#include "scenario/tree.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr std::size_t deepest = 16;
constexpr const char* not_utf8 = "found bytes that are not UTF-8: save the file in that encoding";

[[noreturn]] void refuse(const std::string& name, std::size_t line, const std::string& what) {
  throw RefusedScenario(line == 0 ? fmt::format("{}: {}", name, what)
                                  : fmt::format("{}:{}: {}", name, line, what));
}

/// Scans a text far enough to distinguish strings and comments from the rest, and refuses what the parser
/// cannot handle: it recurses into dotted keys without limit, and its test for blanks is undefined for
/// non-ASCII letters, which TOML allows only in strings and comments.
class FirstLook {
 public:
  FirstLook(std::string_view text, const std::string& name) : text_(text), name_(name) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) at_ = mark.size();
  }

  void run() {
    while (!is_at_end()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'')
        skip_string(c);
      else if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        take(c);
    }
  }

 private:
  bool is_at_end() const { return at_ >= text_.size(); }

  bool is_blank() const {
    return !is_at_end() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos;
  }

  void refuse_beyond_ascii(const char* where) const {
    if (is_at_end() || static_cast<unsigned char>(text_[at_]) < 0x80) return;
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0U) == 0x80U) ++end;
    if (end == at_ + 1) refuse(name_, line_, not_utf8);
    refuse(name_, line_, fmt::format("not TOML: found {} {}", shown(text_.substr(at_, end - at_)), where));
  }

  void take(char c) {
    refuse_beyond_ascii("outside of quotes");
    if (std::string_view(" \t\r").find(c) == std::string_view::npos) before_ = c;
    ++at_;
    if (c == '\n') ++line_;
    if (c == '.' && ++dots_ > deepest)
      refuse(name_, line_, fmt::format("found a key of more than {} parts", deepest));
    if ((c == '[' || c == '{') && ++depth_ > deepest)
      refuse(name_, line_, fmt::format("found brackets more than {} deep", deepest));
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) dots_ = 0;
  }

  void skip_string(char quote) {
    // In other places the parser does not begin a string, and would parse what is skipped here.
    if (std::string_view("\n=[{,.").find(before_) == std::string_view::npos)
      refuse(name_, line_, "not TOML: found a quote in the middle of a key or a value");
    before_ = quote;
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_).starts_with(three);
    at_ += is_long ? 3 : 1;
    while (!is_at_end()) {
      const char c = text_[at_];
      if (c == '\n' && !is_long) return;  // not closed: the parser will say so
      if (c == quote && (!is_long || text_.substr(at_).starts_with(three))) {
        at_ += is_long ? 3 : 1;
        // Up to two quotes may stand before the closing three.
        for (int i = 0; is_long && i < 2 && !is_at_end() && text_[at_] == quote; ++i) ++at_;
        return;
      }
      ++at_;
      if (c == '\n') ++line_;
      if (c == '\\' && quote == '"') skip_escaped(is_long);
    }
  }

  /// What follows a backslash: a letter or a quote; in a string of several lines also a line's end and all
  /// blanks after it.
  void skip_escaped(bool is_long) {
    if (is_long) {
      const bool was_blank = is_blank();
      for (; is_blank(); ++at_)
        if (text_[at_] == '\n') ++line_;
      refuse_beyond_ascii("after a backslash");
      if (was_blank) return;
    }
    if (!is_at_end() && text_[at_] != '\n') ++at_;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0, line_ = 1, dots_ = 0, depth_ = 0;
  char before_ = '\n';  // the last character that is no blank, outside of strings and comments
};

std::size_t line_of(const toml::node& node) { return node.source().begin.line; }

Node converted(const toml::node& from);

void take_entries(const toml::table& from, Node& to) {
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (const auto& [key, value] : from) entries.emplace_back(&key, &value);
  const auto position = [](const auto& entry) {
    const auto& begin = entry.first->source().begin;
    return std::pair(begin.line, begin.column);
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto& a, const auto& b) { return position(a) < position(b); });
  for (const auto& [key, value] : entries) {
    to.keys.emplace_back(key->str());
    to.items.push_back(converted(*value));
    if (to.items.back().line == 0) to.items.back().line = key->source().begin.line;
  }
  if (to.line == 0 && !to.items.empty()) to.line = to.items.front().line;
}

Node converted(const toml::node& from) {
  Node to;
  to.line = line_of(from);
  if (const auto* table = from.as_table()) {
    take_entries(*table, to);
  } else if (const auto* array = from.as_array()) {
    to.kind = Node::Kind::array;
    to.items.reserve(array->size());
    for (const toml::node& item : *array) to.items.push_back(converted(item));
    if (to.line == 0 && !to.items.empty()) to.line = to.items.front().line;
  } else if (const auto* text = from.as_string()) {
    to.kind = Node::Kind::text;
    to.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    to.kind = Node::Kind::integer;
    to.integer = integer->get();
  } else if (const auto* real = from.as_floating_point()) {
    to.kind = Node::Kind::real;
    to.real = real->get();
  } else if (const auto* boolean = from.as_boolean()) {
    to.kind = Node::Kind::boolean;
    to.boolean = boolean->get();
  } else {
    to.kind = Node::Kind::date;
  }
  return to;
}

}  // namespace

Node read_toml(std::string_view text, const std::string& name) {
  if (text.size() > longest_text)
    refuse(name, 0,
           fmt::format("found {} bytes, expected at most {} in a scenario", text.size(), longest_text));
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
      text.substr(0, 2).find('\0') != text.npos)
    refuse(name, 0, "found a file in UTF-16, expected UTF-8: save it in that encoding");
  FirstLook(text, name).run();
  try {
    return converted(toml::parse(text, std::string_view(name)));
  } catch (const toml::parse_error& error) {
    const std::size_t line = error.source().begin.line;
    const std::string_view what = error.description();
    if (what.find("utf-8") != what.npos) refuse(name, line, not_utf8);
    if (what.find("unescaped control characters") != what.npos)
      refuse(name, line, "not TOML: a string is not closed before the end of its line");
    const bool goes_on = what.find("key-value pair: expected a comment or whitespace") != what.npos;
    refuse(
        name, line,
        fmt::format("not TOML: {}{}", what,
                    goes_on ? "; a value is one number with a decimal point and without its unit, a text in "
                              "quotes, or an array in brackets"
                            : ""));
  }
}

}  // namespace polhode::app
