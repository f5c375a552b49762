// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Warnings that differ in their numbers alone are of one kind. Each kind is shown once, however many rows or
/// runs have it.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace polhode::app {

class WarningKinds {
 public:
  /// Whether no warning of this kind was asked for before.
  bool is_first(std::string_view warning);
  /// How many were not the first of their kind.
  std::size_t repeated() const noexcept { return repeated_; }

 private:
  std::map<std::string, std::size_t> seen_;
  std::size_t repeated_ = 0;
};

}  // namespace polhode::app
