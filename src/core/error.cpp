// SPDX-License-Identifier: MIT
#include <polhode/core/error.hpp>
#include <utility>

namespace polhode {

InvalidInput::InvalidInput(std::string quantity, std::string found, std::string expected)
    : std::invalid_argument(quantity + ": found " + found + ", expected " + expected),
      quantity_(std::move(quantity)),
      found_(std::move(found)),
      expected_(std::move(expected)) {}

}  // namespace polhode
