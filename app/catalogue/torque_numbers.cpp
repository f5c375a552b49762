// SPDX-License-Identifier: MIT
// Torques as functions of their own numbers, and sums of torques.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "catalogue/torques.hpp"

namespace polhode::app {
namespace {

/// use(number) for each number of the given list that may be changed by itself.
template <class Use>
void for_each_number(const TorqueParameter& parameter, std::vector<double>& numbers, const Use& use) {
  if (parameter.type == ParameterType::matrix) {  // column by column
    for (std::size_t i = 0; i < 9; ++i) use(numbers[3 * (i % 3) + i / 3]);
  } else if (parameter.type == ParameterType::vectors) {
    double greatest = 0;
    for (const double x : numbers) greatest = std::max(greatest, std::abs(x));
    double changed = greatest;
    use(changed);
    if (changed != greatest)
      for (double& x : numbers) x *= changed / greatest;
  } else {
    for (double& x : numbers) use(x);
  }
}

/// use(number) for each number of the torque that is not 0 and is not held: in the order of the parameters,
/// of the names in a formula numbers before vectors.
template <class Use>
void for_each_number(const CatalogueTorque& kind, Given& given, const Use& use) {
  if (kind.name == "impulse") return;
  const auto use_if_set = [&](double& number) {
    if (number != 0) use(number);
  };
  for (const TorqueParameter& parameter : kind.parameters) {
    if (parameter.type == ParameterType::named_constants || parameter.type == ParameterType::named_vectors) {
      for (const std::size_t size : {std::size_t{1}, std::size_t{3}})
        for (auto& [name, numbers] : given.numbers)
          if (numbers.size() == size && name.starts_with(parameter.name + "."))
            for_each_number(parameter, numbers, use_if_set);
      continue;
    }
    const auto found = given.numbers.find(parameter.name);
    if (found == given.numbers.end() || parameter.name == "times") continue;
    for_each_number(parameter, found->second, use_if_set);
    // Only its direction counts, and a torque may rely on its length.
    if (parameter.type == ParameterType::direction)
      given.set(parameter.name, Eigen::Vector3d(given.needed_vector(parameter.name).normalized()));
  }
}

/// Sums of sums: a sum costs time in proportion to what it holds, so that n torques added one by one would
/// take n^2 steps whenever their sum is prepared.
Torque sum_of(std::span<const Torque> terms) {
  if (terms.empty()) return {};
  if (terms.size() == 1) return terms.front();
  const std::size_t half = terms.size() / 2;
  return sum_of(terms.first(half)) + sum_of(terms.subspan(half));
}

}  // namespace

TorqueFamily torque_by_numbers(const CatalogueTorque& kind, const Given& given) {
  TorqueFamily family;
  Given seen = given;
  for_each_number(kind, seen, [&](double& number) { family.parameters.push_back(number); });
  family.torque = [&kind, given](std::span<const double> numbers) {
    Given changed = given;
    std::size_t next = 0;
    for_each_number(kind, changed, [&](double& number) { number = numbers[next++]; });
    return kind.make(changed).torque;
  };
  return family;
}

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
