// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers and units in print: superscripts, a minus sign.

#include <string>
#include <string_view>

namespace polhode::app {

/// "-1.5e-12" as −1.5 × 10⁻¹²; other text is unchanged.
std::string printed_number(std::string_view number);

/// A number with so many significant digits, as printed_number.
std::string printed(double value, int digits);

/// "kg m^2/s" as kg m² s⁻¹; an unknown form is unchanged.
std::string printed_unit(std::string_view unit);

/// The text and after it the unit, if there is one, as printed_unit.
std::string with_unit(const std::string& text, const std::string& unit);

/// m₁ of ("m", 1): a letter with a subscript from 0 to 9.
std::string with_index(std::string_view letter, int index);

}  // namespace polhode::app
