// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The entries of Table 2: mean errors at t = 10 over random starts, methods of order 8.

#include <vector>

#include "experiments/gustafsson/free_body.hpp"
#include "experiments/gustafsson/printed_tables.hpp"

namespace polhode::experiments::gustafsson {

/// For one step: in the order of the table's rows.
Table2Entries table_2_entries(double h, const std::vector<Start>& starts);

}  // namespace polhode::experiments::gustafsson
