// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The styles and scripts of the folder page/, which the build puts into the program.

#include <string_view>

namespace polhode::app {

struct PageParts {
  std::string_view style, dark_style, paper_style;
  std::string_view script;  ///< all of them, one after the other
};

const PageParts& page_parts();

}  // namespace polhode::app
