// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Texts and numbers within a page, where its script finds them: JSON, with long lists of numbers as bytes in
/// base 64.
///
/// Convention. Numbers are little-endian. {"f8": ...} are doubles, {"f4": ...} floats, {"u4": ...} whole
///             numbers. No text ends the element in which the JSON stands.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

/// A text as JSON, with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_text(std::string_view words);

/// A number, or null where it is not finite.
std::string json_number(double value);

std::string json_doubles(const std::vector<double>& values);
std::string json_floats(const std::vector<double>& values);
std::string json_whole(const std::vector<std::uint32_t>& values);

}  // namespace polhode::app
