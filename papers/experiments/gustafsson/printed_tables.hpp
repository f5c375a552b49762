// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The numbers of the thesis's three tables, as printed.

#include <array>
#include <string_view>

namespace polhode::experiments::gustafsson {

enum class Kind { magnus, factorization };

/// The groups of Table 1: operations in commutators (Magnus) or cross products (factorization), in products
/// of quaternions, in sums and multiples of quaternions, and the rest.
struct OperationGroups {
  int brackets = 0, quaternion_products = 0, linear = 0, other = 0;

  int total() const { return brackets + quaternion_products + linear + other; }
  friend bool operator==(const OperationGroups&, const OperationGroups&) = default;
};

struct Table1Column {
  Kind kind;
  int order;
  OperationGroups groups;
  int total;
};

inline constexpr std::array<Table1Column, 8> table_1_printed{
    {{Kind::magnus, 2, {0, 28, 3, 16}, 47},
     {Kind::magnus, 4, {12, 28, 18, 19}, 77},
     {Kind::magnus, 6, {36, 28, 54, 22}, 140},
     {Kind::magnus, 8, {72, 28, 198, 25}, 323},
     {Kind::factorization, 2, {9, 84, 0, 53}, 146},
     {Kind::factorization, 4, {18, 84, 0, 69}, 171},
     {Kind::factorization, 6, {27, 84, 0, 84}, 195},
     {Kind::factorization, 8, {36, 84, 0, 99}, 219}}};

/// Table 2. Its second row is labelled c0 = 0, c3 = 1/sqrt 2; the text has it the other way round.
/// Rows: factorization with c0 = c3 = 1/2, with c0 = 1/sqrt 2 and c3 = 0; Magnus by quaternions, by matrices.
using Table2Entries = std::array<double, 4>;

struct Table2Column {
  double h;
  Table2Entries errors;
};

inline constexpr std::array<Table2Column, 3> table_2_printed{
    {{0.25, {5.87069055e-15, 5.88406887e-15, 7.11045663e-13, 7.11056953e-13}},
     {0.5, {7.33070308e-13, 7.33077876e-13, 1.58750231e-10, 1.58750216e-10}},
     {1.0, {2.21108904e-10, 2.21108938e-10, 4.54203022e-8, 4.54203021e-8}}}};

/// Table 3, by the order of the Magnus method; digits as printed, ratios to the next shorter step.
struct Table3Row {
  int order;
  double h;
  std::string_view momentum, momentum_ratio, attitude, attitude_ratio;
};

inline constexpr std::array<Table3Row, 8> table_3_printed{
    {{2, 0.1, "1.382e-2", "3.998", "4.494e-4", "3.978"},
     {2, 0.05, "3.459e-3", "3.999", "1.130e-4", "3.994"},
     {2, 0.025, "8.650e-4", "4.000", "2.828e-5", "3.999"},
     {2, 0.0125, "2.162e-4", "", "7.072e-6", ""},
     {8, 0.1, "1.283e-2", "4.002", "5.056e-4", "4.002"},
     {8, 0.05, "3.207e-3", "4.000", "1.263e-4", "4.001"},
     {8, 0.025, "8.017e-4", "4.000", "3.158e-5", "4.000"},
     {8, 0.0125, "2.004e-4", "", "7.893e-6", ""}}};

}  // namespace polhode::experiments::gustafsson
