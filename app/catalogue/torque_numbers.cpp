// SPDX-License-Identifier: MIT
#include "catalogue/torque_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace polhode::app {
namespace {

/// use(number) for each number of a value that may be changed by itself.
template <class Use>
void for_each_number(TorqueArguments::Value& value, const Use& use) {
  const auto each = [&](auto& numbers) {
    for (auto& number : numbers.reshaped()) use(number);
  };
  std::visit(
      [&](auto& of) {
        using Type = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Type, double>) {
          use(of);
        } else if constexpr (std::is_same_v<Type, Eigen::Vector3d> || std::is_same_v<Type, Eigen::Matrix3d>) {
          each(of);
        } else if constexpr (std::is_same_v<Type, FormulaNames>) {
          for (auto& [name, number] : of.numbers) use(number);
          for (auto& [name, vector] : of.vectors) each(vector);
          for (auto& [name, vector] : of.space_vectors) each(vector);
        } else if constexpr (std::is_same_v<Type, std::vector<Eigen::Vector3d>>) {
          double greatest = 0;
          for (const Eigen::Vector3d& vector : of)
            greatest = std::max(greatest, vector.cwiseAbs().maxCoeff());
          double changed = greatest;
          use(changed);
          if (changed != greatest)
            for (Eigen::Vector3d& vector : of) vector *= changed / greatest;
        }
      },
      value);
}

}  // namespace

TorqueFamily torque_by_numbers(const CatalogueTorque& kind, const TorqueArguments& arguments) {
  // In the order of the parameters. What is held has no place here.
  const auto for_each = [](const CatalogueTorque& of, TorqueArguments& all, const auto& use) {
    for (const TorqueParameter& parameter : of.parameters) {
      TorqueArguments::Value* value = all.value(parameter.name);
      if (value == nullptr || parameter.name == "times" || of.name == "impulse") continue;
      for_each_number(*value, [&](double& number) {
        if (number != 0) use(number);
      });
      // Only its direction counts, and a torque may rely on its length.
      if (parameter.type == ParameterType::direction)
        if (auto* direction = std::get_if<Eigen::Vector3d>(value)) direction->normalize();
    }
  };
  TorqueFamily family;
  TorqueArguments seen = arguments;
  for_each(kind, seen, [&](double& number) { family.parameters.push_back(number); });
  family.torque = [&kind, arguments, for_each](std::span<const double> numbers) {
    TorqueArguments changed = arguments;
    std::size_t next = 0;
    for_each(kind, changed, [&](double& number) { number = numbers[next++]; });
    return kind.make(changed).torque;
  };
  return family;
}

namespace {

/// Sums of sums: a sum costs time in proportion to what it holds, so that n torques added one by one would
/// take n^2 steps whenever their sum is prepared.
Torque sum_of(std::span<const Torque> terms) {
  if (terms.empty()) return {};
  if (terms.size() == 1) return terms.front();
  const std::size_t half = terms.size() / 2;
  return sum_of(terms.first(half)) + sum_of(terms.subspan(half));
}

}  // namespace

Torque sum_of(const std::vector<Torque>& terms) {
  std::vector<Torque> acting;
  std::vector<Impulse> impulses;
  for (const Torque& term : terms)
    if (term.is_none() && term.breakpoints().empty())
      impulses.insert(impulses.end(), term.impulses().begin(), term.impulses().end());
    else
      acting.push_back(term);
  Torque sum = sum_of(std::span<const Torque>(acting));
  return impulses.empty() ? sum : std::move(sum).with_impulses(std::move(impulses));
}

TorqueFamily sum_of(std::vector<TorqueFamily> terms) {
  if (terms.empty()) return {};
  if (terms.size() == 1) return std::move(terms.front());
  TorqueFamily sum;
  for (const TorqueFamily& term : terms)
    sum.parameters.insert(sum.parameters.end(), term.parameters.begin(), term.parameters.end());
  sum.torque = [terms](std::span<const double> numbers) {
    std::vector<Torque> all;
    for (const TorqueFamily& term : terms) {
      all.push_back(term.torque(numbers.first(term.parameters.size())));
      numbers = numbers.subspan(term.parameters.size());
    }
    return sum_of(all);
  };
  sum.terms = std::move(terms);
  return sum;
}

}  // namespace polhode::app
