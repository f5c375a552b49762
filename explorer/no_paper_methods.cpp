// SPDX-License-Identifier: MIT
// The papers' combinations of momentum and attitude are not in the explorer: they are most of the library's code.
#include "free/paper_methods.hpp"

namespace polhode {

std::optional<FreeMethod> find_paper_method(std::string_view /*name*/) { return std::nullopt; }

}  // namespace polhode
