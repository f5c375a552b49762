// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers and texts as bytes and back, for the journal: as this machine holds them, since it is read where it was written.
///
/// Method.     What is written and what is read are one list of fields (record.cpp), given to a ByteWriter or to a ByteReader.

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace polhode::app {

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

/// Beyond the end it gives zeros, and is_good() says so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(T& value) {
    value = T{};
    if (!has(sizeof value)) return;
    std::memcpy(&value, left_.data(), sizeof value);
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
    // Each takes a byte at least.
    if (!has(size)) return;
    for (std::uint64_t i = 0; i < size && good_; ++i) {
      all.emplace_back();
      (*this)(all.back());
    }
  }

  bool is_good() const noexcept { return good_; }
  bool is_at_end() const noexcept { return good_ && left_.empty(); }

 private:
  bool has(std::uint64_t size) {
    if (size > left_.size()) good_ = false;
    return good_;
  }
  std::string_view left_;
  bool good_ = true;
};

}  // namespace polhode::app
