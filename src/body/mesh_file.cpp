// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <polhode/body/mesh_file.hpp>
#include <polhode/core/error.hpp>
#include <span>
#include <utility>
#include <vector>

#include "core/number_text.hpp"
#include "core/read_number.hpp"

namespace polhode {

namespace mesh_file {
namespace {

constexpr std::size_t most_bytes = std::size_t{512} << 20;
constexpr std::size_t most_triangles = 4'000'000;
constexpr std::string_view blanks = " \t\r\n\v\f";

bool is_same_word(std::string_view a, std::string_view lower) noexcept {
  if (a.size() != lower.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(a[i])) != lower[i]) return false;
  return true;
}

/// An excerpt of the file for a message: truncated, without control characters.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "\"";
  for (const char c : text.substr(0, longest)) result += c < ' ' || c > '~' ? '?' : c;
  return result + (text.size() > longest ? "...\"" : "\"");
}

[[noreturn]] void refuse(const std::string& where, std::string_view found, std::string_view expected) {
  throw InvalidInput(where, std::string(found), std::string(expected));
}

std::string line_of(const std::string& name, std::size_t line) {
  return name + ": line " + std::to_string(line);
}

double number(std::string_view word, const std::string& name, std::size_t line) {
  const ReadNumber read = read_number(word);
  if (read.expected != nullptr) refuse(line_of(name, line), quoted(word), read.expected);
  return read.value;
}

/// A mesh under construction.
class Builder {
 public:
  explicit Builder(const std::string& name) : name_(name) {}

  std::size_t vertex_count() const noexcept { return mesh_.vertices.size(); }

  void add_vertex(const Eigen::Vector3d& position) {
    if (mesh_.vertices.size() == 3 * most_triangles)
      refuse(name_, "more than " + std::to_string(3 * most_triangles) + " vertices", "fewer");
    mesh_.vertices.push_back(position);
  }

  void add_triangle(const std::array<std::uint32_t, 3>& corners) {
    if (mesh_.triangles.size() == most_triangles)
      refuse(name_, "more than " + std::to_string(most_triangles) + " triangles", "fewer");
    mesh_.triangles.push_back(corners);
  }

  /// A triangle of the last three vertices.
  void add_own_triangle() {
    const auto end = static_cast<std::uint32_t>(mesh_.vertices.size());
    add_triangle({end - 3, end - 2, end - 1});
  }

  TriangleMesh finish() {
    if (mesh_.triangles.empty()) refuse(name_, "no triangle", "a closed surface of triangles");
    return std::move(mesh_);
  }

 private:
  const std::string& name_;
  TriangleMesh mesh_;
};

// --- STL, binary: an arbitrary header of 80 bytes, the number of triangles, and for each 12 floats and 2
// more bytes, little-endian.

constexpr std::size_t binary_head = 84, binary_triangle = 50;

std::uint32_t little_endian(std::string_view bytes, std::size_t at) noexcept {
  std::uint32_t result = 0;
  for (std::size_t i = 4; i-- > 0;) result = result << 8 | static_cast<unsigned char>(bytes[at + i]);
  return result;
}

/// The file size according to the header of a binary file.
std::optional<std::uint64_t> size_in_header(std::string_view bytes) noexcept {
  if (bytes.size() < binary_head) return std::nullopt;
  return binary_head + std::uint64_t{binary_triangle} * little_endian(bytes, 80);
}

TriangleMesh parse_binary_stl(std::string_view bytes, const std::string& name) {
  Builder builder(name);
  for (std::size_t at = binary_head, count = 1; at < bytes.size(); at += binary_triangle, ++count) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::array<double, 3> x{};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t bits = little_endian(bytes, at + 12 + 12 * corner + 4 * k);
        x[k] = static_cast<double>(std::bit_cast<float>(bits));
        if (!std::isfinite(x[k]))
          refuse(name + ": triangle " + std::to_string(count) + ", corner " + std::to_string(corner + 1),
                 number_text(x[k]), "finite coordinates");
      }
      builder.add_vertex({x[0], x[1], x[2]});
    }
    builder.add_own_triangle();
  }
  return builder.finish();
}

// --- STL, text: words separated by blanks; line breaks have no meaning.

class Words {
 public:
  Words(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  /// Empty at the end of the text.
  std::string_view next() noexcept {
    while (at_ < text_.size() && blanks.find(text_[at_]) != std::string_view::npos)
      if (text_[at_++] == '\n') ++line_;
    const std::size_t end = std::min(text_.find_first_of(blanks, at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  void skip_line() noexcept { at_ = std::min(text_.find('\n', at_), text_.size()); }

  std::size_t line() const noexcept { return line_; }

  [[noreturn]] void refuse_word(std::string_view word, std::string_view expected) const {
    refuse(line_of(name_, line_), word.empty() ? "the end of the file" : quoted(word), expected);
  }

  void expect(std::string_view wanted) {
    const std::string_view word = next();
    if (!is_same_word(word, wanted)) refuse_word(word, '"' + std::string(wanted) + '"');
  }

  std::string_view any(std::string_view expected) {
    const std::string_view word = next();
    if (word.empty()) refuse_word(word, expected);
    return word;
  }

 private:
  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0, line_ = 1;
};

void read_facet(Words& words, Builder& builder, const std::string& name) {
  words.expect("normal");
  // The normal is ignored because it follows from the corners; "nan" is common.
  for (int k = 0; k < 3; ++k) words.any("a normal of three numbers");
  words.expect("outer");
  words.expect("loop");
  for (int corner = 0; corner < 3; ++corner) {
    words.expect("vertex");
    std::array<double, 3> x{};
    for (double& coordinate : x) {
      const std::string_view word = words.any("a coordinate");
      coordinate = number(word, name, words.line());
    }
    builder.add_vertex({x[0], x[1], x[2]});
  }
  words.expect("endloop");
  words.expect("endfacet");
  builder.add_own_triangle();
}

TriangleMesh parse_text_stl(std::string_view text, const std::string& name) {
  Builder builder(name);
  Words words(text, name);
  bool in_solid = false;
  while (true) {
    const std::string_view word = words.next();
    if (word.empty() && !in_solid) break;
    if (is_same_word(word, in_solid ? "endsolid" : "solid")) {
      in_solid = !in_solid;
      words.skip_line();  // the name of the solid
    } else if (in_solid && is_same_word(word, "facet")) {
      read_facet(words, builder, name);
    } else {
      words.refuse_word(word, in_solid ? "\"facet\" or \"endsolid\"" : "\"solid\" or the end of the file");
    }
  }
  return builder.finish();
}

TriangleMesh parse_stl(std::string_view bytes, const std::string& name) {
  const auto expected_size = size_in_header(bytes);
  if (expected_size == bytes.size()) return parse_binary_stl(bytes, name);
  const bool is_solid = is_same_word(
      bytes.substr(std::min(bytes.find_first_not_of(blanks), bytes.size())).substr(0, 5), "solid");
  const bool is_text = bytes.find('\0') == std::string_view::npos;
  if (is_solid && is_text) return parse_text_stl(bytes, name);
  if (expected_size)
    refuse(name, std::to_string(bytes.size()) + " bytes",
           std::to_string(*expected_size) + " bytes for its " + std::to_string(little_endian(bytes, 80)) +
               " triangles in binary STL, or text that begins with \"solid\"");
  refuse(name, std::to_string(bytes.size()) + " bytes",
         "an STL file: text that begins with \"solid\", or binary of at least 84 bytes");
}

// --- OBJ: one statement per line.

class Statements {
 public:
  explicit Statements(std::string_view text) : text_(text) {}

  /// The words of the next statement, without comments; a line that ends in a backslash continues on the
  /// next. False at the end of the text.
  bool next(std::vector<std::string_view>& words) {
    words.clear();
    if (at_ >= text_.size()) return false;
    line_ = next_line_;
    bool continues = true;
    while (continues && at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++next_line_;
      line = line.substr(0, line.find('#'));
      if (const auto last = line.find_last_not_of(blanks); last == std::string_view::npos)
        line = {};
      else
        line = line.substr(0, last + 1);
      continues = line.ends_with('\\');
      if (continues) line.remove_suffix(1);
      split(line, words);
    }
    return true;
  }

  /// The line on which the current statement begins.
  std::size_t line() const noexcept { return line_; }

 private:
  static void split(std::string_view line, std::vector<std::string_view>& words) {
    while (true) {
      const std::size_t begin = line.find_first_not_of(blanks);
      if (begin == std::string_view::npos) return;
      line.remove_prefix(begin);
      const std::size_t end = std::min(line.find_first_of(blanks), line.size());
      words.push_back(line.substr(0, end));
      line.remove_prefix(end);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 0, next_line_ = 1;
};

/// The index of a face's corner, from 0.
std::uint32_t corner(std::string_view word, std::size_t vertices, const std::string& name, std::size_t line) {
  const auto where = [&] { return line_of(name, line); };
  const std::string_view digits = word.substr(0, word.find('/'));
  std::int64_t index = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, index);
  if (error != std::errc{} || stopped != end)
    refuse(where(), quoted(word), "a vertex number: v, v/vt, v//vn or v/vt/vn");
  const auto count = static_cast<std::int64_t>(vertices);
  if (index == 0 || index > count || index < -count)
    refuse(where(), "vertex " + std::to_string(index),
           count == 0 ? std::string("vertices (v) before the first face")
                      : "1 to " + std::to_string(count) + ", or -1 to -" + std::to_string(count) +
                            " (vertices above this line)");
  return static_cast<std::uint32_t>(index > 0 ? index - 1 : count + index);
}

TriangleMesh parse_obj(std::string_view text, const std::string& name) {
  Builder builder(name);
  Statements statements(text);
  std::vector<std::string_view> words;
  std::vector<std::uint32_t> corners;
  while (statements.next(words)) {
    if (words.empty() || (words[0] != "v" && words[0] != "f")) continue;
    const std::size_t line = statements.line();
    const auto where = [&] { return line_of(name, line); };
    const auto arguments = std::span(words).subspan(1);
    if (words[0] == "v") {
      if (arguments.size() < 3)
        refuse(where(), "a vertex of " + std::to_string(arguments.size()) + " numbers",
               "at least three coordinates");
      builder.add_vertex({number(arguments[0], name, line), number(arguments[1], name, line),
                          number(arguments[2], name, line)});
      continue;
    }
    if (arguments.size() < 3)
      refuse(where(), "a face of " + std::to_string(arguments.size()) + " corners", "at least three");
    corners.clear();
    for (const std::string_view word : arguments)
      corners.push_back(corner(word, builder.vertex_count(), name, line));
    for (std::size_t i = 2; i < corners.size(); ++i)
      builder.add_triangle({corners[0], corners[i - 1], corners[i]});
  }
  return builder.finish();
}

std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  std::vector<char> part(std::size_t{1} << 20);
  while (file && bytes.size() <= most_bytes) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    bytes.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.eof() && bytes.size() <= most_bytes)
    refuse(path, "a file that cannot be read", "a readable mesh file");
  if (bytes.size() > most_bytes)
    refuse(path, "more than " + std::to_string(most_bytes >> 20) + " MiB", "a smaller file");
  return bytes;
}

}  // namespace
}  // namespace mesh_file

std::optional<MeshFormat> mesh_format(std::string_view path) noexcept {
  const std::string_view end = path.substr(path.size() - std::min<std::size_t>(path.size(), 4));
  if (mesh_file::is_same_word(end, ".stl")) return MeshFormat::stl;
  if (mesh_file::is_same_word(end, ".obj")) return MeshFormat::obj;
  return std::nullopt;
}

TriangleMesh parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name) {
  return format == MeshFormat::stl ? mesh_file::parse_stl(bytes, name) : mesh_file::parse_obj(bytes, name);
}

TriangleMesh read_mesh(const std::string& path) {
  const std::optional<MeshFormat> format = mesh_format(path);
  if (!format) mesh_file::refuse(path, "an unknown extension", "a file name that ends in .stl or .obj");
  return parse_mesh(mesh_file::read_all(path), *format, path);
}

}  // namespace polhode
