// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Serialisation of numbers and texts, for checkpoints and journals.
///
/// Convention. Numbers are stored as in memory, so they can be read only on the same kind of machine.
/// Method.     One list of fields serves both directions: it is applied to a ByteWriter or to a ByteReader.

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace polhode {

class ByteWriter {
 public:
  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(const T& value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void operator()(const std::string& text) {
    (*this)(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  template <class T>
  void operator()(const std::vector<T>& all) {
    (*this)(static_cast<std::uint64_t>(all.size()));
    for (const T& one : all) (*this)(one);
  }

  const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

/// If the bytes end too early, or a flag is neither 0 nor 1, all further values are zero, and is_good() is
/// false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(T& value) {
    value = T{};
    if (!has(sizeof value)) return;
    if constexpr (std::is_same_v<T, bool>) {
      const char flag = left_.front();
      is_good_ = flag == 0 || flag == 1;
      value = flag == 1;
    } else {
      std::memcpy(&value, left_.data(), sizeof value);
    }
    left_.remove_prefix(sizeof value);
  }
  void operator()(std::string& text) {
    std::uint64_t size = 0;
    (*this)(size);
    text.clear();
    if (!has(size)) return;
    text = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(static_cast<std::size_t>(size));
  }
  template <class T>
  void operator()(std::vector<T>& all) {
    std::uint64_t size = 0;
    (*this)(size);
    all.clear();
    // Each entry takes at least one byte.
    if (!has(size)) return;
    for (std::uint64_t i = 0; i < size && is_good_; ++i) {
      all.emplace_back();
      (*this)(all.back());
    }
  }

  bool is_good() const noexcept { return is_good_; }
  bool is_at_end() const noexcept { return is_good_ && left_.empty(); }

 private:
  bool has(std::uint64_t size) {
    if (size > left_.size()) is_good_ = false;
    return is_good_;
  }
  std::string_view left_;
  bool is_good_ = true;
};

// One list of fields for both directions; T is const for writing.

template <class Bytes, class T>
void vector_fields(Bytes& bytes, T& v) {
  bytes(v.x);
  bytes(v.y);
  bytes(v.z);
}

template <class Bytes, class T>
void quat_fields(Bytes& bytes, T& q) {
  bytes(q.w);
  bytes(q.x);
  bytes(q.y);
  bytes(q.z);
}

/// Whether there is a value, and the value, whose fields are listed by fields(bytes, value).
template <class Bytes, class T, class Fields>
void optional_fields(Bytes& bytes, T& optional, const Fields& fields) {
  bool has = optional.has_value();
  bytes(has);
  if constexpr (!std::is_const_v<T>)
    if (has && !optional) optional.emplace();
  if (has) fields(bytes, *optional);
}

/// Entries up to the end of the bytes, without their number.
template <class T, class Fields>
void rest_fields(ByteWriter& bytes, const std::vector<T>& all, const Fields& fields) {
  for (const T& one : all) fields(bytes, one);
}
template <class T, class Fields>
void rest_fields(ByteReader& bytes, std::vector<T>& all, const Fields& fields) {
  while (bytes.is_good() && !bytes.is_at_end()) fields(bytes, all.emplace_back());
}

// A type with a function fields(bytes, value), found by its arguments.

template <class T>
std::string bytes_of(const T& value) {
  ByteWriter writer;
  fields(writer, value);
  return writer.bytes();
}

/// None if the bytes are not those of such a value.
template <class T>
std::optional<T> from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  std::optional<T> value(std::in_place);
  fields(reader, *value);
  if (!reader.is_at_end()) value.reset();
  return value;
}

}  // namespace polhode
