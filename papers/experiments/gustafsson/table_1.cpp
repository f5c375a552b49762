// SPDX-License-Identifier: MIT
// Operations of a step of the Magnus and factorization methods.
#include <fmt/format.h>

#include <cstddef>

#include "experiments/gustafsson/gustafsson.hpp"
#include "experiments/gustafsson/operation_counts.hpp"

namespace polhode::experiments::gustafsson {
namespace {

std::string name_of(Kind kind) { return kind == Kind::magnus ? "Magnus" : "factorization"; }

Outcome run_table_1(ExperimentOutput& output) {
  std::vector<std::vector<std::string>> rows;
  app::Panel panel{.heading = "", .x = {.label = "order"}, .y = {.label = "operations of a step"}};
  for (const Kind kind : {Kind::magnus, Kind::factorization})
    for (const bool ours : {false, true})
      panel.series.push_back({.name = name_of(kind) + (ours ? ", our kernel" : ", thesis"),
                              .values = {},
                              .colour = kind == Kind::magnus ? 0 : 1,
                              .drawn = app::Drawn::line_and_dots,
                              .dash = ours ? "5 4" : ""});
  std::size_t equal = 0;
  std::string costs;
  bool is_cheaper_up_to_6 = true;
  for (const Table1Column& column : table_1_printed) {
    const OperationGroups counted = operations_as_printed(column.kind, column.order);
    const int ours = our_operations(column.kind, column.order, true).total();
    if (counted == column.groups && counted.total() == column.total) ++equal;
    rows.push_back({name_of(column.kind), fmt::format("{}", column.order),
                    fmt::format("{}", counted.brackets), fmt::format("{}", counted.quaternion_products),
                    fmt::format("{}", counted.linear), fmt::format("{}", counted.other),
                    fmt::format("{}", counted.total()), fmt::format("{}", column.total),
                    fmt::format("{}", ours)});
    const std::size_t first = column.kind == Kind::magnus ? 0 : 2;
    panel.series[first].values.push_back({double(column.order), double(counted.total())});
    panel.series[first + 1].values.push_back({double(column.order), double(ours)});
    if (column.kind == Kind::magnus) {
      const int other = operations_as_printed(Kind::factorization, column.order).total();
      is_cheaper_up_to_6 = is_cheaper_up_to_6 && (counted.total() < other) == (column.order <= 6);
      costs += fmt::format("{}{}:{}", costs.empty() ? "" : ", ", counted.total(), other);
    }
  }
  output.write_table("",
                     {"method", "order", "brackets", "quaternion_products", "linear", "other", "total",
                      "printed_total", "our_kernel"},
                     rows);
  output.write_figure(
      "", {.title = "Operations of a step, given the momenta at its nodes",
           .description = "Operations against order for the Magnus and factorization methods, as the "
                          "thesis counts its own program, "
                          "and for the kernels of Polhode counted in the same way.",
           .panels = {std::move(panel)}});
  return {"the Magnus method is the cheaper one up to order 6 (47:146, 77:171, 140:195, 323:219 operations)",
          fmt::format("{}; {} of {} columns equal in every group", costs, equal, table_1_printed.size()),
          is_cheaper_up_to_6 && equal == table_1_printed.size() ? Verdict::holds : Verdict::differs,
          "counted in the printed program, transcribed; division of q by its length and changes of sign are "
          "left out, as in the thesis"};
}

}  // namespace

Experiment table_1() {
  return {"gustafsson-table-1", "Gustafsson 2010", "Table 1: operations of a step", run_table_1};
}

}  // namespace polhode::experiments::gustafsson
