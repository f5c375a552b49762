// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The keys that a scenario may hold, by section; those of torques come from the catalogue.
/// docs/scenario.md and docs/torques.md describe each; a test compares them.

#include <string>
#include <string_view>
#include <vector>

namespace polhode::app {

struct SectionKeys {
  std::string section;  ///< "body.box"; "torque heavy_top" for a torque; "" for the top of the file
  std::vector<std::string> keys;
};

const std::vector<SectionKeys>& section_keys();

/// The keys of one section, which must be among those.
const std::vector<std::string>& keys_of(std::string_view section);

/// "torque heavy_top": the section of a torque of the catalogue.
std::string torque_section(std::string_view torque);
bool is_kind_of_torque(std::string_view section);

/// Whether TOML allows the key without quotes.
bool is_bare_key(std::string_view key);

}  // namespace polhode::app
