// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <polhode/core/compensated.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/nearest.hpp"
#include "core/number_text.hpp"
#include "splitting/coefficients/families.hpp"

namespace polhode {

std::vector<long double> palindrome(std::span<const long double> first, bool one_in_the_middle) {
  // Half the sum is 1/2; compensated, so that only the middle coefficient is rounded.
  long double half = 0.5L, lost = 0.0L;
  for (const long double x : first) compensated_add(half, lost, -x);
  const long double rest = half + lost;
  std::vector<long double> all(first.begin(), first.end());
  if (one_in_the_middle) {
    all.push_back(2.0L * rest);
  } else {
    all.insert(all.end(), 2, rest);
  }
  all.insert(all.end(), first.rbegin(), first.rend());
  return all;
}

Splitting symmetric(Splitting independent) {
  Splitting s = std::move(independent);
  // If so, the single middle coefficient is in the list that does not start.
  const bool same = s.drifts.size() == s.kicks.size();
  s.drifts = palindrome(s.drifts, same == s.starts_with_kick);
  s.kicks = palindrome(s.kicks, same != s.starts_with_kick);
  return s;
}

Splitting composition(std::string name, std::string summary, std::string reference, int order,
                      std::span<const long double> half_of_weights, bool starts_with_kick) {
  if (order < 2 || order % 2 != 0) {
    throw InvalidInput("order of a symmetric composition", std::to_string(order), "2, 4, 6, ...");
  }
  for (const long double weight : half_of_weights) {
    if (!std::isfinite(weight)) {
      throw InvalidInput("weight of a composition", number_text(static_cast<double>(weight)),
                         "a finite number");
    }
  }
  std::vector<long double> weights = palindrome(half_of_weights, true), between;
  long double before = 0.0L;
  for (const long double weight : half_of_weights) {
    between.push_back((before + weight) / 2.0L);
    before = weight;
  }
  between = palindrome(between, false);
  Splitting s{.name = std::move(name),
              .summary = std::move(summary),
              .reference = std::move(reference),
              .order = order,
              .starts_with_kick = starts_with_kick,
              .drifts = weights,
              .kicks = std::move(between),
              .composed = std::move(weights)};
  if (!starts_with_kick) std::swap(s.drifts, s.kicks);
  return s;
}

bool Splitting::has_negative() const noexcept {
  const auto negative = [](long double x) { return x < 0.0L; };
  return std::any_of(drifts.begin(), drifts.end(), negative) ||
         std::any_of(kicks.begin(), kicks.end(), negative);
}

int Splitting::kicks_per_step() const noexcept {
  return static_cast<int>(kicks.size()) - (starts_with_kick ? 1 : 0);
}

namespace {

void check_coefficients(const Splitting& s, const char* which, const std::vector<long double>& list) {
  long double sum = 0.0L;
  for (const long double x : list) {
    if (!std::isfinite(x))
      throw InvalidInput(std::string(which) + " of splitting " + s.name, number_text(static_cast<double>(x)),
                         "finite numbers");
    sum += x;
  }
  if (std::abs(sum - 1.0L) > 1e-12L)
    throw InvalidInput(std::string(which) + " of splitting " + s.name,
                       "the sum " + number_text(static_cast<double>(sum)), "1");
}

/// The list must read the same backwards, up to 1e-12 of its largest entry.
void check_symmetry(const Splitting& s, const char* which, const std::vector<long double>& list) {
  long double largest = 0.0L;
  for (const long double x : list) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const long double there = list[list.size() - 1 - i];
    if (std::abs(list[i] - there) > 1e-12L * largest)
      throw InvalidInput(std::string(which) + " of splitting " + s.name,
                         number_text(static_cast<double>(list[i])) + " and " +
                             number_text(static_cast<double>(there)) + " at the same distance from its ends",
                         "a list that reads the same backwards: a step of -h must lead back");
  }
}

}  // namespace

void check_composition(const Splitting& s) {
  if (s.composed.empty()) throw InvalidInput("splitting", s.name, "a composition of Strang steps");
}

void check(const Splitting& s) {
  const std::string name = "splitting " + s.name;
  if (s.order < 1) throw InvalidInput(name, "order " + std::to_string(s.order), "a positive order");
  const std::size_t outer = s.starts_with_kick ? s.kicks.size() : s.drifts.size(),
                    inner = s.starts_with_kick ? s.drifts.size() : s.kicks.size();
  if (inner == 0 || outer != inner + 1)
    throw InvalidInput(
        name, std::to_string(s.drifts.size()) + " drifts and " + std::to_string(s.kicks.size()) + " kicks",
        std::string("one ") + (s.starts_with_kick ? "kick" : "drift") +
            " more than the others, because they alternate and a step starts and ends with one");
  check_coefficients(s, "drifts", s.drifts);
  check_coefficients(s, "kicks", s.kicks);
  check_symmetry(s, "drifts", s.drifts);
  check_symmetry(s, "kicks", s.kicks);
  if (s.gradients.empty() != (s.need != KickNeed::gradient))
    throw InvalidInput(name, s.gradients.empty() ? "no gradients" : "gradients",
                       "gradients if and only if `need` is `gradient`");
  if (s.gradients.empty()) return;
  if (s.gradients.size() != s.kicks.size())
    throw InvalidInput(name, std::to_string(s.gradients.size()) + " gradients", "one per kick");
  if (s.starts_with_kick && (s.gradients.front() != 0.0L || s.gradients.back() != 0.0L))
    throw InvalidInput(name, "a gradient of the first or the last kick",
                       "none there: these kicks are combined with those of the adjacent steps");
  check_symmetry(s, "gradients", s.gradients);
}

namespace {

std::vector<Splitting> all_splittings() {
  std::vector<Splitting> all;
  const auto append = [&](std::vector<Splitting> family) {
    for (Splitting& one : family) all.push_back(std::move(one));
  };
  append(composed_splittings());
  append(general_splittings());
  append(nystrom_splittings());
  std::stable_sort(all.begin(), all.end(),
                   [](const Splitting& a, const Splitting& b) { return a.order < b.order; });
  append(weak_torque_splittings());
  return all;
}

}  // namespace

const std::vector<Splitting>& splittings() {
  static const std::vector<Splitting> all = all_splittings();
  return all;
}

const Splitting& splitting(std::string_view name) {
  const auto& all = splittings();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Splitting& s) { return s.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (const Splitting& s : all) names.push_back(s.name);
  throw InvalidInput("splitting", std::string(name),
                     "a name that splittings() lists" + suggestion(name, names));
}

}  // namespace polhode
