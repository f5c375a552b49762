// SPDX-License-Identifier: MIT
#include <polhode/core/version.hpp>

namespace polhode {

const char* version() noexcept { return POLHODE_VERSION; }

}  // namespace polhode
