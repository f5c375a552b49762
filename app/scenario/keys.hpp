// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The keys that a scenario may hold, by section. docs/scenario.md describes each; a test compares the two.

#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

struct SectionKeys {
  std::string
      section;  ///< such as "body.box"; "torque heavy_top" for a kind of torque; "" for the top of the file
  std::vector<std::string> keys;
};

const std::vector<SectionKeys>& section_keys();

/// Of one section, which must be among those.
const std::vector<std::string>& keys_of(std::string_view section);

/// The kinds of torque.
const std::vector<std::string>& torque_kind_names();
bool is_kind_of_torque(std::string_view section);

/// Whether TOML would want no quotes around it.
bool is_bare_key(std::string_view key);

}  // namespace polhode::app
