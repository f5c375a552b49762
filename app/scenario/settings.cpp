// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <polhode/core/nearest.hpp>
#include <polhode/core/number_text.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/splitting/stepper.hpp>

#include "result/columns.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

constexpr std::uint64_t default_count = 1000;
constexpr std::uint64_t most_times = std::uint64_t{1} << 53U;
constexpr double default_tolerance = 1e-10;

/// Listed times must go one way, away from the start.
std::vector<double> listed_times(const Value& list, double start) {
  const std::vector<double> times = list.numbers();
  if (times.empty()) list.refuse("one time at least");
  const double sign = times.back() < start ? -1 : 1;
  const auto items = list.items();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (sign * times[i] < sign * start)
      items[i].refuse(number_text(times[i]),
                      fmt::format("all times on one side of the start, {}", number_text(start)));
    if (i > 0 && !(sign * times[i] > sign * times[i - 1]))
      items[i].refuse(number_text(times[i]),
                      fmt::format("{} than the time before, {}", sign > 0 ? "later" : "earlier",
                                  number_text(times[i - 1])));
  }
  return times;
}

/// As many as fit; where they do not fill the whole time the end comes earlier, and the user is told.
void take_spacing(const Value& every, OutputTimes& times) {
  const double spacing = every.positive(), whole = std::abs(times.end - times.start), ratio = whole / spacing;
  if (!(ratio <= static_cast<double>(most_times)))
    every.refuse(number_text(spacing), "not more than 2^53 times");
  if (ratio < 1 - 1e-6)
    every.refuse(number_text(spacing),
                 fmt::format("at most {}, the time from start to end", number_text(whole)));
  times.count = static_cast<std::uint64_t>(std::llround(ratio));
  // Within a millionth of a spacing the user means the end.
  if (std::abs(ratio - std::round(ratio)) <= 1e-6) return;
  times.count = static_cast<std::uint64_t>(std::floor(ratio));
  const double covered = static_cast<double>(times.count) * spacing;
  times.end = times.end < times.start ? times.start - covered : times.start + covered;
  every.warn(fmt::format("the time from start to end is no multiple of it; the last time is {}",
                         number_text(times.end)));
}

bool suits_compensation(const Inertia& body, const State& start, const FreeMethod& method) {
  try {
    FreeStepper(body, start, method, Summation::compensated);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

/// The library's refusal of an unknown name is for programmers.
FreeMethod free_method_of(const Value& name) {
  const std::string& text = name.text();
  try {
    return free_method(text);
  } catch (const InvalidInput&) {
    name.refuse("a method for free bodies, see polhode methods" + suggestion(text, names_of(free_methods())));
  }
}

const Splitting& splitting_of(const Value& name) {
  const auto& all = splittings();
  const std::string& text = name.text();
  const auto found = std::ranges::find(all, text, &Splitting::name);
  if (found == all.end())
    name.refuse("a splitting, since a torque acts, see polhode methods" + suggestion(text, names_of(all)));
  return *found;
}

/// The free method or the splitting that a name means; of a body under torque it is a splitting.
void take_name(const Section& method, bool is_free, Way& way) {
  const auto name = method.find("name");
  if (!name) return;
  if (!is_free) {
    way.splitting = splitting_of(*name);
    return;
  }
  const auto& all = splittings();
  if (std::ranges::find(all, name->text(), &Splitting::name) != all.end())
    name->refuse("a method for a free body (see polhode methods), since no torque acts; this is a splitting");
  way.drift = free_method_of(*name);
}

void take_summation(const Section& method, const Inertia& body, const State& start, Way& way) {
  const auto summation = method.find("summation");
  if (summation)
    way.summation =
        summation->choice({"compensated", "plain"}) == 0 ? Summation::compensated : Summation::plain;
  else if (way.drift && !suits_compensation(body, start, *way.drift))
    way.summation = Summation::plain;
  else
    way.summation = Summation::compensated;
}

/// The step, or the tolerance from which it is found.
void take_step(const Section& method, bool is_free, Way& way) {
  if (const auto step = method.find("step")) {
    way.step = step->positive();
    return;
  }
  const auto tolerance = method.find("tolerance");
  way.tolerance = tolerance ? tolerance->number() : default_tolerance;
  if (!(*way.tolerance > 0 && *way.tolerance < 1))
    tolerance->refuse(number_text(*way.tolerance), "a number between 0 and 1");
  if (!is_free || !way.drift) return;
  // Without a step the motion of a free body is asked for each time by itself, exactly.
  if (way.drift->name != free_methods().front().name)
    method.value().refuse("no step", fmt::format("a step for the method {}", way.drift->name));
  way.drift.reset();
}

/// What does not suit this body and this torque is refused here, not when the run has begun.
void refuse_unsuited(const Value& table, const Way& way, const Inertia& body, const State& start,
                     const Torque& torque) {
  table.made([&] {
    if (torque.is_none() && way.drift) {
      FreeStepper(body, start, *way.drift, way.summation);
    } else if (way.splitting || way.drift) {
      const Splitting& used = way.splitting ? *way.splitting : splitting("strang_kick");
      SplittingStepper(body, start, torque, used, {way.summation, 0, way.drift ? &*way.drift : nullptr});
    }
  });
}

}  // namespace

double OutputTimes::operator[](std::uint64_t k) const noexcept {
  if (!list.empty()) return list[k];
  if (k == 0) return start;
  if (k >= count) return end;
  const double whole = end - start, n = static_cast<double>(count), product = static_cast<double>(k) * whole;
  return start + (std::isfinite(product) ? product / n : whole * (static_cast<double>(k) / n));
}

OutputTimes times_of(const Value& table, double start) {
  const Section section(table, "times");
  OutputTimes times{start, start, 0, {}};
  if (*section.only_one({"end", "list"}, "an end, or a list of times") == "list") {
    section.without({"every", "count"}, "with a list");
    times.list = listed_times(section.need("list", ""), start);
    times.end = times.list.back();
    times.count = times.list.size();
    return times;
  }
  const Value end = section.need("end", "");
  times.end = end.number();
  if (times.end == start)
    end.refuse(number_text(times.end),
               fmt::format("a time other than that of the start, {}", number_text(start)));
  if (!std::isfinite(times.end - start))
    end.refuse(number_text(times.end), "a time from the start that a double can hold");
  section.only_one({"every", "count"}, "");
  const auto every = section.find("every"), count = section.find("count");
  times.count = count ? count->whole(1, most_times) : default_count;
  if (every) take_spacing(*every, times);
  return times;
}

Way way_of(const std::optional<Value>& table, const Inertia& body, const State& start, const Torque& torque) {
  Way way;
  if (!table) {
    way.tolerance = default_tolerance;
    return way;
  }
  const Section method(*table, "method");
  const bool is_free = torque.is_none();
  method.only_one({"tolerance", "step"}, "");
  take_name(method, is_free, way);
  if (const auto drift = method.find("drift")) {
    if (is_free) drift->refuse("name instead, since no torque acts");
    way.drift = free_method_of(*drift);
  }
  take_step(method, is_free, way);
  take_summation(method, body, start, way);
  refuse_unsuited(*table, way, body, start, torque);
  return way;
}

OutputChoice output_of(const std::optional<Value>& table) {
  OutputChoice choice{{"m", "omega", "q", "energy", "errors"}};
  if (!table) return choice;
  const Section output(*table, "output");
  if (const auto columns = output.find("columns")) {
    std::vector<std::string> known{"t"};
    for (const ColumnGroup& group : column_groups()) known.push_back(group.name);
    choice.columns.clear();
    for (const Value& item : columns->items()) {
      const std::string& name = known[item.choice(known)];
      if (std::ranges::find(choice.columns, name) != choice.columns.end()) item.refuse("each name once");
      choice.columns.push_back(name);
    }
    if (choice.columns.empty())
      columns->refuse("an empty array", fmt::format("some of {}", fmt::join(known, ", ")));
  }
  if (const auto csv = output.find("csv")) choice.csv = csv->flag();
  if (const auto hdf5 = output.find("hdf5")) choice.hdf5 = hdf5->flag();
  if (!choice.csv && !choice.hdf5) table->refuse("neither csv nor hdf5", "one of them at least");
  if (const auto sequence = output.find("euler_sequence"))
    choice.euler_sequence = sequence->made([&] { return EulerSequence::from_text(sequence->text()).text(); });
  if (const auto degrees = output.find("degrees")) choice.in_degrees = degrees->flag();
  return choice;
}

Units units_of(const Value& table) {
  const Section units(table, "units");
  const auto name = [&](const char* key) {
    const auto value = units.find(key);
    if (!value) return std::string();
    const std::string& text = value->text();
    const bool has_control =
        std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    if (has_control || text.size() > 60) value->refuse("a name of at most 60 characters in one line");
    return text;
  };
  return {name("time"), name("momentum"), name("angular_velocity"), name("energy")};
}

}  // namespace polhode::app
